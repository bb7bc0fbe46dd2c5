import { live } from '../station/jobs/inside.ts';
import { systemClock } from './clock.ts';

/** The program of a heavy thread: `Threads` starts it with one job. */
void live(systemClock);
