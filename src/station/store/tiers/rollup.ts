import type { Database } from '../sqlite/database.ts';
import type { FoldedRow } from './accumulator.ts';
import { anyRows, type FoldedRows, foldedRows } from './folded-rows.ts';
import type { NarrowTables } from './narrow.ts';
import type { FoldedValues } from './narrow-values.ts';
import { OwnEnd } from './own-end.ts';
import type { Quality } from './quality.ts';
import { RowMaker } from './row-maker.ts';
import {
  type AgeingTier,
  coarserThan,
  FIVE_MIN,
  FOLDED,
  type FoldedTier,
  floorTo,
  HOURLY,
  ofAll,
  ofEach,
  RAW,
  type Tier,
} from './tier.ts';
import type { Unscreened } from './unscreened.ts';
import type { Watermarks } from './watermarks.ts';

/** Row made elsewhere. */
export interface ScreenedRow {
  row: FoldedRow;
  narrow: FoldedValues;
  /** The same with the values that the tests left out; null where there are none. */
  measured: FoldedRow | null;
  narrowMeasured: FoldedValues | null;
}

/**
 * Makes the coarser rows as samples arrive. A bucket closes when a sample after its end is committed; from then on its row is
 * there, and a late sample makes it anew in the commit that brings it. So a reader may trust, at any moment, that every bucket
 * before `closedUntil` has its row and that the row agrees with the samples.
 */
export class RollUps {
  readonly rows: RowMaker;
  readonly narrow: NarrowTables;
  readonly ownEnd: OwnEnd;
  readonly quality: Quality;
  readonly unscreened: Unscreened;
  readonly #watermarks: Watermarks;
  readonly #of: Record<FoldedTier['table'], FoldedRows>;
  /** Statements on the rows of any tier, and on the narrow values of these rows. */
  readonly #any;
  readonly #anyNarrow;

