import { Accumulator, type FoldedRow } from './accumulator.ts';
import type { Database } from './database.ts';
import { EXCESS, FIVE_MIN, type FoldedTable, HOURLY, QUANTITIES, ROLLUP_COLUMNS } from './rollup-columns.ts';
import { cpuExcess, type SampleRow } from './sample-row.ts';
import type { Watermarks } from './watermarks.ts';

const MEASURED = QUANTITIES.filter((quantity) => quantity !== EXCESS);
const TEMP_RAW = MEASURED.indexOf('temp_raw');
const CPU_SMOOTH = MEASURED.indexOf('cpu_smooth');

/** Values in the order of `QUANTITIES`, made from those of `MEASURED`: the excess is computed, not stored, at the raw tier. */
const withExcess = (values: (number | null)[]): (number | null)[] => {
  values.push(cpuExcess(values[TEMP_RAW]!, values[CPU_SMOOTH]!));
  return values;
};
export const quantityValues = (row: SampleRow): (number | null)[] => withExcess(MEASURED.map((column) => row[column]));

export const floorTo = (tS: number, widthS: number): number => Math.floor(tS / widthS) * widthS;

const putSql = (table: FoldedTable): string =>
  `INSERT OR REPLACE INTO ${table} (ts, n, ${ROLLUP_COLUMNS.join(', ')}) VALUES (?, ?${', ?'.repeat(ROLLUP_COLUMNS.length)})`;
const rowsSql = (table: FoldedTable): string =>
  `SELECT ts, n, ${ROLLUP_COLUMNS.join(', ')} FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts`;

/**
 * Makes the coarser rows as samples arrive. A bucket closes when a sample after its end is committed; from then on its row is
 * there, and a late sample makes it anew in the commit that brings it. So a reader may trust, at any moment, that every bucket
 * before `closedUntil` has its row and that the row agrees with the samples.
 */
export class RollUps {
  readonly #watermarks: Watermarks;
  readonly #bucket = new Accumulator();
  readonly #samples;
  readonly #fives;
  readonly #hours;
  readonly #putFive;
  readonly #putHour;
  readonly #newestMs;
  readonly #lastFive;
  readonly #lastHour;
  readonly #bucketsFrom;
  readonly #hoursFrom;
  /** Ends of the closed five-minute and hourly rows, epoch seconds. */
  #fiveUntil = 0;
  #hourUntil = 0;

  constructor(db: Database, watermarks: Watermarks) {
    this.#watermarks = watermarks;
    this.#samples = db
      .prepare<[number, number], (number | null)[]>(
        `SELECT ${MEASURED.join(', ')}, ts_ms FROM sample WHERE ts_ms >= ? AND ts_ms < ? ORDER BY ts_ms`,
      )
      .raw();
    this.#fives = db.prepare<[number, number], FoldedRow>(rowsSql('five_min')).raw();
    this.#hours = db.prepare<[number, number], FoldedRow>(rowsSql('hourly')).raw();
    this.#putFive = db.prepare<FoldedRow>(putSql('five_min'));
    this.#putHour = db.prepare<FoldedRow>(putSql('hourly'));
    this.#newestMs = db.prepare<[], number | null>('SELECT max(ts_ms) FROM sample').pluck();
    this.#lastFive = db.prepare<[], number | null>('SELECT max(ts) FROM five_min').pluck();
    this.#lastHour = db.prepare<[], number | null>('SELECT max(ts) FROM hourly').pluck();
    this.#bucketsFrom = db
      .prepare<[number], number>('SELECT DISTINCT ts_ms / 300000 * 300 FROM sample WHERE ts_ms >= ? ORDER BY 1')
      .pluck();
    this.#hoursFrom = db
      .prepare<[number], number>('SELECT DISTINCT ts / 3600 * 3600 FROM five_min WHERE ts >= ? ORDER BY 1')
      .pluck();
    this.reload();
  }

  /** Every closed five-minute bucket starts before this moment and has its row. */
  get fiveUntil(): number {
    return this.#fiveUntil;
  }
  get hourUntil(): number {
    return this.#hourUntil;
  }

  /** Reads where the tables stand; after a rolled-back commit what this object remembered is not true any more. */
  reload(): void {
    const five = this.#lastFive.get() ?? null;
    const hour = this.#lastHour.get() ?? null;
    this.#fiveUntil = five === null ? 0 : five + FIVE_MIN.widthS;
    this.#hourUntil = hour === null ? 0 : hour + HOURLY.widthS;
  }

  /** Rolls up what a crash or a salvage left open: every closed bucket that has finer rows and no row of its own. */
  catchUp(): void {
    this.afterCommit([]);
    for (const hour of this.#hoursFrom.all(this.#hourUntil)) {
      if (hour + HOURLY.widthS <= this.#fiveUntil) this.rollHour(hour);
    }
    this.#hourUntil = Math.max(this.#hourUntil, floorTo(this.#fiveUntil, HOURLY.widthS));
  }

  /**
   * To be called inside the transaction that inserted the samples; `touched` are the buckets they fell into. The bucket of the
   * newest sample is always open, and so is its hour: what closes now is what was open before.
   */
  afterCommit(touched: Iterable<number>): void {
    const newestMs = this.#newestMs.get() ?? null;
    if (newestMs === null) return;
    const closedUntil = Math.max(floorTo(newestMs / 1000, FIVE_MIN.widthS), this.#fiveUntil);
    const unrolled = this.#bucketsFrom.all(Math.max(this.#fiveUntil, this.#watermarks.rawFrom) * 1000);
    const hours = new Set<number>();
    for (const ts of new Set([...touched, ...unrolled])) {
      if (ts >= closedUntil) continue;
      this.rollFive(ts);
      hours.add(floorTo(ts, HOURLY.widthS));
    }
    this.#fiveUntil = closedUntil;
    this.#hourUntil = Math.max(floorTo(closedUntil, HOURLY.widthS), this.#hourUntil);
    for (const hour of hours) if (hour < this.#hourUntil) this.rollHour(hour);
  }

  rollFive(ts: number): void {
    this.#bucket.clear();
    for (const values of this.#samples.all(ts * 1000, (ts + FIVE_MIN.widthS) * 1000)) {
      const tsMs = values.pop() as number;
      this.#bucket.add(withExcess(values), tsMs);
    }
    if (this.#bucket.n > 0) this.#putFive.run(...this.#bucket.row(ts));
  }

  rollHour(ts: number): void {
    this.#bucket.clear();
    for (const row of this.#fives.all(ts, ts + HOURLY.widthS)) this.#bucket.merge(row);
    if (this.#bucket.n > 0) this.#putHour.run(...this.#bucket.row(ts));
  }

  /** A sample so late that the finer rows of its time are gone: its bucket takes it in, though the row itself is not kept. */
  addToFolded(row: SampleRow): void {
    const values = quantityValues(row);
    const hourOnly = row.ts < this.#watermarks.fiveFrom;
    const { widthS } = hourOnly ? HOURLY : FIVE_MIN;
    const ts = floorTo(row.ts, widthS);
    this.#bucket.clear();
    for (const folded of (hourOnly ? this.#hours : this.#fives).all(ts, ts + widthS)) this.#bucket.merge(folded);
    this.#bucket.add(values, Math.round(row.ts * 1000));
    (hourOnly ? this.#putHour : this.#putFive).run(...this.#bucket.row(ts));
    if (!hourOnly) this.rollHour(floorTo(row.ts, HOURLY.widthS));
  }
}
