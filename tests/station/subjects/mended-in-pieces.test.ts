import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Rewind } from '../../../src/station/store/clock-repair/rewind.ts';
import { openReadOnly } from '../../../src/station/store/sqlite/database.ts';
import { Bench } from '../../support/station.ts';

const MINUTE = 60_000;

/** While forecasts and scores of a wrong time are dropped, a slice after the other. */
type Meanwhile = (bench: Bench, slice: number) => void;

/** Long enough for forecasts to be scored; a last tick scores after the station's own verification and before the move. */
async function mended(meanwhile: Meanwhile = () => {}, livedMin = 150, startsMin = 0) {
  const bench = new Bench({ sensors: { sample_interval_s: 60 } });
  const { clock, folder } = bench;
  clock.jumpWallS(startsMin * 60);
  await bench.station.start();
  await clock.advance(5 * MINUTE);
  expect(bench.station.calibration.calibrate(15)).not.toHaveProperty('error');
  await clock.advance(livedMin * MINUTE);
  expect(bench.station.forecasts.verify().buckets).toBeGreaterThan(0);
  let slices = 0;
  const { steps } = Rewind.prototype;
  const rewinding = vi.spyOn(Rewind.prototype, 'steps').mockImplementation(function* (this: Rewind, ...since) {
    for (const step of steps.call(this, ...since)) {
      slices += 1;
      meanwhile(bench, slices);
      yield step;
    }
  });
  clock.jumpWallS(-86_400);
  await clock.advance(2 * MINUTE);
  const told = () => bench.station.watch.events(20).some(({ kind }) => kind === 'clock');
  while (!told()) await new Promise((resolve) => setImmediate(resolve)); // it takes turns, and no time
  rewinding.mockRestore();
  const { buckets } = bench.station.forecasts.verify();
  await bench.station.stop();
  const db = openReadOnly(join(folder, 'weatherglass.db'));
  const tables = {
    pending: db.prepare('SELECT due_ts, target, horizon_s, issue_ts FROM pending').all(),
    score: db.prepare('SELECT * FROM score').all(),
    issued: db.prepare('SELECT ts FROM issued').all(),
  };
  db.close();
  bench.discard();
  return { slices, tables, buckets };
}

describe('forecasts and scores of a wrong time', () => {
  it('are dropped, on the disk and in memory', async () => {
    const { tables, buckets } = await mended();
    expect(buckets).toBe(0);
    expect(tables).toEqual({ pending: [], score: [], issued: [] });
  });

  it.each([
    [150, 0],
    [147, 4],
  ])('are dropped in slices, and a verification between two of them brings none back: %i, %i', async (...lived) => {
    const quiet = await mended(() => {}, ...lived);
    const asked = await mended(({ station }) => void station.forecasts.verify(), ...lived);
    expect(asked.slices).toBeGreaterThan(4);
    expect(asked.tables).toEqual(quiet.tables);
  });

  it('are dropped, too, when somebody calibrates meanwhile', async () => {
    const { tables } = await mended(({ station }, slice) => {
      if (slice === 2) expect(station.calibration.resetCalibration()).not.toHaveProperty('error');
    });
    expect(tables).toMatchObject({ pending: [], score: [] });
  });
});
