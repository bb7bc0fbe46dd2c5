/** A slate grey from the dashboard's palette: what is shown when there is no colour to show. */
const NO_COLOUR = '#334155';

/** Fewer counts than this carry no colour temperature. */
const DARK_COUNTS = 10;
const COLDEST_K = 1500;
const HOTTEST_K = 15000;

/** The sRGB transfer curve, IEC 61966-2-1, 0..1 to 0..1: counts are linear light, screens are not. */
const toSrgb = (linear: number): number => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);

/** The hue of the light as `#rrggbb`, brightness taken out (that is the clear channel's to tell). */
export function colourHex(red: number | null, green: number | null, blue: number | null): string {
  if (red === null || green === null || blue === null) return NO_COLOUR;
  const brightest = Math.max(red, green, blue);
  if (brightest <= 0 || Math.min(red, green, blue) < 0) return NO_COLOUR;
  const pair = (count: number): string =>
    Math.round(255 * toSrgb(count / brightest))
      .toString(16)
      .padStart(2, '0');
  return `#${pair(red)}${pair(green)}${pair(blue)}`;
}

/** Correlated colour temperature, K, of a CIE 1931 chromaticity: McCamy (1992). Within 10 K from 2700 to 7500 K. */
export function cctFromXy(x: number | null, y: number | null): number | null {
  if (x === null || y === null || y <= 0 || y === 0.1858) return null;
  const n = (x - 0.332) / (y - 0.1858);
  const cctK = -449 * n ** 3 + 3525 * n ** 2 - 6823.3 * n + 5520.33;
  return cctK >= COLDEST_K && cctK <= HOTTEST_K ? cctK : null;
}

/**
 * Colour temperature from raw counts by the vendor's matrix and McCamy. The matrix belongs to an older sensor of the family:
 * an indication (±10 % or worse), worst under infrared-rich light.
 */
export function cctFromRgb(red: number | null, green: number | null, blue: number | null): number | null {
  if (red === null || green === null || blue === null) return null;
  if (Math.max(red, green, blue) < DARK_COUNTS) return null;
  const x = -0.14282 * red + 1.54924 * green - 0.95641 * blue;
  const y = -0.32466 * red + 1.57837 * green - 0.73191 * blue;
  const z = -0.68202 * red + 0.77073 * green + 0.56332 * blue;
  const sum = x + y + z;
  return sum <= 0 || y <= 0 ? null : cctFromXy(x / sum, y / sum);
}
