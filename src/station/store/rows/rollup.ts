import type { Database } from '../database.ts';
import { Accumulator, type FoldedRow } from './accumulator.ts';
import { EXCESS, FIVE_MIN_S, FOLDED, type FoldedTable, HOUR_S, QUANTITIES, ROLLUP_COLUMNS } from './rollup-columns.ts';
import { cpuExcess, type SampleRow, toMs } from './sample-row.ts';
import type { Watermarks } from './watermarks.ts';

/** The stored columns a roll-up reads; the excess is computed from two of them. */
const MEASURED = QUANTITIES.filter((quantity) => quantity !== EXCESS);
const TEMP_RAW = MEASURED.indexOf('temp_raw');
const CPU_SMOOTH = MEASURED.indexOf('cpu_smooth');

type Values = (number | null)[];

/** Completes values of `MEASURED`, in place, to those of `QUANTITIES`. */
const withExcess = (measured: Values): Values => {
  measured.push(cpuExcess(measured[TEMP_RAW]!, measured[CPU_SMOOTH]!));
  return measured;
};
export const quantityValues = (row: SampleRow): Values => withExcess(MEASURED.map((column) => row[column]));

export const floorTo = (tS: number, widthS: number): number => Math.floor(tS / widthS) * widthS;

const FOLDED_COLUMNS = ['ts', 'n', ...ROLLUP_COLUMNS];

/** Statements of one folded table. */
class Level {
  readonly widthS: number;
  readonly rows;
  readonly put;
  readonly remove;
  readonly removeFrom;
  readonly last;
  readonly first;
  readonly counted;
  /** Starts of the next coarser rows, of a given width, that have rows here from a time on. */
  readonly parents;

  constructor(db: Database, table: FoldedTable, widthS: number) {
    this.widthS = widthS;
    const columns = FOLDED_COLUMNS.join(', ');
    this.rows = db
      .prepare<[number, number], FoldedRow>(`SELECT ${columns} FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts`)
      .raw();
    this.put = db.prepare<FoldedRow>(
      `INSERT OR REPLACE INTO ${table} (${columns}) VALUES (?${', ?'.repeat(FOLDED_COLUMNS.length - 1)})`,
    );
    this.remove = db.prepare<[number]>(`DELETE FROM ${table} WHERE ts = ?`);
    this.removeFrom = db.prepare<[number]>(`DELETE FROM ${table} WHERE ts >= ?`);
    this.last = db.prepare<[], number | null>(`SELECT max(ts) FROM ${table}`).pluck();
    this.first = db.prepare<[], number | null>(`SELECT min(ts) FROM ${table}`).pluck();
    this.counted = db
      .prepare<[number, number], number>(`SELECT coalesce(sum(n), 0) FROM ${table} WHERE ts >= ? AND ts < ?`)
      .pluck();
    this.parents = db
      .prepare<[{ widthS: number; fromS: number }], number>(
        `SELECT DISTINCT ts / CAST(@widthS AS INTEGER) * CAST(@widthS AS INTEGER) FROM ${table} WHERE ts >= @fromS ORDER BY 1`,
      )
      .pluck();
  }
}

/**
 * Makes the coarser rows as samples arrive. A bucket closes when a sample after its end is committed; from then on its row is
 * there, and a late sample makes it anew in the commit that brings it. So a reader may trust, at any moment, that every bucket
 * before `closedUntil` has its row and that the row agrees with the samples.
 */
export class RollUps {
  readonly #watermarks: Watermarks;
  readonly #bucket = new Accumulator();
  readonly #levels: Level[];
  readonly #samples;
  readonly #newestMs;
  readonly #oldestMs;
  readonly #bucketsFrom;

  constructor(db: Database, watermarks: Watermarks) {
    this.#watermarks = watermarks;
    this.#levels = FOLDED.map(({ table, widthS }) => new Level(db, table, widthS));
    this.#samples = db
      .prepare<[number, number], Values>(
        `SELECT ${MEASURED.join(', ')}, ts_ms FROM sample WHERE ts_ms >= ? AND ts_ms < ? ORDER BY ts_ms`,
      )
      .raw();
    this.#newestMs = db.prepare<[], number | null>('SELECT max(ts_ms) FROM sample').pluck();
    this.#oldestMs = db.prepare<[], number | null>('SELECT min(ts_ms) FROM sample').pluck();
    this.#bucketsFrom = db
      .prepare<[number], number>('SELECT DISTINCT ts_ms / 300000 * 300 FROM sample WHERE ts_ms >= ? ORDER BY 1')
      .pluck();
  }

  /**
   * Every bucket of the folded table number `level` that starts before this moment is closed, and has its row if it has samples.
   * Asked of the table each time, as the watermarks are.
   */
  closedUntil(level: number): number {
    const { last, widthS } = this.#levels[level]!;
    const ts = last.get() ?? null;
    return ts === null ? 0 : ts + widthS;
  }

