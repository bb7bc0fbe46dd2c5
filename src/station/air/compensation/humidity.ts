import type { CalibrateHumidityResult, HumidityCompensator as Dictionary } from '../../../contract/models.ts';
import { finite, finiteOrNull, positive } from '../../../maths/check.ts';
import { restored, sound } from '../../../maths/codec.ts';
import { refused, sentence } from '../../../words/sentence.ts';
import { psychrometricRh } from '../physics/humidity.ts';

/** The specification's clamp, percentage points. */
const OFFSET_LIMIT = 35;
const FRESH_S = 30;

/** State that a reference changes. */
export type Learned = Pick<Dictionary, 'offset' | 'P' | 'n' | 'last_residual' | 'last_ts'>;

export interface HumiditySettings {
  offsetPrior: number;
  /** Whether humidity is first converted from the element's temperature to the air's. */
  psychrometric: boolean;
  /** Forgetting per reference, variance of a reference, variance of the prior and its floor. */
  rls?: { lam: number; r: number; p0: number; pMin: number };
  freshS?: number;
}
const RLS = { lam: 0.95, r: 4, p0: 100, pMin: 0.05 };

export interface HumidityState {
  offset: number;
  p: number;
  n: number;
  lastResidual: number | null;
  lastS: number | null;
  live?: Live | null;
}

interface Live {
  basePct: number;
  tS: number;
}

export interface CorrectedHumidity {
  humidityPct: number | null;
  /** Change made by the psychrometric term, percentage points; null while it is off or cannot be told. */
  psychrometricPct: number | null;
}

const clampRh = (rhPct: number): number => Math.min(100, Math.max(0, rhPct));
const clampOffset = (offset: number): number => Math.min(OFFSET_LIMIT, Math.max(-OFFSET_LIMIT, offset));

/** The corrected humidity of a stored row, from its raw columns. */
export function correctHumidity(
  rawPct: number | null,
  elementC: number | null,
  airC: number | null,
  offset: number,
  psychrometric: boolean,
): CorrectedHumidity & { basePct: number | null } {
  if (rawPct === null) return { humidityPct: null, psychrometricPct: null, basePct: null };
  const moved = psychrometric ? psychrometricRh(rawPct, elementC, airC) : null;
  const basePct = moved?.rhPct ?? rawPct;
  return { humidityPct: clampRh(basePct + offset), psychrometricPct: moved?.termPct ?? null, basePct };
}

/**
 * RH = clip(RH_base + o, 0, 100). The offset is learned from trusted hygrometer readings in one step of scalar recursive least
 * squares on the *unclipped* base (near 100 % the displayed value hides the error), e = RH_ref − (RH_base + o):
 *   P⁻ = min(P/λ, P0)   K = P⁻/(P⁻ + r)   o⁺ = clip(o + K e, ±35)   P⁺ = (1 − K) P⁻
 * An additive offset is right near the humidity it was learned at; a sensor with a wrong slope stays wrong elsewhere.
 */
export class HumidityCompensator {
  #offset: number;
  #p: number;
  #n = 0;
  #lastResidual: number | null = null;
  #lastS: number | null = null;
  #live: Live | null = null;
  readonly #rls: typeof RLS;

  constructor(
    private readonly settings: HumiditySettings,
    saved: HumidityState | null = null,
  ) {
    this.#rls = settings.rls ?? RLS;
    this.#offset = clampOffset(settings.offsetPrior);
    this.#p = this.#rls.p0;
    this.#live = saved?.live ?? null;
    if (saved !== null && saved.n > 0) this.take(saved);
  }

  /** Takes over what was learned, as when a calibration could not be stored and must not have happened. */
  take({ offset, p, n, lastResidual, lastS }: Omit<HumidityState, 'live'>): void {
    this.#offset = clampOffset(offset);
    this.#p = p;
    this.#n = n;
    this.#lastResidual = lastResidual;
    this.#lastS = lastS;
  }

  static fromJSON(saved: HumidityState | null, settings: HumiditySettings): HumidityCompensator {
    if (saved === null) return new HumidityCompensator(settings);
    const none = null as number | null;
    const { state } = restored({ state: { offset: 0, p: 1, n: 0, lastResidual: none, lastS: none } }, saved);
    return new HumidityCompensator(settings, {
      ...state,
      p: positive(state.p, 'variance of the offset'),
      live: sound(saved.live ?? null, 'reading'),
    });
  }

  toJSON(): HumidityState {
    return {
      offset: this.#offset,
      p: this.#p,
      n: this.#n,
      lastResidual: this.#lastResidual,
      lastS: this.#lastS,
      live: this.#live && { ...this.#live },
    };
  }

  get offset(): number {
    return this.#offset;
  }

  apply(rawPct: number | null, elementC: number | null, airC: number | null, tS: number): CorrectedHumidity {
    const { basePct, ...shown } = correctHumidity(rawPct, elementC, airC, this.#offset, this.settings.psychrometric);
    if (basePct !== null) this.#live = { basePct, tS };
    return shown;
  }

  /** Learns from a trusted hygrometer beside the board. */
  calibrate(referencePct: number, tS: number): CalibrateHumidityResult | { error: string } {
    const live = this.#live;
    if (live === null || Math.abs(tS - live.tS) > (this.settings.freshS ?? FRESH_S))
      return refused(sentence('refusal.no-reading'));
    const before = clampRh(live.basePct + this.#offset);
    const { lam, r, p0, pMin } = this.#rls;
    const p = Math.min(this.#p / lam, p0);
    const gain = p / (p + r);
    const wanted = this.#offset + gain * (referencePct - (live.basePct + this.#offset));
    this.#offset = clampOffset(wanted);
    this.#p = Math.max((1 - gain) * p, pMin);
    this.#n += 1;
    this.#lastResidual = referencePct - (live.basePct + this.#offset);
    this.#lastS = tS;
    return {
      offset: this.#offset,
      residual: this.#lastResidual,
      n: this.#n,
      psychrometric: this.settings.psychrometric,
      before,
      after: clampRh(live.basePct + this.#offset),
      clamped: this.#offset !== wanted,
    };
  }

  /** Forgets what was learned. Returns what was and is shown, null without a live reading. */
  reset(): { before: number; after: number } | null {
    return this.restore(null);
  }

  /** Goes back to what was known once, as its dictionary told it; null is the prior. Returns as a reset does. */
  restore(once: Learned | null): { before: number; after: number } | null {
    const before = this.#offset;
    this.#offset = clampOffset(once ? finite(once.offset, 'offset') : this.settings.offsetPrior);
    this.#p = once ? positive(once.P, 'variance of the offset') : this.#rls.p0;
    this.#n = once ? finite(once.n, 'count of references') : 0;
    this.#lastResidual = once ? finiteOrNull(once.last_residual, 'residual') : null;
    this.#lastS = once ? finiteOrNull(once.last_ts, 'time of the last reference') : null;
    if (this.#live === null) return null;
    const { basePct } = this.#live;
    return { before: clampRh(basePct + before), after: clampRh(basePct + this.#offset) };
  }

  dictionary(): Dictionary {
    return {
      offset: this.#offset,
      P: this.#p,
      lam: this.#rls.lam,
      off_min: -OFFSET_LIMIT,
      off_max: OFFSET_LIMIT,
      prior: this.settings.offsetPrior,
      n: this.#n,
      psychrometric: this.settings.psychrometric,
      last_residual: this.#lastResidual,
      last_ts: this.#lastS,
    };
  }
}
