import type { Database } from '../sqlite/database.ts';
import { Accumulator, type FoldedRow } from './accumulator.ts';
import type { FoldedRows } from './folded-rows.ts';
import { NarrowTables } from './narrow.ts';
import { Quality } from './quality.ts';
import { EXCESS, QUANTITIES } from './rollup-columns.ts';
import { cpuExcess } from './sample-row.ts';
import { type Screens, screens, withHand } from './screen.ts';
import type { FoldedTier, Tier } from './tier.ts';
import { type Unflagged, Unscreened } from './unscreened.ts';

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

/** Made row: the stored one, and the same without flags. */
interface Kind {
  name: keyof Screens;
  bucket: Accumulator;
}

/**
 * Aggregation of one coarser row from the finer rows or samples that lie in it. Where a flag lies in its time, it is made three times: as it is
 * kept, as measured, and as the tests alone would leave it.
 */
export class RowMaker {
  readonly narrow: NarrowTables;
  readonly quality: Quality;
  readonly unscreened: Unscreened;
  readonly #bucket = new Accumulator();
  readonly #kinds: readonly Kind[] = [
    { name: 'row', bucket: this.#bucket },
    { name: 'measured', bucket: new Accumulator() },
    { name: 'byTests', bucket: new Accumulator() },
  ];
  readonly #of: Record<FoldedTier['table'], FoldedRows>;
  readonly #samples;

  constructor(db: Database, of: Record<FoldedTier['table'], FoldedRows>) {
    this.quality = new Quality(db);
    this.unscreened = new Unscreened(db);
    this.narrow = new NarrowTables(db, this.quality, this.unscreened);
    this.#of = of;
    this.#samples = db
      .prepare<[number, number], Values>(
        `SELECT ${MEASURED.join(', ')}, ts_ms FROM sample WHERE ts_ms >= ? AND ts_ms < ? ORDER BY ts_ms`,
      )
      .raw();
  }

  /** Makes one row anew from the finer ones; without any it stays. `adds`: adds them to the row there. */
  make(tier: FoldedTier, ts: number, finer = tier.finer, adds = false): void {
    const { widthS } = tier;
    const kinds = this.#kindsOf(tier, ts, finer, adds);
    for (const kind of kinds) kind.bucket.clear();
    if (finer.folded) this.#merge(finer, ts, ts + widthS, kinds);
    else this.#addSamples(ts, ts + widthS, kinds);
    if (this.#bucket.n > 0) {
      if (adds) this.#merge(tier, ts, ts + 1, kinds);
      const [row, measured = row, byTests = row] = kinds.map(({ bucket }) => bucket.row(ts));
      this.#keep(tier, row!, { measured: measured!, byTests: byTests! });
    }
    this.narrow.roll(tier, ts, finer, adds);
  }

  /** Rows to make: one, or three where a flag lies within what they are made of. */
  #kindsOf(tier: FoldedTier, ts: number, finer: Tier, adds: boolean): readonly Kind[] {
    const untilS = ts + tier.widthS;
    const flagged =
      (!finer.folded && this.quality.spans(ts * 1000, untilS * 1000).length > 0) ||
      (finer.folded && this.unscreened.hasAny(finer, ts, untilS)) ||
      (adds && this.unscreened.hasAny(tier, ts, untilS));
    return flagged ? this.#kinds : this.#kinds.slice(0, 1);
  }

  #keep(tier: FoldedTier, row: FoldedRow, unflagged: Unflagged): void {
    this.#of[tier.table].put.run(...row);
    this.unscreened.keep(tier, row, unflagged);
  }

  #merge(tier: FoldedTier, fromS: number, untilS: number, kinds: readonly Kind[]): void {
    const rows = this.#of[tier.table].rows.all(fromS, untilS);
    const unflagged = kinds.length > 1 ? this.unscreened.of(tier, rows) : [];
    for (const { name, bucket } of kinds) {
      rows.forEach((row, i) => {
        bucket.merge(name === 'row' ? row : unflagged[i]![name]);
      });
    }
  }

  #addSamples(fromS: number, untilS: number, kinds: readonly Kind[]): void {
    const screen = screens(kinds.length > 1 ? this.quality.spans(fromS * 1000, untilS * 1000) : []);
    for (const values of this.#samples.all(fromS * 1000, untilS * 1000)) {
      const tsMs = values.pop() as number;
      withExcess(values);
      for (const { name, bucket } of kinds) bucket.add(screen[name](values, tsMs), tsMs);
    }
  }

  /** Takes a person's word for a whole row whose finer rows are gone. What the tests left out when they were there stays out. */
  reflag(tier: FoldedTier, ts: number): void {
    const spans = this.quality.spans(ts * 1000, (ts + tier.widthS) * 1000);
    const [there] = this.stored(tier, ts, ts + 1);
    if (there) this.#keep(tier, withHand(there, spans), there);
    this.narrow.reflag(tier, ts, spans);
  }

  /** Stored rows, as they are kept and as they would be without flags. */
  stored(tier: FoldedTier, fromS: number, untilS: number): Record<keyof Screens, FoldedRow>[] {
    const rows = this.#of[tier.table].rows.all(fromS, untilS);
    const unflagged = this.unscreened.of(tier, rows);
    return rows.map((row, i) => ({ row, ...unflagged[i]! }));
  }

  /** Rows that hold skipped values, as they were measured. */
  measured(tier: FoldedTier, fromS: number, untilS: number): FoldedRow[] {
    return this.stored(tier, fromS, untilS).flatMap(({ row, measured }) => (measured === row ? [] : [measured]));
  }
}
