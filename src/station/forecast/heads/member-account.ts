import { DAY_S } from '../../../base/durations.ts';
import { ewSteady, ewWeight } from '../grid.ts';

const MEMORY_S = 30 * DAY_S;
const MEMBERS = ['persistence', 'climatology', 'learned', 'blend'] as const;
type OfMembers<T> = Record<(typeof MEMBERS)[number], T>;

/** Score of each member of a head over the last month, as issued. */
export class MemberAccount {
  readonly #weight: number;
  readonly state = {
    mae: { persistence: 0, climatology: 0, learned: 0, blend: 0 },
    squaredLearned: 0,
    scored: 0,
  };

  constructor(stepS: number) {
    this.#weight = ewSteady(stepS, MEMORY_S);
  }

  get rmseLearned(): number | null {
    return this.state.scored === 0 ? null : Math.sqrt(this.state.squaredLearned);
  }

  get mae(): OfMembers<number | null> {
    return this.state.scored === 0
      ? { persistence: null, climatology: null, learned: null, blend: null }
      : { ...this.state.mae };
  }

  add(errors: OfMembers<number>): void {
    this.state.scored += 1;
    const weight = ewWeight(this.state.scored, this.#weight);
    this.state.squaredLearned += weight * (errors.learned ** 2 - this.state.squaredLearned);
    const { mae } = this.state;
    for (const member of MEMBERS) mae[member] += weight * (Math.abs(errors[member]) - mae[member]);
  }
}
