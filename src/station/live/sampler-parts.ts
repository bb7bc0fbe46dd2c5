import type { Clock, Slicer } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Memory } from '../learned/memory.ts';
import type { Report } from '../report.ts';
import type { Board } from '../sensors/sample.ts';
import type { Doubt } from '../store/clock-repair/said.ts';
import type { Store } from '../store/store.ts';
import type { RawTick } from '../tick.ts';
import type { Pipeline } from './pipeline.ts';
import type { Reading } from './reading.ts';

/** What the sampler lives with, and whom it tells. */
export interface SamplerParts {
  config: Config;
  clock: Clock;
  store: Store;
  board: Board;
  pipeline: Pipeline;
  report: Report;
  memory: Memory;
  outdoorC(): number | null;
  /** After each reading, also one that only shows. */
  onReading(reading: Reading): void;
  /** After each row of the five-minute grid. */
  onTick(tick: RawTick): void;
  /** What was learned goes to the disk, as it stands before another clock stamps samples. */
  save(): Promise<void>;
  /** What was said while no clock was believed belongs so much later. */
  saidMoved(byS: number, doubt: Doubt): void;
  /** What a killed program had said under such a clock has another time now: labels are to be learned again. */
  saidTakenUp(labelIds: readonly number[]): void;
  /** The clock was wrong: all that was stamped by it belongs so much later. False when the disk refused; it is asked again. */
  timeMoved(byS: number, slicer: Slicer): Promise<boolean>;
}
