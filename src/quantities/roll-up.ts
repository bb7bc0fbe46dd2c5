import type { Kind } from './quantity.ts';

/** Values of one quantity over a stretch of time, rolled up. */
export interface Folded {
  /** Values behind it. */
  n: number;
  /** Mean, sum of increments, direction of the mean vector or last state. Null: winds from all sides have no direction. */
  value: number | null;
  lo: number | null;
  hi: number | null;
  /** Length of the mean vector of directions, in the unit of what weighs them: 1 for one that did not turn. Null for all other kinds. */
  steadiness: number | null;
}

interface RollUp {
  /** `weight`: of a direction, the length of its vector. */
  of(value: number, weight?: number): Folded;
  /** `later` follows `earlier` in time. */
  join(earlier: Folded, later: Folded): Folded;
}

/** Exact for increments of whole millionths, as every rain gauge has: what the tiers add up is equal to the last digit. */
const MILLIONTHS = 1e6;
const sum = (a: number, b: number): number => (Math.round(a * MILLIONTHS) + Math.round(b * MILLIONTHS)) / MILLIONTHS;

/** Extremes of two values, of which one may be missing. */
export const smaller = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b));
export const larger = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b));

const level: RollUp = {
  of: (value) => ({ n: 1, value, lo: value, hi: value, steadiness: null }),
  join: (a, b) => ({
    n: a.n + b.n,
    value: (a.value! * a.n + b.value! * b.n) / (a.n + b.n),
    lo: smaller(a.lo, b.lo),
    hi: larger(a.hi, b.hi),
    steadiness: null,
  }),
};

const counter: RollUp = {
  of: (value) => ({ n: 1, value, lo: null, hi: null, steadiness: null }),
  join: (a, b) => ({ n: a.n + b.n, value: sum(a.value!, b.value!), lo: null, hi: null, steadiness: null }),
};

const RADIANS = Math.PI / 180;
/** Below it a mean vector is the rounding of one that is zero. */
const NO_DIRECTION = 1e-9;

const vectorOf = ({ n, value, steadiness }: Folded) => {
  const length = value === null ? 0 : n * steadiness!;
  return { east: length * Math.sin((value ?? 0) * RADIANS), north: length * Math.cos((value ?? 0) * RADIANS) };
};

/** Degrees in [0, 360), without the rounding of the sines: 350° and 10° are 0°. */
const degrees = (radians: number): number => {
  const rounded = Math.round((radians / RADIANS) * 1e9) / 1e9;
  return ((rounded % 360) + 360) % 360;
};

const direction: RollUp = {
  of: (value, weight = 1) => ({
    n: 1,
    value: weight < NO_DIRECTION ? null : ((value % 360) + 360) % 360,
    lo: null,
    hi: null,
    steadiness: weight < NO_DIRECTION ? 0 : weight,
  }),
  join: (a, b) => {
    const [one, other] = [vectorOf(a), vectorOf(b)];
    const [east, north] = [one.east + other.east, one.north + other.north];
    const steadiness = Math.hypot(east, north) / (a.n + b.n);
    const turns = steadiness < NO_DIRECTION;
    const value = turns ? null : degrees(Math.atan2(east, north));
    return { n: a.n + b.n, value, lo: null, hi: null, steadiness: turns ? 0 : steadiness };
  },
};

const peak: RollUp = {
  of: level.of,
  join: (a, b) => ({ ...level.join(a, b), value: larger(a.hi, b.hi) }),
};

const state: RollUp = {
  of: counter.of,
  join: (a, b) => ({ ...b, n: a.n + b.n }),
};

/** Roll-up of each kind. `join` of `join`s is the same in any brackets, so a day is the same from hours as from samples. */
export const ROLL_UPS: Readonly<Record<Kind, RollUp>> = { level, rate: level, counter, peak, direction, state };
