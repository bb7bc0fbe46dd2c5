import type { Sample } from '../sensors/sample.ts';

/** A sample and the steady time it was taken at. */
export interface Taken {
  sample: Sample;
  steadyS: number;
}
