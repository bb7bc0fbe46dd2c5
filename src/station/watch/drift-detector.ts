import { ExpMean } from '../../maths/exp-mean.ts';

const MEMORY = 4000;
const CORRELATION_MEMORY = 2000;
const MEAN_MEMORY = 1000;
/** Squared deviations are clipped at 3 sd once the first hundred have told what an sd is. */
const CLIP_AFTER = 100;
const CLIP_SD2 = 9;
const U_MOST = 4;
const START_AFTER = 500;

export interface DriftSettings {
  delta: number;
  threshold: number;
  /** Resolution of the sensor: errors and scales below it are equal. 0 for none. */
  resolution: number;
}
export const DRIFT: DriftSettings = { delta: 0.25, threshold: 30, resolution: 0 };

/** Errors grew, or shrank: a sheltered or stuck sensor forecasts itself too well. */
export type DriftDirection = 'grew' | 'shrank';

/**
 * Page's two-sided cumulative sum on the logarithm of standardised forecast errors, whitened by its own lag-one correlation:
 *   a = ln(√(e² + q²)/√(s² + q²) + .05)   u = clip((a − mean)/sd, 4)   w = (u − ρ u₋)/√(1 − ρ²)
 *   m⁺ = max(0, m⁺ + w − δ)   m⁻ = max(0, m⁻ − w − δ)   alarm above the threshold, then both start again
 * Page (1954), Siegmund (1985). q is the sensor's resolution: without it a damp winter, in which the
 * humidity hardly leaves 100 % and its errors are a tenth of the sensor's own, ends in six alarms instead of one. It sees the size of errors only: a constant offset of a sensor leaves
 * them as they were and is the business of calibration.
 */
export class DriftDetector {
  readonly state = {
    level: new ExpMean(MEMORY),
    spread: new ExpMean(MEMORY),
    correlation: new ExpMean(CORRELATION_MEMORY),
    mean: new ExpMean(MEAN_MEMORY),
    uBefore: null as number | null,
    mPos: 0,
    mNeg: 0,
    alarms: 0,
  };

  constructor(private readonly settings: DriftSettings = DRIFT) {}

  /** 0 at rest .. 1 at the threshold. */
  get stress(): number {
    return Math.min(1, Math.max(this.state.mPos, this.state.mNeg) / this.settings.threshold);
  }

  /** Learns one non-overlapping forecast error, with the scale of its issue. */
  learn(error: number, scale: number): DriftDirection | null {
    const { resolution } = this.settings;
    const a = Math.log(Math.hypot(error, resolution) / Math.hypot(scale, resolution) + 0.05);
    const w = this.#whitened(a);
    this.#standardise(a);
    if (w === null || this.state.level.n <= START_AFTER) return null;
    this.state.mean.add(w);
    const { delta, threshold } = this.settings;
    this.state.mPos = Math.max(0, this.state.mPos + w - delta);
    this.state.mNeg = Math.max(0, this.state.mNeg - w - delta);
    const direction = this.state.mPos > threshold ? 'grew' : this.state.mNeg > threshold ? 'shrank' : null;
    if (direction === null) return null;
    this.state.mPos = 0;
    this.state.mNeg = 0;
    this.state.alarms += 1;
    return direction;
  }

  /** Restarts the sums after a calibration, because the errors are another sensor's. The baseline stays. */
  restart(): void {
    this.state.mPos = 0;
    this.state.mNeg = 0;
    this.state.uBefore = null;
  }

  #whitened(a: number): number | null {
    const level = this.state.level.value;
    const variance = this.state.spread.value;
    if (level === null || variance === null || variance <= 0) return null;
    const u = Math.min(U_MOST, Math.max(-U_MOST, (a - level) / Math.sqrt(variance)));
    const before = this.state.uBefore;
    this.state.uBefore = u;
    const rho = Math.min(0.95, Math.max(-0.95, this.state.correlation.value ?? 0));
    if (before === null) return u;
    this.state.correlation.add(u * before);
    return (u - rho * before) / Math.sqrt(1 - rho * rho);
  }

  #standardise(a: number): void {
    const level = this.state.level.value;
    if (level !== null) {
      const squared = (a - level) ** 2;
      const most = this.state.spread.n > CLIP_AFTER ? CLIP_SD2 * this.state.spread.value! : Number.POSITIVE_INFINITY;
      this.state.spread.add(Math.min(squared, most));
    }
    this.state.level.add(a);
  }
}
