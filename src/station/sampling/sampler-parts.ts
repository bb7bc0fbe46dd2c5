import type { Clock, Slicer } from '../../base/clock.ts';
import type { Config } from '../../config/config.ts';
import type { Target } from '../../contract/names.ts';
import type { Memory } from '../learned/memory.ts';
import type { Report } from '../report.ts';
import type { Board } from '../sensors/sample.ts';
import type { Doubt } from '../store/clock-repair/doubtful-stamps.ts';
import type { Store } from '../store/store.ts';
import type { RawTick } from '../tick.ts';
import type { ClockMove } from './clock/words.ts';
import type { Pipeline } from './pipeline.ts';
import type { Reading } from './reading.ts';
import type { StationTime } from './station-time.ts';

/** Dependencies and listeners of the sampler. */
export interface SamplerParts {
  config: Config;
  clock: Clock;
  time: StationTime;
  store: Store;
  board: Board;
  pipeline: Pipeline;
  report: Report;
  memory: Memory;
  outdoorC(): number | null;
  /** Topics of the sampler: a reading, one that is only shown, a row of the five-minute grid, and events and labels that have their time. */
  bus: {
    tell(kind: 'sampled' | 'shown', reading: Reading): void;
    tell(kind: 'sourceChanged', signals: readonly Target[]): void;
    tell(kind: 'ticked', tick: RawTick): void;
    tell(kind: 'stampsMoved', shift: { byS: number; doubt: Doubt }): void;
    tell(kind: 'saidTakenUp', labelIds: readonly number[]): void;
  };
  keeping: {
    /** The store is closed, or about to be: nobody can be told any more. */
    readonly ended: boolean;
    /** Saves learned state before another clock stamps samples. */
    save(): Promise<void>;
  };
  /** The clock was wrong: all that was stamped by it belongs so much later. False when the disk refused; it is asked again. */
  timeMoved(move: ClockMove, slicer: Slicer, begun: () => void): Promise<boolean>;
}
