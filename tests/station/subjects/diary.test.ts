import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Diary } from '../../../src/station/forecast/learners/diary.ts';
import type { NetExpertState } from '../../../src/station/forecast/learners/net-expert.ts';
import { openBare, openReadOnly } from '../../../src/station/store/sqlite/database.ts';
import { board, copyOf, forgetPasts, pastUnder, START_S, settingsOf } from '../../support/past.ts';
import { Bench } from '../../support/station.ts';

afterAll(forgetPasts);

const PAST_HOURS = 2 * 24 - 1; // of the first there is one sample
const HOUR_S = 3600;
const settings = { ...settingsOf({}), forecast: { train_at_start_hours: 24 } };

/** What the net's diary holds when a station that was started here has stopped again. */
async function diaryAfterAStart(folder: string, nowS: number): Promise<Diary> {
  const bench = new Bench(settings, nowS, folder);
  await bench.build(board()).start();
  await bench.station.stop();
  const db = openReadOnly(join(folder, 'weatherglass.db'));
  const row = db.prepare<[], { state: string }>(`SELECT state FROM learned WHERE name = 'forecast.net'`).get();
  db.close();
  return Diary.fromJSON((JSON.parse(row!.state) as NetExpertState).diary);
}

describe('the diary of the net', () => {
  it('is told at the start what is stored: of before there was one, and of what was lived since it was saved last', async () => {
    const folder = pastUnder({});
    const bench = new Bench(settings, START_S, folder);
    await bench.build(board()).start();
    await bench.clock.advance(2.2 * HOUR_S * 1000);
    const pulled = copyOf(folder); // as the plug leaves it: the heads are saved twice a day
    await bench.station.stop();
    const lived = await diaryAfterAStart(folder, bench.clock.nowS());
    expect(lived.entries).toBeGreaterThanOrEqual(PAST_HOURS + 2);
    const told = await diaryAfterAStart(pulled, bench.clock.nowS());
    expect(told.toJSON()).toEqual(lived.toJSON());
    const db = openBare(join(folder, 'weatherglass.db'));
    db.prepare(`DELETE FROM learned WHERE name = 'forecast.net'`).run(); // as an older program leaves it
    db.close();
    const upgraded = await diaryAfterAStart(folder, bench.clock.nowS());
    expect(upgraded.toJSON()).toEqual(lived.toJSON());
  });

  it('is on the scale of the rest once that has been learned anew, though the plug is pulled then', async () => {
    const bench = new Bench(settings, START_S, pastUnder({}));
    const station = bench.build(board());
    await station.start();
    await bench.clock.advance(1.2 * HOUR_S * 1000); // the heads have been saved
    expect(station.calibration.calibrate((await station.telemetry()).temperature! - 5)).not.toHaveProperty('error');
    await bench.clock.advance(0.5 * HOUR_S * 1000); // all of it has been saved
    const pulled = copyOf(bench.folder);
    await station.stop();
    const lived = await diaryAfterAStart(bench.folder, bench.clock.nowS());
    const told = await diaryAfterAStart(pulled, bench.clock.nowS());
    expect(told.toJSON()).toEqual(lived.toJSON());
  });
});
