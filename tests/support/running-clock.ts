import type { Clock } from '../../src/base/clock.ts';
import { systemClock } from '../../src/main/clock.ts';
import { START_S } from './fake-clock.ts';

/** Wall clock of a fixed day, which steady time moves on: for what really waits and computes, on a day that every machine has. */
export function runningClock(startS = START_S): Clock {
  const offsetS = startS - systemClock.steadyMs() / 1000;
  return { ...systemClock, nowS: () => offsetS + systemClock.steadyMs() / 1000 }; // now: its own is left behind
}

/**
 * Steady time and waits of less than a minute that pass so many times as fast, under the wall clock of the machine: nobody need wait for the
 * periods of a program. What it does by the minute would come between the steps of a test on a slow machine.
 */
export const hastened = (times: number): Clock => ({
  ...systemClock, // now: its wall clock is for who works beside a program that has no other
  steadyMs: () => times * systemClock.steadyMs(),
  sleep: (ms, signal) => systemClock.sleep(ms < 60_000 ? ms / times : ms, signal),
});
