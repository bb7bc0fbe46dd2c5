import { describe, expect, it } from 'vitest';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import { TICK_S } from '../../../src/station/tick.ts';
import { tickRow, tickRows } from '../../support/tick-rows.ts';

const START_S = 1_750_000_200 - (1_750_000_200 % TICK_S);
const settings = {
  stepS: TICK_S,
  latitude: 55.8,
  longitude: 12.5,
  standardOffsetS: 3600,
  timezone: 'Europe/Copenhagen',
};

/** An engine that has heard a day of calm weather, and the time of its newest row. */
function afterADay(): { engine: ForecastEngine; newestS: number } {
  const engine = new ForecastEngine(settings);
  for (const row of tickRows(START_S, 288)) engine.tick(row);
  return { engine, newestS: engine.newestS! };
}
const silent = { temperatureC: null, humidityPct: null, stationHpa: null };

describe('a forecast, when nothing can be said anew', () => {
  it('stays with its age when somebody asks for a new one in the middle of an outage', () => {
    const { engine, newestS } = afterADay();
    const before = engine.bundle();
    expect(before.targets['temperature']).toHaveLength(6);
    expect(engine.refresh(tickRow(newestS + 40, silent))).toEqual(before);
    expect(engine.bundle()).toEqual(before);
  });

  it('starts from no lone spike, neither that of the grid nor one between, whoever asks for a new one', () => {
    const { engine, newestS } = afterADay();
    const { temperature } = engine.bundle().anchors;
    const spike = tickRow(newestS + TICK_S, { temperatureC: temperature! + 9 });
    engine.tick(spike);
    for (const row of [spike, { ...spike, tS: spike.tS + 40 }]) {
      expect(engine.refresh(row).anchors).toMatchObject({ temperature, humidity: spike.humidityPct });
    }
    engine.tick({ ...spike, tS: newestS + 2 * TICK_S });
    expect(engine.bundle().anchors['temperature']).toBe(spike.temperatureC); // it stays: a front
  });

  it('stays when the next five minutes have no measurement either, and goes with the time it speaks of', () => {
    const { engine, newestS } = afterADay();
    for (let i = 1; i <= 4; i += 1) engine.tick(tickRow(newestS + i * TICK_S, silent));
    const bundle = engine.bundle();
    expect(bundle).toMatchObject({ issued_ts: newestS });
    expect(bundle.warming_up).toBeUndefined();
    expect(bundle.targets['pressure']!.map(({ horizon_label }) => horizon_label)).toEqual([
      '1h',
      '3h',
      '6h',
      '12h',
      '1d',
    ]);
  });

  it('stays for the one signal that is missing, and says how old it is', () => {
    const { engine, newestS } = afterADay();
    engine.tick(tickRow(newestS + TICK_S, { humidityPct: null }));
    const { issued_ts, targets } = engine.bundle();
    expect(issued_ts).toBe(newestS + TICK_S);
    expect(new Set(targets['humidity']!.map((entry) => entry.issued_ts))).toEqual(new Set([newestS]));
    expect(targets['temperature']!.every((entry) => entry.issued_ts === undefined)).toBe(true);
  });

  it('is warming up only while there has never been one', () => {
    const engine = new ForecastEngine(settings);
    expect(engine.refresh(tickRow(START_S, silent))).toMatchObject({ issued_ts: null, warming_up: true });
    expect(engine.refresh(tickRow(START_S + 2)).warming_up).toBeUndefined();
    expect(engine.refresh(tickRow(START_S + 4, silent)).warming_up).toBeUndefined();
  });
});
