/**
 * Units that a person may choose for a quantity over MQTT, by the last word of its path, the station's own first. Plain, without schemas: the
 * page offers them, and the decoder knows them all (`station/inputs/families/mqtt.ts`).
 */
const MQTT_UNITS: Readonly<Record<string, readonly string[]>> = {
  c: ['°C', '°F', 'K'],
  hpa: ['hPa', 'Pa', 'kPa', 'mmHg', 'inHg'],
  ms: ['m/s', 'km/h', 'mph', 'kn'],
  mm: ['mm', 'cm', 'in'],
  mmh: ['mm/h', 'in/h'],
  pct: ['%', '1'],
  lx: ['lx', 'klx'],
  km: ['km', 'm', 'mi'],
  ppm: ['ppm', '%'],
  wm2: ['W/m²'],
  deg: ['deg'],
  ugm3: ['µg/m³'],
};

export const mqttUnitsOf = (quantity: string): readonly string[] =>
  MQTT_UNITS[quantity.slice(quantity.lastIndexOf('_') + 1)] ?? [];

/** Quantities that a person may map, by what they are of. */
export const MQTT_QUANTITIES: readonly string[] = [
  'outdoor.temperature_c',
  'outdoor.humidity_pct',
  'pressure.station_hpa',
  'wind.speed_ms',
  'wind.gust_ms',
  'wind.dir_deg',
  'rain.total_mm',
  'rain.day_mm',
  'rain.interval_mm',
  'rain.rate_mmh',
  'sun.solar_wm2',
  'sun.uv_index',
  'sun.light_lx',
  'lightning.count_day',
  'lightning.distance_km',
  'indoor.temperature_c',
  'indoor.humidity_pct',
  ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((n) => [`ch${n}.temperature_c`, `ch${n}.humidity_pct`]),
  ...[1, 2, 3, 4].map((n) => `soil${n}.moisture_pct`),
  'co2.co2_ppm',
  'pm1.pm25_ugm3',
  'pm1.pm10_ugm3',
  'battery',
];
