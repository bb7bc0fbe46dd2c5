import { afterAll, expect, it } from 'vitest';
import { DAY_S } from '../../../src/base/durations.ts';
import { TARGETS } from '../../../src/contract/names.ts';
import { Bench } from '../../support/station.ts';

const bench = new Bench({ sensors: { sample_interval_s: 20 } });
afterAll(() => bench.discard());

it('the chance of passing a value speaks from the first minutes on, of what is to come and of nothing else', async () => {
  const { station, clock } = bench;
  await station.start();
  expect(station.forecasts.chance('temperature', 'below', 10, null)).toMatchObject({ by_ts: null, chance: null });
  await clock.advance(7 * 60_000);
  const nowS = station.nowS();
  for (const target of TARGETS) {
    const { issued_ts, by_ts } = station.forecasts.chance(target, 'above', 0, null);
    expect(by_ts).toBe(issued_ts! + DAY_S);
    const chance = (value: number, byS: number | null) => station.forecasts.chance(target, 'above', value, byS).chance;
    expect([chance(-1e9, null), chance(1e9, null)]).toEqual([1, 0]);
    expect(chance(-1e9, nowS + 1)).toBe(1);
    for (const byS of [nowS, nowS - 60, issued_ts!, nowS - DAY_S, by_ts! + 1])
      expect(chance(-1e9, byS), `${byS}`).toBeNull();
  }
  expect(station.forecasts.chance('pressure', 'below', 900, null).chance).toBe(0);
  expect(station.forecasts.chance('pressure', 'below', 1100, null).chance).toBe(1);
  await station.stop();
});
