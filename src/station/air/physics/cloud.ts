/** Below these there is no telling a cloud from a low sun. */
export const MIN_ELEVATION_DEG = 5;
export const MIN_CLEAR_SKY_WM2 = 20;

/** Inputs of the cloud index. Light is any unit linear in illuminance: counts per gain and integration time, or lux. */
export interface SkyLight {
  light: number | null;
  clearSkyWm2: number | null;
  elevationDeg: number | null;
  /** Light per W/m² this spot shows under a clear sky; null while nobody knows. */
  response: number | null;
  saturated: boolean;
}

/**
 * 0 = as bright as this spot ever is under a clear sky, 1 = dark: 1 − L/(R × clear sky), the Heliosat convention kept linear.
 * It measures *this spot's* light, not oktas: curtains, lamps and a hand all look like sky.
 */
export function cloudIndex({ light, clearSkyWm2, elevationDeg, response, saturated }: SkyLight): number | null {
  if (light === null || clearSkyWm2 === null || elevationDeg === null || response === null || saturated) return null;
  if (response <= 0 || light < 0 || elevationDeg < MIN_ELEVATION_DEG || clearSkyWm2 < MIN_CLEAR_SKY_WM2) return null;
  return Math.min(1, Math.max(0, 1 - light / (response * clearSkyWm2)));
}
