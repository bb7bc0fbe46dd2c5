import type { CalibrateResult, ThermalCompensator as Dictionary } from '../../../contract/models.ts';
import { finite, finiteOrNull, positive } from '../../../maths/check.ts';
import { restored } from '../../../maths/codec.ts';
import { ExpMean, type ExpMeanState } from '../../../maths/exp-mean.ts';
import { refused, sentence } from '../../../words/sentence.ts';

/** The CPU's temperature jumps by degrees; the board feels its mean over a minute. */
const CPU_MEMORY_S = 60;
/** Forgetting per reference, variance of a reference (good to 0.5 °C), variance of the prior. */
const LAM = 0.98;
const R = 0.25;
const P0 = 0.09;
const P_MIN = 1e-6;
/** Least CPU heat from which k can be learned: with less, the sensor's own error dominates. */
const LEAST_HEAT_C = 1;
/** A reference is compared with a reading of this age at most, where the sampling is not slower. */
const FRESH_S = 30;
const LONGEST_GAP_S = 600;

export interface ThermalSettings {
  kPrior: number;
  kMin: number;
  kMax: number;
  freshS?: number;
}

export interface ThermalState {
  k: number;
  p: number;
  n: number;
  lastResidual: number | null;
  lastS: number | null;
  /** The CPU's last minute: not learned, but a restart of seconds goes on from it. */
  recent?: Recent;
}

interface Recent {
  cpu: ExpMeanState;
  heat: ExpMeanState;
  cpuS: number;
  offsetC: number | null;
  live: Live | null;
}

interface Live {
  rawC: number;
  tS: number;
  cpuKnown: boolean;
}

/** State that a reference changes. */
export type Learned = Pick<Dictionary, 'k' | 'P' | 'n' | 'last_residual' | 'last_ts'>;

export interface Compensated {
  temperatureC: number | null;
  /** Degrees that were removed; null while no CPU temperature has ever been read. */
  offsetC: number | null;
  /** The CPU is silent and the offset is the last one known. */
  held: boolean;
}

/** Heating of the reading by the CPU, °C. Never negative: a CPU colder than the board cools nothing. */
export const cpuHeatC = (rawC: number, cpuMeanC: number, k: number): number => k * Math.max(cpuMeanC - rawC, 0);

/**
 * Removes the computer's heat from the board's thermometer: T = T_raw − k·max(c − T_raw, 0), c the CPU's mean over a minute.
 * k is learned from trusted references by scalar recursive least squares: u = c − T_raw, y = T_raw − T_ref,
 *   P⁻ = min(P/λ, P0)   S = u²P⁻ + r   K = uP⁻/S   k⁺ = clip(k + K(y − k u))   P⁺ = P⁻ r/S
 * With u = 20 °C the first reference weighs 0.993: one reading calibrates. Valid for the position the box was calibrated in:
 * turning it over changed the coupling of a real board by a third.
 */
export class ThermalCompensator {
  #k: number;
  #p = P0;
  #n = 0;
  #lastResidual: number | null = null;
  #lastS: number | null = null;
  #cpu = new ExpMean(CPU_MEMORY_S);
  #heat = new ExpMean(CPU_MEMORY_S);
  #cpuS = 0;
  #offsetC: number | null = null;
  #live: Live | null = null;

  constructor(
    private readonly settings: ThermalSettings,
    saved: ThermalState | null = null,
  ) {
    this.#k = settings.kPrior;
    if (saved === null) return;
    if (saved.n > 0) this.take(saved); // with nothing learned a changed prior counts
    if (saved.recent) this.#goOn(saved.recent, saved.k);
  }

  /** Takes over what was learned, as when a calibration could not be stored and must not have happened. */
  take({ k, p, n, lastResidual, lastS }: Omit<ThermalState, 'recent'>): void {
    const before = this.#k;
    this.#k = this.#clip(k);
    this.#p = p;
    this.#n = n;
    this.#lastResidual = lastResidual;
    this.#lastS = lastS;
    this.#rescale(before);
  }

  static fromJSON(saved: ThermalState | null, settings: ThermalSettings): ThermalCompensator {
    if (saved === null) return new ThermalCompensator(settings);
    const none = null as number | null;
    const { state } = restored({ state: { k: 0, p: 1, n: 0, lastResidual: none, lastS: none } }, saved);
    return new ThermalCompensator(settings, {
      ...state,
      p: Math.min(positive(state.p, 'variance of k'), P0),
      ...(saved.recent && { recent: saved.recent }),
    });
  }

  toJSON(): ThermalState {
    return {
      k: this.#k,
      p: this.#p,
      n: this.#n,
      lastResidual: this.#lastResidual,
      lastS: this.#lastS,
      recent: {
        cpu: this.#cpu.toJSON(),
        heat: this.#heat.toJSON(),
        cpuS: this.#cpuS,
        offsetC: this.#offsetC,
        live: this.#live && { ...this.#live },
      },
    };
  }

  get k(): number {
    return this.#k;
  }

  get calibrations(): number {
    return this.#n;
  }

  /** The CPU's mean as of the last sample, which is what a stored row needs to be compensated again later. */
  get cpuMeanC(): number | null {
    return this.#cpu.value;
  }

