import { type Clock, every } from '../base/clock.ts';
import type { Log } from '../http/log.ts';

/** Recurring task of a hub: the work, its period, and the time from the start to the first turn. */
type Task = readonly [work: () => unknown, everyMs: number, firstDelayMs?: number];

/** Scheduler of the upkeep: runs all tasks until `signal`. None keeps another from its turn. */
export const keepUp = (tasks: readonly Task[], clock: Clock, log: Log, signal: AbortSignal): Promise<unknown> =>
  Promise.all(
    tasks.map(([work, everyMs, firstDelayMs]) => every(everyMs, clock, signal, untilNextTime(work, log), firstDelayMs)),
  );

/** Takes one part in so many of the time: of ten thousand stations the engine has better to do than to be asked all day. */
const PART = 5;
export const restful = (work: () => Promise<void>, clock: Clock, signal: AbortSignal) => async (): Promise<void> => {
  const startedMs = clock.steadyMs();
  await work();
  await clock.sleep((PART - 1) * (clock.steadyMs() - startedMs), signal);
};

/** A disk that is full for a minute must not end the loop; what failed is logged, and done again in its time. */
const untilNextTime = (work: () => unknown, log: Log) => async (): Promise<void> => {
  try {
    await work();
  } catch (error) {
    log.error(
      { err: error, fold: error instanceof Error && error.message },
      "a part of the hub's upkeep failed; it is tried again",
    );
  }
};
