import type { CalibrateResult, ThermalCompensator as Dictionary } from '../../../contract/models.ts';
import { finite, finiteOrNull } from '../../../maths/check.ts';
import { restored, type Saved, savedState } from '../../../maths/codec.ts';
import { ExpMean } from '../../../maths/exp-mean.ts';
import { refused, sentence } from '../../../words/sentence.ts';
import { type ReferenceState, References } from './references.ts';

/** The CPU's temperature jumps by degrees; the board feels its mean over a minute. */
export const CPU_MEMORY_S = 60;
/** A reference is good to 0.5 °C. */
const REFERENCES = { lam: 0.98, r: 0.25, p0: 0.09, pMin: 1e-6 };
/** Least CPU heat from which k can be learned: with less, the sensor's own error dominates. */
const LEAST_HEAT_C = 1;
const LONGEST_GAP_S = 600;

export interface ThermalSettings {
  kPrior: number;
  kMin: number;
  kMax: number;
  /** Largest age of the reading that a reference is compared with. */
  freshS: number;
}

export interface ThermalState extends ReferenceState {
  k: number;
  /** The CPU's last minute: not learned, but a restart of seconds goes on from it. A rescue makes `k` again from the log alone. */
  recent?: Saved<ReturnType<typeof beforeAnySample>>;
}

const beforeAnySample = () => ({
  cpu: new ExpMean(CPU_MEMORY_S),
  heat: new ExpMean(CPU_MEMORY_S),
  cpuS: 0,
  offsetC: null as number | null,
  live: null as { rawC: number; tS: number; cpuKnown: boolean } | null,
});

/** State that a reference changes. */
export type Learned = Pick<Dictionary, 'k' | 'P' | 'n' | 'last_residual' | 'last_ts'>;

/** Heating of the reading by the CPU, °C. Never negative: a CPU colder than the board cools nothing. */
export const cpuHeatC = (rawC: number, cpuMeanC: number, k: number): number => k * Math.max(cpuMeanC - rawC, 0);

/**
 * Removes the computer's heat from the board's thermometer: T = T_raw − k·max(c − T_raw, 0), c the CPU's mean over a minute.
 * k is learned from trusted references (`References` with u = c − T_raw, y = T_raw − T_ref).
 * With u = 20 °C the first reference weighs 0.993: one reading calibrates. Valid for the position the box was calibrated in:
 * turning it over changed the coupling of a real board by a third.
 */
export class ThermalCompensator {
  readonly #k: References;
  readonly #recent = beforeAnySample();

  constructor(private readonly settings: ThermalSettings) {
    const { kPrior, kMin: least, kMax: most } = settings;
    this.#k = new References('k', kPrior, { ...REFERENCES, least, most });
  }

  /** Takes over learned state, as after a calibration that could not be stored and must not have happened. */
  take({ k, ...learned }: Omit<ThermalState, 'recent'>): void {
    const before = this.k;
    this.#k.take(k, learned);
    this.#rescale(before);
  }

