import type { Zone } from '../../base/zone.ts';
import type { Scaling } from '../air/scale/scaling.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { StationParts } from '../parts.ts';
import type { Report } from '../report.ts';
import type { Bus } from './bus.ts';
import type { Keeping } from './keeping.ts';
import type { ScaleRoom } from './scale-in-force.ts';

/** Runs work in the background: a failure is reported like that of a loop, and does not end the process. */
export type Aside = (name: string, work: Promise<unknown>) => void;

/** Parts that subjects share; each names those it takes. */
export interface Shared extends Pick<StationParts, 'config' | 'clock' | 'store' | 'heavy'> {
  zone: Zone;
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
