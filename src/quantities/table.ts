import { CHANNELS } from './channels.ts';
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
    group: 'air', unit: '°C', kind: 'level', decimals: 1, sentDecimals: 3, range: [-80, 60], column: 'outdoor_c', origin: 'raw',
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
    group: 'air', unit: '°C', kind: 'level', range: [-80, 75], column: 'temp_raw', origin: 'raw',
    telemetry: 'temperature_raw', chart: 'temp_raw', csvBehind: 'temp_raw',
    metric: { family: 'temperature_celsius', label: ['kind', 'raw'] },
  },
  humidityChipC: { group: 'part', unit: '°C', kind: 'level', column: 'temp_hum_chip', origin: 'raw' },
  pressureChipC: { group: 'part', unit: '°C', kind: 'level', column: 'temp_press_chip', origin: 'raw' },
  cpuSmoothC: { group: 'machine', unit: '°C', kind: 'level', column: 'cpu_smooth', origin: 'raw' },
  humidityRawPct: { group: 'air', unit: '%', kind: 'level', range: [0, 110], column: 'hum_raw', origin: 'raw', chart: 'hum_raw', csvBehind: 'hum_raw' },
  pressureRawHpa: { group: 'part', unit: 'hPa', kind: 'level', range: [300, 1100], column: 'press_raw', origin: 'raw', heardAs: ['pressure.station_hpa', 'pressure.sea_level_hpa', 'pressure.unknown_kind_hpa'] },
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
  // Quantities that only some stations have.
  windSpeedMs: {
    group: 'optional', unit: 'm/s', kind: 'level', decimals: 1, range: [0, 90], narrow: 1, heardAs: ['wind.speed_ms', 'wind.sample_ms', 'wind.speed_10min_ms'], origin: 'raw', push: 'wind', sentDecimals: 2, fleet: { field: 'wind', head: 'wind_ms' },
    telemetry: 'wind_speed', chart: 'wind_speed', csvBehind: 'wind_ms',
    mqtt: { key: 'wind_speed', name: 'Wind speed', needs: 'own' }, metric: { family: 'wind_speed_meters_per_second', label: ['kind', 'mean'] },
  },
  windGustMs: {
    group: 'optional', unit: 'm/s', kind: 'peak', decimals: 1, range: [0, 110], narrow: 2, flaggedWith: 'windSpeedMs', heardAs: ['wind.gust_ms', 'wind.gust_10min_ms', 'wind.gust_day_ms'], origin: 'raw', push: 'gust', sentDecimals: 2, fleet: { field: 'gust', head: 'gust_ms' },
    telemetry: 'wind_gust', chart: 'wind_gust', spans: true, csvBehind: 'wind_gust_ms', day: { as: 'wind_gust', of: ['max'] },
    mqtt: { key: 'wind_gust', name: 'Wind gust', needs: 'own' }, metric: { family: 'wind_speed_meters_per_second', label: ['kind', 'gust'] },
  },
  windDirectionDeg: {
    group: 'optional', unit: '°', kind: 'direction', decimals: 0, range: [0, 360], narrow: 3, flaggedWith: 'windSpeedMs', heardAs: ['wind.dir_deg', 'wind.sample_dir_deg', 'wind.dir_10min_deg'], origin: 'raw', push: 'wind_dir', sentDecimals: 0, fleet: { field: 'wind_dir', head: 'wind_deg' },
    weighedBy: 'windSpeedMs', telemetry: 'wind_direction', chart: 'wind_direction', csvBehind: 'wind_direction_deg',
    mqtt: { key: 'wind_direction', name: 'Wind direction', needs: 'own' }, metric: { family: 'wind_direction_degrees' },
  },
  rainMm: {
    group: 'optional', unit: 'mm', kind: 'counter', decimals: 1, range: [0, 500], narrow: 4, heardAs: ['rain.interval_mm', 'piezo.interval_mm'], origin: 'raw', push: 'rain', sentDecimals: 3, fleet: { field: 'rain', head: 'rain_mm' },
    chart: 'rain', csvBehind: 'rain_mm', day: { as: 'rain', of: ['sum'] },
  },
  solarWm2: {
    group: 'optional', unit: 'W/m²', kind: 'level', decimals: 0, range: [0, 1800], narrow: 5, origin: 'raw', push: 'solar', sentDecimals: 1, fleet: { field: 'solar', head: 'solar_wm2' }, input: 'sun.solar_wm2',
    telemetry: 'solar_radiation', chart: 'solar_radiation', csvBehind: 'solar_wm2', day: { as: 'solar', of: ['max'] },
    mqtt: { key: 'solar_radiation', name: 'Solar radiation', needs: 'own' }, metric: { family: 'solar_radiation_watts_per_square_meter' },
  },
  outdoorBattery: {
    group: 'optional', unit: '1', kind: 'state', range: [0, 1], narrow: 6, origin: 'raw', push: 'outdoor_battery', sentDecimals: 0,
    chart: 'outdoor_battery', csvBehind: 'battery_ok',
  },
  rainRateMmH: {
    group: 'optional', unit: 'mm/h', kind: 'rate', decimals: 1, range: [0, 2000], narrow: 7, heardAs: ['rain.rate_mmh', 'piezo.rate_mmh'], origin: 'raw', push: 'rain_rate', sentDecimals: 2,
    telemetry: 'rain_rate', chart: 'rain_rate', spans: true, csvBehind: 'rain_rate_mmh',
    mqtt: { key: 'rain_rate', name: 'Rain rate', needs: 'own' }, metric: { family: 'rain_rate_millimeters_per_hour' },
  },
  uvIndex: {
    group: 'optional', unit: '1', kind: 'level', decimals: 1, range: [0, 20], narrow: 8, origin: 'raw', push: 'uv', sentDecimals: 2, fleet: { field: 'uv', head: 'uv_index' }, input: 'sun.uv_index',
    telemetry: 'uv_index', chart: 'uv_index', csvBehind: 'uv_index', day: { as: 'uv', of: ['max'] },
    mqtt: { key: 'uv_index', name: 'UV index', needs: 'own' }, metric: { family: 'uv_index' },
  },
  lightningStrikes: {
    group: 'optional', unit: '1', kind: 'counter', decimals: 0, range: [0, 5000], narrow: 9, heardAs: ['lightning.interval_count'], origin: 'raw', push: 'lightning', sentDecimals: 0,
    chart: 'lightning_count', csvBehind: 'lightning_count', day: { as: 'lightning', of: ['sum'] },
  },
  lightningKm: {
    group: 'optional', unit: 'km', kind: 'level', decimals: 0, range: [0, 63], narrow: 10, flaggedWith: 'lightningStrikes', heardAs: ['lightning.distance_km'], origin: 'raw',
    telemetry: 'lightning_distance_km', chart: 'lightning_distance_km', csvBehind: 'lightning_km',
    mqtt: { key: 'lightning_distance', name: 'Lightning distance', needs: 'own' },
  },
  outdoorTemperatureC: {
    group: 'optional', unit: '°C', kind: 'level', decimals: 1, range: [-60, 60], narrow: 11, origin: 'raw', push: 'outdoor_temp', sentDecimals: 3, fleet: { field: 'outdoor_temp', head: 'outdoor_c' }, input: 'outdoor.temperature_c',
    chart: 'outdoor_temp', spans: true, csvBehind: 'outdoor_c',
  },
  outdoorHumidityPct: {
    group: 'optional', unit: '%', kind: 'level', decimals: 0, range: [1, 100], narrow: 12, origin: 'raw', push: 'outdoor_hum', sentDecimals: 3, fleet: { field: 'outdoor_hum', head: 'outdoor_pct' }, input: 'outdoor.humidity_pct',
    telemetry: 'outdoor_humidity', chart: 'outdoor_hum', csvBehind: 'outdoor_pct',
    mqtt: { key: 'outdoor_humidity', name: 'Outdoor humidity', needs: 'own' },
  },
  co2Ppm: {
    group: 'optional', unit: 'ppm', kind: 'level', decimals: 0, range: [250, 10_000], narrow: 13, origin: 'raw', push: 'co2', sentDecimals: 0, input: 'co2.co2_ppm',
    telemetry: 'channels.co2', chart: 'co2', csvBehind: 'co2_ppm', mqtt: { key: 'co2', name: 'CO₂', deviceClass: 'carbon_dioxide', needs: 'own' },
  },
  // Made from the values of their sample, and never anew.
  sunshineS: {
    group: 'optional', unit: 's', kind: 'counter', decimals: 0, range: [0, 90_000], narrow: 14, flaggedWith: 'solarWm2', origin: 'raw', push: 'sunshine', sentDecimals: 0,
    chart: 'sunshine', csvBehind: 'sunshine_s', day: { as: 'sunshine', of: ['sum'] },
  },
  et0Mm: {
    group: 'optional', unit: 'mm', kind: 'counter', decimals: 1, range: [0, 10], narrow: 15, flaggedWith: 'solarWm2', origin: 'raw', push: 'et0', sentDecimals: 4,
    chart: 'et0', csvBehind: 'et0_mm', day: { as: 'et0', of: ['sum'] },
  },
  outdoorLx: {
    group: 'optional', unit: 'lx', kind: 'level', decimals: 0, range: [0, 200_000], narrow: 16, origin: 'raw', push: 'outdoor_lux', sentDecimals: 0, input: 'sun.light_lx',
    telemetry: 'outdoor_lux', chart: 'outdoor_lux', csvBehind: 'outdoor_lux', day: { as: 'outdoor_lux', of: ['max'] },
    mqtt: { key: 'outdoor_illuminance', name: 'Outdoor illuminance', needs: 'own' },
  },
  outdoorSignalDb: {
    group: 'optional', unit: 'dB', kind: 'level', decimals: 0, range: [-150, 60], narrow: 17, origin: 'raw', push: 'outdoor_signal', sentDecimals: 0,
    chart: 'outdoor_signal', csvBehind: 'signal_db',
  },
  ...CHANNELS,
  // Worked out for each answer.
  rainTodayMm: {
    group: 'optional', unit: 'mm', kind: 'level', decimals: 1, telemetry: 'rain_today',
    mqtt: { key: 'rain_today', name: 'Rain today', needs: 'own' }, metric: { family: 'rain_today_millimeters' },
  },
  strikesToday: {
    group: 'optional', unit: '1', kind: 'level', decimals: 0, telemetry: 'lightning_count',
    mqtt: { key: 'lightning_count', name: 'Lightning strikes today', needs: 'own' },
  },
  solarElevationDeg: { group: 'sky', unit: '°', kind: 'level', telemetry: 'derived.solar_elevation' },
  solarAzimuthDeg: { group: 'sky', unit: '°', kind: 'direction', telemetry: 'derived.solar_azimuth' },
  clearSkyWm2: { group: 'sky', unit: 'W/m²', kind: 'level', telemetry: 'derived.clear_sky_wm2' },
  frostPointC: {
    group: 'air', unit: '°C', kind: 'level', decimals: 1, telemetry: 'derived.frost_point',
    mqtt: { key: 'frost_point', name: 'Frost point', hidden: true },
  },
  windChillC: { group: 'optional', unit: '°C', kind: 'level', decimals: 1, telemetry: 'derived.wind_chill' },
  apparentC: { group: 'optional', unit: '°C', kind: 'level', decimals: 1, telemetry: 'derived.apparent_temperature' },
  feelsLikeC: { group: 'optional', unit: '°C', kind: 'level', decimals: 1, telemetry: 'derived.feels_like' },
} as const satisfies Record<string, Quantity>;
