/** Unit conversions for output. Inside, all is °C, hPa and metres. */
export const fahrenheit = (tC: number): number => 1.8 * tC + 32;

/** Mercury at 0 °C under standard gravity. */
export const inchesOfMercury = (hpa: number): number => 0.0295299875 * hpa;

export const feet = (m: number): number => m / 0.3048;
