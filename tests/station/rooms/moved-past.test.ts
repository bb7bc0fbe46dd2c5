import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Heavy } from '../../../src/station/heavy/heavy.ts';
import { openReadOnly } from '../../../src/station/store/database.ts';
import { board, forgetPasts, pastUnder, START_S, settingsOf } from '../../support/past.ts';
import { Bench } from '../../support/station.ts';

afterAll(forgetPasts);

const MINUTE = 60_000;
const MONTH_S = 30 * 86_400;

function learned(folder: string, name: string): unknown {
  const db = openReadOnly(join(folder, 'weatherglass.db'));
  const state = db.prepare<[string], string>('SELECT state FROM learned WHERE name = ?').pluck().get(name);
  db.close();
  return JSON.parse(state!) as unknown;
}

/** Is calibrated while its clock is a month ahead, which is mended then. What is usual is learned anew, quickly or all the while. */
async function mended(pace: 'quick' | 'slow'): Promise<Bench> {
  const before = new Bench(settingsOf({}), START_S, pastUnder({}));
  Object.assign(before.clock, { synchronised: () => true }); // that life is vouched for, and stays where it is
  await before.build(board()).start();
  await before.clock.advance(10 * MINUTE);
  await before.station.stop();
  const bench = new Bench(settingsOf({}), before.clock.nowS() + 60, before.folder);
  let ends = Promise.resolve();
  const paced = (heavy: Heavy): Heavy => ({
    run: (name, input, handle) => {
      const made = heavy.run(name, input, handle);
      return name === 'relearn' ? ends.then(() => made) : made;
    },
  });
  const station = bench.build(board(), paced);
  await station.start();
  await bench.clock.advance(10 * MINUTE);
  bench.clock.jumpWallS(MONTH_S);
  await bench.clock.advance(40 * MINUTE);
  let end = () => {};
  if (pace === 'slow')
    ends = new Promise((resolve) => {
      end = resolve;
    });
  expect(station.calibration.calibrate((await station.telemetry()).temperature! - 5)).not.toHaveProperty('error');
  await bench.clock.advance(MINUTE);
  bench.clock.jumpWallS(-MONTH_S);
  await bench.clock.advance(20 * MINUTE);
  end();
  await bench.clock.advance(MINUTE);
  await station.stop();
  return bench;
}

describe('the past gets another time', { timeout: 60_000 }, () => {
  it('while it is learned from: what is usual is what the mended past teaches', async () => {
    const [quick, slow] = [await mended('quick'), await mended('slow')];
    for (const name of ['forecast.climatology', 'forecast.outlook', 'novelty']) {
      expect(learned(slow.folder, name), name).toEqual(learned(quick.folder, name));
    }
  });
});
