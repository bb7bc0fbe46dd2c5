import { HOUR_S } from '../../base/durations.ts';
import { linesOf } from '../store/imports/joined.ts';
import { hourOf, type PastBucket, pauseOf, REACH_S } from '../store/imports/past.ts';
import { LOOK_BACK_S } from '../store/imports/past-rates.ts';

/** Lines in one transaction, and whole hours. More would grow old before they are written, and be swept with all that is there. */
const PORTION = 240;

/**
 * Buckets of an import on their way into the store, in portions of whole hours. Those near a beginning, a pause or an end are marked, so the
 * newest wait until it is known whether a pause follows. Where the steps of a file grow longer, only the first of them is a pause. One of less than
 * an hour marks the hours beside it alone: loggers miss a line now and then, and what is marked is kept for good.
 */
export class Portions {
  #waiting: PastBucket[] = [];
  /** Buckets up to here are near a beginning. */
  #nearS = 0;
  /** Distances of the newest three buckets. */
  #apartS: readonly number[] = [];

  constructor(private readonly put: (buckets: readonly PastBucket[]) => void) {}

  take(bucket: PastBucket): void {
    const before = this.#waiting.at(-1);
    if (!before || this.#isPause(before, bucket)) {
      const backS = before && bucket.ts - before.ts < HOUR_S ? 0 : LOOK_BACK_S;
      this.#markEnd(backS);
      this.#nearS = Math.max(this.#nearS, bucket.ts + backS);
    }
    bucket.isEnd = bucket.ts <= this.#nearS;
    if (before && hourOf(before) !== hourOf(bucket)) this.#putUntil(hourOf(bucket) - LOOK_BACK_S);
    this.#waiting.push(bucket);
  }

  end(): void {
    this.#markEnd(LOOK_BACK_S);
    this.put(this.#waiting);
  }

  #isPause(before: PastBucket, next: PastBucket): boolean {
    const apartS = next.ts - before.ts;
    const isLonger = this.#apartS.every((one) => apartS > one);
    this.#apartS = [apartS, ...this.#apartS.slice(0, 1)];
    return apartS > REACH_S || (isLonger && next.firstS - before.lastS >= pauseOf(before));
  }

  #markEnd(backS: number): void {
    const last = this.#waiting.at(-1);
    if (!last) return;
    last.isLast = true;
    for (const bucket of this.#waiting) if (bucket.ts >= last.ts - backS) bucket.isEnd = true;
  }

  #putUntil(untilS: number): void {
    const ready = this.#waiting.filter(({ ts }) => ts < untilS);
    if (linesOf(ready) < PORTION) return;
    this.#waiting = this.#waiting.slice(ready.length);
    this.put(ready);
  }
}
