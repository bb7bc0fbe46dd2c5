import type { Vec3 } from '../sensors/sample.ts';
import { minus, norm, plus, times } from './vectors.ts';

export interface GyroBiasState {
  biasDps: Vec3;
  n: number;
  /** The reading before: whether the board lies still shows between two. */
  last?: { accelG: Vec3; rateDps: Vec3 } | null;
}

const STILL_ACCEL_G = 0.05;
const STILL_RATE_DPS = 11.5; // 0.2 rad/s between two readings
const WORST_BIAS_DPS = 30; // more is motion: the datasheet's typical zero-rate level at this range
const SETTLED_AFTER = 30;
const MEMORY_READINGS = 600;

/** Gyroscope bias: mean at rest. A wall station nearly always lies still. */
export class GyroBias {
  #state: GyroBiasState;
  #last: { accelG: Vec3; rateDps: Vec3 } | null = null;
  constructor(saved: GyroBiasState | null = null) {
    this.#state = saved ? structuredClone(saved) : { biasDps: { x: 0, y: 0, z: 0 }, n: 0 };
    this.#last = this.#state.last ?? null;
  }
  static fromJSON(saved: GyroBiasState | null): GyroBias {
    return new GyroBias(saved);
  }
  toJSON(): GyroBiasState {
    return structuredClone({ ...this.#state, last: this.#last });
  }

  /** The rate without what is known of its bias. */
  correct(rateDps: Vec3): Vec3 {
    return this.#state.n < SETTLED_AFTER ? rateDps : minus(rateDps, this.#state.biasDps);
  }

  learn(accelG: Vec3, rateDps: Vec3): void {
    const last = this.#last;
    this.#last = { accelG, rateDps };
    if (!last || norm(rateDps) > WORST_BIAS_DPS) return;
    if (norm(minus(accelG, last.accelG)) > STILL_ACCEL_G || norm(minus(rateDps, last.rateDps)) > STILL_RATE_DPS) return;
    const n = Math.min(this.#state.n + 1, MEMORY_READINGS);
    const { biasDps } = this.#state;
    this.#state = { n, biasDps: plus(biasDps, times(minus(rateDps, biasDps), 1 / n)) };
  }
}
