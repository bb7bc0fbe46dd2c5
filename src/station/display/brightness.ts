/** Shares of full light, 0..1. */
const NIGHT = 0.06;
const DUSK_END_DEG = -6; // civil twilight: the sun below it gives no light to read by
const DAY_FROM_DEG = 6;
const DARK_LUX = 1;
const BRIGHT_LUX = 300; // a lit room
const LAMP_AT_NIGHT = 0.5;

const clamp = (share: number): number => Math.min(1, Math.max(0, share));

/**
 * Brightness of the panel: by the measured light, otherwise by the sun, otherwise full. Logarithmic, as the eye is. A lit room at night
 * gives at most half: outside the lamp's circle it is still night.
 */
export function ambientShare(sunElevationDeg: number | null, lux: number | null): number {
  const bySun = sunElevationDeg === null ? 1 : clamp((sunElevationDeg - DUSK_END_DEG) / (DAY_FROM_DEG - DUSK_END_DEG));
  if (lux === null) return NIGHT ** (1 - bySun);
  const byLight = clamp(Math.log(Math.max(lux, DARK_LUX) / DARK_LUX) / Math.log(BRIGHT_LUX / DARK_LUX));
  const share = NIGHT ** (1 - byLight);
  return Math.min(share, LAMP_AT_NIGHT + (1 - LAMP_AT_NIGHT) * bySun);
}

/** Steps of the stick, as factors on the setting. */
export const STEPS: readonly number[] = [0.15, 0.3, 0.5, 0.75, 1, 1.35, 1.8];
export const USUAL_STEP = STEPS.indexOf(1);

/** Low-pass share for a step of `dtS`: ten seconds' time constant, since the panel lights its own sensor. */
export const followed = (dtS: number): number => 1 - Math.exp(-dtS / 10);
