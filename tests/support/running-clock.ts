import type { Clock } from '../../src/base/clock.ts';
import { systemClock } from '../../src/main/clock.ts';
import { START_S } from './fake-clock.ts';

const MINUTE_MS = 60_000;
/** The longest that a timer can wait: weeks. */
export const MOST_MS = 2 ** 31 - 1;

/** Wall clock of a fixed day, which steady time moves on: for what really waits and computes, on a day that every machine has. */
export function runningClock(startS = START_S): Clock {
  const offsetS = startS - systemClock.steadyMs() / 1000;
  return { ...systemClock, nowS: () => offsetS + systemClock.steadyMs() / 1000 }; // now: its own is left behind
}

/** The clock, but for its waits: one of so many milliseconds lasts as long as `lastsMs` says. */
export const withWaits = (lastsMs: (ms: number) => number, clock: Clock = runningClock()): Clock => ({
  ...clock,
  sleep: (ms, signal) => clock.sleep(lastsMs(ms), signal),
});

/**
 * Clock of a hub in a test, under the wall clock of the machine: steady time and waits of less than a minute pass so many times as fast, so
 * that nobody waits for the periods of a program. A wait of a minute or more lasts until its signal: on a slow machine what a hub does by the
 * minute would come between two steps of a test.
 */
export const hubClock = (times: number): Clock => ({
  ...withWaits((ms) => (ms < MINUTE_MS ? ms / times : MOST_MS), systemClock), // now: its wall clock is for who works beside a program that has no other
  steadyMs: () => times * systemClock.steadyMs(),
});
