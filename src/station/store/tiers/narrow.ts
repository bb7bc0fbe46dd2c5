import { NARROW, type NarrowName, type NarrowValues } from '../../../quantities/names.ts';
import { type Folded, ROLL_UPS } from '../../../quantities/roll-up.ts';
import type { Database } from '../sqlite/database.ts';
import { AMONG, foldedValues, weightIn } from './narrow-statements.ts';
import { BY_ID, type FoldedValues, fieldsOf, foldedOf, isIn, takeIn, type Value } from './narrow-values.ts';
import type { Quality, Versions } from './quality.ts';
import { type FoldedTier, ofEach, type Tier } from './tier.ts';

/** Values of one quantity in a stored row, by the moment of the row. */
export interface NarrowRow {
  tS: number;
  quantity: number;
  folded: Folded;
}

/**
 * What only some stations measure, a row for each value. A value belongs to its sample: it is stored, rolled up, moved and folded away
 * with it, by whoever does that to the sample.
 */
export class NarrowTables {
  readonly #of;
  readonly #sql;

  constructor(
    db: Database,
    private readonly quality: Quality,
  ) {
    db.exec(`CREATE TEMP TABLE IF NOT EXISTS narrow_queued (ts_ms INTEGER NOT NULL, quantity INTEGER NOT NULL, value REAL NOT NULL,
      PRIMARY KEY (ts_ms, quantity)) STRICT, WITHOUT ROWID`);
    this.#of = ofEach((tier) => foldedValues(db, tier));
    const ALL = '(SELECT * FROM main.narrow_sample UNION ALL SELECT * FROM temp.narrow_queued)';
    const values = (from: string) =>
      db
        .prepare<[number, number], [...Value, tsMs: number]>(
          `SELECT quantity, value, ${weightIn(from)}, ts_ms FROM ${from} v WHERE ts_ms >= ? AND ts_ms < ? ORDER BY ts_ms`,
        )
        .raw();
    this.#sql = {
      queue: db.prepare<[number, number, number]>('INSERT INTO temp.narrow_queued VALUES (?, ?, ?)'),
      store: db.prepare<[]>('INSERT INTO main.narrow_sample (ts_ms, quantity, value) SELECT * FROM temp.narrow_queued'),
      name: db.prepare<[number, string, string]>(
        'INSERT OR IGNORE INTO narrow_quantity (id, name, unit) VALUES (?, ?, ?)',
      ),
      queuedQuantities: db.prepare<[], number>('SELECT DISTINCT quantity FROM temp.narrow_queued').pluck(),
      known: db
        .prepare<[], number>('SELECT id FROM narrow_quantity UNION SELECT quantity FROM temp.narrow_queued ORDER BY 1')
        .pluck(),
      stored: values('main.narrow_sample'),
      both: values(ALL),
      some: db
        .prepare<[number, number, string], [number, ...Value]>(
          `SELECT ts_ms, quantity, value, ${weightIn(ALL)} FROM ${ALL} v
           WHERE ts_ms >= ? AND ts_ms < ? AND ${AMONG} ORDER BY ts_ms`,
        )
        .raw(),
    };
  }

  queue(tsMs: number, values: NarrowValues): void {
    for (const { name, narrow } of NARROW) {
      const value = values[name];
      if (value !== undefined) this.#sql.queue.run(tsMs, narrow, value);
    }
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

  /** Values of samples, waiting or stored, by their moment. `asMeasured`: with those that are flagged as wrong. */
  valuesIn(fromMs: number, untilMs: number, asMeasured: boolean): ReadonlyMap<number, NarrowValues> {
    const found = new Map<number, Partial<Record<NarrowName, number>>>();
    const values = this.#sql.both.all(fromMs, untilMs);
    const isOut = isIn(asMeasured || values.length === 0 ? [] : this.quality.badHeard(fromMs, untilMs));
    for (const [id, value, , tsMs] of values) {
      const known = BY_ID.get(id);
      const row = found.get(tsMs) ?? {};
      if (known && !isOut(id, tsMs)) row[known.name] = value;
      found.set(tsMs, row);
    }
    return found;
  }

  /** Values of one sample; undefined where it has none. */
  valuesAt(tsMs: number, asMeasured: boolean): NarrowValues | undefined {
    return this.valuesIn(tsMs, tsMs + 1, asMeasured).get(tsMs);
  }

  /** Rows of a tier over [fromS, untilS), waiting ones too, ascending, of these quantities. `asMeasured`: samples with what is flagged as wrong. */
  rows(tier: Tier, fromS: number, untilS: number, which: readonly number[], asMeasured = false): NarrowRow[] {
    const among = JSON.stringify(which);
    if (!tier.folded) {
      const [fromMs, untilMs] = [Math.ceil(fromS * 1000), Math.ceil(untilS * 1000)];
      const isOut = isIn(asMeasured ? [] : this.quality.badHeard(fromMs, untilMs));
      const samples = this.#sql.some.all(fromMs, untilMs, among);
      return samples.flatMap(([tsMs, quantity, value, weight]) => {
        if (isOut(quantity, tsMs)) return [];
        const { kind } = BY_ID.get(quantity)!;
        return [{ tS: tsMs / 1000, quantity, folded: ROLL_UPS[kind].of(value, weight ?? undefined) }];
      });
    }
    const rows = this.#of[tier.table].some.all(fromS, untilS, among);
    return rows.map(([tS, quantity, ...fields]) => ({ tS, quantity, folded: foldedOf(fields) }));
  }

  /** Stored values of samples with their weights and moments, ascending, as they were measured. */
  stored(fromMs: number, untilMs: number): [...Value, tsMs: number][] {
    return this.#sql.stored.all(fromMs, untilMs);
  }

  /** Values of folded rows, by the start of the row. */
  folded({ table }: FoldedTier, fromS: number, untilS: number): Map<number, FoldedValues> {
    const rows = new Map<number, FoldedValues>();
    for (const [ts, id, ...fields] of this.#of[table].rows.all(fromS, untilS)) {
      const row = rows.get(ts) ?? new Map();
      rows.set(ts, row);
      takeIn(row, id, foldedOf(fields));
    }
    return rows;
  }

  /** Stores the values of one folded row, and drops those that its flags leave out. */
  keep(tier: FoldedTier, ts: number, { row, measured }: Versions<FoldedValues>): void {
    for (const id of measured.keys()) if (!row.has(id)) this.#of[tier.table].drop.run(ts, id);
    this.put(tier, ts, row);
  }

  /** Stores values of one folded row. */
  put({ table }: FoldedTier, ts: number, folded: FoldedValues): void {
    for (const [id, one] of folded) this.#of[table].put.run(ts, id, ...fieldsOf(one));
  }

  /** Numbers of the quantities that this station has ever stored. */
  get present(): readonly number[] {
    return this.#sql.known.all().filter((id) => BY_ID.has(id));
  }
}
