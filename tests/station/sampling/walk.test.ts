import { expect, it, vi } from 'vitest';
import { told } from '../../../src/station/sampling/clock/words.ts';
import type { Taken } from '../../../src/station/sampling/left-behind.ts';
import type { SamplerParts } from '../../../src/station/sampling/sampler-parts.ts';
import { Walk } from '../../../src/station/sampling/walk.ts';
import { emptySample } from '../../../src/station/sensors/sample.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** A day at two seconds. */
const DAY = 43_200;
const taken = (steadyS: number): Taken => ({ sample: emptySample, steadyS });

it('samples behind a move that the disk refuses wait for a day at most: then the oldest is given up, and counted', async () => {
  let lost = 0;
  let isRefused = true;
  const learned: number[] = [];
  const parts = {
    clock: new FakeClock(),
    time: { shiftWaits() {} },
    store: {
      clock: { words: { inDoubt: false } },
      samples: { queued: 0 },
      flush: () => true,
      waitFor() {},
      gaveUp: (samples: number) => {
        lost += samples;
      },
    },
    timeMoved: async () => !isRefused,
  } as unknown as SamplerParts;
  const walk = new Walk(parts, ({ steadyS }) => learned.push(steadyS));
  const turn = async (steps: Parameters<Walk['take']>[0]) => {
    await walk.take(steps);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const samples = Array.from({ length: DAY }, (_, i) => taken(i));
  const stamps = Float64Array.from(samples, ({ steadyS }) => steadyS);
  await turn([
    { kind: 'move', byS: 100, event: told.moved(100, 0) },
    { kind: 'release', samples, stamps },
  ]);
  for (let i = DAY; i < DAY + 7; i += 1) await turn([{ kind: 'store', sample: taken(i), tS: i }]);
  isRefused = false;
  await turn([]);
  await vi.waitFor(() => expect(walk.done).toBe(true), { timeout: 60_000 });
  // The move itself waits, too.
  expect([lost, learned.length, learned[0], learned.at(-1)]).toEqual([8, DAY - 1, 8, DAY + 6]);
});