  constructor(db: Database, watermarks: Watermarks) {
    this.ownEnd = new OwnEnd(db);
    this.#watermarks = watermarks;
    this.#any = ofAll((tier) => anyRows(db, tier));
    this.#anyNarrow = ofAll((tier) => anyRows(db, tier, 'narrow_'));
    this.#of = ofEach((tier) => foldedRows(db, tier));
    this.rows = new RowMaker(db, this.#of);
    ({ narrow: this.narrow, quality: this.quality, unscreened: this.unscreened } = this.rows);
  }

  /**
   * Every bucket of the tier that starts before this moment is closed, and has its row if it has samples.
   * Asked of the table each time, as the watermarks are.
   */
  closedUntil({ table, widthS }: FoldedTier): number {
    const ts = this.#of[table].last.get() ?? null;
    return ts === null ? 0 : ts + widthS;
  }

  /** First hour that ageing has left in a tier; what was folded away stays for another day. Rows before it are another program's. */
  keptFrom(tier: AgeingTier): number {
    const firstS = this.firstOf(tier, this.#watermarks.goneUntil(tier)) ?? Number.POSITIVE_INFINITY;
    return Math.min(floorTo(firstS, HOURLY.widthS), this.#watermarks.from(tier));
  }

  /** Time of the first row that is not before `fromS`. */
  firstOf({ table, perS }: Tier, fromS: number): number | null {
    const first = this.#any[table].first.get(fromS * perS) ?? null;
    return first && first / perS;
  }

  /** Number of rows over [fromS, untilS). */
  rowsIn({ table, perS }: Tier, fromS: number, untilS: number): number {
    return this.#any[table].count.get(fromS * perS, untilS * perS)!;
  }

  /** Samples that the rows of the tier know of, by their start. */
  countIn({ table }: FoldedTier, fromS: number, untilS: number): number {
    return this.#of[table].counted.get(fromS, untilS)!;
  }

  /**
   * To be called inside the transaction that inserted the samples, or after an unclean stop; `touched` are the five-minute buckets they fell
   * into. The bucket of the newest sample is always open, and so are those it lies in: what closes now is what was open before.
   */
  afterCommit(touched: Iterable<number> = []): void {
    const newestMs = this.ownEnd.newestMs();
    if (newestMs !== null) this.closeUntil(newestMs / 1000, touched);
  }

  /** Closes every bucket that ends before this moment, whether or not a later sample came. */
  closeUntil(tS: number, touched: Iterable<number> = []): void {
    const fromS = Math.max(this.closedUntil(FIVE_MIN), this.#watermarks.rawFrom);
    const unrolled = this.#of.five_min.begun.all(fromS * RAW.perS);
    this.rollWithParents(new Set([...touched, ...unrolled]), floorTo(tS, FIVE_MIN.widthS));
  }

  /**
   * Makes the closed ones of these five-minute rows anew, and every coarser row above them. Where a tier closes further, the
   * rows that close with it join, whenever their finer rows were made: no closed bucket is ever without its row. `made`: the rows are of
   * this tier, and stand as they are.
   */
  rollWithParents(rows: Iterable<number>, newestBucket = 0, made: FoldedTier | null = null): void {
    let starts = new Set(rows);
    let closed = newestBucket;
    for (const tier of FOLDED) {
      if (made !== null && tier.number < made.number) continue;
      const { widthS, finer } = tier;
      const before = this.closedUntil(tier);
      const until = Math.max(floorTo(closed, widthS), before);
      if (finer.folded && until > before) {
        for (const ts of this.#of[tier.table].begun.all(before)) starts.add(ts);
      }
      const coarser = coarserThan(tier);
      const parents = new Set<number>();
      for (const ts of starts) {
        if (ts >= until && tier !== made) continue;
        if (tier !== made) this.rows.make(tier, ts);
        if (coarser) parents.add(floorTo(ts, coarser.widthS));
      }
      closed = until;
      starts = parents;
    }
  }

  has({ table }: FoldedTier, ts: number): boolean {
    return this.#any[table].first.get(ts) === ts;
  }

  /** Stores a row as it was made elsewhere, and what was measured where the tests left something out. */
  putScreened(tier: FoldedTier, { row, measured, narrow, narrowMeasured }: ScreenedRow): void {
    this.#of[tier.table].put.run(...row);
    this.narrow.put(tier, row[0]!, narrow);
    if (measured) this.unscreened.keep(tier, { row, measured, byTests: row });
    if (narrowMeasured)
      this.unscreened.keepNarrow(tier, row[0]!, { row: narrow, measured: narrowMeasured, byTests: narrow });
  }

  /**
   * Rebuilds one row after samples moved; removes it if none are left. Where the finer rows were removed with age, or the caller says so,
   * the row stays.
   */
  remake(tier: FoldedTier, ts: number, stays: boolean): void {
    const aged = tier === HOURLY && ts < this.keptFrom(FIVE_MIN);
    if (!stays && !aged) this.removeRows(tier, ts, ts + tier.widthS);
    if (!aged) this.rows.make(tier, ts);
  }

  /** Drops rows of open buckets: the newest sample may lie in an earlier bucket than before. */
  reopen(): void {
    const newestS = (this.ownEnd.newestMs() ?? 0) / 1000;
    for (const tier of FOLDED) this.removeRows(tier, floorTo(newestS, tier.widthS), Number.MAX_SAFE_INTEGER);
  }

  /** Makes a row anew after flags of its time changed. */
  reflag(tier: FoldedTier, ts: number): void {
    if (ts >= this.#finerFrom(tier)) this.rows.make(tier, ts);
    else this.rows.reflag(tier, ts);
  }

  /** From here on the rows that a tier is made of are there. Half days are made of hours, which stay. */
  #finerFrom(tier: FoldedTier): number {
    return tier === FIVE_MIN ? this.keptFrom(RAW) : tier === HOURLY ? this.keptFrom(FIVE_MIN) : 0;
  }

  /**
   * Rows that came when those of their time were removed: the coarser row takes them in, an hour of them at a time. Inside a transaction. Returns
   * how many; 0 when there are no more.
   */
  takeInLate(finer: AgeingTier): number {
    const firsts = [this.#any, this.#anyNarrow].map((rows) => rows[finer.table].first.get(0) ?? null);
    const firstS = Math.min(...firsts.filter((key) => key !== null)) / finer.perS;
    if (firstS >= this.#watermarks.goneUntil(finer)) return 0;
    const hour = floorTo(firstS, HOURLY.widthS);
    const until = hour + HOURLY.widthS;
    const tier = finer.folded || hour < this.keptFrom(FIVE_MIN) ? HOURLY : FIVE_MIN;
    for (let ts = hour; ts < until; ts += tier.widthS) this.rows.make(tier, ts, finer, true);
    this.rollParents(hour, tier);
    return this.removeRows(finer, hour, until);
  }

  /** Samples so late that those of their time are gone; from this hour on, `keptFrom`, they are there. */
  takeInBefore(keptFromS: number): void {
    this.#watermarks.removed(RAW, keptFromS);
    while (this.takeInLate(RAW) > 0);
  }

  /** Rebuilds the closed rows over one moment in every coarser tier. */
  rollParents(tS: number, finest: FoldedTier): void {
    for (let tier = coarserThan(finest); tier !== null; tier = coarserThan(tier)) {
      const start = floorTo(tS, tier.widthS);
      if (start < this.closedUntil(tier)) this.rows.make(tier, start);
    }
  }

  /** Starts of the first rows over [fromS, untilS). */
  starts({ table }: FoldedTier, fromS: number, untilS: number, atMost: number): number[] {
    return this.#of[table].starts.all(fromS, untilS, atMost);
  }

  /** Starts of rows over [fromS, untilS) that are not there, or know of less than their finer ones. */
  behind({ table, finer }: FoldedTier, fromS: number, untilS: number): number[] {
    return this.#of[table].behind.all(fromS * finer.perS, untilS * finer.perS);
  }

  /** Moves a row with all that belongs to it, by keys of its tier: milliseconds of a sample. */
  move(tier: Tier, to: number, from: number): void {
    this.#any[tier.table].move.run(to, from);
    this.#anyNarrow[tier.table].move.run(to, from);
    if (tier.folded) this.unscreened.move(tier, to, from);
  }

  /** Moves a folded row; one that stands there already takes it in. */
  join(tier: FoldedTier, to: number, from: number): void {
    if (to === from) return;
    const meets = this.has(tier, to);
    const at = meets ? to + 1 : to; // a moment at which no row begins: the other is made of what lies in its time
    this.move(tier, at, from);
    if (!meets) return;
    this.rows.make(tier, to, tier);
    this.removeRows(tier, at, at + 1);
  }

  /** Removes rows of a tier with all that belongs to them. Returns how many. */
  removeRows(tier: Tier, fromS: number, untilS: number): number {
    if (tier.folded) this.unscreened.remove(tier, fromS, untilS);
    const [from, until] = [fromS * tier.perS, untilS * tier.perS];
    const values = this.#anyNarrow[tier.table].remove.run(from, until).changes;
    return this.#any[tier.table].remove.run(from, until).changes || values;
  }
}
