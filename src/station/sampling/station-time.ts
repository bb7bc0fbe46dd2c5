import { type Clock, sinceBootMs } from '../../base/clock.ts';
import type { ClockGuard } from './clock/clock-guard.ts';
import type { Moment } from './clock/steps.ts';

/** Judge of the machine's clock. */
type Judge = Pick<ClockGuard<unknown>, 'nowS' | 'isConfirmed'>;

/** Time that stamps samples: the machine's, unless the guard does not believe it. */
export class StationTime {
  #waitingS = 0;

  constructor(
    private readonly clock: Clock,
    public judge: Judge,
  ) {}

  /** Sum of the shifts that the guard has decided on and that stored rows have yet to make. */
  get waitingS(): number {
    return this.#waitingS;
  }

  /** Whether stored rows have another clock than the one that is believed: no shift is as small as a second. */
  get isShifting(): boolean {
    return Math.abs(this.#waitingS) > 1;
  }

  /** A shift of stored rows is due, or, with the opposite sign, has begun. */
  shiftWaits(byS: number): void {
    this.#waitingS += byS;
  }

  /** Wall and steady time together, and both before the slow read: between them the clock cannot jump. */
  moment(): Moment {
    return {
      wallS: this.clock.nowS(),
      steadyMs: sinceBootMs(this.clock),
      synchronised: this.clock.synchronised?.() ?? null,
    };
  }

  /** A moment by the clock of all stored rows: a shift that waits will move new entries, too. */
  at({ wallS, steadyMs }: Moment): number {
    return this.judge.nowS(wallS, steadyMs / 1000) - this.#waitingS;
  }

  nowS(): number {
    return this.at(this.moment());
  }

  /** Whether something better than this machine's clock vouches for it. */
  get isConfirmed(): boolean {
    return this.judge.isConfirmed;
  }
}
