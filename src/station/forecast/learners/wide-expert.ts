import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { NormalRidge } from '../../../maths/normal-ridge.ts';
import { EXPANDED_COUNT, expand, weighExpanded } from './expansion.ts';

/** Neighbouring ticks teach almost the same: one lesson in this time. */
const SPACING_S = HOUR_S;
/** Products need more than one summer. */
const MEMORY_DAYS = 400;
const RIDGE_LESSONS = 10;
/** Weights are worked out again when the lessons have grown by this share, or after these days; not before there are a few. */
const GROWTH = 0.1;
const PAUSE_DAYS = 4;
const FEWEST = 48;

const expanded = new Float64Array(EXPANDED_COUNT);

/** The second learned expert of a head: a ridge regression on the features and their products with sun, night and trend. */
export class WideExpert {
  readonly #spacingS: number;
  readonly #ridge: NormalRidge;
  readonly state: NormalRidge['state'];

  constructor(
    private readonly horizonS: number,
    stepS: number,
  ) {
    this.#spacingS = stepS * Math.max(1, Math.round(SPACING_S / stepS));
    this.#ridge = new NormalRidge({
      n: EXPANDED_COUNT,
      lam: Math.exp(-this.#spacingS / (MEMORY_DAYS * DAY_S)),
      delta: RIDGE_LESSONS * (1 + (0.5 * horizonS) / this.#spacingS), // lessons overlap: they are fewer than they seem
    });
    this.state = this.#ridge.state;
  }

  predict(phi: Float64Array): number {
    return weighExpanded(this.state.theta, phi, this.horizonS);
  }

  /** The lesson of a forecast issued at `issueS`; most are passed over. */
  learn(issueS: number, phi: Float64Array, y: number, weight: number): void {
    if (issueS % this.#spacingS !== 0) return;
    expand(phi, this.horizonS, expanded);
    this.#ridge.learn(expanded, y, weight);
  }

  /** Works out the weights if enough has been learned since. Costs most of a millisecond: the engine asks one head a tick. */
  consolidate(): boolean {
    const { unsolved } = this.#ridge;
    const { updates } = this.state;
    const longest = (PAUSE_DAYS * DAY_S) / this.#spacingS;
    if (updates < FEWEST || unsolved < Math.max(1, Math.min(longest, GROWTH * updates))) return false;
    this.#ridge.solve();
    return true;
  }
}
