const RAD = Math.PI / 180;
const YEAR_DAYS = 365;
/** Below it the sun is behind trees, and the threshold within the noise of a pyranometer. */
const LOWEST_SUN_DEG = 3;
const FAINTEST_WM2 = 20;

/**
 * Global radiation from which the sun counts as shining, W/m²: Météo-France's rule, which stands for the WMO's 120 W/m² of direct
 * radiation where only the global one is measured. 0 where the sun is too low to tell.
 */
export function sunshineThresholdWm2(dayOfYear: number, elevationDeg: number): number {
  if (elevationDeg < LOWEST_SUN_DEG) return 0;
  const share = 0.73 + 0.06 * Math.cos((2 * Math.PI * dayOfYear) / YEAR_DAYS);
  return share * 1080 * Math.sin(elevationDeg * RAD) ** 1.25;
}

/** Whether the sun shines. Null without a radiation or a place of the sun. */
export function isSunshine(solarWm2: number | null, dayOfYear: number, elevationDeg: number | null): boolean | null {
  if (solarWm2 === null || elevationDeg === null) return null;
  if (elevationDeg < LOWEST_SUN_DEG || solarWm2 < FAINTEST_WM2) return false;
  return solarWm2 > sunshineThresholdWm2(dayOfYear, elevationDeg);
}
