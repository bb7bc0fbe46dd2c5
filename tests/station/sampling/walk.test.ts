import { expect, it, vi } from 'vitest';
import { told } from '../../../src/station/sampling/clock/words.ts';
import { LeftBehind, type Taken } from '../../../src/station/sampling/left-behind.ts';
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

it.each(['what waits for the disk', 'what was learned'])(
  'a segment begins also where a fault keeps %s from the disk',
  async (what) => {
    let faults = 1;
    const fail = (kind: string) => {
      if (kind !== what || faults === 0) return true;
      faults -= 1;
      throw new Error('a fault of another part');
    };
    const begun: number[] = [];
    const parts = {
      clock: new FakeClock(),
      time: { shiftWaits() {} },
      report() {},
      keeping: { save: async () => fail('what was learned') },
      store: {
        clock: { words: { inDoubt: false }, begin: ({ fromS }: { fromS: number }) => begun.push(fromS) },
        samples: { queued: 0 },
        flush: () => fail('what waits for the disk'),
        attemptNow: async (work: () => unknown) => [work()].length > 0,
        waitFor() {},
        gaveUp() {},
      },
      timeMoved: async () => true,
    } as unknown as SamplerParts;
    const walk = new Walk(parts, () => {});
    await walk.take([{ kind: 'store', sample: taken(1), tS: 1 }]);
    const segment = { fromS: 7, offsetS: 5, wallOffsetS: 5, boot: '', leapt: false, confirmed: false };
    await walk.take([
      { kind: 'begin', segment },
      { kind: 'store', sample: taken(2), tS: 7 },
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    await walk.take([{ kind: 'store', sample: taken(3), tS: 8 }]);
    expect(faults).toBe(0);
    expect(begun).toEqual([7]);
    expect(walk.done).toBe(true);
  },
);

it('a sample behind an interrupted move that meets a fault takes none of the rest along, and is told once', async () => {
  const reported: string[] = [];
  const learned: number[] = [];
  const parts = {
    clock: new FakeClock(),
    time: { shiftWaits() {} },
    report: (kind: string) => reported.push(kind),
    keeping: { ended: false },
    store: { clock: { words: { inDoubt: false }, unfinished: () => null }, waitFor() {}, gaveUp() {} },
  } as unknown as SamplerParts;
  const walk = new Walk(parts, ({ steadyS }) => {
    if (steadyS < 3) throw new Error('a fault of another part');
    learned.push(steadyS);
  });
  walk.leaveMove({ byS: 100, event: told.moved(100, 0) }, true);
  const rest = [1, 2, 3, 4].map((steadyS) => ({ kind: 'store' as const, sample: taken(steadyS), tS: steadyS }));
  await walk.finish(() => rest, new LeftBehind(parts));
  expect(learned).toEqual([3, 4]);
  expect(reported).toEqual(['state']);
});
