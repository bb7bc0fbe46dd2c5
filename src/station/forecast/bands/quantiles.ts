/** The levels whose pinball losses make up the CRPS: .05, .10 … .95. */
export const CRPS_LEVELS: readonly number[] = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);

/** 5, 25, 75 and 95 of 100, as distances from the forecast. */
export type BandQuantiles = readonly [p05: number, p25: number, p75: number, p95: number];

const [AT_05, AT_25, AT_50, AT_75, AT_95] = [0.05, 0.25, 0.5, 0.75, 0.95].map((level) =>
  CRPS_LEVELS.findIndex((one) => Math.abs(one - level) < 1e-9),
) as [number, number, number, number, number];
/** Quartile over 95 % quantile of a normal distribution, where errors have said nothing yet. */
const QUARTILE = 0.41;
/**
 * Largest distance of the median from the forecast, as a share of a half-width. Errors of one day overlap and may all have one sign:
 * stretched to a wide band they would put the forecast itself out of reach. Settled bands are hardly ever so one-sided.
 */
const MOST_ASIDE = 0.5;
/** Least share of a half-width left between the physical bounds of a value: half of it when the forecast lies on one. */
const LEAST_POSSIBLE = 0.5;

/**
 * Quantiles of the error as it was met, stretched so that the outer two are as far apart as the 90 % band is wide: what the band has
 * learned of late holds for the inner ones, too. `errors` are quantiles at CRPS_LEVELS in any unit.
 */
export function bandQuantiles(halfwidth: number, errors: ArrayLike<number> | null): BandQuantiles {
  const p05 = errors?.[AT_05] ?? 0;
  const p95 = errors?.[AT_95] ?? 0;
  if (errors === null || !(p95 > p05)) return [-halfwidth, -QUARTILE * halfwidth, QUARTILE * halfwidth, halfwidth];
  const stretch = (2 * halfwidth) / (p95 - p05);
  const back = tooFarAside(stretch * p05, stretch * errors[AT_50]!, stretch * p95, MOST_ASIDE * halfwidth);
  return [stretch * p05 - back, stretch * errors[AT_25]! - back, stretch * errors[AT_75]! - back, stretch * p95 - back];
}

/** How far all of them are to be moved, so that the median is not farther from 0 than `most`, and 0 between the outer two. */
function tooFarAside(p05: number, median: number, p95: number, most: number): number {
  const back = median - Math.min(most, Math.max(-most, median));
  return Math.max(p05, Math.min(p95, back));
}

/**
 * The same of a value that has bounds. A hygrometer that stands at 100 % has seldom been wrong but upwards: nearly all quantiles would lie
 * beyond the bound. Then the errors say nothing that could come true, and the band itself is all that is known.
 */
export function quantilesWithin(
  [least, most]: readonly [number, number],
  forecast: number,
  halfwidth: number,
  errors: ArrayLike<number> | null,
): BandQuantiles {
  const quantiles = bandQuantiles(halfwidth, errors);
  const possible = Math.min(most, forecast + quantiles[3]) - Math.max(least, forecast + quantiles[0]);
  return possible < LEAST_POSSIBLE * halfwidth ? bandQuantiles(halfwidth, null) : quantiles;
}

/**
 * Continuous ranked probability score by quantiles at the levels, (2/19) Σ pinball_τ(e − q_τ) (Gneiting & Raftery 2007). Nineteen
 * levels give 5 % more than the integral, for us and for the rival alike.
 */
export function crps(error: number, quantiles: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < CRPS_LEVELS.length; i++) {
    const tau = CRPS_LEVELS[i]!;
    const e = error - quantiles[i]!;
    sum += e >= 0 ? tau * e : (tau - 1) * e;
  }
  return (2 / CRPS_LEVELS.length) * sum;
}
