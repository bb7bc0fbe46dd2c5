import { Draft, numberOf } from '../draft.ts';
import type { Battery, Observation } from '../observation.ts';
import { conversion } from '../units.ts';
import { isObject, jsonValue, slug, zonedS } from './json-object.ts';

/** Where a quantity stands in a payload: its path (`BME280.Temperature`, `.` for a bare number), and its unit where a person knows it. */
export type Place = string | { path: string; unit: string };
export type FieldMap = Readonly<Record<string, Place>>;

/** Keys in which Tasmota tells the units of its payload. */
const TOLD_UNIT: Readonly<Record<string, string>> = { c: 'TempUnit', hpa: 'PressureUnit', ms: 'SpeedUnit' };
/** Paths that hold a time of their own, with its zone or as epoch. Others, such as Tasmota's `Time`, are local time without a zone. */
const TIMES = ['last_seen', 'lastupdated', 'timestamp', 'ts'];

const lastWord = (quantity: string): string => quantity.slice(quantity.lastIndexOf('_') + 1);

/**
 * Decodes one message by the map of its topic. Units are never guessed: the map's own, else the one that the payload tells, else SI.
 * Numbers that the map does not name are listed by their path.
 */
export function decodeMqtt(topic: string, payload: string, map: FieldMap): Observation[] {
  const body = jsonValue(payload);
  if (body === undefined) return [];
  const draft = new Draft('mqtt', slug(topic), topic.slice(0, 100));
  draft.sentS = timeOf(body);
  const named = new Set<string>();
  for (const [quantity, place] of Object.entries(map)) {
    const { path, unit } = typeof place === 'string' ? { path: place, unit: null } : place;
    named.add(path);
    const value = at(body, path);
    if (quantity === 'battery' || quantity.startsWith('battery.')) {
      draft.battery(quantity.slice('battery.'.length) || 'station', batteryOf(value));
    } else draft.put(quantity, converted(quantity, numberOf(value), unit ?? toldUnit(body, quantity)));
  }
  for (const path of numbersIn(body)) if (!named.has(path)) draft.leaveUnknown(path);
  return [draft.done()];
}

/** Null where the unit is none of this quantity: a wrong value is worse than none. */
function converted(quantity: string, value: number | null, unit: string | null): number | null {
  if (value === null || unit === null) return value;
  const convert = conversion(lastWord(quantity), unit);
  return convert === null ? null : convert(value);
}

function toldUnit(body: unknown, quantity: string): string | null {
  const key = TOLD_UNIT[lastWord(quantity)];
  const unit = key !== undefined && isObject(body) ? body[key] : null;
  return typeof unit === 'string' && unit.length < 20 ? unit : null;
}

/** A key may itself hold dots: the longest name that is there wins. */
function at(body: unknown, path: string): unknown {
  if (path === '.' || path === '') return body;
  if (Array.isArray(body)) return at(body[Number(path.split('.', 1)[0])], path.split('.').slice(1).join('.') || '.');
  if (!isObject(body)) return undefined;
  if (Object.hasOwn(body, path)) return body[path];
  const parts = path.split('.');
  for (let n = parts.length - 1; n > 0; n -= 1) {
    const head = parts.slice(0, n).join('.');
    if (Object.hasOwn(body, head)) return at(body[head], parts.slice(n).join('.'));
  }
  return undefined;
}

const DEEPEST = 6;
const MOST_LEAVES = 200;

/** Paths of all numbers in a payload: what a map could name. */
export function numbersIn(body: unknown): string[] {
  const found: string[] = [];
  const look = (value: unknown, path: string, depth: number): void => {
    if (found.length >= MOST_LEAVES) return;
    if (numberOf(value) !== null) found.push(path === '' ? '.' : path);
    else if (depth < DEEPEST && typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) look(inner, path === '' ? key : `${path}.${key}`, depth + 1);
  };
  look(body, '', 0);
  return found;
}

const MOST_SHOWN = 40;

/** Numbers of a payload by their path, for a person who maps them. */
export function numbersOf(payload: string): Record<string, number> {
  const body = jsonValue(payload);
  if (body === undefined) return {};
  const paths = numbersIn(body).slice(0, MOST_SHOWN);
  return Object.fromEntries(paths.map((path) => [path, numberOf(at(body, path))!]));
}

/** Share in percent (Zigbee2MQTT), a word, or whether it is low. */
function batteryOf(value: unknown): Battery {
  if (value === true || value === 'low' || value === 'LOW') return 'low';
  if (value === false || value === 'ok' || value === 'OK') return 'ok';
  const pct = numberOf(value);
  return pct === null ? null : pct <= 10 ? 'low' : 'ok';
}

function timeOf(body: unknown): number | null {
  if (!isObject(body)) return null;
  const key = TIMES.find((one) => Object.hasOwn(body, one));
  return key === undefined ? null : epochS(body[key]);
}

function epochS(value: unknown): number | null {
  const number = numberOf(value);
  if (number !== null) return number > 1e11 ? number / 1000 : number > 1e8 ? number : null;
  return typeof value === 'string' ? zonedS(value) : null;
}
