import { DAY_S } from '../../../durations.ts';
import type { NormalRidgeState } from '../../algebra/normal-ridge.ts';
import type { Target } from '../../signals.ts';
import { FEATURE_COUNT } from './features.ts';
import { RidgeRls, type RlsSettings, type RlsState } from './rls.ts';
import { TreeExpert, type TreeExpertState, treesAfterDays } from './tree-expert.ts';
import { WideExpert } from './wide-expert.ts';

export const P_MAX = 1;
const RIDGE_UPDATES = 10;
const MEMORY_DAYS = 180;

export interface PupilsState {
  learner: RlsState;
  wide: NormalRidgeState;
  /** Not in what was saved before there were any. */
  trees?: TreeExpertState;
}

/** Those voices of a head that learn from its own lessons. What they remember is saved as a part of their head. */
export class Pupils {
  readonly #settings: RlsSettings;
  #learner: RidgeRls;
  #wide: WideExpert;
  /** Null for a head that has none. */
  #trees: TreeExpert | null;

  constructor(
    target: Target,
    private readonly horizonS: number,
    private readonly stepS: number,
  ) {
    const lam = Math.exp(-1 / ((DAY_S / stepS) * MEMORY_DAYS));
    this.#settings = { n: FEATURE_COUNT, lam, delta: RIDGE_UPDATES, pMax: P_MAX };
    this.#learner = new RidgeRls(this.#settings);
    this.#wide = new WideExpert(horizonS, stepS);
    const firstDays = treesAfterDays(target, horizonS);
    this.#trees = firstDays === null ? null : new TreeExpert(stepS, firstDays);
  }

  get learner(): RidgeRls {
    return this.#learner;
  }

  get wide(): WideExpert {
    return this.#wide;
  }

  get trees(): TreeExpert | null {
    return this.#trees;
  }

  get lam(): number {
    return this.#settings.lam;
  }

  learn(issueS: number, phi: Float64Array, change: number, weight: number): void {
    this.#learner.learn(phi, change, weight);
    this.#wide.learn(issueS, phi, change, weight);
    this.#trees?.learn(issueS, phi, change, weight);
  }

  /** The lessons and trees of the head whose place this one takes, if they reach back farther. */
  inherit({ trees }: Pupils): void {
    if (trees && this.#trees && trees.taught > this.#trees.taught) this.#trees = trees;
  }

  saved(): PupilsState {
    return {
      learner: this.#learner.toJSON(),
      wide: this.#wide.toJSON(),
      ...(this.#trees && { trees: this.#trees.toJSON() }),
    };
  }

  restore({ learner, wide, trees }: PupilsState): void {
    this.#learner = RidgeRls.fromJSON(learner, this.#settings);
    this.#wide = WideExpert.fromJSON(wide, this.horizonS, this.stepS);
    if (trees && this.#trees) this.#trees = TreeExpert.fromJSON(trees, this.stepS, this.#trees.firstDays);
  }
}
