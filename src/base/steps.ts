import { type Clock, Slicer } from './clock.ts';

/** Work that can be put down between any two of its steps, so that the sampling, which shares its thread, never waits for all of it. */
export type Steps<T> = Generator<undefined, T>;

/** Runs all steps at once, for a caller that has the thread to itself. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A slice of them in each turn of the event loop: whatever else comes is served in between. */
export const inTurns = <T>(steps: Steps<T>, clock: Clock, sliceMs: number): Promise<T> =>
  inSlices(steps, new Slicer(clock, sliceMs));

/** The same for work that is sliced together with what is around it. */
export async function inSlices<T>(steps: Steps<T>, slicer: Slicer): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await slicer.breathe();
  }
}