  static fromJSON(saved: ThermalState | null, settings: ThermalSettings): ThermalCompensator {
    const compensator = new ThermalCompensator(settings);
    if (saved === null) return compensator;
    compensator.#k.resume(saved.k, saved);
    if (saved.recent) {
      const { offsetC, live } = restored({ state: compensator.#recent }, saved.recent).state;
      finiteOrNull(offsetC, 'offset');
      if (live) for (const one of [live.rawC, live.tS]) finite(one, 'reading');
    }
    compensator.#rescale(saved.k);
    return compensator;
  }

  toJSON(): ThermalState {
    return { k: this.k, ...this.#k.saved, recent: savedState(this.#recent) };
  }

  get k(): number {
    return this.#k.value;
  }

  /** The CPU's mean as of the last sample, which is what a stored row needs to be compensated again later. */
  get cpuMeanC(): number | null {
    return this.#recent.cpu.value;
  }

  /** Compensates one sample: follows the CPU and returns the air temperature. */
  apply(rawC: number | null, cpuC: number | null, tS: number, evenS = tS) {
    if (cpuC !== null) this.#follow(cpuC, rawC, evenS);
    if (rawC !== null) this.#recent.live = { rawC, tS, cpuKnown: cpuC !== null };
    const cpuMeanC = this.cpuMeanC;
    const measured = rawC !== null && cpuC !== null && cpuMeanC !== null;
    if (measured) this.#recent.offsetC = cpuHeatC(rawC, cpuMeanC, this.k);
    return {
      temperatureC: rawC === null ? null : rawC - (this.#recent.offsetC ?? 0),
      /** Degrees that were removed; null while no CPU temperature has ever been read. */
      offsetC: this.#recent.offsetC,
      /** The CPU is silent and the offset is the last one known. */
      held: cpuC === null && this.#recent.offsetC !== null,
    };
  }

  /** Learns from a trusted thermometer beside the board. `before` and `after` are this moment's compensated temperature. */
  calibrate(referenceC: number, tS: number): CalibrateResult | { error: string } {
    const live = this.#recent.live;
    if (live === null || Math.abs(tS - live.tS) > this.settings.freshS) return refused(sentence('refusal.no-reading'));
    if (!live.cpuKnown || this.cpuMeanC === null) return refused(sentence('refusal.no-cpu'));
    const u = this.cpuMeanC - live.rawC;
    if (u < LEAST_HEAT_C) return refused(sentence('refusal.cpu-cold'));

    const before = live.rawC - this.k * u;
    const clamped = this.#k.learn(u, live.rawC - referenceC, tS);
    const { n, lastResidual } = this.#k.saved;
    this.#recent.offsetC = this.k * u;
    // a mean lags a ramp by rate × memory, so the heat less its own mean over a minute is its change per minute
    const changing = Math.abs(u - (this.#recent.heat.value ?? u)) > 1;
    return {
      k: this.k,
      residual: lastResidual!,
      n,
      before,
      after: live.rawC - this.#recent.offsetC,
      clamped,
      ...(changing && {
        warning: 'the CPU is warming or cooling by more than 1 °C a minute: calibrate again when it is steady',
      }),
    };
  }

  /** Goes back to an earlier state, from its dictionary, or to the prior. Returns the values shown before and after; null without a reading. */
  restore(once: Learned | null): { before: number; after: number } | null {
    const before = this.k;
    this.#k.restore(once?.k ?? null, once);
    const cpuMeanC = this.cpuMeanC;
    if (this.#recent.live === null || this.#recent.offsetC === null || cpuMeanC === null) return null;
    const { rawC } = this.#recent.live;
    this.#recent.offsetC = cpuHeatC(rawC, cpuMeanC, this.k);
    return { before: rawC - cpuHeatC(rawC, cpuMeanC, before), after: rawC - this.#recent.offsetC };
  }

  /** Dictionary form for `/api/models`, `/api/nerd` and the answer to a reset. */
  dictionary(): Dictionary {
    const { kMin, kMax, kPrior } = this.settings;
    return { k: this.k, ...this.#k.figures, k_min: kMin, k_max: kMax, prior: kPrior };
  }

  /** The offset that is held while the CPU is silent was made with another k. */
  #rescale(before: number): void {
    if (this.#recent.offsetC !== null && before > 0) this.#recent.offsetC *= this.k / before;
  }

  #follow(cpuC: number, rawC: number | null, tS: number): void {
    const gapS = tS - this.#recent.cpuS;
    if (gapS < 0 || gapS > LONGEST_GAP_S) {
      this.#recent.cpu = new ExpMean(CPU_MEMORY_S);
      this.#recent.heat = new ExpMean(CPU_MEMORY_S);
    }
    this.#recent.cpu.add(cpuC, gapS);
    if (rawC !== null) this.#recent.heat.add((this.#recent.cpu.value ?? cpuC) - rawC, gapS);
    this.#recent.cpuS = tS;
  }
}
