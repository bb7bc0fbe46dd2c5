import { describe, expect, it } from 'vitest';
import { Courtesy } from '../../../src/station/jobs/courtesy.ts';

/** A thread that gets this share of the time for a second; how much of that second it rested. */
function restedMs(share: number): number {
  const time = { wallMs: 5, ownMs: 0 };
  const courtesy = new Courtesy({ ...time });
  let rested = 0;
  while (time.wallMs < 1005) {
    time.wallMs += 4 / share;
    time.ownMs += 4;
    const ms = courtesy.rest({ ...time });
    if (ms === 0) continue;
    rested += ms;
    time.wallMs += ms;
    courtesy.rested({ ...time });
  }
  return rested;
}

describe('a heavy thread', () => {
  it('never rests on a machine that has a core for it', () => {
    expect(restedMs(1)).toBe(0);
    expect(restedMs(0.7)).toBe(0);
  });

  it('rests nearly half of the time where it gets a quarter of a core, and never longer than a sample may be late', () => {
    expect(restedMs(0.25)).toBeGreaterThan(350);
    expect(restedMs(0.25)).toBeLessThan(600);
    const stalled = new Courtesy({ wallMs: 0, ownMs: 0 });
    expect(stalled.rest({ wallMs: 5000, ownMs: 1 })).toBeLessThanOrEqual(40);
  });
});
