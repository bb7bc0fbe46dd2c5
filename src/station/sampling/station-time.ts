import type { Clock } from '../../base/clock.ts';
import type { ClockGuard } from './clock/guard.ts';
import type { Moment } from './clock/steps.ts';

/** Judge of the machine's clock. */
type Judge = Pick<ClockGuard<unknown>, 'nowS' | 'confirmedNowS'>;

/** The time that samples are stamped by: the machine's, unless the guard, which the first sample brings, does not believe it. */
export class StationTime {
  #judge: Judge | null = null;

  constructor(private readonly clock: Clock) {}

  judgedBy(judge: Judge): void {
    this.#judge = judge;
  }

  /** Wall and steady time together, and both before the slow read: between them the clock cannot jump. */
  moment(): Moment {
    const { clock } = this;
    return {
      wallS: clock.nowS(),
      steadyMs: clock.steadyMs() + (clock.asleepMs?.() ?? 0),
      synchronised: clock.synchronised?.() ?? null,
    };
  }

  nowS(): number {
    const { wallS, steadyMs } = this.moment();
    return this.#judge?.nowS(wallS, steadyMs / 1000) ?? wallS;
  }

  /** The time, where something better than this machine's clock vouches for it. */
  get confirmedNowS(): number | null {
    return this.#judge?.confirmedNowS(this.clock.nowS()) ?? null;
  }
}
