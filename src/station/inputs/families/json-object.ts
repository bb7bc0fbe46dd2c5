import { numberOf } from '../draft.ts';

/** Longest text that is parsed: a Davis answer has 6 KB. Transports have limits of their own, shorter ones. */
const LONGEST = 65_536;

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON value; undefined for text that is none, or too long. */
export function jsonValue(text: string): unknown {
  if (text.length > LONGEST) return undefined;
  try {
    return JSON.parse(text, withoutPrototype);
  } catch {
    return undefined; // half a line, a banner, binary rubbish
  }
}

export function jsonObject(text: string): JsonObject | null {
  const value = jsonValue(text);
  return isObject(value) ? value : null;
}

/** `__proto__` in a payload is an ordinary key to JSON.parse, and a trap to whoever copies it. */
const withoutPrototype = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value);

/** Part of an identity: short, of letters, digits and signs that need no escape in a path. */
export const slug = (text: string): string =>
  text
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-');

/** Epoch seconds of an ISO time with its zone; null for any other text. JavaScript takes a 31st of June for the 1st of July: such a day is none. */
export function zonedS(text: string): number | null {
  const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d))$/;
  const [, day = '', time] = iso.exec(text) ?? [];
  const ms = new Date(day).getUTCDate() === Number(day.slice(8)) ? Date.parse(`${day}T${time}`) : Number.NaN;
  return Number.isFinite(ms) ? ms / 1000 : null;
}

/** Epoch seconds of a number, or of a time with its zone. A local time without one, or the time in a recording (`@0.1s`), is none. */
export function timeOf(value: unknown): number | null {
  const epochS = numberOf(value);
  if (epochS !== null) return epochS > 0 && epochS < 1e11 ? epochS : null;
  return typeof value === 'string' ? zonedS(value) : null;
}
