import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../config/config.ts';
import type { Scaling } from '../air/scale/scaling.ts';
import type { Heavy } from '../jobs/heavy.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Report } from '../report.ts';
import type { Store } from '../store/store.ts';
import type { Bus } from './bus.ts';
import type { Keeping } from './keeping.ts';
import type { ScaleRoom } from './scale-in-force.ts';

/** Runs work in the background: a failure is reported like that of a loop, and does not end the process. */
export type Aside = (name: string, work: Promise<unknown>) => void;

/** Parts that subjects share; each names those it takes. */
export interface Shared {
  config: Config;
  clock: Clock;
  store: Store;
  heavy: Heavy;
  timeZone: string;
  jobs: Jobs;
  scaling: Scaling;
  /** The time that samples are stamped by. */
  nowS: () => number;
  report: Report;
  bus: Bus;
  aside: Aside;
  keeping: Keeping;
  scale: ScaleRoom;
}
