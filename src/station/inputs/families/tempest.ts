import { Draft, numberOf } from '../draft.ts';
import type { Battery, Observation } from '../observation.ts';
import { type JsonObject, jsonObject, timeOf } from './json-object.ts';

/** Path of each element of an observation, by its place; null for what is known and not taken. Arrays grow with the firmware: the rest is left unknown. */
const LAYOUTS: Readonly<Record<string, readonly (string | null)[]>> = {
  obs_st: [
    null,
    null, // lull
    'wind.speed_ms',
    'wind.gust_ms',
    'wind.dir_deg',
    null, // how often the wind is sampled
    'pressure.station_hpa',
    'outdoor.temperature_c',
    'outdoor.humidity_pct',
    'sun.light_lx',
    'sun.uv_index',
    'sun.solar_wm2',
    'rain.interval_mm',
    null, // kind of precipitation
    'lightning.distance_km',
    'lightning.interval_count',
    null, // volts
    null, // minutes between reports
    // Over the maker's web socket alone: rain of its own day and of its own correction.
    null,
    null,
    null,
    null,
  ],
  obs_air: [
    null,
    'pressure.station_hpa',
    'outdoor.temperature_c',
    'outdoor.humidity_pct',
    'lightning.interval_count',
    'lightning.distance_km',
    null, // volts
    null, // minutes between reports
  ],
  obs_sky: [
    null,
    'sun.light_lx',
    'sun.uv_index',
    'rain.interval_mm',
    null,
    'wind.speed_ms',
    'wind.gust_ms',
    'wind.dir_deg',
    null, // volts
    null, // minutes between reports
    'sun.solar_wm2',
    null, // rain of its day
    null, // kind of precipitation
    null, // how often the wind is sampled
  ],
  /** Wind every three seconds. */
  rapid_wind: [null, 'wind.sample_ms', 'wind.sample_dir_deg'],
  /** A strike as it happens. It is counted by the observation of its minute. */
  evt_strike: [null, 'lightning.distance_km', null],
};
const MODELS: Readonly<Record<string, string>> = { ST: 'Tempest', SK: 'SKY', AR: 'AIR' };
/** Messages that hold no measurement. */
const SILENT_KINDS = new Set(['hub_status', 'evt_precip']);

/** Place of the volts in a Tempest's observation. */
const ST_VOLTS = 16;
/** Volts at which a Tempest goes into its deepest power save; between the two it depends on where the voltage came from. */
const LOW_V = 2.355;
const SURE_V = 2.39;

/** Rows in one message: one in practice. */
const MOST_ROWS = 10;

/** Decodes one datagram of a hub. Rain and strikes are amounts of the report's own interval, not counters. */
export function decodeTempest(datagram: string): Observation[] {
  const message = jsonObject(datagram);
  const serial = message?.['serial_number'];
  if (!message || typeof serial !== 'string' || !/^[A-Z]{2}-\w{1,40}$/.test(serial)) return [];
  const type = String(message['type']);
  if (Object.hasOwn(LAYOUTS, type)) return rowsOf(message).map((row) => observation(draftOf(serial), type, row));
  if (SILENT_KINDS.has(type)) return [];
  const draft = draftOf(serial);
  if (type === 'device_status') takeStatus(draft, message);
  else draft.leaveUnknown(type);
  return [draft.done()];
}

/** Serial number of a datagram, by which a hub or sensor is there; null for any other text. */
export function tempestSerial(datagram: string): string | null {
  const message = jsonObject(datagram);
  const [serial, type] = [message?.['serial_number'], message?.['type']];
  return typeof serial === 'string' && typeof type === 'string' ? serial : null;
}

const draftOf = (serial: string): Draft => new Draft('tempest', serial, MODELS[serial.slice(0, 2)] ?? null);

/** Rows of an observation, or the one row of an event. */
function rowsOf(message: JsonObject): unknown[][] {
  const rows = message['obs'] ?? [message['ob'] ?? message['evt']];
  return Array.isArray(rows) ? rows.slice(0, MOST_ROWS).filter((row): row is unknown[] => Array.isArray(row)) : [];
}

function observation(draft: Draft, type: string, row: readonly unknown[]): Observation {
  const layout = LAYOUTS[type]!;
  draft.sentS = timeOf(row[0]);
  for (const [at, path] of layout.entries()) if (path !== null) draft.put(path, numberOf(row[at]));
  for (let at = layout.length; at < row.length; at += 1) draft.leaveUnknown(`${type} ${at}`);
  if (type === 'obs_st') draft.battery('station', batteryOf(numberOf(row[ST_VOLTS])));
  const done = draft.done();
  // The distance of the last strike stays in the message for hours: it is one of this interval only if there was one.
  if (done.amounts['lightning.interval_count'] !== 0) return done;
  const { 'lightning.distance_km': _, ...values } = done.values;
  return { ...done, values };
}

function batteryOf(volts: number | null): Battery {
  if (volts === null || volts <= 0) return null;
  return volts <= LOW_V ? 'low' : volts >= SURE_V ? 'ok' : null;
}

function takeStatus(draft: Draft, message: JsonObject): void {
  draft.sentS = timeOf(message['timestamp']);
  draft.signalDb = numberOf(message['rssi']);
  if (draft.sender.startsWith('ST')) draft.battery('station', batteryOf(numberOf(message['voltage'])));
}
