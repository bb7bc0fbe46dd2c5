import { expect, it, onTestFinished } from 'vitest';
import { DAY_S, HOUR_S } from '../../../src/base/durations.ts';
import { emptyRow } from '../../support/empty-row.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { Measured } from '../support/measured.ts';

it('rain of today begins anew with the row that is stamped with local midnight: networks read that moment as the new day', async () => {
  const midnightS = Date.UTC(2026, 10, 21, 23) / 1000; // 22 November in Berlin
  const world = new Measured(new FakeClock(midnightS - 1800), undefined, 'Europe/Berlin');
  onTestFinished(() => world.close());
  for (let i = 0; i < 61; i++) {
    const narrow = i % 5 === 0 ? { rainMm: 1 } : {};
    world.store.samples.append({ ...emptyRow(world.clock.nowS()), temp_smooth: 8, narrow });
    world.store.flush();
    await world.clock.advance(60_000);
  }
  const rows = [];
  const steps = world.outbox.rows.between(0, world.clock.nowS(), 100);
  for (let step = steps.next(); ; step = steps.next())
    if (step.done) {
      rows.push(...step.value);
      break;
    }
  const told = rows.map((row) => [(row.tS - midnightS) / 60, row.outside!().rainTodayMm, row.outside!().rainHourMm]);
  expect(told).toEqual([
    [-25, 1, 1],
    [-20, 2, 2],
    [-15, 3, 3],
    [-10, 4, 4],
    [-5, 5, 5],
    [0, 0, 6],
    [5, 1, 7],
    [10, 2, 8],
    [15, 3, 9],
    [20, 4, 10],
    [25, 5, 11],
    [30, 6, 12],
  ]);
});

it('rain of 24 hours is known once the gauge has told of all of them, and 0 where it told of none', () => {
  const world = new Measured();
  onTestFinished(() => world.close());
  const { store, clock, outbox } = world;
  const startS = clock.nowS();
  for (let tS = startS; tS < startS + 2 * DAY_S; tS += 300)
    store.samples.append({ ...emptyRow(tS), temp_smooth: 8, narrow: { rainMm: tS < startS + DAY_S ? 0.5 : 0 } });
  store.flush();
  const newest = store.outbox.newest()!;
  const rainAfter = (hours: number) =>
    outbox.rows.row({ ...newest, ts: startS + hours * HOUR_S - 300 }, 300).rainDayMm!();
  expect([1, 22, 24, 36, 48].map(rainAfter)).toEqual([null, null, 144, 72, 0]);
});
