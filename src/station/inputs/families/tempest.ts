import { Draft, numberOf } from '../draft.ts';
import type { Battery, Observation } from '../observation.ts';
import { type JsonObject, jsonObject } from './json-object.ts';

/** Path of each element of an observation, by its place; null for what is known and not taken. Arrays grow with the firmware: the rest is left unknown. */
type Layout = readonly (string | null)[];

const ST: Layout = [
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
];
const AIR: Layout = [
  null,
  'pressure.station_hpa',
  'outdoor.temperature_c',
  'outdoor.humidity_pct',
  'lightning.interval_count',
  'lightning.distance_km',
  null, // volts
  null, // minutes between reports
];
const SKY: Layout = [
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
];
const OBSERVATIONS: Readonly<Record<string, { layout: Layout; model: string; volts: number | null }>> = {
  obs_st: { layout: ST, model: 'Tempest', volts: 16 },
  obs_air: { layout: AIR, model: 'AIR', volts: null },
  obs_sky: { layout: SKY, model: 'SKY', volts: null },
};
const MODELS: Readonly<Record<string, string>> = { ST: 'Tempest', SK: 'SKY', AR: 'AIR' };
/** Messages that hold no measurement. */
const SILENT_KINDS = new Set(['hub_status', 'evt_precip']);

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
  const of = Object.hasOwn(OBSERVATIONS, type) ? OBSERVATIONS[type]! : null;
  if (of) return rowsOf(message['obs']).map((row) => observation(serial, of, row));
  if (type === 'rapid_wind') return oneRow(message['ob'], (row) => rapidWind(serial, row));
  if (type === 'evt_strike') return oneRow(message['evt'], (row) => strike(serial, row));
  if (type === 'device_status') return [deviceStatus(serial, message)];
  return SILENT_KINDS.has(type) ? [] : [unknownKind(serial, type)];
}

/** Kind and serial number of a datagram: whether a hub is there, and which message came again by a second network card. */
export function tempestKey(datagram: string): { serial: string; type: string } | null {
  const message = jsonObject(datagram);
  const [serial, type] = [message?.['serial_number'], message?.['type']];
  return typeof serial === 'string' && typeof type === 'string' ? { serial, type } : null;
}

const rowsOf = (value: unknown): unknown[][] =>
  Array.isArray(value) ? value.slice(0, MOST_ROWS).filter((row): row is unknown[] => Array.isArray(row)) : [];
const oneRow = (value: unknown, read: (row: unknown[]) => Observation): Observation[] =>
  Array.isArray(value) ? [read(value)] : [];

const modelOf = (serial: string): string | null => MODELS[serial.slice(0, 2)] ?? null;
const epochS = (value: unknown): number | null => {
  const number = numberOf(value);
  return number !== null && number > 0 && number < 1e11 ? number : null;
};

function observation(
  serial: string,
  { layout, model, volts }: { layout: Layout; model: string; volts: number | null },
  row: readonly unknown[],
): Observation {
  const draft = new Draft('tempest', serial, model);
  draft.sentS = epochS(row[0]);
  for (const [at, path] of layout.entries()) if (path !== null) draft.put(path, numberOf(row[at]));
  for (let at = layout.length; at < row.length; at += 1) draft.leaveUnknown(`${model} ${at}`);
  if (volts !== null) draft.battery('station', batteryOf(numberOf(row[volts])));
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

/** Wind every three seconds. */
function rapidWind(serial: string, row: readonly unknown[]): Observation {
  const draft = new Draft('tempest', serial, modelOf(serial));
  draft.sentS = epochS(row[0]);
  draft.put('wind.sample_ms', numberOf(row[1]));
  draft.put('wind.sample_dir_deg', numberOf(row[2]));
  return draft.done();
}

/** A strike as it happens. It is counted by the observation of its minute. */
function strike(serial: string, row: readonly unknown[]): Observation {
  const draft = new Draft('tempest', serial, modelOf(serial));
  draft.sentS = epochS(row[0]);
  draft.put('lightning.distance_km', numberOf(row[1]));
  return draft.done();
}

function deviceStatus(serial: string, message: JsonObject): Observation {
  const draft = new Draft('tempest', serial, modelOf(serial));
  draft.sentS = epochS(message['timestamp']);
  draft.signalDb = numberOf(message['rssi']);
  if (serial.startsWith('ST')) draft.battery('station', batteryOf(numberOf(message['voltage'])));
  return draft.done();
}

function unknownKind(serial: string, type: string): Observation {
  const draft = new Draft('tempest', serial, modelOf(serial));
  draft.leaveUnknown(type);
  return draft.done();
}
