import type { Slicer } from '../../clock.ts';
import { type Database, relaxed } from '../database.ts';
import { floorTo, type RollUps } from './rollup.ts';
import { HOUR_S } from './rollup-columns.ts';
import type { Retention } from './tiers.ts';
import type { Watermarks } from './watermarks.ts';

const DAY_S = 86_400;

export interface Folded {
  /** Rows removed because their coarser row speaks for them now. */
  raw: number;
  fiveMin: number;
}

/**
 * Removes finer rows whose coarser row is there and knows of every one of them (after a salvage it may know of more than were
 * saved); one that does not is made anew first.
 * An hour is one transaction and the event loop is free between two, so a week that is due at once is as quiet as an hour.
 */
export class Ageing {
  readonly #db: Database;
  readonly #rollUps: RollUps;
  readonly #watermarks: Watermarks;
  readonly #retention: Retention;
  readonly #firstSampleMs;
  readonly #firstFive;
  readonly #unequalFives;
  readonly #unequalHour;
  readonly #dropSamples;
  readonly #dropFives;

  constructor(db: Database, rollUps: RollUps, watermarks: Watermarks, retention: Retention) {
    this.#db = db;
    this.#rollUps = rollUps;
    this.#watermarks = watermarks;
    this.#retention = retention;
    this.#firstSampleMs = db.prepare<[], number | null>('SELECT min(ts_ms) FROM main.sample').pluck();
    this.#firstFive = db.prepare<[], number | null>('SELECT min(ts) FROM five_min').pluck();
    this.#unequalFives = db
      .prepare<[number, number], number>(
        `SELECT bucket FROM (SELECT ts_ms / 300000 * 300 bucket, count(*) rows FROM main.sample
           WHERE ts_ms >= ? AND ts_ms < ? GROUP BY 1)
         WHERE rows > coalesce((SELECT n FROM five_min WHERE ts = bucket), 0)`,
      )
      .pluck();
    this.#unequalHour = db
      .prepare<[{ ts: number; until: number }], number>(
        `SELECT (SELECT sum(n) FROM five_min WHERE ts >= @ts AND ts < @until)
           > coalesce((SELECT n FROM hourly WHERE ts = @ts), 0)`,
      )
      .pluck();
    this.#dropSamples = db.prepare<[number]>('DELETE FROM main.sample WHERE ts_ms < ?');
    this.#dropFives = db.prepare<[number]>('DELETE FROM five_min WHERE ts < ?');
  }

  async fold(nowS: number, slicer: Slicer, signal: AbortSignal): Promise<Folded> {
    const rawLimit = floorTo(nowS - this.#retention.rawRetentionDays * DAY_S, HOUR_S);
    // Never before the raw rows: what an hour is folded into must itself be complete.
    const fiveLimit = Math.min(floorTo(nowS - this.#retention.fiveMinRetentionDays * DAY_S, HOUR_S), rawLimit);
    const folded: Folded = { raw: 0, fiveMin: 0 };
    await this.#each('raw', rawLimit, slicer, signal, (hour) => {
      folded.raw += this.#foldHourOfSamples(hour);
    });
    await this.#each('five_min', fiveLimit, slicer, signal, (hour) => {
      folded.fiveMin += this.#foldHourOfFives(hour);
    });
    return folded;
  }

  async #each(
    tier: 'raw' | 'five_min',
    limit: number,
    slicer: Slicer,
    signal: AbortSignal,
    fold: (hour: number) => void,
  ): Promise<void> {
    while (!signal.aborted) {
      const hour = this.#nextHour(tier, limit);
      if (hour === null) return;
      fold(hour);
      await slicer.breathe();
    }
  }

  /** The next hour with rows to fold, or null when the rest up to the limit is empty. */
  #nextHour(tier: 'raw' | 'five_min', limit: number): number | null {
    const firstMs = tier === 'raw' ? (this.#firstSampleMs.get() ?? null) : null;
    const first = tier === 'raw' ? (firstMs === null ? null : firstMs / 1000) : (this.#firstFive.get() ?? null);
    if (first !== null && first < limit) return floorTo(first, HOUR_S);
    const from = tier === 'raw' ? this.#watermarks.rawFrom : this.#watermarks.fiveFrom;
    if (from < limit && first !== null) relaxed(this.#db, () => this.#watermarks.advance(tier, limit));
    return null;
  }

  #foldHourOfSamples(hour: number): number {
    const until = hour + HOUR_S;
    return relaxed(this.#db, () => {
      if (this.#rollUps.closedUntil(0) < until) this.#rollUps.closeUntil(until);
      const unequal = this.#unequalFives.all(hour * 1000, until * 1000);
      if (unequal.length > 0) this.#rollUps.rollWithParents(unequal);
      const left = this.#unequalFives.all(hour * 1000, until * 1000);
      if (left.length > 0)
        throw new Error(`five-minute row ${left[0]} does not agree with its samples after a new roll-up`);
      const { changes } = this.#dropSamples.run(until * 1000);
      if (until > this.#watermarks.rawFrom) this.#watermarks.advance('raw', until);
      return changes;
    });
  }

  #foldHourOfFives(hour: number): number {
    const until = hour + HOUR_S;
    return relaxed(this.#db, () => {
      if (this.#unequalHour.get({ ts: hour, until }) === 1) {
        this.#rollUps.rollParents(hour);
      }
      if (this.#unequalHour.get({ ts: hour, until }) === 1) {
        throw new Error(`hourly row ${hour} does not agree with its five-minute rows after a new roll-up`);
      }
      const { changes } = this.#dropFives.run(until);
      if (until > this.#watermarks.fiveFrom) this.#watermarks.advance('five_min', until);
      return changes;
    });
  }
}
