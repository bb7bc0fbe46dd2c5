import { DAY_S } from '../../../base/durations.ts';
import { same } from '../../../quantities/measures.ts';
import { Draft, numberOf } from '../draft.ts';
import type { Battery, Observation } from '../observation.ts';
import { celsius, inHg, mph, type Rows } from '../units.ts';
import { isObject, type JsonObject, jsonObject } from './json-object.ts';

/** Millimetres of rain of one count, by `rain_size`. Any other size means that no rain is to be had from this transmitter. */
const MM_OF_SIZE: ReadonlyMap<unknown, number> = new Map([
  [1, 0.254],
  [2, 0.2],
  [3, 0.1],
  [4, 0.0254],
]);

const ISS: Rows = {
  temp: ['outdoor.temperature_c', celsius],
  hum: ['outdoor.humidity_pct', same],
  wind_speed_last: ['wind.speed_ms', mph],
  wind_dir_last: ['wind.dir_deg', same],
  wind_speed_hi_last_2_min: ['wind.gust_ms', mph],
  wind_speed_avg_last_10_min: ['wind.speed_10min_ms', mph],
  wind_speed_hi_last_10_min: ['wind.gust_10min_ms', mph],
  solar_rad: ['sun.solar_wm2', same],
  uv_index: ['sun.uv_index', same],
};
/** Counts of the spoon. The names of UDP packets differ from those of the answer. */
const RAIN: Readonly<Record<string, string>> = {
  rainfall_daily: 'rain.day_mm',
  rainfall_monthly: 'rain.month_mm',
  rainfall_year: 'rain.year_mm',
  rain_rate_last: 'rain.rate_mmh',
  rainfall_last_15_min: 'rain.15min_mm',
  rain_15_min: 'rain.15min_mm',
  rainfall_last_24_hr: 'rain.24h_mm',
  rain_24_hr: 'rain.24h_mm',
};
const SOIL: Rows = Object.fromEntries(
  [1, 2, 3, 4].flatMap((n) => [
    [`temp_${n}`, [`soil${n}.temperature_c`, celsius] as const],
    [`moist_soil_${n}`, [`soil${n}.moisture_cb`, same] as const],
    [`wet_leaf_${n}`, [`leaf${n}.wetness`, same] as const],
  ]),
);
const BAROMETER: Rows = { bar_absolute: ['pressure.station_hpa', inHg] };
const INSIDE: Rows = { temp_in: ['indoor.temperature_c', celsius], hum_in: ['indoor.humidity_pct', same] };
const AIRLINK: Rows = {
  temp: ['outdoor.temperature_c', celsius],
  hum: ['outdoor.humidity_pct', same],
  pm_1: ['pm1.pm1_ugm3', same],
  pm_2p5: ['pm1.pm25_ugm3', same],
  pm_10: ['pm1.pm10_ugm3', same],
};
const STRUCTURES: ReadonlyMap<unknown, { rows: Rows; model: string }> = new Map([
  [1, { rows: ISS, model: 'Davis ISS' }],
  [2, { rows: SOIL, model: 'Davis leaf/soil' }],
  [3, { rows: BAROMETER, model: 'WeatherLink Live' }],
  [4, { rows: INSIDE, model: 'WeatherLink Live' }],
  [6, { rows: AIRLINK, model: 'AirLink' }],
]);

/**
 * Keys that are understood and not taken: identity, the radio, and what is derived from other keys, averaged, or the same rain in another
 * window.
 */
const HOUSEKEEPING =
  /^(lsid|data_structure_type|txid|rx_state|trans_battery_flag|rain_size|dew_point(_in)?|wet_bulb(_in)?|heat_index(_in)?|wind_chill|thw_index|thsw_index|wind_speed_avg_last_[12]_min|wind_dir_(scalar_avg_last|at_hi_speed_last)_\d+_min|rain_rate_hi(_last_15_min)?|rainfall_last_60_min|rain_60_min|rain_storm\w*|bar_sea_level|bar_trend|last_report_time|pct_pm_data_\w+|pm_\w+_(last|nowcast|hour|hours)\w*|pm_\w+_last_\w+|pm_(1|2p5|10)_last)$/;

