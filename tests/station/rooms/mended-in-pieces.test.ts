import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Rewind } from '../../../src/station/store/clock-repair/rewind.ts';
import { openReadOnly } from '../../../src/station/store/sqlite/database.ts';
import { Learned } from '../../../src/station/store/tables/learned.ts';
import { Bench } from '../../support/station.ts';

const MINUTE = 60_000;
const HEADS = 18;
/** Of this machine, to read one head and to furnish it; a slice is over sooner. */
const READING_MS = 5;

const LIVED_MIN = 15;

interface Meanwhile {
  /** While it is put back. */
  putBack?: (bench: Bench, slice: number) => void;
  /** While it is read. */
  read?: (bench: Bench, head: number) => void;
}

/** Puts back what was learned at a mended clock, reads the heads, and hears in which turn of the event loop each was read. */
async function mended({ putBack, read }: Meanwhile = {}, livedMin = LIVED_MIN, startsMin = 0) {
  const bench = new Bench({ sensors: { sample_interval_s: 60 } });
  const { clock } = bench;
  const { steadyMs, nowS } = clock;
  let workedMs = 0;
  Object.assign(clock, { steadyMs: () => steadyMs() + workedMs, nowS: () => nowS() + workedMs / 1000 });
  clock.jumpWallS(startsMin * 60);
  await bench.station.start();
  await clock.advance(5 * MINUTE);
  expect(bench.station.calibration.calibrate(15)).not.toHaveProperty('error');
  await clock.advance(livedMin * MINUTE);
  let turn = 0;
  let running = true;
  const count = (): void => {
    turn += 1;
    if (running) setImmediate(count);
  };
  count();
  const readIn: number[] = [];
  const { load } = Learned.prototype;
  const spy = vi.spyOn(Learned.prototype, 'load').mockImplementation(function (this: Learned, name, version) {
    if (name.startsWith('forecast.head.')) {
      workedMs += READING_MS;
      readIn.push(turn);
      read?.(bench, readIn.length);
    }
    return load.call(this, name, version);
  });
  let slices = 0;
  const { steps } = Rewind.prototype;
  const rewinding = vi.spyOn(Rewind.prototype, 'steps').mockImplementation(function* (this: Rewind, what) {
    for (const step of steps.call(this, what)) {
      slices += 1;
      putBack?.(bench, slices);
      yield step;
    }
  });
  clock.jumpWallS(-86_400);
  await clock.advance(2 * MINUTE);
  const told = () => bench.station.watch.events(20).some(({ kind }) => kind === 'clock');
  while (!told()) await new Promise((resolve) => setImmediate(resolve)); // it takes turns, and no time
  running = false;
  spy.mockRestore();
  rewinding.mockRestore();
  await bench.station.stop();
  const db = openReadOnly(join(bench.folder, 'weatherglass.db'));
  const ofTable = (sql: string) => db.prepare(sql).all();
  const tables = {
    learned: ofTable("SELECT name, state FROM learned WHERE name LIKE 'forecast.%' OR name IN ('novelty', 'drift')"),
    pending: ofTable('SELECT * FROM pending'),
    score: ofTable('SELECT * FROM score'),
    moves: ofTable("SELECT detail FROM event WHERE kind = 'clock'").length,
  };
  db.close();
  bench.discard();
  return { readIn, slices, tables };
}

describe('what a mended clock brings back', () => {
  it('is read a head in a turn, and whoever asks meanwhile changes nothing of it', async () => {
    const quiet = await mended();
    expect(quiet.tables.moves).toBeGreaterThan(0);
    expect(quiet.readIn).toHaveLength(HEADS);
    expect(new Set(quiet.readIn).size).toBe(HEADS);
    const asked = await mended({
      read({ station }) {
        station.forecasts.verify();
        station.forecasts.forecast(true);
      },
    });
    expect(asked.tables).toEqual(quiet.tables);
  });

  it('is put back in slices, and whoever has scores stored between two of them changes nothing of it', async () => {
    const longEnoughMin = 150; // for forecasts to be scored
    const quiet = await mended({}, longEnoughMin);
    expect(quiet.tables.score).not.toEqual([]);
    const asked = await mended({ putBack: ({ station }) => void station.forecasts.verify() }, longEnoughMin);
    expect(asked.slices).toBeGreaterThan(HEADS);
    expect(asked.tables).toEqual(quiet.tables);
  });

  it('takes no score of the wrong time once the right ones lie there', async () => {
    // A tick scores after the station's own verification and before the move, so a score waits to be saved.
    const lived = [147, 4] as const;
    const quiet = await mended({}, ...lived);
    expect(quiet.tables.score).not.toEqual([]);
    let asked = false;
    const putBack = ({ station }: Bench, slice: number) => {
      if (slice !== quiet.slices) return;
      station.forecasts.verify();
      asked = true;
    };
    const late = await mended({ putBack }, ...lived);
    expect(asked).toBe(true);
    expect(late.tables).toEqual(quiet.tables);
  });

  it('begins anew on the scale of whoever calibrates meanwhile', async () => {
    const { readIn } = await mended({
      read({ station }, head) {
        if (head === 7) expect(station.calibration.resetCalibration()).not.toHaveProperty('error');
      },
    });
    expect(readIn).toHaveLength(2 * HEADS);
  });
});
