import { createHash } from 'node:crypto';
import { Draft, numberOf } from '../draft.ts';
import type { Battery, InputKind, Observation } from '../observation.ts';
import type { Rows } from '../units.ts';

/** Keys and values of a form body or a query, the last of equal keys. */
export type Pairs = ReadonlyMap<string, string>;

const MOST_PAIRS = 250;
const LONGEST_KEY = 60;
const LONGEST_VALUE = 300;

/** Reads `a=1&b=2`; a part without `=` is none. A value whose escapes are broken, or no UTF-8, is no number. */
export function pairsOf(text: string): Pairs {
  const parts = text.split('&', MOST_PAIRS).filter((part) => part.indexOf('=') > 0);
  const pairs = [...new URLSearchParams(parts.join('&'))];
  return new Map(pairs.map(([key, value]) => [key.slice(0, LONGEST_KEY), value.trim().slice(0, LONGEST_VALUE)]));
}

/** Identity from a secret: ten digits of its hash. The secret itself goes no further. */
export const hashed = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 10);

/** Model without the version of its firmware, which changes: `WS2900` of `WS2900_V2.01.18`. */
export const withoutVersion = (model = ''): string => model.replace(/[_ ]?V?\d+(\.\d+)+.*$/i, '');

/** `2026-1-4 21:2:35`, blanks after the colons, a plus that was escaped twice; null for `now` and anything else. UTC. */
export function timeOf(text: string | undefined): number | null {
  const found = /^(\d{4})-(\d{1,2})-(\d{1,2})[ +T]+(\d{1,2}): ?(\d{1,2}): ?(\d{1,2})$/.exec(text ?? '');
  const [year, month, day, hour, minute, second] = (found ?? []).slice(1).map((part) => part.padStart(2, '0'));
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  // JavaScript takes a 31st of February for a 3rd of March.
  return new Date(ms).getUTCDate() === Number(day) ? ms / 1000 : null;
}

/** Battery of each key, and what its number means. */
export type Batteries = Readonly<Record<string, readonly [name: string, means: (value: number) => Battery]>>;

/** Rows for each of the channels, spelt out. */
export const channels = <T>(rows: Readonly<Record<string, readonly [string, T]>>, most: number) =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([key, [path, what]]) =>
      Array.from({ length: most }, (_, i) => {
        const n = String(i + 1);
        return [key.replace('#', n), [path.replace('#', n), what] as const];
      }),
    ),
  );

/** Sentinels of the protocols for a value that is not there. */
const NO_VALUE = -9999;

/** Rows, batteries and understood keys of one dialect of the consoles. */
export interface Dialect {
  kind: InputKind;
  rows: Rows;
  batteries: Batteries;
  /** Keys that are understood and not taken. */
  known: RegExp;
}

/** Decodes a form by its dialect. */
export function decodeForm(pairs: Pairs, sender: string, model: string | null, dialect: Dialect): Observation {
  const draft = new Draft(dialect.kind, sender, model);
  draft.sentS = timeOf(pairs.get('dateutc'));
  fill(draft, pairs, dialect);
  return draft.done();
}

/** Puts every pair where it belongs. What is neither a row, a battery nor known to mean nothing here is left as a name. */
function fill(draft: Draft, pairs: Pairs, { rows, batteries, known }: Dialect): void {
  for (const [key, text] of pairs) {
    const number = numberOf(text);
    const value = number === NO_VALUE ? null : number;
    const row = Object.hasOwn(rows, key) ? rows[key] : undefined;
    const battery = Object.hasOwn(batteries, key) ? batteries[key] : undefined;
    if (row) draft.put(row[0], value === null ? null : row[1](value));
    else if (battery) draft.battery(battery[0], value === null ? null : battery[1](value));
    else if (!known.test(key)) draft.leaveUnknown(key);
  }
}

/** A bit that is 1 for a low battery. */
export const lowAtOne = (value: number): Battery => (value === 1 ? 'low' : value === 0 ? 'ok' : null);
/** A bit that is 1 for a good battery. */
export const goodAtOne = (value: number): Battery => (value === 1 ? 'ok' : value === 0 ? 'low' : null);
/** Battery of a number that nobody knows the meaning of. */
export const unsure = (): Battery => null;
