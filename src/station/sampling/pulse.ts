import type { Clock } from '../../base/clock.ts';
import type { Sample } from '../sensors/sample.ts';

/** A sampling loop that has not come round for so long hangs, in a bus transfer for example. Well below the watchdog's period. */
const HANGS_AFTER_S = 60;
/** A measurement older than this many periods is not fresh any more. */
const FRESH_PERIODS = 5;

/** Watchdog of the sampling loop: whether it turns, and whether it brings readings. In steady time, so that a clock jump ages nothing. */
export class Pulse {
  #turnMs: number;
  #measuredMs: number | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly samplePeriodS: number,
  ) {
    this.#turnMs = clock.steadyMs();
  }

  /** Notes the end of a turn, with what it read. */
  beat(sample: Sample): void {
    this.#turnMs = this.clock.steadyMs();
    if (hasMeasured(sample)) this.#measuredMs = this.#turnMs;
  }

  get turnAgeS(): number {
    return (this.clock.steadyMs() - this.#turnMs) / 1000;
  }

  /** Liveness for systemd's watchdog. Silent chips and full disks do not count: a restart would mend neither. */
  get alive(): boolean {
    return this.turnAgeS < HANGS_AFTER_S;
  }

  /** Why there is nothing fresh to show; null while there is. */
  get staleness(): 'no fresh sample' | 'no sensor gives a value' | null {
    const limitS = FRESH_PERIODS * this.samplePeriodS;
    if (this.turnAgeS > limitS) return 'no fresh sample';
    const measuredAgeS = this.#measuredMs === null ? null : (this.clock.steadyMs() - this.#measuredMs) / 1000;
    return measuredAgeS === null || measuredAgeS > limitS ? 'no sensor gives a value' : null;
  }
}

/** Weather: the CPU's own heat or a direction of gravity is none. */
const hasMeasured = ({ humidityChipC, pressureChipC, humidityPct, pressureHpa }: Sample): boolean =>
  humidityChipC !== null || pressureChipC !== null || humidityPct !== null || pressureHpa !== null;
