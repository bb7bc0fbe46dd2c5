import { NARROW, type NarrowValues } from '../../../quantities/names.ts';
import { type Folded, ROLL_UPS } from '../../../quantities/roll-up.ts';
import type { Database } from '../sqlite/database.ts';
import { type FoldedTier, ofEach, type Tier } from './tier.ts';

const BY_ID = new Map<number, (typeof NARROW)[number]>(NARROW.map((quantity) => [quantity.narrow, quantity]));

/** Quantity, value, and what weighs it. */
type Value = [quantity: number, value: number, weight: number | null];
/** Quantity, then the fields of `Folded`. */
type Row = [
  quantity: number,
  n: number,
  value: number | null,
  lo: number | null,
  hi: number | null,
  steadiness: number | null,
];
export type FoldedValues = Map<number, Folded>;

/** Takes what follows in time into what is there. A number that this program does not know (a newer one wrote it) is left out. */
export function takeIn(into: FoldedValues, quantity: number, later: Folded): void {
  const known = BY_ID.get(quantity);
  if (!known) return;
  const earlier = into.get(quantity);
  into.set(quantity, earlier ? ROLL_UPS[known.kind].join(earlier, later) : later);
}
const takeValue = (into: FoldedValues, [quantity, value, weight]: Value): void => {
  const known = BY_ID.get(quantity);
  if (known) takeIn(into, quantity, ROLL_UPS[known.kind].of(value, weight ?? undefined));
};

/** Values of one quantity in a stored row, by the moment of the row. */
export interface NarrowRow {
  tS: number;
  quantity: number;
  folded: Folded;
}

/** Numbers as JSON: SQLite takes no list as a parameter. */
const AMONG = 'quantity IN (SELECT value FROM json_each(?))';

/** Weight of a value: that of the quantity which weighs it, in the same sample. Null for most, and where it is missing. */
const weightIn = (table: string): string => {
  const cases = NARROW.flatMap((row) => {
    if (!('weighedBy' in row)) return [];
    const by = NARROW.find(({ name }) => name === row.weighedBy)!.narrow;
    return `WHEN ${row.narrow} THEN (SELECT w.value FROM ${table} w WHERE w.ts_ms = v.ts_ms AND w.quantity = ${by})`;
  });
  return `CASE quantity ${cases.join(' ')} END`;
};

const FOLDED = 'quantity, n, value, lo, hi, steadiness';

