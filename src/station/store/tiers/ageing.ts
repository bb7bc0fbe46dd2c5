import type { Slicer } from '../../../base/clock.ts';
import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { type Database, relaxed } from '../sqlite/database.ts';
import type { RollUps } from './rollup.ts';
import { type AgeingTier, FIVE_MIN, floorTo, HOURLY, RAW, type Retention } from './tier.ts';
import type { Watermarks } from './watermarks.ts';

/** Rows that were folded away are removed when the record has grown by so much more: until then a fold can be undone. */
const MARGIN_DAYS = 1;

export interface Folded {
  /** Rows that coarser ones speak for from now on. */
  raw: number;
  fiveMin: number;
  /** Folded rows that were removed. */
  removed: number;
  /** Hours that speak for themselves again, because they had been folded by a clock that was wrong. */
  unfoldedHours: number;
}

/**
 * Folds finer rows whose coarser row is there and knows of every one of them (after a salvage it may know of more than were
 * saved; one that does not is made anew first), and removes them later.
 *
 * **Age is counted in the record, not by the clock**: a sample is seven days old when 168 newer hours hold samples. A clock that
 * runs a month ahead for an hour adds one hour to the record and makes nothing older than that; a clock that somebody vouches for
 * may fold by the calendar, too, but removing never asks it.
 *
 * An hour is one transaction and the event loop is free between two, so a week that is due at once is as quiet as an hour.
 */
export class Ageing {
  readonly #sql;

  constructor(
    private readonly db: Database,
    private readonly rollUps: RollUps,
    private readonly watermarks: Watermarks,
    private readonly retention: Retention,
  ) {
    this.#sql = {
      nthNewestHour: db
        .prepare<[number], number | null>('SELECT ts FROM hourly ORDER BY ts DESC LIMIT 1 OFFSET ?')
        .pluck(),
      samplesIn: db
        .prepare<[number, number], number>('SELECT count(*) FROM main.sample WHERE ts_ms >= ? AND ts_ms < ?')
        .pluck(),
      fivesIn: db.prepare<[number, number], number>('SELECT count(*) FROM five_min WHERE ts >= ? AND ts < ?').pluck(),
    };
  }

  /** @param confirmedNowS the time, if something better than this machine's own clock vouches for it; null otherwise */
  async fold(confirmedNowS: number | null, slicer: Slicer, signal: AbortSignal): Promise<Folded> {
    const { rawRetentionDays, fiveMinRetentionDays } = this.retention;
    const rawLimit = this.#limit(rawRetentionDays, confirmedNowS);
    // Never before the raw rows: an hour is folded into complete rows alone.
    const fiveLimit = Math.min(this.#limit(fiveMinRetentionDays, confirmedNowS), rawLimit);
    const unfoldedHours = this.#unfold(FIVE_MIN, fiveLimit) + this.#unfold(RAW, rawLimit);
    const raw = await this.#foldUntil(rawLimit, RAW, slicer, signal);
    const fiveMin = await this.#foldUntil(fiveLimit, FIVE_MIN, slicer, signal);
    const removed = await this.#remove(RAW, rawRetentionDays, slicer, signal);
    const alsoRemoved = await this.#remove(FIVE_MIN, fiveMinRetentionDays, slicer, signal);
    return { raw, fiveMin, removed: removed + alsoRemoved, unfoldedHours };
  }

  /** Start of the last days of the record; 0 if the record is shorter. */
  oldestKept(days: number): number {
    const newest = this.#sql.nthNewestHour.get(Math.ceil(24 * days)) ?? null;
    return newest === null ? 0 : newest + HOUR_S;
  }

  /** Before this moment there are as many hours of the record as are kept: by data, or by a clock that is vouched for. */
  #limit(days: number, confirmedNowS: number | null): number {
    const byRecord = this.oldestKept(days);
    return confirmedNowS === null ? byRecord : Math.max(byRecord, floorTo(confirmedNowS - days * DAY_S, HOUR_S));
  }

  async #foldUntil(limit: number, tier: AgeingTier, slicer: Slicer, signal: AbortSignal): Promise<number> {
    let rows = 0;
    while (!signal.aborted) {
      const from = this.watermarks.from(tier);
      const first = this.rollUps.firstOf(tier, from);
      if (first === null || first >= limit) {
        if (from < limit && first !== null) relaxed(this.db, () => this.watermarks.advance(tier, limit));
        break;
      }
      rows += relaxed(this.db, () => this.#foldHour(tier, floorTo(first, HOUR_S)));
      await slicer.breathe();
    }
    return rows;
  }

  #foldHour(tier: AgeingTier, hour: number): number {
    const until = hour + HOUR_S;
    if (!tier.folded && this.rollUps.closedUntil(FIVE_MIN) < until) this.rollUps.closeUntil(until);
    this.#agree(tier, hour);
    if (until > this.watermarks.from(tier)) this.watermarks.advance(tier, until);
    return tier.folded ? this.#sql.fivesIn.get(hour, until)! : this.#sql.samplesIn.get(hour * 1000, until * 1000)!;
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
    const limit = Math.min(this.watermarks.from(tier), this.oldestKept(days + MARGIN_DAYS));
    let removed = 0;
    while (!signal.aborted && relaxed(this.db, () => this.rollUps.takeInLate(tier)) > 0) await slicer.breathe();
    while (!signal.aborted) {
      const first = this.rollUps.firstOf(tier, this.watermarks.goneUntil(tier));
      if (first === null || first >= limit) break;
      const hour = floorTo(first, HOUR_S);
      removed += relaxed(this.db, () => {
        this.#agree(tier, hour);
        this.watermarks.removed(tier, hour + HOUR_S);
        return this.rollUps.removeRows(tier, hour, hour + HOUR_S);
      });
      await slicer.breathe();
    }
    return removed;
  }

  /**
   * A clock that was vouched for was wrong, or more is to be kept than before: where the finer rows of an hour are all still there,
   * they speak for it again. Returns the hours this brought back.
   */
  #unfold(tier: AgeingTier, limit: number): number {
    const from = this.watermarks.from(tier);
    const first = this.rollUps.firstOf(tier, this.watermarks.goneUntil(tier));
    if (first === null) return 0;
    const whole = this.#firstWholeHour(tier, floorTo(first, HOUR_S));
    const back = Math.max(limit, whole);
    if (back >= from) return 0;
    relaxed(this.db, () => this.watermarks.advance(tier, back));
    return (from - back) / HOUR_S;
  }

  /** The first hour whose coarser row counts no more rows than are left of it. */
  #firstWholeHour(tier: AgeingTier, hour: number): number {
    const untilS = hour + HOUR_S;
    const kept = tier.folded
      ? this.rollUps.countIn(tier, hour, untilS)
      : this.#sql.samplesIn.get(hour * 1000, untilS * 1000)!;
    const counted = this.rollUps.countIn(tier.folded ? HOURLY : FIVE_MIN, hour, untilS);
    return kept >= counted ? hour : untilS;
  }
}
