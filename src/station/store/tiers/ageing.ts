import type { Slicer } from '../../../base/clock.ts';
import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { type Database, relaxed } from '../sqlite/database.ts';
import type { RollUps } from './rollup.ts';
import { type AgeingTier, FIVE_MIN, floorTo, HOURLY, RAW, type Retention } from './tier.ts';
import type { Watermarks } from './watermarks.ts';

/** Rows that were folded away are removed when the record has grown by so much more. */
const MARGIN_DAYS = 1;

export interface Folded {
  /** Rows that coarser ones speak for from now on. */
  raw: number;
  fiveMin: number;
  /** Folded rows that were removed. */
  removed: number;
}

/**
 * Folds finer rows whose coarser row is there and knows of every one of them (after a salvage it may know of more than were
 * saved; one that does not is made anew first), and removes them later.
 *
 * **Age is counted in the record, not by the clock**: a sample is seven days old when 168 newer hours hold samples. A clock that
 * runs a month ahead for an hour adds one hour to the record and makes nothing older than that.
 *
 * An hour is one transaction and the event loop is free between two, so a week that is due at once is as quiet as an hour.
 */
export class Ageing {
  readonly #nthNewestHour;
  readonly #isMoving;

  constructor(
    private readonly db: Database,
    private readonly rollUps: RollUps,
    private readonly watermarks: Watermarks,
    private readonly retention: Retention,
  ) {
    this.#nthNewestHour = db
      .prepare<[number], number | null>('SELECT ts FROM hourly ORDER BY ts DESC LIMIT 1 OFFSET ?')
      .pluck();
    this.#isMoving = db
      .prepare<[], number>('SELECT EXISTS (SELECT 1 FROM clock_segment WHERE moving_by_ms IS NOT NULL)')
      .pluck();
  }

  async fold(slicer: Slicer, signal: AbortSignal): Promise<Folded> {
    const { rawRetentionDays, fiveMinRetentionDays } = this.retention;
    const rawLimit = this.oldestKept(rawRetentionDays);
    // Never before the raw rows: an hour is folded into complete rows alone.
    const fiveLimit = Math.min(this.oldestKept(fiveMinRetentionDays), rawLimit);
    const raw = await this.#foldUntil(rawLimit, RAW, slicer, signal);
    const fiveMin = await this.#foldUntil(fiveLimit, FIVE_MIN, slicer, signal);
    const removed = await this.#remove(RAW, rawRetentionDays, slicer, signal);
    const alsoRemoved = await this.#remove(FIVE_MIN, fiveMinRetentionDays, slicer, signal);
    return { raw, fiveMin, removed: removed + alsoRemoved };
  }

  /** Start of the last days of the record; 0 if the record is shorter. */
  oldestKept(days: number): number {
    const newest = this.#nthNewestHour.get(Math.ceil(24 * days)) ?? null;
    return newest === null ? 0 : newest + HOUR_S;
  }

  /** End of what may be removed: nothing on the day of an import, which makes much old at once and may be undone. */
  removable(days: number): number {
    const newestS = (this.rollUps.ownEnd.newestMs() ?? 0) / 1000;
    // Both ways: an import that a wrong clock has stamped holds nothing up. Prepared here, since a rescue settles files of older schemas, too.
    const isUndoable = this.db
      .prepare<[number], number>(`SELECT EXISTS (SELECT 1 FROM import_job WHERE abs(ended_ts - ?) < ${DAY_S})`)
      .pluck();
    return isUndoable.get(newestS) === 1 ? 0 : this.oldestKept(days);
  }

  /** Not while the clock is being mended: some rows stand at their old time then, and the roll-ups of both times wait for the rest. */
  #goesOn(signal: AbortSignal): boolean {
    return !signal.aborted && this.#isMoving.get() === 0;
  }

  /** Asks once more within the transaction: a worker's has waited for what the sampling thread wrote, which may be the beginning of a move. */
  #slice<T>(work: () => T): T | null {
    return relaxed(this.db, () => (this.#isMoving.get() === 0 ? work() : null));
  }

  async #foldUntil(limit: number, tier: AgeingTier, slicer: Slicer, signal: AbortSignal): Promise<number> {
    let rows = 0;
    while (this.#goesOn(signal)) {
      const from = this.watermarks.from(tier);
      const first = this.rollUps.firstOf(tier, from);
      if (first === null || first >= limit) {
        if (from < limit && first !== null) this.#slice(() => this.watermarks.advance(tier, limit));
        break;
      }
      rows += this.#slice(() => this.#foldHour(tier, floorTo(first, HOUR_S))) ?? 0;
      await slicer.breathe();
    }
    return rows;
  }

  #foldHour(tier: AgeingTier, hour: number): number {
    const until = hour + HOUR_S;
    if (!tier.folded && this.rollUps.closedUntil(FIVE_MIN) < until) this.rollUps.closeUntil(until);
    this.#agree(tier, hour);
    if (until > this.watermarks.from(tier)) this.watermarks.advance(tier, until);
    return this.rollUps.rowsIn(tier, hour, until);
  }

  /** Makes coarser rows anew that know of fewer than an hour's finer ones. */
  #agree(finer: AgeingTier, hour: number): void {
    const behind = () => this.rollUps.behind(finer.folded ? HOURLY : FIVE_MIN, hour, hour + HOUR_S);
    const before = behind();
    if (before.length === 0) return;
    if (finer.folded) this.rollUps.rollParents(hour, FIVE_MIN);
    else this.rollUps.rollWithParents(before);
    const [left] = behind();
    if (left !== undefined)
      throw new Error(`the row over ${left} does not agree with its finer ones after a new roll-up`);
  }

  /**
   * Folded rows of hours that the record has left behind by the margin, whatever any clock says. What another program has inserted
   * meanwhile is taken into the coarser rows first.
   */
  async #remove(tier: AgeingTier, days: number, slicer: Slicer, signal: AbortSignal): Promise<number> {
    const limit = Math.min(this.watermarks.from(tier), this.removable(days + MARGIN_DAYS));
    let removed = 0;
    while (this.#goesOn(signal) && this.#slice(() => this.rollUps.takeInLate(tier))) await slicer.breathe();
    while (this.#goesOn(signal)) {
      const first = this.rollUps.firstOf(tier, this.watermarks.goneUntil(tier));
      if (first === null || first >= limit) break;
      const hour = floorTo(first, HOUR_S);
      removed +=
        this.#slice(() => {
          this.#agree(tier, hour);
          this.watermarks.removed(tier, hour + HOUR_S);
          return this.rollUps.removeRows(tier, hour, hour + HOUR_S);
        }) ?? 0;
      await slicer.breathe();
    }
    return removed;
  }
}
