import type { Clock } from './clock.ts';

/** Gap that means sleep: longer than any correction of a running clock. */
const SLEPT_MS = 5000;

/**
 * A steady clock that goes on while the machine sleeps: most browsers stop theirs, and only the wall clock tells afterwards how long it
 * was. A wall clock that somebody has put forward looks the same: after `woke` the station is asked for its time.
 */
export function wakingClock(clock: Clock, woke: () => void): Clock {
  const apart = (): number => 1000 * clock.nowS() - clock.steadyMs();
  let apartMs = apart();
  let sleptMs = 0;
  return {
    nowS: () => clock.nowS(),
    after: (ms, run) => clock.after(ms, run),
    steadyMs() {
      const jumpMs = apart() - apartMs;
      apartMs += jumpMs;
      if (jumpMs > SLEPT_MS) {
        sleptMs += jumpMs;
        woke();
      }
      return clock.steadyMs() + sleptMs;
    },
  };
}
