import { PATIENCE_S, SMALL_S, TRIFLE_S } from './verdict.ts';

const MS = 0.001;
const HALF_SPEED = 0.5;

/** Lead of the stamps over the wall clock, and its gradual removal. */
export class Lead {
  /** `sinceS`: steady time since when there is one. */
  constructor(private sinceS: number | null = null) {}

  /**
   * Stamp less steady time for a sample of now: the wall's, or the segment's own where that stands ahead of it. A small lead is
   * walked off once the wall has not been set again for a while, or at once when it is vouched for.
   */
  offsetS(mineS: number, wallOffsetS: number, steadyS: number, passedS: number, vouchedFor: boolean): number {
    const aheadS = mineS - wallOffsetS;
    if (aheadS <= MS) {
      this.sinceS = null;
      return wallOffsetS;
    }
    this.sinceS ??= steadyS;
    const waits = steadyS - this.sinceS < PATIENCE_S && !vouchedFor;
    if (aheadS > SMALL_S || (waits && aheadS > TRIFLE_S)) return mineS;
    return Math.max(wallOffsetS, mineS - HALF_SPEED * passedS);
  }
}
