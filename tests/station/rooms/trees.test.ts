import { afterAll, describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../../src/durations.ts';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import { FEATURE_COUNT } from '../../../src/station/forecast/heads/features.ts';
import type { SavedHead } from '../../../src/station/forecast/heads/heads.ts';
import type { HeavyName } from '../../../src/station/heavy/jobs.ts';
import { openReadOnly } from '../../../src/station/store/database.ts';
import { openStore } from '../../../src/station/store/store.ts';
import { Bench } from '../../support/station.ts';
import { settingsFor } from '../forecast/weather.ts';

const NAME = 'forecast.head.humidity@3600';
const DAYS = 181;
const MIDNIGHT_S = 1_750_456_800; // of Copenhagen
const benches: Bench[] = [];
afterAll(() => {
  for (const bench of benches) bench.discard();
});

/** What a station that has lived for half a year has learned, as far as trees go. */
function livedHalfAYear(days: number): SavedHead {
  const engine = new ForecastEngine(settingsFor(300));
  const { trees } = engine.head('humidity', HOUR_S);
  for (let hour = 0; hour < 24 * days; hour++) {
    const phi = Float64Array.from({ length: FEATURE_COUNT }, (_, i) => Math.sin(hour * (i + 1)));
    trees!.learn(MIDNIGHT_S - days * DAY_S + hour * HOUR_S, phi, phi[3]! > 0 ? 1 : -1, 1);
  }
  return engine.adopting.savedHead({ target: 'humidity', horizonS: HOUR_S });
}

/** From an hour of the day on, for some minutes; what was asked of heavy threads, and the head in the end. */
async function livedFrom(hour: number, minutes: number, days = DAYS): Promise<{ asked: HeavyName[]; head: SavedHead }> {
  const bench = new Bench({ sensors: { sample_interval_s: 60 } }, MIDNIGHT_S + hour * HOUR_S);
  benches.push(bench);
  const { folder, clock } = bench;
  const store = openStore({ folder, clock, rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'UTC' });
  store.learned.saveAll([{ name: NAME, version: 1, state: livedHalfAYear(days) }], clock.nowS());
  store.close();
  const asked: HeavyName[] = [];
  const station = bench.build(undefined, (heavy) => ({
    run: (name, input, handle) => {
      asked.push(name);
      return heavy.run(name, input, handle);
    },
  }));
  await station.start();
  await clock.advance(minutes * 60_000);
  await station.stop();
  const db = openReadOnly(`${folder}/weatherglass.db`);
  const saved = db.prepare<[string], { state: string }>('SELECT state FROM learned WHERE name = ?').get(NAME)!;
  db.close();
  return { asked, head: JSON.parse(saved.state) as SavedHead };
}

describe('trees on a station', () => {
  it('are grown at night in the heavy thread, once, and are there after a stop', async () => {
    const { asked, head } = await livedFrom(2, 70);
    expect(asked.filter((name) => name === 'grow')).toHaveLength(1);
    expect(head.head.trees?.trees).not.toBeNull();
  });

  it('wait for the night by day', async () => {
    const { asked, head } = await livedFrom(12, 5);
    expect(asked).not.toContain('grow');
    expect(head.head.trees).toMatchObject({ trees: null, taught: 12 * DAYS });
  });

  it('do not wait for nights in which the station is off', async () => {
    const { asked } = await livedFrom(12, 5, DAYS + 2);
    expect(asked).toContain('grow');
  });
});