  /** Compensates one sample: follows the CPU and returns the air temperature. */
  apply(rawC: number | null, cpuC: number | null, tS: number, evenS = tS): Compensated {
    if (cpuC !== null) this.#follow(cpuC, rawC, evenS);
    if (rawC !== null) this.#live = { rawC, tS, cpuKnown: cpuC !== null };
    const cpuMeanC = this.cpuMeanC;
    const measured = rawC !== null && cpuC !== null && cpuMeanC !== null;
    if (measured) this.#offsetC = cpuHeatC(rawC, cpuMeanC, this.#k);
    return {
      temperatureC: rawC === null ? null : rawC - (this.#offsetC ?? 0),
      offsetC: this.#offsetC,
      held: cpuC === null && this.#offsetC !== null,
    };
  }

  /** Learns from a trusted thermometer beside the board. `before` and `after` are this moment's compensated temperature. */
  calibrate(referenceC: number, tS: number): CalibrateResult | { error: string } {
    const live = this.#live;
    if (live === null || Math.abs(tS - live.tS) > (this.settings.freshS ?? FRESH_S))
      return refused(sentence('refusal.no-reading'));
    if (!live.cpuKnown || this.cpuMeanC === null) return refused(sentence('refusal.no-cpu'));
    const u = this.cpuMeanC - live.rawC;
    if (u < LEAST_HEAT_C) return refused(sentence('refusal.cpu-cold'));

    const before = live.rawC - this.#k * u;
    const y = live.rawC - referenceC;
    const p = Math.min(this.#p / LAM, P0);
    const s = u * u * p + R;
    const wanted = this.#k + ((u * p) / s) * (y - this.#k * u);
    this.#k = this.#clip(wanted);
    this.#p = Math.max((p * R) / s, P_MIN);
    this.#n += 1;
    this.#lastResidual = y - this.#k * u;
    this.#lastS = tS;
    this.#offsetC = this.#k * u;
    // a mean lags a ramp by rate × memory, so the heat less its own mean over a minute is its change per minute
    const changing = Math.abs(u - (this.#heat.value ?? u)) > 1;
    return {
      k: this.#k,
      residual: this.#lastResidual,
      n: this.#n,
      before,
      after: live.rawC - this.#k * u,
      clamped: this.#k !== wanted,
      ...(changing && {
        warning: 'the CPU is warming or cooling by more than 1 °C a minute: calibrate again when it is steady',
      }),
    };
  }

  /** Forgets what was learned. Returns what the temperature shown was and is, null without a live reading. */
  reset(): { before: number; after: number } | null {
    return this.restore(null);
  }

  /** Goes back to what was known once, as its dictionary told it; null is the prior. Returns as a reset does. */
  restore(once: Learned | null): { before: number; after: number } | null {
    const before = this.#k;
    this.#k = once ? this.#clip(finite(once.k, 'k')) : this.settings.kPrior;
    this.#p = once ? Math.min(positive(once.P, 'variance of k'), P0) : P0;
    this.#n = once ? finite(once.n, 'count of references') : 0;
    this.#lastResidual = once ? finiteOrNull(once.last_residual, 'residual') : null;
    this.#lastS = once ? finiteOrNull(once.last_ts, 'time of the last reference') : null;
    const cpuMeanC = this.cpuMeanC;
    if (this.#live === null || this.#offsetC === null || cpuMeanC === null) return null;
    const { rawC } = this.#live;
    this.#offsetC = cpuHeatC(rawC, cpuMeanC, this.#k);
    return { before: rawC - cpuHeatC(rawC, cpuMeanC, before), after: rawC - this.#offsetC };
  }

  /** Dictionary form for `/api/models`, `/api/nerd` and the answer to a reset. */
  dictionary(): Dictionary {
    const { kMin, kMax, kPrior } = this.settings;
    return {
      k: this.#k,
      P: this.#p,
      lam: LAM,
      k_min: kMin,
      k_max: kMax,
      prior: kPrior,
      n: this.#n,
      last_residual: this.#lastResidual,
      last_ts: this.#lastS,
    };
  }

  #goOn({ cpu, heat, cpuS, offsetC, live }: Recent, k: number): void {
    this.#cpu = ExpMean.fromJSON(cpu, CPU_MEMORY_S);
    this.#heat = ExpMean.fromJSON(heat, CPU_MEMORY_S);
    this.#cpuS = finite(cpuS, 'time of the CPU');
    this.#offsetC = finiteOrNull(offsetC, 'offset');
    this.#rescale(k);
    this.#live = live && { ...live, rawC: finite(live.rawC, 'reading'), tS: finite(live.tS, 'time of the reading') };
  }

  /** The offset that is held while the CPU is silent was made with another k. */
  #rescale(before: number): void {
    if (this.#offsetC !== null && before > 0) this.#offsetC *= this.#k / before;
  }

  #clip(k: number): number {
    return Math.min(Math.max(k, this.settings.kMin), this.settings.kMax);
  }

  #follow(cpuC: number, rawC: number | null, tS: number): void {
    const gapS = tS - this.#cpuS;
    if (gapS < 0 || gapS > LONGEST_GAP_S) {
      this.#cpu = new ExpMean(CPU_MEMORY_S);
      this.#heat = new ExpMean(CPU_MEMORY_S);
    }
    this.#cpu.add(cpuC, gapS);
    if (rawC !== null) this.#heat.add((this.#cpu.value ?? cpuC) - rawC, gapS);
    this.#cpuS = tS;
  }
}
