import type { CalibrateHumidityResult, HumidityCompensator as Dictionary } from '../../../contract/models.ts';
import { sound } from '../../../maths/codec.ts';
import { refused, sentence } from '../../../words/sentence.ts';
import { psychrometricRh } from '../physics/humidity.ts';
import { type ReferenceState, References } from './references.ts';

/** The specification's clamp, percentage points. */
const OFFSET_LIMIT = 35;

/** State that a reference changes. */
export type Learned = Pick<Dictionary, 'offset' | 'P' | 'n' | 'last_residual' | 'last_ts'>;

export interface HumiditySettings {
  offsetPrior: number;
  /** Whether humidity is first converted from the element's temperature to the air's. */
  psychrometric: boolean;
  /** Largest age of the reading that a reference is compared with. */
  freshS: number;
}
const REFERENCES = { least: -OFFSET_LIMIT, most: OFFSET_LIMIT, lam: 0.95, r: 4, p0: 100, pMin: 0.05 };

export interface HumidityState extends ReferenceState {
  offset: number;
  /** Absent where a rescue made it again from the log of calibrations. */
  live?: Live | null;
}

interface Live {
  basePct: number;
  tS: number;
}

const clampRh = (rhPct: number): number => Math.min(100, Math.max(0, rhPct));

/**
 * The corrected humidity of a stored row, from its raw columns. `psychrometricPct`: change made by the psychrometric term, percentage points;
 * null while it is off or cannot be told.
 */
export function correctHumidity(
  rawPct: number | null,
  elementC: number | null,
  airC: number | null,
  offset: number,
  psychrometric: boolean,
) {
  if (rawPct === null) return { humidityPct: null, psychrometricPct: null, basePct: null };
  const moved = psychrometric ? psychrometricRh(rawPct, elementC, airC) : null;
  const basePct = moved?.rhPct ?? rawPct;
  return { humidityPct: clampRh(basePct + offset), psychrometricPct: moved?.termPct ?? null, basePct };
}

/**
 * RH = clip(RH_base + o, 0, 100). The offset is learned from trusted hygrometer readings (`References` with u = 1) on the *unclipped*
 * base: near 100 % the displayed value hides the error.
 * An additive offset is right near the humidity it was learned at; a sensor with a wrong slope stays wrong elsewhere.
 */
export class HumidityCompensator {
  readonly #offset: References;
  #live: Live | null = null;

  constructor(private readonly settings: HumiditySettings) {
    this.#offset = new References('offset', settings.offsetPrior, REFERENCES);
  }

  /** Takes over learned state, as after a calibration that could not be stored and must not have happened. */
  take({ offset, ...learned }: Omit<HumidityState, 'live'>): void {
    this.#offset.take(offset, learned);
  }

  static fromJSON(saved: HumidityState | null, settings: HumiditySettings): HumidityCompensator {
    const compensator = new HumidityCompensator(settings);
    if (saved === null) return compensator;
    compensator.#offset.resume(saved.offset, saved);
    compensator.#live = sound(saved.live ?? null, 'reading');
    return compensator;
  }

  toJSON(): HumidityState {
    return { offset: this.offset, ...this.#offset.saved, live: this.#live && { ...this.#live } };
  }

  get offset(): number {
    return this.#offset.value;
  }

  apply(rawPct: number | null, elementC: number | null, airC: number | null, tS: number) {
    const { basePct, ...shown } = correctHumidity(rawPct, elementC, airC, this.offset, this.settings.psychrometric);
    if (basePct !== null) this.#live = { basePct, tS };
    return shown;
  }

  /** Learns from a trusted hygrometer beside the board. */
  calibrate(referencePct: number, tS: number): CalibrateHumidityResult | { error: string } {
    const live = this.#live;
    if (live === null || Math.abs(tS - live.tS) > this.settings.freshS) return refused(sentence('refusal.no-reading'));
    const before = clampRh(live.basePct + this.offset);
    const clamped = this.#offset.learn(1, referencePct - live.basePct, tS);
    const { n, lastResidual } = this.#offset.saved;
    const { psychrometric } = this.settings;
    const after = clampRh(live.basePct + this.offset);
    return { offset: this.offset, residual: lastResidual!, n, psychrometric, before, after, clamped };
  }

  /** Goes back to an earlier state, from its dictionary, or to the prior. Returns the values shown before and after; null without a reading. */
  restore(once: Learned | null): { before: number; after: number } | null {
    const before = this.offset;
    this.#offset.restore(once?.offset ?? null, once);
    if (this.#live === null) return null;
    const { basePct } = this.#live;
    return { before: clampRh(basePct + before), after: clampRh(basePct + this.offset) };
  }

  dictionary(): Dictionary {
    return {
      offset: this.offset,
      ...this.#offset.figures,
      off_min: -OFFSET_LIMIT,
      off_max: OFFSET_LIMIT,
      prior: this.settings.offsetPrior,
      psychrometric: this.settings.psychrometric,
    };
  }
}
