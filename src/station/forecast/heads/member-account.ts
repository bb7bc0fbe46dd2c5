import { DAY_S } from '../../../base/durations.ts';
import { finite } from '../../../maths/check.ts';
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

/** Score of each member of a head over the last month, as issued. */
export class MemberAccount {
  readonly #weight: number;
  /** In the order of `MEMBERS`. */
  readonly #mae = new Float64Array(MEMBERS.length);
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
    return this.#scored === 0 ? { persistence: null, climatology: null, learned: null, blend: null } : this.#errors;
  }

  add(errors: MemberErrors): void {
    this.#scored += 1;
    const weight = ewWeight(this.#scored, this.#weight);
    this.#squaredLearned += weight * (errors.learned ** 2 - this.#squaredLearned);
    this.#toward(0, errors.persistence, weight);
    this.#toward(1, errors.climatology, weight);
    this.#toward(2, errors.learned, weight);
    this.#toward(3, errors.blend, weight);
  }

  toJSON(): MemberAccountState {
    return { mae: this.#errors, squaredLearned: this.#squaredLearned, scored: this.#scored };
  }

  static fromJSON(saved: MemberAccountState, stepS: number): MemberAccount {
    const account = new MemberAccount(stepS);
    for (const [i, member] of MEMBERS.entries()) account.#mae[i] = finite(saved.mae[member], `mean error of ${member}`);
    account.#squaredLearned = finite(saved.squaredLearned, 'squared error');
    account.#scored = finite(saved.scored, 'scored');
    return account;
  }

  get #errors(): MemberErrors {
    const [persistence = 0, climatology = 0, learned = 0, blend = 0] = this.#mae;
    return { persistence, climatology, learned, blend };
  }

  #toward(member: number, error: number, weight: number): void {
    const mae = this.#mae[member]!;
    this.#mae[member] = mae + weight * (Math.abs(error) - mae);
  }
}
