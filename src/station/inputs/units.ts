/** Factors to SI of the units that senders use. */
export const MS_PER_MPH = 0.447_04;
export const MS_PER_KMH = 1 / 3.6;
export const MS_PER_KNOT = 0.514_444;
export const HPA_PER_INHG = 33.863_886_4;
export const HPA_PER_MMHG = 1.333_223_87;
export const MM_PER_INCH = 25.4;
export const celsius = (fahrenheit: number): number => ((fahrenheit - 32) * 5) / 9;
