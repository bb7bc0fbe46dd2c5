import { expect, it } from 'vitest';
import { atOnce } from '../../../src/base/steps.ts';
import { decodeConsole } from '../../../src/station/inputs/families/console.ts';
import { noBoard } from '../../../src/station/inputs/heard-board.ts';
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

it('rain that a person struck out is in no rate of rain behind it, present or stored', async () => {
  const bench = new Bench({ sensors: { source: 'ecowitt', sample_interval_s: 8 }, storage: { commit_interval_s: 30 } });
  const station = bench.build(noBoard);
  await station.start();
  const { clock } = bench;
  let mm = 500;
  const reports = async (n: number, byMm: number) => {
    for (let i = 0; i < n; i += 1) {
      mm += byMm;
      const body = `PASSKEY=A&stationtype=G&tempf=60&yearlyrainin=${(mm / 25.4).toFixed(6)}`;
      station.inputs.take(decodeConsole(body, 'POST', '192.0.2.7'));
      await clock.advance(16_000);
    }
  };
  await reports(4, 0);
  const fromS = clock.nowS();
  await reports(10, 5);
  const untilS = clock.nowS();
  expect((await station.telemetry()).rain_rate).toBeGreaterThan(200);
  station.quality.set({ quantities: ['rain'], start: fromS, end: untilS, verdict: 'bad' });
  const jobs = async () => {
    await clock.advance(100);
    return station.status().jobs;
  };
  await expect.poll(jobs).toEqual([]);
  await clock.advance(8000); // the next sample
  expect((await station.telemetry()).rain_rate).toBeNull(); // until the next report
  await reports(6, 0);
  expect(await station.telemetry()).toMatchObject({ rain_rate: 0, rain_today: 0, rain_event: 0 });
  station.commitNow();
  const series = atOnce(station.history.range(untilS, clock.nowS(), 10)).series as Record<string, (number | null)[]>;
  expect(series['rain_rate']!.filter((value) => value !== null)).not.toContainEqual(
    expect.toSatisfy((rate: number) => rate > 0),
  );
  await station.stop();
  bench.discard();
});
