import { apparentElevationDeg } from './sun.ts';

/**
 * Global horizontal irradiance of a cloudless sky, W/m²: Haurwitz (1945), 1098 c exp(−0.059/c) with c the sine of the apparent
 * elevation. Needs no turbidity and cannot fail; within 7 % above 30°, 50 % too bright at 5° and blind to altitude. The learned
 * response of the light sensor absorbs all of that.
 */
export function haurwitzWm2(apparentElevation: number): number {
  const c = Math.sin((apparentElevation * Math.PI) / 180);
  return c <= 0 ? 0 : 1098 * c * Math.exp(-0.059 / c);
}

/** From the true elevation. Null only when the sun's place is not known; at night it is 0. */
export const clearSkyWm2 = (elevationDeg: number | null): number | null =>
  elevationDeg === null ? null : haurwitzWm2(apparentElevationDeg(elevationDeg));