const foldedRows = (db: Database, { table }: FoldedTier) => ({
  rows: db
    .prepare<[number, number], Row>(`SELECT ${FOLDED} FROM narrow_${table} WHERE ts >= ? AND ts < ? ORDER BY ts`)
    .raw(),
  first: db.prepare<[], number | null>(`SELECT min(ts) FROM narrow_${table}`).pluck(),
  some: db
    .prepare<[number, number, string], [number, ...Row]>(
      `SELECT ts, ${FOLDED} FROM narrow_${table} WHERE ts >= ? AND ts < ? AND ${AMONG} ORDER BY ts`,
    )
    .raw(),
  put: db.prepare<[number, ...Row]>(
    `INSERT OR REPLACE INTO narrow_${table} (ts, ${FOLDED}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ),
  remove: db.prepare<[number, number]>(`DELETE FROM narrow_${table} WHERE ts >= ? AND ts < ?`),
  move: db.prepare<[number, number]>(`UPDATE narrow_${table} SET ts = ? WHERE ts = ?`),
});

/**
 * What only some stations measure, a row for each value. A value belongs to its sample: it is stored, rolled up, moved and folded away
 * with it, by whoever does that to the sample.
 */
export class NarrowTables {
  readonly #of;
  readonly #sql;

  constructor(db: Database) {
    db.exec(`CREATE TEMP TABLE IF NOT EXISTS narrow_queued (ts_ms INTEGER NOT NULL, quantity INTEGER NOT NULL, value REAL NOT NULL,
      PRIMARY KEY (ts_ms, quantity)) STRICT, WITHOUT ROWID`);
    this.#of = ofEach((tier) => foldedRows(db, tier));
    const ALL = '(SELECT * FROM main.narrow_sample UNION ALL SELECT * FROM temp.narrow_queued)';
    const values = (from: string, where: string) =>
      db
        .prepare<number[], Value>(
          `SELECT quantity, value, ${weightIn(from)} FROM ${from} v WHERE ${where} ORDER BY ts_ms`,
        )
        .raw();
    this.#sql = {
      queue: db.prepare<[number, number, number]>('INSERT INTO temp.narrow_queued VALUES (?, ?, ?)'),
      restamp: db.prepare<[number, number]>('UPDATE temp.narrow_queued SET ts_ms = ? WHERE ts_ms = ?'),
      unqueue: db.prepare<[number]>('DELETE FROM temp.narrow_queued WHERE ts_ms <= ?'),
      store: db.prepare<[]>('INSERT INTO main.narrow_sample (ts_ms, quantity, value) SELECT * FROM temp.narrow_queued'),
      name: db.prepare<[number, string, string]>(
        'INSERT OR IGNORE INTO narrow_quantity (id, name, unit) VALUES (?, ?, ?)',
      ),
      queuedQuantities: db.prepare<[], number>('SELECT DISTINCT quantity FROM temp.narrow_queued').pluck(),
      known: db
        .prepare<[], number>('SELECT id FROM narrow_quantity UNION SELECT quantity FROM temp.narrow_queued ORDER BY 1')
        .pluck(),
      stored: values('main.narrow_sample', 'ts_ms >= ? AND ts_ms < ?'),
      one: values(ALL, 'ts_ms = ?'),
      some: db
        .prepare<[number, number, string], [number, ...Value]>(
          `SELECT ts_ms, quantity, value, ${weightIn(ALL)} FROM ${ALL} v
           WHERE ts_ms >= ? AND ts_ms < ? AND ${AMONG} ORDER BY ts_ms`,
        )
        .raw(),
      firstMs: db.prepare<[], number | null>('SELECT min(ts_ms) FROM main.narrow_sample').pluck(),
      remove: db.prepare<[number, number]>('DELETE FROM main.narrow_sample WHERE ts_ms >= ? AND ts_ms < ?'),
      move: db.prepare<[number, number]>('UPDATE main.narrow_sample SET ts_ms = ? WHERE ts_ms = ?'),
    };
  }

  queue(tsMs: number, values: NarrowValues): void {
    for (const { name, narrow } of NARROW) {
      const value = values[name];
      if (value !== undefined) this.#sql.queue.run(tsMs, narrow, value);
    }
  }

  /** A waiting sample gets another stamp. */
  restamp(toMs: number, fromMs: number): void {
    this.#sql.restamp.run(toMs, fromMs);
  }

  /** What waits up to a moment is given up, or has been stored. */
  unqueue(untilMs: number): void {
    this.#sql.unqueue.run(untilMs);
  }

  /** Inside the transaction that stores the samples. */
  store(): void {
    this.name(this.#sql.queuedQuantities.all());
    this.#sql.store.run();
  }

  /** Enters quantities among those that this station has stored. */
  name(ids: Iterable<number>): void {
    for (const id of ids) {
      const { name, unit } = BY_ID.get(id)!;
      this.#sql.name.run(id, name, unit);
    }
  }

  /** Values of one sample, waiting or stored; undefined where it has none. */
  valuesAt(tsMs: number): NarrowValues | undefined {
    const values = this.#sql.one.all(tsMs).flatMap(([id, value]) => {
      const known = BY_ID.get(id);
      return known ? [[known.name, value] as const] : [];
    });
    return values.length > 0 ? Object.fromEntries(values) : undefined;
  }

  /** Rows of a tier over [fromS, untilS), waiting ones too, ascending, of these quantities. */
  rows(tier: Tier, fromS: number, untilS: number, which: readonly number[]): NarrowRow[] {
    const among = JSON.stringify(which);
    if (!tier.folded) {
      const samples = this.#sql.some.all(Math.ceil(fromS * 1000), Math.ceil(untilS * 1000), among);
      return samples.map(([tsMs, quantity, value, weight]) => {
        const { kind } = BY_ID.get(quantity)!;
        return { tS: tsMs / 1000, quantity, folded: ROLL_UPS[kind].of(value, weight ?? undefined) };
      });
    }
    const rows = this.#of[tier.table].some.all(fromS, untilS, among);
    return rows.map(([tS, quantity, n, value, lo, hi, steadiness]) => {
      return { tS, quantity, folded: { n, value, lo, hi, steadiness } };
    });
  }

  /** Makes the values of one folded row anew from finer ones, as `RollUps.roll` makes the row. `adds`: they come to what is there. */
  roll(tier: FoldedTier, ts: number, finer = tier.finer, adds = false): void {
    const untilS = ts + tier.widthS;
    const folded: FoldedValues = new Map();
    if (finer.folded) this.#takeRows(folded, finer, ts, untilS);
    else for (const value of this.#sql.stored.all(ts * 1000, untilS * 1000)) takeValue(folded, value);
    if (adds) this.#takeRows(folded, tier, ts, untilS);
    this.put(tier, ts, folded);
  }

  /** Time of the oldest row of a tier. */
  firstOf(tier: Tier): number | null {
    const first = (tier.folded ? this.#of[tier.table].first : this.#sql.firstMs).get() ?? null;
    return first === null || tier.folded ? first : first / 1000;
  }

  #takeRows(into: FoldedValues, { table }: FoldedTier, fromS: number, untilS: number): void {
    for (const [id, n, value, lo, hi, steadiness] of this.#of[table].rows.all(fromS, untilS)) {
      takeIn(into, id, { n, value, lo, hi, steadiness });
    }
  }

  /** Stores values of one folded row. */
  put({ table }: FoldedTier, ts: number, folded: FoldedValues): void {
    for (const [id, { n, value, lo, hi, steadiness }] of folded) {
      this.#of[table].put.run(ts, id, n, value, lo, hi, steadiness);
    }
  }

  remove({ table }: FoldedTier, fromS: number, untilS: number): number {
    return this.#of[table].remove.run(fromS, untilS).changes;
  }
  removeSamples(fromMs: number, untilMs: number): number {
    return this.#sql.remove.run(fromMs, untilMs).changes;
  }
  move({ table }: FoldedTier, toS: number, fromS: number): void {
    this.#of[table].move.run(toS, fromS);
  }
  moveSample(toMs: number, fromMs: number): void {
    this.#sql.move.run(toMs, fromMs);
  }

  /** Numbers of the quantities that this station has ever stored. */
  get present(): readonly number[] {
    return this.#sql.known.all().filter((id) => BY_ID.has(id));
  }
}
