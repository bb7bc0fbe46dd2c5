import type { Database } from '../database.ts';
import { type SampleRow, toMs } from './sample-row.ts';

/** A pressure tendency beyond this is a moved board or a slammed door, not weather (the strongest known lie near 6 hPa/h). */
const IMPOSSIBLE_HPA_PER_H = 10;

interface Rule {
  column: 'temp_smooth' | 'hum_smooth' | 'press_slp' | 'dew' | 'press_rate';
  sign: 1 | -1;
}

export const RECORD_RULES = {
  temp_max: { column: 'temp_smooth', sign: 1 },
  temp_min: { column: 'temp_smooth', sign: -1 },
  hum_max: { column: 'hum_smooth', sign: 1 },
  hum_min: { column: 'hum_smooth', sign: -1 },
  press_max: { column: 'press_slp', sign: 1 },
  press_min: { column: 'press_slp', sign: -1 },
  dew_max: { column: 'dew', sign: 1 },
  dew_min: { column: 'dew', sign: -1 },
  rate_rise: { column: 'press_rate', sign: 1 },
  rate_fall: { column: 'press_rate', sign: -1 },
} as const satisfies Record<string, Rule>;

export type RecordName = keyof typeof RECORD_RULES;
export const RECORD_NAMES = Object.keys(RECORD_RULES) as RecordName[];

export interface Extreme {
  ts: number;
  value: number;
}

/** The first sample that reached a value holds the record: an equal one later does not take it. */
export const beats = (
  name: RecordName,
  value: number,
  tsMs: number,
  held: { value: number; tsMs: number } | undefined,
) => {
  const { column, sign } = RECORD_RULES[name];
  if (column === 'press_rate' && (Math.abs(value) > IMPOSSIBLE_HPA_PER_H || value * sign <= 0)) return false;
  if (!held || value * sign > held.value * sign) return true;
  return value === held.value && tsMs < held.tsMs;
};

/** All-time extremes, kept up with every sample and written with its commit. They outlive the rows they came from. */
export class Records {
  readonly #held = new Map<RecordName, { value: number; tsMs: number }>();
  readonly #unsaved = new Set<RecordName>();
  readonly #put;
  readonly #clear;
  readonly #all;

  constructor(db: Database) {
    this.#put = db.prepare<[string, number, number]>(
      'INSERT OR REPLACE INTO record (name, ts_ms, value) VALUES (?, ?, ?)',
    );
    this.#clear = db.prepare('DELETE FROM record');
    this.#all = db.prepare<[], { name: string; ts_ms: number; value: number }>('SELECT name, ts_ms, value FROM record');
    for (const { name, ts_ms, value } of this.#all.all()) this.#held.set(name as RecordName, { value, tsMs: ts_ms });
  }

  learn(row: SampleRow, tsMs = toMs(row.ts)): void {
    for (const name of RECORD_NAMES) this.offer(name, row[RECORD_RULES[name].column], tsMs);
  }

  offer(name: RecordName, value: number | null, tsMs: number): void {
    if (value === null || !beats(name, value, tsMs, this.#held.get(name))) return;
    this.#held.set(name, { value, tsMs });
    this.#unsaved.add(name);
  }

  /** Inside the commit of the samples; `saved()` once that has gone through. */
  write(): void {
    for (const name of this.#unsaved) {
      const { tsMs, value } = this.#held.get(name)!;
      this.#put.run(name, tsMs, value);
    }
  }
  saved(): void {
    this.#unsaved.clear();
  }

  /** Inside the transaction that moves the samples from `fromMs` on. */
  move(fromMs: number, byMs: number): void {
    for (const [name, held] of this.#held) {
      if (held.tsMs < fromMs) continue;
      held.tsMs += byMs;
      this.#put.run(name, held.tsMs, held.value);
    }
  }

  /** Inside the transaction that ends a recompute: what was held is replaced by what the stored rows say now. */
  replace(found: ReadonlyMap<RecordName, { value: number; tsMs: number }>): void {
    this.#clear.run();
    this.#held.clear();
    this.#unsaved.clear();
    for (const [name, { value, tsMs }] of found) {
      this.#held.set(name, { value, tsMs });
      this.#put.run(name, tsMs, value);
    }
  }

  all(): Record<RecordName, Extreme | null> {
    const wire = {} as Record<RecordName, Extreme | null>;
    for (const name of RECORD_NAMES) {
      const held = this.#held.get(name);
      wire[name] = held ? { ts: held.tsMs / 1000, value: held.value } : null;
    }
    return wire;
  }
}
