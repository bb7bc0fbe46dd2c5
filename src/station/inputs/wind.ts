export type WindSample = readonly [speedMs: number | null, directionDeg: number | null];

const RADIANS = Math.PI / 180;
/** Share of the mean speed below which a mean vector has no direction. */
const NO_DIRECTION = 0.01;

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;

/**
 * Scalar mean of the speeds, and the mean of the vectors. Degrees are never averaged: 350° and 10° are north. There is no direction in a calm,
 * or where winds from all sides cancel.
 */
export function meanWind(samples: readonly WindSample[]) {
  const speeds = samples.flatMap(([speed]) => (speed === null ? [] : [speed]));
  const speedMs = mean(speeds);
  const vectors = samples.flatMap(([speed, direction]) => {
    if (speed === 0) return [{ east: 0, north: 0 }];
    if (speed === null || direction === null) return [];
    return [{ east: speed * Math.sin(direction * RADIANS), north: speed * Math.cos(direction * RADIANS) }];
  });
  if (speedMs === null || vectors.length === 0) return { speedMs, directionDeg: null };
  const east = mean(vectors.map((vector) => vector.east))!;
  const north = mean(vectors.map((vector) => vector.north))!;
  if (speedMs === 0 || Math.hypot(east, north) < NO_DIRECTION * speedMs) return { speedMs, directionDeg: null };
  const degrees = Math.round((Math.atan2(east, north) / RADIANS) * 1e9) / 1e9;
  return { speedMs, directionDeg: (degrees + 360) % 360 };
}

/** Gust of a stretch: the highest of gusts and speeds, so never below the mean. */
export function gustOf(gusts: readonly (number | null)[], speeds: readonly (number | null)[]): number | null {
  const all = [...gusts, ...speeds].filter((value) => value !== null);
  return all.length === 0 ? null : Math.max(...all);
}
