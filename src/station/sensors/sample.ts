import type { Target } from '../../contract/names.ts';
import type { NarrowValues } from '../../quantities/names.ts';
import type { Sentence } from '../../words/sentence.ts';
import type { HeardAir } from '../tick.ts';

/** Three axes in one unit; which one stands in the name of the field that holds it. */
export interface Vec3 {
  x: number;
  y: number;
  z: number;
}

/** Reading of the colour sensor: raw counts, at the gain and integration time beside them. */
export interface LightReading {
  clear: number;
  red: number;
  green: number;
  blue: number;
  gain: number;
  integrationMs: number;
  /** Counts cannot be trusted: a channel is at its end. Such a reading has no lux, no CCT and no cloud index. */
  saturated: boolean;
  lux: number | null;
  cctK: number | null;
}

/**
 * Raw sample of a board: values as the chips report them, before compensation, rotation or smoothing. A quantity that could not be read is
 * null, never the previous value and never 0.
 */
export interface Sample {
  /** Temperature of the humidity sensor's element, C. */
  humidityChipC: number | null;
  /** Temperature of the pressure sensor's element, C. */
  pressureChipC: number | null;
  humidityPct: number | null;
  /** At station level. */
  pressureHpa: number | null;
  cpuC: number | null;
  /** Body frame: x forward, y right, z down; gravity is +1 g on z when level. */
  accelG: Vec3 | null;
  gyroDps: Vec3 | null;
  fieldUt: Vec3 | null;
  light: LightReading | null;
  /** What only some boards measure, as it was reported with this sample. Of a counter this is the increment since its last report. */
  narrow?: NarrowValues | undefined;
  /** Present air of bought stations beside the board's own. */
  heard?: HeardAir | undefined;
  /** Senders of the air of a station without a board: another one's values step without any weather. */
  from?: Record<Target, string> | undefined;
  /** Present radiation of a bought station's pyranometer, W/m²; between two messages, too. */
  solarWm2?: number | undefined;
}

export const emptySample: Sample = Object.freeze({
  humidityChipC: null,
  pressureChipC: null,
  humidityPct: null,
  pressureHpa: null,
  cpuC: null,
  accelG: null,
  gyroDps: null,
  fieldUt: null,
  light: null,
});

/** `inputs`: no chips of its own; its air is what bought stations say. */
export type BoardKind = 'sense-hat' | 'inputs' | 'simulator' | 'replay';

/** Whether a board measures; the weather of the others is made up, or of another time. */
export const isReal = (kind: unknown): boolean => kind === 'sense-hat' || kind === 'inputs';

/** A change worth one event: a chip that went silent or came back, a board that says something about itself. */
export interface BoardNotice extends Sentence {
  kind: 'sensor' | 'throttled' | 'probe' | 'display';
  severity: 'info' | 'warn' | 'error';
  data?: Record<string, unknown>;
}

/** A source of samples. The real board, the simulator and a replayed file are boards alike. */
export interface Board {
  readonly kind: BoardKind;
  /** A board without a colour sensor is complete; it has no light, no cloud index and no colour. */
  readonly hasColourSensor: boolean;
  open(): Promise<void>;
  /** Never rejects for a failing chip: its quantities are null and `notices` tells once. `tS` is the wall time of the turn. */
  read(tS: number): Promise<Sample>;
  /** Notices since the last call. */
  takeNotices(): BoardNotice[];
  close(): Promise<void>;
}
