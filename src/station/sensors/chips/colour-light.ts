import type { LightReading } from '../sample.ts';

/** Raw counts of the four channels. */
export type Counts = Pick<LightReading, 'clear' | 'red' | 'green' | 'blue'>;

/** Exposure of the counts: one of the chip's four gains, and integration cycles 1..256. */
export interface Exposure {
  gainIndex: number;
  cycles: number;
}

/** Differences between the two chip families. */
export interface ColourFamily {
  name: string;
  identities: readonly number[];
  gains: readonly [number, number, number, number];
  msPerCycle: number;
  /** Sub-address that reads from CDATA onwards with increment. */
  dataCommand: number;
  /** The infrared switch, where there is one. */
  infraredRegister: number | null;
}

export const TCS34725: ColourFamily = {
  name: 'TCS34725',
  identities: [0x44, 0x4d],
  gains: [1, 4, 16, 60],
  msPerCycle: 2.4,
  dataCommand: 0xb4, // 0x94 with the increment type in bits 6:5
  infraredRegister: null,
};
export const TCS3400: ColourFamily = {
  name: 'TCS3400',
  identities: [0x90, 0x93],
  gains: [1, 4, 16, 64],
  msPerCycle: 2.78,
  dataCommand: 0x94,
  infraredRegister: 0xc0,
};

const DARK_CLEAR_COUNTS = 10;
const RIPPLE_FREE_MS = 150; // a shorter integration may sit on one crest of mains-lit light
const LUX_DEVICE_FACTOR = 310; // ams DN40; bare sensor, no cover glass

export const fullScale = (cycles: number): number => Math.min(65535, 1024 * cycles);
export const saturationLimit = (cycles: number, integrationMs: number): number =>
  integrationMs < RIPPLE_FREE_MS ? 0.75 * fullScale(cycles) : fullScale(cycles);

function isSaturated({ clear, red, green, blue }: Counts, cycles: number, integrationMs: number): boolean {
  return Math.max(clear, red, green, blue) >= fullScale(cycles) || clear >= saturationLimit(cycles, integrationMs);
}

/** The infrared part, which every channel sees: the three colours together count it three times, clear once. */
const infrared = ({ clear, red, green, blue }: Counts): number => Math.max(0, (red + green + blue - clear) / 2);

/** Illuminance, lux, by ams DN40. The constants belong to the TCS34725; for the TCS3400 only the ratio of two readings counts. */
export function luxOf(counts: Counts, gain: number, integrationMs: number): number {
  const ir = infrared(counts);
  const weighed = 0.136 * (counts.red - ir) + (counts.green - ir) - 0.444 * (counts.blue - ir);
  return Math.max(0, weighed / ((integrationMs * gain) / LUX_DEVICE_FACTOR));
}

/** Correlated colour temperature, K, by ams DN40. Null in the dark and where the formula leaves the range of light. */
function cctOf(counts: Counts): number | null {
  const ir = infrared(counts);
  if (counts.clear < DARK_CLEAR_COUNTS || counts.red - ir <= 0) return null;
  const cctK = (3810 * (counts.blue - ir)) / (counts.red - ir) + 1391;
  return cctK >= 1000 && cctK <= 40_000 ? cctK : null;
}

export function lightReading(
  counts: Counts,
  { gainIndex, cycles }: Exposure,
  family: ColourFamily,
  analogSaturation: boolean,
): LightReading {
  const gain = family.gains[gainIndex] ?? 1;
  const integrationMs = cycles * family.msPerCycle;
  const saturated = analogSaturation || isSaturated(counts, cycles, integrationMs);
  return {
    ...counts,
    gain,
    integrationMs,
    saturated,
    lux: saturated ? null : luxOf(counts, gain, integrationMs),
    cctK: saturated ? null : cctOf(counts),
  };
}

/** Steps are 4 fold and the two limits 4.5 fold apart, so a step never calls for its own undoing. */
const TOO_BRIGHT = 0.9;
const TOO_DARK = 0.2;

export function nextGainIndex(gainIndex: number, clear: number, full: number, saturated: boolean): number {
  if (saturated || clear >= TOO_BRIGHT * full) return Math.max(0, gainIndex - 1);
  return clear < TOO_DARK * full ? Math.min(3, gainIndex + 1) : gainIndex;
}

const SHORT_CYCLES = 64; // the fewest whose full scale is the counter's own: below, fewer cycles only mean a lower ceiling
const LONG_CYCLES = 256;

/**
 * Auto-exposure: one step up or down of five, each 4 times the last (four gains at 64 cycles, then 256 cycles at the highest). A change
 * touches one register.
 */
export function nextExposure({ gainIndex, cycles }: Exposure, clear: number, saturated: boolean): Exposure {
  const full = fullScale(cycles);
  const tooBright = saturated || clear >= TOO_BRIGHT * full;
  if (tooBright && cycles > SHORT_CYCLES) return { gainIndex, cycles: SHORT_CYCLES };
  if (gainIndex === 3 && clear < TOO_DARK * full && !saturated) {
    return { gainIndex, cycles: Math.max(cycles, LONG_CYCLES) };
  }
  return { gainIndex: nextGainIndex(gainIndex, clear, full, saturated), cycles };
}
