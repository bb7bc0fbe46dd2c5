import { expect, it } from 'vitest';
import type { Heavy } from '../../../src/station/jobs/heavy.ts';
import { Bench } from '../../support/station.ts';

const MINUTE = 60_000;

it('a stop between the rows made anew and what is learned from them leaves the learning to the next start', async () => {
  const bench = new Bench();
  const startS = bench.clock.nowS();
  const relearned: string[] = [];
  const begun = Promise.withResolvers<void>();
  const untilStopped = (signal: AbortSignal): Promise<never> => {
    begun.resolve();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
  };
  const stopsIt = (heavy: Heavy): Heavy => ({
    run: (name, input, handle) => (name === 'relearn' ? untilStopped(handle.signal) : heavy.run(name, input, handle)),
  });
  const counts = (heavy: Heavy): Heavy => ({
    run: (name, input, handle) => {
      relearned.push(name);
      return heavy.run(name, input, handle);
    },
  });
  const first = bench.build(bench.simulator(), stopsIt);
  await first.start();
  await bench.clock.advance(40 * MINUTE);
  const word = {
    quantities: ['temperature' as const],
    start: startS + 600,
    end: startS + 1200,
    verdict: 'bad' as const,
  };
  expect(first.quality.set(word)).toMatchObject({ changed: true });
  await begun.promise;
  await first.stop();

  for (const expected of [['relearn'], []]) {
    const again = new Bench({}, bench.clock.nowS() + 5, bench.folder);
    await again.build(again.simulator(), counts).start();
    await again.clock.advance(MINUTE);
    expect(relearned.splice(0).filter((name) => name === 'relearn')).toEqual(expected);
    await again.station.stop();
  }
  bench.discard();
});
