import { DAY_S, HOUR_S } from '../base/durations.ts';
import { backOffS, jittered } from './back-off.ts';
import type { LastError, Outcome } from './outcome.ts';

/** Failures in a row that count as an outage: five minutes of them. */
const OUTAGE_FAILURES = 6;

export type State = 'ok' | 'retrying' | 'refused';
const WORST_FIRST: readonly State[] = ['refused', 'retrying', 'ok'];
export const worseOf = (a: State, b: State): State => WORST_FIRST.find((one) => one === a || one === b)!;

/** Retry state for one kind of data at a receiver: a database may take rows and no forecasts, and the rows need not wait for that. */
export class Tries {
  failures = 0;
  state: State = 'ok';
  error: LastError | null = null;

  constructor(
    private readonly random: () => number,
    private readonly spreadS: number,
    /** Longest back-off; that of everybody if absent. */
    private readonly mostS?: number,
  ) {}

  note({ kind }: Outcome, error: LastError | null): void {
    const hasFailed = kind === 'retry' || kind === 'refused';
    this.failures = hasFailed ? this.failures + 1 : 0;
    this.error = hasFailed ? error : null;
    this.state = kind === 'retry' ? 'retrying' : kind === 'refused' ? 'refused' : 'ok';
  }

  /** Milliseconds until the next attempt: a back-off after a failure, else the pause. */
  waitMs(outcome: Outcome, pauseMs: number): number {
    if (outcome.kind === 'refused') return 1000 * jittered(HOUR_S, this.random); // credentials seldom change sooner
    if (outcome.kind !== 'retry') return pauseMs;
    const spreadS = this.failures >= OUTAGE_FAILURES ? this.spreadS * this.random() : 0;
    const waitS = backOffS(this.failures, this.random, this.mostS) + spreadS;
    // A receiver that named a time is believed, up to a day.
    return 1000 * Math.max(waitS, Math.min(DAY_S, outcome.afterS ?? 0));
  }
}
