import type { Vec3 } from '../sensors/sample.ts';
import { degrees, dot, minus, norm, times, unit } from './vectors.ts';

const UNIT_UT = 50;
const PRIOR_THETA = [0, 0, 0, (45 / UNIT_UT) ** 2] as const;
const PRIOR_VARIANCE = [1.44, 1.44, 1.44, 4] as const; // boards of 60 uT, and a last term as wide as such offsets make it
const EQUATION_VARIANCE = (2 * (1.2 / UNIT_UT)) ** 2; // 1.2 uT of noise and soft iron, through the square
const DRIFT_VARIANCE = (0.1 / UNIT_UT) ** 2;
const NEW_DIRECTION_UT = 4;
const SURPRISE = 25;
const SURPRISES_BEFORE_RESTART = 6;

/**
 * The field of the board itself, learned while the board is turned: all readings m lie on a sphere about it,
 *   |m|^2 = 2 m·b + (r^2 - |b|^2),
 * linear in the offset b and one more number, so recursive least squares finds both (Kasa 1976). A reading counts only when it
 * differs from the last that did: a board that lies still for a year has still shown one direction. The covariance then knows
 * which directions are missing: a board turned on a table has a good compass as long as it stays level. A row of readings far off
 * the sphere means that the board's surroundings changed, and learning starts over.
 */
export class HardIron {
  readonly state = prior();

  /** uT, in the board's own axes. */
  get offsetUt(): Vec3 {
    const [x = 0, y = 0, z = 0] = this.state.theta;
    return times({ x, y, z }, UNIT_UT);
  }

  /** Standard error, degrees, of a heading taken with this offset in the given attitude. */
  headingErrorDeg(gravity: Vec3, fieldUt: Vec3): number {
    const down = unit(gravity);
    const north = minus(fieldUt, this.offsetUt);
    const level = norm(minus(north, times(down, dot(north, down)))) / UNIT_UT;
    const { p } = this.state;
    const at = (row: number, column: number): number => p[4 * row + column] ?? 0;
    const d = [down.x, down.y, down.z] as const;
    let vertical = 0;
    for (const row of [0, 1, 2] as const)
      for (const col of [0, 1, 2] as const) vertical += d[row] * at(row, col) * d[col];
    const levelVariance = at(0, 0) + at(1, 1) + at(2, 2) - vertical;
    return degrees(Math.sqrt(Math.max(0, levelVariance)) / Math.max(level, 1e-6));
  }

  learn(fieldUt: Vec3): void {
    const { state } = this;
    if (state.last && norm(minus(fieldUt, state.last)) < NEW_DIRECTION_UT) return;
    state.last = { ...fieldUt };
    state.directions++;
    const m = times(fieldUt, 1 / UNIT_UT);
    const x = [2 * m.x, 2 * m.y, 2 * m.z, 1];
    for (let i = 0; i < 3; i++) state.p[5 * i]! += DRIFT_VARIANCE;
    const px = x.map((_, row) => x.reduce((sum, value, column) => sum + state.p[4 * row + column]! * value, 0));
    const s = x.reduce((sum, value, i) => sum + value * px[i]!, EQUATION_VARIANCE);
    const innovation = dot(m, m) - x.reduce((sum, value, i) => sum + value * state.theta[i]!, 0);
    state.surprises = innovation ** 2 / s > SURPRISE ? state.surprises + 1 : 0;
    if (state.surprises >= SURPRISES_BEFORE_RESTART) {
      Object.assign(state, prior());
      return;
    }
    if (state.surprises > 0) return; // one odd reading, a passing magnet, is not learned
    for (let row = 0; row < 4; row++) {
      state.theta[row]! += (px[row]! / s) * innovation;
      for (let col = 0; col < 4; col++) state.p[4 * row + col]! -= (px[row]! * px[col]!) / s; // symmetric by form
    }
  }
}

const prior = () => ({
  /** Offset of the board's own field in units of 50 uT, then radius^2 - |offset|^2. */
  theta: [...PRIOR_THETA] as number[],
  /** Covariance of theta, row by row. */
  p: Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? PRIOR_VARIANCE[(i / 5) as 0]! : 0)),
  last: null as Vec3 | null,
  directions: 0,
  surprises: 0,
});
