import { DAY_S } from '../../../base/durations.ts';
import { RidgeRls } from '../../../maths/rls.ts';
import { FEATURE_COUNT } from './features.ts';
import { WideExpert } from './wide-expert.ts';

export const P_MAX = 1;
const RIDGE_UPDATES = 10;
export const PUPIL_MEMORY_DAYS = 180;

/** Regressions of one head: the plain one and the wide one. Their state is saved as a part of the head's. */
export class Pupils {
  readonly lam: number;
  readonly state: { learner: RidgeRls; wide: WideExpert };

  constructor(horizonS: number, stepS: number) {
    this.lam = Math.exp(-1 / ((DAY_S / stepS) * PUPIL_MEMORY_DAYS));
    const settings = { n: FEATURE_COUNT, lam: this.lam, delta: RIDGE_UPDATES, pMax: P_MAX };
    this.state = { learner: new RidgeRls(settings), wide: new WideExpert(horizonS, stepS) };
  }

  learn(issueS: number, phi: Float64Array, change: number, weight: number): void {
    this.state.learner.learn(phi, change, weight);
    this.state.wide.learn(issueS, phi, change, weight);
  }
}
