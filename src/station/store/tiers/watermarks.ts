import type { Database } from '../sqlite/database.ts';
import { type AgeingTier, FIVE_MIN, RAW } from './tier.ts';

/**
 * Watermarks: from when on each finer tier holds its rows; earlier ones were folded. Whole hours, so that no bucket is ever half folded. A
 * reader that trusts these never counts a sample twice and never misses one. Read from the table each time, so that a rollback or another
 * connection's change is never missed.
 */
export class Watermarks {
  readonly #put;
  readonly #get;

  constructor(db: Database) {
    this.#put = db.prepare<[string, number]>('INSERT OR REPLACE INTO watermark (tier, from_ts) VALUES (?, ?)');
    this.#get = db.prepare<[string], number>('SELECT from_ts FROM watermark WHERE tier = ?').pluck();
  }

  from({ mark }: AgeingTier): number {
    return this.#get.get(mark) ?? 0;
  }
  get rawFrom(): number {
    return this.from(RAW);
  }
  get fiveFrom(): number {
    return this.from(FIVE_MIN);
  }

  /** Forward when rows are folded, back when that is undone: never behind what was removed. */
  advance(tier: AgeingTier, fromTs: number): void {
    this.#put.run(tier.mark, fromTs);
    this.removed(tier, this.goneUntil(tier));
  }

  /** Rows before this moment were folded and removed. One that is there all the same came later. */
  goneUntil(tier: AgeingTier): number {
    return Math.min(this.#get.get(`${tier.mark}_gone`) ?? 0, this.from(tier));
  }
  removed({ mark }: AgeingTier, untilTs: number): void {
    if (untilTs > 0) this.#put.run(`${mark}_gone`, untilTs);
  }
}
