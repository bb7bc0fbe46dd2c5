import type { Vec3 } from '../sensors/sample.ts';
import { minus, norm, plus, times } from './vectors.ts';

const TIME_CONSTANT_S = 10;
const FORGET_AFTER_S = 60;
const CHANGED = 0.2; // of its length: a turn by 12 degrees, or a magnet

/** A direction without its noise: vectors are averaged, never angles. A real change is followed at once, not slid into. */
export class SmoothDirection {
  readonly state = { v: null as Vec3 | null, tS: 0 };

  learn(v: Vec3, tS: number): Vec3 {
    const { v: before, tS: beforeS } = this.state;
    const dtS = tS - beforeS;
    const fresh = !before || dtS < 0 || dtS > FORGET_AFTER_S || norm(minus(v, before)) > CHANGED * norm(before);
    this.state.v = fresh ? v : plus(before, times(minus(v, before), 1 - Math.exp(-dtS / TIME_CONSTANT_S)));
    this.state.tS = tS;
    return this.state.v;
  }
}
