import { same } from '../../../quantities/measures.ts';
import type { Battery, Observation } from '../observation.ts';
import { celsius, inches, inHg, mph, type Rows } from '../units.ts';
import { type Batteries, channels, decodeForm, hashed, lowAtOne, type Pairs, unsure, withoutVersion } from './form.ts';

/** Rain under the names of both gauges. Hour, event and 24 hours slide: they are no counters. */
const rain = (names: Readonly<Record<string, string>>, group: string): Rows =>
  Object.fromEntries(Object.entries(names).map(([key, part]) => [key, [`${group}.${part}`, inches] as const]));

/** Keys that consoles share, whatever the protocol. */
export const CONSOLE: Rows = {
  tempf: ['outdoor.temperature_c', celsius],
  humidity: ['outdoor.humidity_pct', same],
  tempinf: ['indoor.temperature_c', celsius],
  humidityin: ['indoor.humidity_pct', same],
  baromabsin: ['pressure.station_hpa', inHg],
  winddir: ['wind.dir_deg', same],
  windspeedmph: ['wind.speed_ms', mph],
  windgustmph: ['wind.gust_ms', mph],
  winddir_avg10m: ['wind.dir_10min_deg', same],
  windspdmph_avg10m: ['wind.speed_10min_ms', mph],
  maxdailygust: ['wind.gust_day_ms', mph],
  solarradiation: ['sun.solar_wm2', same],
  uv: ['sun.uv_index', same],
  rainratein: ['rain.rate_mmh', inches],
  ...rain(
    {
      hourlyrainin: 'hour_mm',
      eventrainin: 'event_mm',
      last24hrainin: '24h_mm',
      dailyrainin: 'day_mm',
      weeklyrainin: 'week_mm',
      monthlyrainin: 'month_mm',
      yearlyrainin: 'year_mm',
      totalrainin: 'total_mm',
    },
    'rain',
  ),
  lightning_time: ['lightning.last_time', same],
  ...channels({ 'temp#f': ['ch#.temperature_c', celsius], 'humidity#': ['ch#.humidity_pct', same] }, 10),
};

const ECOWITT: Rows = {
  ...CONSOLE,
  rrain_piezo: ['piezo.rate_mmh', inches],
  srain_piezo: ['piezo.wet', same],
  ...rain(
    {
      hrain_piezo: 'hour_mm',
      erain_piezo: 'event_mm',
      last24hrain_piezo: '24h_mm',
      drain_piezo: 'day_mm',
      wrain_piezo: 'week_mm',
      mrain_piezo: 'month_mm',
      yrain_piezo: 'year_mm',
      train_piezo: 'total_mm',
    },
    'piezo',
  ),
  lightning: ['lightning.distance_km', same],
  lightning_num: ['lightning.count_day', same],
  tf_co2: ['co2.temperature_c', celsius],
  humi_co2: ['co2.humidity_pct', same],
  co2: ['co2.co2_ppm', same],
  pm1_co2: ['co2.pm1_ugm3', same],
  pm4_co2: ['co2.pm4_ugm3', same],
  pm25_co2: ['co2.pm25_ugm3', same],
  pm10_co2: ['co2.pm10_ugm3', same],
  bgt: ['bgt.temperature_c', celsius],
  wbgt: ['bgt.wbgt_c', celsius],
  ...channels({ 'tf_ch#': ['probe#.temperature_c', celsius], 'leafwetness_ch#': ['leaf#.wetness_pct', same] }, 8),
  ...channels({ 'leak_ch#': ['leak#.wet', same], 'pm25_ch#': ['pm#.pm25_ugm3', same] }, 4),
  ...channels({ 'soilmoisture#': ['soil#.moisture_pct', same] }, 16),
};

const cell = (value: number): Battery => (value <= 0 ? null : value <= 1.2 ? 'low' : 'ok');
/** An old WH40 tells nothing, or a bit that nobody has documented. */
const rainCell = (value: number): Battery => (value === 0 || value === 1 ? null : cell(value));
const twoCells = (value: number): Battery => (value <= 0 ? null : value < 2.4 ? 'low' : 'ok');
/** Bars of five; 6 is the mains. */
const level = (value: number): Battery => (value < 0 || value > 6 ? null : value <= 1 ? 'low' : 'ok');

const BATTERIES: Batteries = {
  wh25batt: ['wh25', lowAtOne],
  wh26batt: ['wh26', lowAtOne],
  wh65batt: ['wh65', lowAtOne],
  wh40batt: ['wh40', rainCell],
  wh68batt: ['wh68', cell],
  wh80batt: ['wh80', twoCells],
  wh85batt: ['wh85', twoCells],
  wh90batt: ['wh90', twoCells],
  wh57batt: ['wh57', level],
  co2_batt: ['co2', level],
  bgtbatt: ['bgt', cell],
  console_batt: ['console', unsure],
  ...channels({ 'batt#': ['ch#', lowAtOne] }, 10),
  ...channels({ 'tf_batt#': ['probe#', cell], 'leaf_batt#': ['leaf#', cell] }, 8),
  ...channels({ 'pm25batt#': ['pm#', level], 'leakbatt#': ['leak#', level] }, 4),
  ...channels({ 'soilbatt#': ['soil#', cell] }, 16),
};

/**
 * Keys that are understood and not taken: identity, the gateway itself, settings of a person, sliding means, and the console's idea of the
 * pressure at sea level.
 */
const HOUSEKEEPING =
  /^(PASSKEY|MAC|stationtype|model|dateutc|freq|runtime|heap|interval|baromrelin|console_ver|ws\d+_ver|ws\d+cap_volt|gain\d+_piezo|soilad\d+|pm\w*_24h\w*|pm25_avg_24h_ch\d|co2_24h|(dewpt|windchill|feelslike|heatindex)f?\d*|vpd)$/;

const FAMILIAR = ['tempf', 'tempinf', 'baromabsin', 'humidityin', 'dailyrainin', 'soilmoisture1', 'temp1f'];

/** Whether a body is that of an Ecowitt gateway. Some owners take the pass key out. */
export const isEcowitt = (pairs: Pairs): boolean =>
  pairs.has('stationtype') && (pairs.has('PASSKEY') || FAMILIAR.some((key) => pairs.has(key)));

export const modelOf = (pairs: Pairs): string | null => pairs.get('model') ?? pairs.get('stationtype') ?? null;

/** Identity of a console: its pass key, else where it sends from, and its model: some owners give all of theirs one key. */
export function consoleOf(pairs: Pairs, from: string): string {
  const key = pairs.get('PASSKEY') || pairs.get('MAC') || from;
  return hashed(`${key} ${withoutVersion(modelOf(pairs) ?? '')}`);
}

/** Decodes a form body of the protocol "Ecowitt". `from`: address of the sender. */
export function decodeEcowitt(pairs: Pairs, from: string): Observation {
  const dialect = { kind: 'ecowitt', rows: ECOWITT, batteries: BATTERIES, known: HOUSEKEEPING } as const;
  return decodeForm(pairs, consoleOf(pairs, from), modelOf(pairs), dialect);
}
