import { BY_HAND } from '../../quality/flags.ts';
import type { Database } from '../sqlite/database.ts';
import { Accumulator, type FoldedRow } from './accumulator.ts';
import type { FoldedRows } from './folded-rows.ts';
import { NarrowTables } from './narrow.ts';
import { type FoldedValues, narrowWithHand, takeAll, takeValue } from './narrow-values.ts';
import { type FlagSpan, Quality, type Versions } from './quality.ts';
import { EXCESS, QUANTITIES } from './rollup-columns.ts';
import { cpuExcess } from './sample-row.ts';
import { screenBy, withHand } from './screen.ts';
import type { FoldedTier, Tier } from './tier.ts';
import { Unscreened } from './unscreened.ts';

/** The stored columns a roll-up reads; the excess is computed from two of them. */
const MEASURED = QUANTITIES.filter((quantity) => quantity !== EXCESS);
const TEMP_RAW = MEASURED.indexOf('temp_raw');
const CPU_SMOOTH = MEASURED.indexOf('cpu_smooth');

type Values = (number | null)[];

/** Row in the making, in one of its versions. `mask`: flags whose values it leaves out. */
class Making {
  readonly wide = new Accumulator();
  readonly narrow: FoldedValues = new Map();

  constructor(
    readonly version: keyof Versions<unknown>,
    readonly mask: number,
  ) {}

  clear(): void {
    this.wide.clear();
    this.narrow.clear();
  }
}

/** Versions of a row or of its narrow values; where only the first was made, all are that one. */
const versionsOf = <T>([row, measured, byTests]: readonly T[]): Versions<T> => ({
  row: row!,
  measured: measured ?? row!,
  byTests: byTests ?? row!,
});

/**
 * Aggregation of one coarser row, and of its narrow values, from the finer rows or samples that lie in it. Where a flag lies in its time, it is
 * made three times: as it is kept, as measured, and as the tests alone would leave it.
 */
export class RowMaker {
  readonly narrow: NarrowTables;
  readonly quality: Quality;
  readonly unscreened: Unscreened;
  readonly #makings = [new Making('row', ~0), new Making('measured', 0), new Making('byTests', ~BY_HAND)];
  readonly #of: Record<FoldedTier['table'], FoldedRows>;
  readonly #samples;

  constructor(db: Database, of: Record<FoldedTier['table'], FoldedRows>) {
    this.quality = new Quality(db);
    this.unscreened = new Unscreened(db);
    this.narrow = new NarrowTables(db, this.quality);
    this.#of = of;
    this.#samples = db
      .prepare<[number, number], Values>(
        `SELECT ${MEASURED.join(', ')}, ts_ms FROM sample WHERE ts_ms >= ? AND ts_ms < ? ORDER BY ts_ms`,
      )
      .raw();
  }

  /** Makes one row anew from the finer ones; without any it stays. `adds`: adds them to the row there. */
  make(tier: FoldedTier, ts: number, finer = tier.finer, adds = false): void {
    const makings = this.#gathered(tier, ts, finer, adds);
    const hasWide = makings[0]!.wide.n > 0;
    const hasNarrow = makings.some(({ narrow }) => narrow.size > 0);
    if (adds) this.#merge(tier, ts, ts + 1, makings);
    if (hasWide) this.#keep(tier, versionsOf(makings.map(({ wide }) => wide.row(ts))));
    if (hasNarrow) this.#keepNarrow(tier, ts, versionsOf(makings.map(({ narrow }) => narrow)));
  }

  /** Makes the narrow values of one row anew from finer ones, of which there are some. */
  makeNarrow(tier: FoldedTier, ts: number): void {
    const makings = this.#gathered(tier, ts, tier.finer, false);
    this.#keepNarrow(tier, ts, versionsOf(makings.map(({ narrow }) => narrow)));
  }

  /** Rows made of the finer ones: one, or three where a flag lies within what they are made of. */
  #gathered(tier: FoldedTier, ts: number, finer: Tier, adds: boolean): Making[] {
    const untilS = ts + tier.widthS;
    const spans = finer.folded ? [] : this.quality.spans(ts * 1000, untilS * 1000);
    const isFlagged =
      spans.length > 0 ||
      (finer.folded && this.unscreened.hasAny(finer, ts, untilS)) ||
      (adds && this.unscreened.hasAny(tier, ts, untilS));
    const makings = isFlagged ? this.#makings : this.#makings.slice(0, 1);
    for (const making of makings) making.clear();
    if (finer.folded) this.#merge(finer, ts, untilS, makings);
    else this.#addSamples(ts * 1000, untilS * 1000, spans, makings);
    return makings;
  }

  #keep(tier: FoldedTier, versions: Versions<FoldedRow>): void {
    this.#of[tier.table].put.run(...versions.row);
    this.unscreened.keep(tier, versions);
  }

  #keepNarrow(tier: FoldedTier, ts: number, versions: Versions<FoldedValues>): void {
    this.narrow.keep(tier, ts, versions);
    this.unscreened.keepNarrow(tier, ts, versions);
  }

  #merge(tier: FoldedTier, fromS: number, untilS: number, makings: readonly Making[]): void {
    for (const there of this.stored(tier, fromS, untilS))
      for (const { version, wide } of makings) wide.merge(there[version]);
    for (const [, there] of this.storedNarrow(tier, fromS, untilS))
      for (const { version, narrow } of makings) takeAll(narrow, there[version]);
  }

  #addSamples(fromMs: number, untilMs: number, spans: readonly FlagSpan[], makings: readonly Making[]): void {
    const screened = makings.map((making) => ({ making, screen: screenBy(spans, making.mask) }));
    for (const values of this.#samples.all(fromMs, untilMs)) {
      const tsMs = values.pop() as number;
      values.push(cpuExcess(values[TEMP_RAW]!, values[CPU_SMOOTH]!)); // the last of `QUANTITIES`
      for (const { making, screen } of screened) making.wide.add(screen.wide(values, tsMs), tsMs);
    }
    for (const [quantity, value, weight, tsMs] of this.narrow.stored(fromMs, untilMs))
      for (const { making, screen } of screened)
        if (!screen.isOut(quantity, tsMs)) takeValue(making.narrow, [quantity, value, weight]);
  }

  /** Takes a person's word for a whole row whose finer rows are gone. What the tests left out when they were there stays out. */
  reflag(tier: FoldedTier, ts: number): void {
    const spans = this.quality.spans(ts * 1000, (ts + tier.widthS) * 1000);
    for (const there of this.stored(tier, ts, ts + 1)) this.#keep(tier, { ...there, row: withHand(there, spans) });
    for (const [, there] of this.storedNarrow(tier, ts, ts + 1))
      this.#keepNarrow(tier, ts, { ...there, row: narrowWithHand(there, spans) });
  }

  /** Stored rows, as they are kept and as they would be without flags. */
  stored(tier: FoldedTier, fromS: number, untilS: number): Versions<FoldedRow>[] {
    return this.unscreened.of(tier, this.#of[tier.table].rows.all(fromS, untilS));
  }

  /** The same of their narrow values, by the start of the row, ascending. */
  storedNarrow(tier: FoldedTier, fromS: number, untilS: number): [ts: number, Versions<FoldedValues>][] {
    return this.unscreened.narrowOf(tier, this.narrow.folded(tier, fromS, untilS), fromS, untilS);
  }
}