  /** From this hour on the samples are there: those that were folded away stay for another day. */
  get keptFrom(): number {
    const oldestMs = this.#oldestMs.get() ?? Number.POSITIVE_INFINITY;
    return Math.min(floorTo(oldestMs / 1000, HOUR_S), this.#watermarks.rawFrom);
  }

  /** From this hour on the five-minute rows are there. */
  get #fivesKeptFrom(): number {
    return Math.min(
      floorTo(this.#levels[0]!.first.get() ?? Number.POSITIVE_INFINITY, HOUR_S),
      this.#watermarks.fiveFrom,
    );
  }

  /** Samples that the rows of the folded table number `level` know of, by their start. */
  countIn(level: number, fromS: number, untilS: number): number {
    return this.#levels[level]!.counted.get(fromS, untilS)!;
  }

  /** Rolls up what an unclean stop left open. */
  catchUp(): void {
    this.afterCommit([]);
  }

  /**
   * To be called inside the transaction that inserted the samples; `touched` are the five-minute buckets they fell into. The
   * bucket of the newest sample is always open, and so are those it lies in: what closes now is what was open before.
   */
  afterCommit(touched: Iterable<number>): void {
    const newestMs = this.#newestMs.get() ?? null;
    if (newestMs !== null) this.closeUntil(newestMs / 1000, touched);
  }

  /** Closes every bucket that ends before this moment, whether or not a later sample came. */
  closeUntil(tS: number, touched: Iterable<number> = []): void {
    const unrolled = this.#bucketsFrom.all(Math.max(this.closedUntil(0), this.#watermarks.rawFrom) * 1000);
    this.rollWithParents(new Set([...touched, ...unrolled]), floorTo(tS, FIVE_MIN_S));
  }

  /**
   * Makes the closed ones of these five-minute rows anew, and every coarser row above them. Where a level closes further, the
   * rows that close with it join, whenever their finer rows were made: no closed bucket is ever without its row.
   */
  rollWithParents(fives: Iterable<number>, newestBucket = 0): void {
    let starts = new Set(fives);
    let closed = newestBucket;
    for (let i = 0; i < this.#levels.length; i += 1) {
      const { widthS } = this.#levels[i]!;
      const before = this.closedUntil(i);
      const until = Math.max(floorTo(closed, widthS), before);
      if (i > 0 && until > before) {
        for (const ts of this.#levels[i - 1]!.parents.all({ widthS, fromS: before })) starts.add(ts);
      }
      const parentS = this.#levels[i + 1]?.widthS ?? 0;
      const parents = new Set<number>();
      for (const ts of starts) {
        if (ts >= until) continue;
        this.roll(i, ts);
        if (parentS > 0) parents.add(floorTo(ts, parentS));
      }
      closed = until;
      starts = parents;
    }
  }

  /**
   * Makes one row anew after samples were moved away or in; without any it goes. Where the finer rows were removed with age, and
   * where the caller says so, what is there stays.
   */
  remake(level: number, ts: number, stays: boolean): void {
    const aged = level === 1 && ts < this.#fivesKeptFrom;
    if (!stays && !aged) this.#levels[level]!.remove.run(ts);
    if (!aged) this.roll(level, ts);
  }

  /** The newest sample may lie in an earlier bucket than before: what is open now must not have a row. */
  reopen(): void {
    const newestS = (this.#newestMs.get() ?? 0) / 1000;
    for (const { widthS, removeFrom } of this.#levels) removeFrom.run(floorTo(newestS, widthS));
  }

  /** Makes one row anew from the finer ones. Without any, what is there stays. */
  roll(level: number, ts: number): void {
    const { widthS, put } = this.#levels[level]!;
    this.#bucket.clear();
    if (level === 0) {
      for (const values of this.#samples.all(ts * 1000, (ts + widthS) * 1000)) {
        const tsMs = values.pop() as number;
        this.#bucket.add(withExcess(values), tsMs);
      }
    } else {
      for (const row of this.#levels[level - 1]!.rows.all(ts, ts + widthS)) this.#bucket.merge(row);
    }
    if (this.#bucket.n > 0) put.run(...this.#bucket.row(ts));
  }

  /** A sample so late that the finer rows of its time are gone: its bucket takes it in, though the sample itself is not kept. */
  addToFolded(row: SampleRow): void {
    const first = row.ts < this.#fivesKeptFrom ? 1 : 0;
    const { widthS, rows, put } = this.#levels[first]!;
    const ts = floorTo(row.ts, widthS);
    this.#bucket.clear();
    for (const folded of rows.all(ts, ts + widthS)) this.#bucket.merge(folded);
    this.#bucket.add(quantityValues(row), toMs(row.ts));
    put.run(...this.#bucket.row(ts));
    this.rollParents(row.ts, first + 1);
  }

  /** Makes the closed coarser rows over one moment anew, from `level` up. */
  rollParents(tS: number, level = 1): void {
    for (let i = level; i < this.#levels.length; i += 1) {
      const start = floorTo(tS, this.#levels[i]!.widthS);
      if (start < this.closedUntil(i)) this.roll(i, start);
    }
  }
}
