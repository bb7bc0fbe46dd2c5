import { DAY_S } from '../../../durations.ts';
import { finite } from '../../learned/check.ts';
import { ewSteady, ewWeight } from '../grid.ts';

const MEMORY_S = 30 * DAY_S;

export interface MemberErrors {
  persistence: number;
  climatology: number;
  learned: number;
  blend: number;
}

export interface MemberAccountState {
  mae: MemberErrors;
  squaredLearned: number;
  scored: number;
}

const MEMBERS = ['persistence', 'climatology', 'learned', 'blend'] as const;

/** How well each voice of a head did over the last month, as issued. */
export class MemberAccount {
  readonly #weight: number;
  #mae: MemberErrors = { persistence: 0, climatology: 0, learned: 0, blend: 0 };
  #squaredLearned = 0;
  #scored = 0;

  constructor(stepS: number) {
    this.#weight = ewSteady(stepS, MEMORY_S);
  }

  get scored(): number {
    return this.#scored;
  }

  get rmseLearned(): number | null {
    return this.#scored === 0 ? null : Math.sqrt(this.#squaredLearned);
  }

  get mae(): Record<keyof MemberErrors, number | null> {
    return this.#scored === 0 ? { persistence: null, climatology: null, learned: null, blend: null } : { ...this.#mae };
  }

  add(errors: MemberErrors): void {
    this.#scored += 1;
    const weight = ewWeight(this.#scored, this.#weight);
    this.#squaredLearned += weight * (errors.learned ** 2 - this.#squaredLearned);
    for (const member of MEMBERS) this.#mae[member] += weight * (Math.abs(errors[member]) - this.#mae[member]);
  }

  toJSON(): MemberAccountState {
    return { mae: { ...this.#mae }, squaredLearned: this.#squaredLearned, scored: this.#scored };
  }

  static fromJSON(saved: MemberAccountState, stepS: number): MemberAccount {
    const account = new MemberAccount(stepS);
    for (const member of MEMBERS) account.#mae[member] = finite(saved.mae[member], `mean error of ${member}`);
    account.#squaredLearned = finite(saved.squaredLearned, 'squared error');
    account.#scored = finite(saved.scored, 'scored');
    return account;
  }
}