/** Limit of an answer: it has at most eight transmitters, the barometer and the room. */
const MOST_STRUCTURES = 20;
/** `rx_state`: the transmitter is lost, or was never found. What is told of it is old. */
const LOST = 2;

/**
 * Decodes an answer of `/v1/current_conditions`, or a real-time datagram, which has no `data` around it. Each transmitter is a channel of its
 * own; the barometer and the room belong to the device.
 */
export function decodeDavis(text: string): Observation[] {
  const message = jsonObject(text);
  const body = message && (isObject(message['data']) ? message['data'] : message);
  const [did, conditions] = [body?.['did'], body?.['conditions']];
  if (!body || typeof did !== 'string' || !/^[\w-]{1,40}$/.test(did) || !Array.isArray(conditions)) return [];
  const sentS = numberOf(body['ts']);
  const drafts = new Map<string, Draft>();
  for (const structure of conditions.slice(0, MOST_STRUCTURES)) if (isObject(structure)) read(structure, did, drafts);
  return [...drafts.values()].map((draft) => {
    draft.sentS = sentS;
    return draft.done();
  });
}

export type DavisTrouble = { kind: 'error'; code: number | null } | { kind: 'cloud' | 'other' };

/**
 * Kind of an answer without observations: an error with its number, the maker's cloud in place of the device, or no answer of a Davis
 * device. Null where the device only has nothing to tell, such as a lost transmitter.
 */
export function davisTrouble(text: string): DavisTrouble | null {
  const message = jsonObject(text);
  if (message && 'sensors' in message && 'station_id' in message) return { kind: 'cloud' };
  const [data, error] = [message?.['data'], message?.['error']];
  if (isObject(data) && Array.isArray(data['conditions'])) return null;
  return isObject(error) ? { kind: 'error', code: numberOf(error['code']) } : { kind: 'other' };
}

/** Where and for how long real-time datagrams come, by the answer of `/v1/real_time`; null if they do not. */
export function realTime(text: string): { port: number; durationS: number } | null {
  const data = jsonObject(text)?.['data'];
  if (!isObject(data)) return null;
  const [port, durationS] = [numberOf(data['broadcast_port']), numberOf(data['duration'])];
  if (port === null || durationS === null || !Number.isInteger(port) || port < 1 || port > 65_535) return null;
  return durationS > 0 ? { port, durationS: Math.min(DAY_S, durationS) } : null;
}

function read(structure: JsonObject, did: string, drafts: Map<string, Draft>): void {
  const known = STRUCTURES.get(structure['data_structure_type']);
  if (structure['rx_state'] === LOST) return;
  const txid = numberOf(structure['txid']);
  const channel = txid === null ? null : String(txid);
  const draft = drafts.get(channel ?? '') ?? new Draft('davis', did, known?.model ?? null);
  drafts.set(channel ?? '', draft);
  draft.channel = channel;
  if (!known) {
    draft.leaveUnknown(`data_structure_type ${String(structure['data_structure_type'])}`);
    return;
  }
  // A datagram tells none, and must not hide it.
  if ('trans_battery_flag' in structure) draft.battery('station', batteryOf(structure['trans_battery_flag']));
  const mm = MM_OF_SIZE.get(structure['rain_size']) ?? null;
  for (const [key, value] of Object.entries(structure)) take(draft, known.rows, key, numberOf(value), mm);
}

function take(draft: Draft, rows: Rows, key: string, value: number | null, mm: number | null): void {
  const row = Object.hasOwn(rows, key) ? rows[key] : undefined;
  const rain = Object.hasOwn(RAIN, key) ? RAIN[key] : undefined;
  if (row) draft.put(row[0], value === null ? null : row[1](value));
  // Counts are whole; hundredths of a millimetre of the product are rounding.
  else if (rain) draft.put(rain, value === null || mm === null ? null : Math.round(value * mm * 1e4) / 1e4);
  else if (!HOUSEKEEPING.test(key)) draft.leaveUnknown(key);
}

const batteryOf = (flag: unknown): Battery => (flag === 0 ? 'ok' : flag === 1 ? 'low' : null);
