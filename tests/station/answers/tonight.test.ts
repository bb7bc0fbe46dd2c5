import { afterEach, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../../src/base/durations.ts';
import { atOnce } from '../../../src/base/steps.ts';
import { decodeConsole } from '../../../src/station/inputs/families/console.ts';
import { TICK_S } from '../../../src/station/tick.ts';
import { Bench } from '../../support/station.ts';

const benches: Bench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) {
    await bench.station.stop();
    bench.discard();
  }
});

const MORNING_S = Date.parse('2026-11-24T08:00:00+01:00') / 1000;
/** Warmest at noon, restless from minute to minute. */
const gardenC = (tS: number) => 4 + 3 * Math.cos((2 * Math.PI * (tS - MORNING_S - 4 * HOUR_S)) / DAY_S) + Math.sin(tS);

const body = (celsius: number) =>
  `PASSKEY=A&stationtype=GW2000A_V3&model=GW2000A&tempf=${((celsius * 9) / 5 + 32).toFixed(2)}&humidity=81`;

it.each(['temp', 'outdoor_temp'])(
  'what the day has measured is told as the chart has it, and as the glance: %s',
  async (column) => {
    const bench = new Bench({ sensors: { sample_interval_s: 60 } }, MORNING_S - 600);
    benches.push(bench);
    const { station, clock } = bench;
    await station.start();
    let compared = 0;
    for (let minute = 0; minute < 540; minute++) {
      if (column === 'outdoor_temp') {
        station.inputs.take(decodeConsole(body(gardenC(clock.nowS())), 'POST', '192.0.2.7'));
        if (minute === 1) station.inputs.adopt(station.inputs.list().inputs[0]!.id, { name: 'Garden' });
      }
      await clock.advance(60_000);
      if (minute % 30 !== 29) continue;
      const nowS = clock.nowS();
      const { high } = atOnce(station.forecasts.tonight());
      const { series } = atOnce(station.history.range(MORNING_S, nowS, TICK_S, [column]));
      const warmest = Math.max(...(series as Record<string, number[]>)[`${column}_hi`]!);
      expect(high!.value).toBeGreaterThanOrEqual(warmest);
      if (high!.about_ts > nowS - TICK_S) continue;
      compared += 1;
      expect([high!.value, high!.hi >= warmest, high!.lo]).toEqual([warmest, true, warmest]);
      const { today } = atOnce(station.history.glance());
      if (column === 'temp' && today.temp_max_ts! >= MORNING_S) expect(high!.value).toBe(today.temp_max);
    }
    expect(compared).toBeGreaterThan(2);
  },
);
