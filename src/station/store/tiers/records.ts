import { quantitiesWith, type RecordColumn, type RecordName } from '../../../quantities/names.ts';
import type { Database } from '../sqlite/database.ts';

/** A pressure tendency beyond this is a moved board or a slammed door, not weather (the strongest known lie near 6 hPa/h). */
const IMPOSSIBLE_HPA_PER_H = 10;

export const RECORD_RULES = Object.fromEntries(
  quantitiesWith('records').flatMap(({ column, records }) => [
    [records.max, { column, sign: 1 }],
    [records.min, { column, sign: -1 }],
  ]),
) as Record<RecordName, { column: RecordColumn; sign: 1 | -1 }>;

export const RECORD_NAMES = Object.keys(RECORD_RULES) as RecordName[];

/** A value that may be a record. */
export interface Candidate {
  name: RecordName;
  value: number;
  tsMs: number;
}

/** The first sample that reached a value holds the record: an equal one later does not take it. */
const beats = ({ name, value, tsMs }: Candidate, held: Candidate | undefined): boolean => {
  const { column, sign } = RECORD_RULES[name];
  if (column === 'press_rate' && (Math.abs(value) > IMPOSSIBLE_HPA_PER_H || value * sign <= 0)) return false;
  if (!held || value * sign > held.value * sign) return true;
  return value === held.value && tsMs < held.tsMs;
};

export type Held = Map<RecordName, Candidate>;

/** True where the candidate is the new record. */
export const offerTo = (held: Held, candidate: Candidate): boolean => {
  if (!beats(candidate, held.get(candidate.name))) return false;
  held.set(candidate.name, candidate);
  return true;
};

const heldOf = (records: readonly Candidate[]): Held => new Map(records.map((one) => [one.name, one]));

/** The best of a table of samples from `sinceMs` on for each record, first come first; rates that no weather makes are not looked at. */
export const candidatesIn = (table: string): string =>
  RECORD_NAMES.map((name) => {
    const { column, sign } = RECORD_RULES[name];
    const possible = column === 'press_rate' ? `AND abs(${column}) <= ${IMPOSSIBLE_HPA_PER_H}` : '';
    return `SELECT * FROM (SELECT '${name}' AS name, ${column} AS value, ts_ms AS tsMs FROM ${table}
      WHERE ts_ms >= @sinceMs AND ${column} IS NOT NULL ${possible} ORDER BY ${column} ${sign > 0 ? 'DESC' : 'ASC'}, ts_ms LIMIT 1)`;
  }).join(' UNION ALL ');

/**
 * All-time extremes; they outlive the rows they came from. The table alone is the truth: candidates are held against it inside the
 * transaction that stores their samples, so neither a rollback nor another connection can leave a memory of it behind.
 */
export class Records {
  readonly #sql;

  constructor(db: Database) {
    this.#sql = {
      put: db.prepare<[string, number, number]>('INSERT OR REPLACE INTO record (name, ts_ms, value) VALUES (?, ?, ?)'),
      clear: db.prepare('DELETE FROM record'),
      move: db.prepare<[number, number]>('UPDATE record SET ts_ms = ts_ms + ? WHERE ts_ms >= ?'),
      held: db.prepare<[], Candidate>('SELECT name, value, ts_ms AS tsMs FROM record'),
    };
  }

  /** Inside the transaction that stores the samples these come from. */
  offer(candidates: readonly Candidate[]): void {
    const held = heldOf(this.held());
    for (const candidate of candidates) {
      if (offerTo(held, candidate)) this.#sql.put.run(candidate.name, candidate.tsMs, candidate.value);
    }
  }

  /** Inside the transaction that moves the samples from `fromMs` on. */
  move(fromMs: number, byMs: number): void {
    this.#sql.move.run(byMs, fromMs);
  }

  /** Makes the best of these the records, whatever was held. Inside the transaction after which the stored rows are as they were looked at. */
  replace(candidates: readonly Candidate[]): void {
    this.#sql.clear.run();
    this.offer(candidates);
  }

  /** `waiting`: of samples whose commit is yet to come. */
  all(waiting: readonly Candidate[] = []) {
    const held = heldOf(this.held());
    for (const candidate of waiting) offerTo(held, candidate);
    const extremes = RECORD_NAMES.map((name) => {
      const extreme = held.get(name);
      return [name, extreme ? { ts: extreme.tsMs / 1000, value: extreme.value } : null];
    });
    return Object.fromEntries(extremes) as Record<RecordName, { ts: number; value: number } | null>;
  }

  /** One of a name that no rule knows is another program's. */
  held(): Candidate[] {
    return this.#sql.held.all().filter(({ name }) => name in RECORD_RULES);
  }
}
