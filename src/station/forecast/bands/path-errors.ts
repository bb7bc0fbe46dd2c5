import { HOUR_S } from '../../../base/durations.ts';
import type { Target } from '../../../contract/names.ts';
import type { BandQuantiles } from './quantiles.ts';

/** Node of a path: one head's forecast at its target time. */
export interface PathNode {
  horizonS: number;
  forecast: number;
  halfwidth: number;
  /** Quantiles of the error; null without errors. */
  quantiles: BandQuantiles | null;
}

/** Half of a 90 % band in standard deviations. */
export const BAND_SIGMAS = 1.645;
const QUARTILE_SIGMAS = 0.674;
const SIGMAS = [-BAND_SIGMAS, -QUARTILE_SIGMAS, QUARTILE_SIGMAS, BAND_SIGMAS];
export const PATHS = 500;
/**
 * Correlation of errors from one horizon to a later one: (h1/h2)^c, c by the later horizon. Measured on the development records between
 * standardised errors of neighbouring heads (temperature .61 .70 .62 .52, humidity .58 .65 .52 .37, pressure .70 .85 .85 .78 to 3, 6, 12
 * and 24 h), to the power 1.1: straight between two horizons, a path moves a little less than the weather does. docs/evidence/skill.md has
 * the resulting coverage.
 */
const FADING: Readonly<Record<Target, readonly number[]>> = {
  temperature: [0.5, 0.57, 0.76, 1.03],
  humidity: [0.55, 0.68, 1.03, 1.57],
  pressure: [0.36, 0.26, 0.26, 0.39],
};
const UNTIL_HOURS = [3, 6, 12, 24];

const lasting = (target: Target, fromS: number, toS: number): number => {
  const at = UNTIL_HOURS.findIndex((hours) => toS <= hours * HOUR_S);
  return (fromS / toS) ** FADING[target].at(at)!; // of what is later, the last
};

/** A normal draw as an error of a node, in half-widths: straight between the quantiles that are known, and below and above them. */
export interface Shape {
  from: readonly [number, number, number];
  slope: readonly [number, number, number];
}

export function shapeOf({ quantiles, halfwidth }: PathNode): Shape {
  if (!quantiles) return { from: [0, 0, 0], slope: [1 / BAND_SIGMAS, 1 / BAND_SIGMAS, 1 / BAND_SIGMAS] };
  const slopeOf = (part: number): number =>
    (quantiles[part + 1]! - quantiles[part]!) / (SIGMAS[part + 1]! - SIGMAS[part]!) / halfwidth;
  const slope = [slopeOf(0), slopeOf(1), slopeOf(2)] as const;
  const fromOf = (part: 0 | 1 | 2): number => quantiles[part] / halfwidth - SIGMAS[part]! * slope[part];
  return { from: [fromOf(0), fromOf(1), fromOf(2)], slope };
}

const partOf = (z: number): 0 | 1 | 2 => (z < -QUARTILE_SIGMAS ? 0 : z < QUARTILE_SIGMAS ? 1 : 2);

export function shaped({ from, slope }: Shape, z: number): number {
  const part = partOf(z);
  return from[part] + slope[part] * z;
}

/** Draws of every path at one horizon, and the shape of its errors. */
interface Drawn {
  shape: Shape;
  draws: Float64Array;
}

/**
 * Errors of every path `share` of the way from one horizon to the next, in half-widths: by both shapes, whose parts end at the same draws. The
 * innermost loop of a chance, run for every path and hour: it calls no other module.
 */
export function shapedBetween(before: Drawn, after: Drawn, share: number, into: Float64Array): void {
  const { from, slope } = after.shape;
  const { from: fromBefore, slope: slopeBefore } = before.shape;
  const [early, late, rest, count] = [before.draws, after.draws, 1 - share, into.length];
  for (let i = 0; i < count; i++) {
    const z = early[i]! + share * (late[i]! - early[i]!);
    const part = partOf(z);
    into[i] = share * (from[part] + slope[part] * z) + rest * (fromBefore[part] + slopeBefore[part] * z);
  }
}

/** Random draws of every path at the horizons, made once: they are the same at every moment. Read only. */
export const errorsOf = (target: Target, horizonsS: readonly number[]): readonly Float64Array[] =>
  horizonsS.map((horizonS, k) => {
    const before = horizonsS.slice(0, k);
    if (k === 0) return normals(0, PATHS);
    return known(`${target} ${before.join(' ')} ${horizonS}`, () => {
      const r = lasting(target, before.at(-1)!, horizonS);
      const rest = Math.sqrt(1 - r * r);
      const last = errorsOf(target, before).at(-1)!;
      return normals(k, PATHS).map((draw, i) => r * last[i]! + rest * draw);
    });
  });

/** Weyl's sequence by the square root of a prime for each dimension: as even as draws can be, and the same for everybody. */
const PRIMES = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
  113, 127, 131, 137, 139,
];
/** The first of them are for normal draws: no other draw is the same as one of those. */
const NORMAL = 6;
const made = new Map<string, Float64Array>();

/** `count` draws from the standard normal distribution; those of two dimensions know next to nothing of each other. */
export const normals = (dimension: number, count: number): Float64Array =>
  known(`normal ${dimension} ${count}`, () => weyl(dimension % NORMAL, count).map(normalQuantile));

/** The same from the exponential distribution of mean 1. */
export const exponentials = (dimension: number, count: number): Float64Array =>
  known(`exponential ${dimension} ${count}`, () =>
    weyl(NORMAL + (dimension % (PRIMES.length - NORMAL)), count).map((share) => -Math.log(share)),
  );

function weyl(place: number, count: number): Float64Array {
  const irrational = Math.sqrt(PRIMES[place]!) % 1;
  return Float64Array.from({ length: count }, (_, i) => (0.5 + (i + 1) * irrational) % 1);
}

function known(name: string, make: () => Float64Array): Float64Array {
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}

/** Within .0005 of the truth (Abramowitz & Stegun 1964, 26.2.23). */
function normalQuantile(share: number): number {
  const tail = Math.min(Math.max(1e-9, Math.min(share, 1 - share)), 0.5);
  const t = Math.sqrt(-2 * Math.log(tail));
  const z =
    t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3);
  return share < 0.5 ? -z : z;
}
