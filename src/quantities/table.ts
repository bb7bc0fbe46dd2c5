import type { Quantity } from './quantity.ts';

/**
 * Table of quantities: every value that a station measures or derives, once. Tables, roll-ups, records, reads, CSV, outbox, both line
 * protocols, the hub, MQTT, metrics and the schemas of the API take their lists from here (`names.ts`).
 * The order is that of lists and columns in answers; the order of columns in the database is that of its migrations.
 */
// biome-ignore format: a table
export const QUANTITIES = {
  temperatureC: {
    group: 'air', unit: '°C', kind: 'level', decimals: 1, sentDecimals: 3, range: [-100, 100],
    column: 'temp_smooth', origin: 'derived', dated: true,
    telemetry: 'temperature', history: 'temperature', chart: 'temp', spans: true, csv: 'temp_smooth',
    day: { as: 'temp', of: ['min', 'max', 'mean'] }, records: { max: 'temp_max', min: 'temp_min' },
    push: 'temp', fleet: { field: 'temp', head: 'temperature_c' }, mqtt: { key: 'temperature', name: 'Temperature' },
    metric: { family: 'temperature_celsius', label: ['kind', 'air'] },
  },
  humidityPct: {
    group: 'air', unit: '%', kind: 'level', decimals: 0, sentDecimals: 3, range: [0, 110],
    column: 'hum_smooth', origin: 'derived', dated: true,
    telemetry: 'humidity', history: 'humidity', chart: 'hum', spans: true, csv: 'hum_smooth',
    day: { as: 'hum', of: ['min', 'max', 'mean'] }, records: { max: 'hum_max', min: 'hum_min' },
    push: 'hum', fleet: { field: 'hum', head: 'humidity_pct' }, mqtt: { key: 'humidity', name: 'Humidity' },
    metric: { family: 'humidity_ratio' },
  },
  seaLevelHpa: {
    group: 'air', unit: 'hPa', kind: 'level', decimals: 1, sentDecimals: 3, range: [800, 1150],
    column: 'press_slp', origin: 'derived', dated: true,
    telemetry: 'pressure', history: 'pressure', chart: 'press', spans: true, csv: 'press_slp',
    day: { as: 'press', of: ['min', 'max', 'mean'] }, records: { max: 'press_max', min: 'press_min' },
    push: 'slp', fleet: { field: 'slp', head: 'sea_level_hpa' }, mqtt: { key: 'pressure', name: 'Pressure' },
    metric: { family: 'pressure_pascals', label: ['level', 'sea'] },
  },
  stationHpa: {
    group: 'air', unit: 'hPa', kind: 'level', decimals: 1, sentDecimals: 3, range: [300, 1150],
    column: 'press_smooth', origin: 'derived', telemetry: 'pressure_station',
    push: 'pressure', fleet: { field: 'press', head: 'station_hpa' },
    mqtt: { key: 'pressure_station', name: 'Station pressure', hidden: true },
    metric: { family: 'pressure_pascals', label: ['level', 'station'] },
  },
  dewPointC: {
    group: 'air', unit: '°C', kind: 'level', decimals: 1, sentDecimals: 3, range: [-130, 100],
    column: 'dew', origin: 'derived', dated: true,
    telemetry: 'derived.dew_point', history: 'dew_point', chart: 'dew', csv: 'dew_c',
    day: { as: 'dew', of: ['mean'] }, records: { max: 'dew_max', min: 'dew_min' },
    push: 'dew', fleet: { field: 'dew', head: 'dew_point_c' }, mqtt: { key: 'dew_point', name: 'Dew point' },
    metric: { family: 'temperature_celsius', label: ['kind', 'dew_point'] },
  },
  outdoorC: {
    group: 'air', unit: '°C', kind: 'level', decimals: 1, sentDecimals: 3, column: 'outdoor_c', origin: 'raw',
    telemetry: 'outdoor_c',
    push: 'outdoor', mqtt: { key: 'outdoor_temperature', name: 'Outdoor temperature', needs: 'probe' },
    metric: { family: 'temperature_celsius', label: ['kind', 'outdoor'] },
  },
  temperatureRateCPerH: {
    group: 'air', unit: '°C/h', kind: 'rate', decimals: 1, sentDecimals: 4,
    column: 'temp_rate', origin: 'derived',
    telemetry: 'rates.temperature_c_per_h', history: 'temperature_rate', chart: 'temp_rate', csv: 'temp_rate',
    push: 'temp_rate', mqtt: { key: 'temperature_rate', name: 'Temperature trend', hidden: true },
  },
  humidityRatePctPerH: {
    group: 'air', unit: '%/h', kind: 'rate', column: 'hum_rate', origin: 'derived', telemetry: 'rates.humidity_pct_per_h',
  },
  pressureRateHpaPerH: {
    group: 'air', unit: 'hPa/h', kind: 'rate', decimals: 1, sentDecimals: 4,
    column: 'press_rate', origin: 'derived', dated: true,
    telemetry: 'rates.pressure_hpa_per_h', history: 'pressure_rate', chart: 'press_rate', csv: 'press_rate',
    records: { max: 'rate_rise', min: 'rate_fall' },
    push: 'slp_rate', mqtt: { key: 'pressure_rate', name: 'Pressure trend' },
  },
  cpuC: {
    group: 'machine', unit: '°C', kind: 'level', decimals: 1, sentDecimals: 2,
    column: 'cpu_temp', origin: 'raw',
    telemetry: 'cpu_temp', chart: 'cpu', csv: 'cpu_temp',
    push: 'cpu', mqtt: { key: 'cpu_temperature', name: 'CPU temperature', diagnostic: true, hidden: true },
    metric: { family: 'temperature_celsius', label: ['kind', 'cpu'] },
  },
  lux: {
    group: 'light', unit: 'lx', kind: 'level', decimals: 0, sentDecimals: 2, range: [0, 300_000],
    column: 'lux', origin: 'raw',
    telemetry: 'lux', history: 'lux', chart: 'lux', csv: 'lux', day: { as: 'lux', of: ['max'] },
    push: 'lux', fleet: { field: 'lux', head: 'lux' }, mqtt: { key: 'illuminance', name: 'Illuminance', needs: 'light' },
    metric: { family: 'illuminance_lux' },
  },
  // Worked out for each answer, never stored; so are the last ones.
  dewDepressionK: { group: 'air', unit: 'K', kind: 'level', telemetry: 'derived.dew_depression' },
  wetBulbC: {
    group: 'air', unit: '°C', kind: 'level', decimals: 1, telemetry: 'derived.wet_bulb',
    mqtt: { key: 'wet_bulb', name: 'Wet bulb', hidden: true },
  },
  vpdHpa: {
    group: 'air', unit: 'hPa', kind: 'level', decimals: 1, telemetry: 'derived.vpd_hpa',
    mqtt: { key: 'vpd', name: 'Vapour pressure deficit', deviceClass: 'pressure', hidden: true },
  },
  absoluteHumidityGM3: {
    group: 'air', unit: 'g/m³', kind: 'level', decimals: 1, telemetry: 'derived.absolute_humidity_g_m3',
    mqtt: { key: 'absolute_humidity', name: 'Absolute humidity', hidden: true },
  },
  heatIndexC: {
    group: 'air', unit: '°C', kind: 'level', decimals: 1, telemetry: 'derived.heat_index',
    mqtt: { key: 'heat_index', name: 'Heat index', hidden: true },
  },
  cloudIndex: {
    group: 'sky', unit: '1', kind: 'level', sentDecimals: 4, column: 'cloud_index', origin: 'derived',
    telemetry: 'derived.cloud_index', push: 'cloud',
  },
  temperatureRawC: {
    group: 'air', unit: '°C', kind: 'level', column: 'temp_raw', origin: 'raw',
    telemetry: 'temperature_raw', chart: 'temp_raw', csvBehind: 'temp_raw',
    metric: { family: 'temperature_celsius', label: ['kind', 'raw'] },
  },
  humidityChipC: { group: 'part', unit: '°C', kind: 'level', column: 'temp_hum_chip', origin: 'raw' },
  pressureChipC: { group: 'part', unit: '°C', kind: 'level', column: 'temp_press_chip', origin: 'raw' },
  cpuSmoothC: { group: 'machine', unit: '°C', kind: 'level', column: 'cpu_smooth', origin: 'raw' },
  humidityRawPct: { group: 'air', unit: '%', kind: 'level', column: 'hum_raw', origin: 'raw', chart: 'hum_raw', csvBehind: 'hum_raw' },
  pressureRawHpa: { group: 'part', unit: 'hPa', kind: 'level', column: 'press_raw', origin: 'raw' },
  clear: { group: 'colour', unit: '1', kind: 'level', column: 'clear', origin: 'raw', telemetry: 'color.clear' },
  red: { group: 'colour', unit: '1', kind: 'level', column: 'red', origin: 'raw', telemetry: 'color.red' },
  green: { group: 'colour', unit: '1', kind: 'level', column: 'green', origin: 'raw', telemetry: 'color.green' },
  blue: { group: 'colour', unit: '1', kind: 'level', column: 'blue', origin: 'raw', telemetry: 'color.blue' },
  colourTemperatureK: { group: 'colour', unit: 'K', kind: 'level', column: 'cct', origin: 'raw', telemetry: 'color.cct' },
  accelXG: { group: 'motion', unit: 'g', kind: 'level', column: 'accel_x', origin: 'raw', telemetry: 'accel.x' },
  accelYG: { group: 'motion', unit: 'g', kind: 'level', column: 'accel_y', origin: 'raw', telemetry: 'accel.y' },
  accelZG: { group: 'motion', unit: 'g', kind: 'level', column: 'accel_z', origin: 'raw', telemetry: 'accel.z' },
  gyroXDps: { group: 'motion', unit: '°/s', kind: 'level', column: 'gyro_x', origin: 'raw', telemetry: 'gyro.x' },
  gyroYDps: { group: 'motion', unit: '°/s', kind: 'level', column: 'gyro_y', origin: 'raw', telemetry: 'gyro.y' },
  gyroZDps: { group: 'motion', unit: '°/s', kind: 'level', column: 'gyro_z', origin: 'raw', telemetry: 'gyro.z' },
  fieldXUt: { group: 'motion', unit: 'µT', kind: 'level', column: 'mag_x', origin: 'raw' },
  fieldYUt: { group: 'motion', unit: 'µT', kind: 'level', column: 'mag_y', origin: 'raw' },
  fieldZUt: { group: 'motion', unit: 'µT', kind: 'level', column: 'mag_z', origin: 'raw' },
  unsmoothedC: { group: 'part', unit: '°C', kind: 'level', column: 'temp', origin: 'derived', telemetry: 'temperature_compensated' },
  unsmoothedPct: { group: 'part', unit: '%', kind: 'level', column: 'hum', origin: 'derived' },
  pitchDeg: { group: 'motion', unit: '°', kind: 'direction', column: 'pitch', origin: 'derived', telemetry: 'pitch' },
  rollDeg: { group: 'motion', unit: '°', kind: 'direction', column: 'roll', origin: 'derived', telemetry: 'roll' },
  yawDeg: { group: 'motion', unit: '°', kind: 'direction', column: 'yaw', origin: 'derived', telemetry: 'yaw' },
  compassDeg: { group: 'motion', unit: '°', kind: 'direction', column: 'compass', origin: 'derived', telemetry: 'compass' },
  // What only some stations have.
  windSpeedMs: {
    group: 'optional', unit: 'm/s', kind: 'level', decimals: 1, range: [0, 120], narrow: 1, origin: 'raw',
    chart: 'wind_speed', csvBehind: 'wind_ms',
  },
  windGustMs: {
    group: 'optional', unit: 'm/s', kind: 'level', decimals: 1, range: [0, 120], narrow: 2, origin: 'raw',
    chart: 'wind_gust', spans: true, csvBehind: 'wind_gust_ms', day: { as: 'wind_gust', of: ['max'] },
  },
  windDirectionDeg: {
    group: 'optional', unit: '°', kind: 'direction', decimals: 0, range: [0, 360], narrow: 3, origin: 'raw',
    chart: 'wind_direction', csvBehind: 'wind_direction_deg',
  },
  rainMm: {
    group: 'optional', unit: 'mm', kind: 'counter', decimals: 1, range: [0, 500], narrow: 4, origin: 'raw',
    chart: 'rain', csvBehind: 'rain_mm', day: { as: 'rain', of: ['sum'] },
  },
  solarWm2: {
    group: 'optional', unit: 'W/m²', kind: 'level', decimals: 0, range: [0, 1500], narrow: 5, origin: 'raw',
    chart: 'solar_radiation', csvBehind: 'solar_wm2', day: { as: 'solar', of: ['max'] },
  },
  outdoorBattery: {
    group: 'optional', unit: '1', kind: 'state', range: [0, 1], narrow: 6, origin: 'raw',
    chart: 'outdoor_battery', csvBehind: 'battery_ok',
  },
  // Worked out for each answer.
  solarElevationDeg: { group: 'sky', unit: '°', kind: 'level', telemetry: 'derived.solar_elevation' },
  solarAzimuthDeg: { group: 'sky', unit: '°', kind: 'direction', telemetry: 'derived.solar_azimuth' },
  clearSkyWm2: { group: 'sky', unit: 'W/m²', kind: 'level', telemetry: 'derived.clear_sky_wm2' },
  frostPointC: {
    group: 'air', unit: '°C', kind: 'level', decimals: 1, telemetry: 'derived.frost_point',
    mqtt: { key: 'frost_point', name: 'Frost point', hidden: true },
  },
} as const satisfies Record<string, Quantity>;
