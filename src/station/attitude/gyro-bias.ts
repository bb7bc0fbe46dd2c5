import type { Vec3 } from '../sensors/sample.ts';
import { minus, norm, plus, times } from './vectors.ts';

const STILL_ACCEL_G = 0.05;
const STILL_RATE_DPS = 11.5; // 0.2 rad/s between two readings
const WORST_BIAS_DPS = 30; // more is motion: the datasheet's typical zero-rate level at this range
const SETTLED_AFTER = 30;
const MEMORY_READINGS = 600;

/** Gyroscope bias: mean at rest. A wall station nearly always lies still. */
export class GyroBias {
  /** `last` is the reading before: whether the board lies still shows between two. */
  readonly state = {
    biasDps: { x: 0, y: 0, z: 0 },
    n: 0,
    last: null as { accelG: Vec3; rateDps: Vec3 } | null,
  };

  /** The rate without what is known of its bias. */
  correct(rateDps: Vec3): Vec3 {
    const { n, biasDps } = this.state;
    return n < SETTLED_AFTER ? rateDps : minus(rateDps, biasDps);
  }

  learn(accelG: Vec3, rateDps: Vec3): void {
    const { last, n, biasDps } = this.state;
    this.state.last = { accelG, rateDps };
    if (!last || norm(rateDps) > WORST_BIAS_DPS) return;
    if (norm(minus(accelG, last.accelG)) > STILL_ACCEL_G || norm(minus(rateDps, last.rateDps)) > STILL_RATE_DPS) return;
    this.state.n = Math.min(n + 1, MEMORY_READINGS);
    this.state.biasDps = plus(biasDps, times(minus(rateDps, biasDps), 1 / this.state.n));
  }
}
