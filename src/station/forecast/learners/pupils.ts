import { DAY_S } from '../../../base/durations.ts';
import type { NormalRidgeState } from '../../../maths/normal-ridge.ts';
import { RidgeRls, type RlsSettings, type RlsState } from '../../../maths/rls.ts';
import { FEATURE_COUNT } from './features.ts';
import { WideExpert } from './wide-expert.ts';

export const P_MAX = 1;
const RIDGE_UPDATES = 10;
const MEMORY_DAYS = 180;

export interface PupilsState {
  learner: RlsState;
  wide: NormalRidgeState;
}

/** Regressions of one head: the plain one and the wide one. Their state is saved as a part of the head's. */
export class Pupils {
  readonly #settings: RlsSettings;
  #learner: RidgeRls;
  #wide: WideExpert;

  constructor(
    private readonly horizonS: number,
    private readonly stepS: number,
  ) {
    const lam = Math.exp(-1 / ((DAY_S / stepS) * MEMORY_DAYS));
    this.#settings = { n: FEATURE_COUNT, lam, delta: RIDGE_UPDATES, pMax: P_MAX };
    this.#learner = new RidgeRls(this.#settings);
    this.#wide = new WideExpert(horizonS, stepS);
  }

  get learner(): RidgeRls {
    return this.#learner;
  }

  get wide(): WideExpert {
    return this.#wide;
  }

  get lam(): number {
    return this.#settings.lam;
  }

  learn(issueS: number, phi: Float64Array, change: number, weight: number): void {
    this.#learner.learn(phi, change, weight);
    this.#wide.learn(issueS, phi, change, weight);
  }

  saved(): PupilsState {
    return { learner: this.#learner.toJSON(), wide: this.#wide.toJSON() };
  }

  restore({ learner, wide }: PupilsState): void {
    this.#learner = RidgeRls.fromJSON(learner, this.#settings);
    this.#wide = WideExpert.fromJSON(wide, this.horizonS, this.stepS);
  }
}
