import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../src/station/sampling/clock/steps.ts';
import { told } from '../../../src/station/sampling/clock/words.ts';
import { RestOfSteps } from '../../../src/station/sampling/interrupted-move.ts';

const segment: Segment = { fromS: 0, offsetS: 0, wallOffsetS: 0, boot: '', leapt: false, confirmed: false };
const move = (byS: number) => ({ kind: 'move', byS, event: told.moved(byS, 0) }) as const;
const store = (tS: number) => ({ kind: 'store', sample: 'one', tS }) as const;

describe('what waited for a move that a stop interrupts', () => {
  it('stands above a move forward that has begun, and below one back, which takes it along', () => {
    const forward = new RestOfSteps<string>(true);
    expect(forward.adapted(move(100))).toBeNull();
    expect(forward.adapted(store(1100))).toEqual(store(1100));
    const back = new RestOfSteps<string>(true);
    back.adapted(move(-100));
    expect(back.adapted(store(900))).toEqual(store(1000));
  });

  it('stands by the old clock where the next start has to find the move out, and so does the segment', () => {
    const rest = new RestOfSteps<string>(true);
    rest.adapted(move(100));
    expect(rest.adapted({ kind: 'note', segment })).not.toBeNull();
    rest.adapted(move(50));
    expect(rest.adapted({ kind: 'note', segment })).toBeNull();
    expect(rest.adapted(store(1150))).toEqual(store(1100));
    expect(rest.standsByNew).toBe(false);
  });

  it('is tried again in its order, but no word for a segment that is no longer the newest', () => {
    const rest = new RestOfSteps<string>(true);
    const confirm = { kind: 'confirm' } as const;
    const steps = [
      move(100),
      confirm,
      { kind: 'begin', segment } as const,
      store(1100),
      confirm,
      move(50),
      confirm,
    ] as const;
    for (const step of steps) rest.adapted(step);
    expect(rest.again).toEqual([move(100), confirm, move(50), confirm]);
  });
});
