import { renameSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RainModel } from '../../../src/station/forecast/rain/model.ts';
import { Moves } from '../../../src/station/store/clock-repair/moves.ts';
import { openReadOnly } from '../../../src/station/store/sqlite/database.ts';
import { Forecasts } from '../../../src/station/subjects/forecasts.ts';
import { Keeping } from '../../../src/station/subjects/keeping.ts';
import { MovedClock } from '../../../src/station/subjects/moved-clock.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { share } from '../../support/share.ts';
import { Bench } from '../../support/station.ts';

const { SqliteError } = SqliteDatabase;

const SET_S = 1_750_500_000;
const MINUTE = 60_000;
const EVERY_S = 20;
const SETTINGS = { sensors: { sample_interval_s: EVERY_S } };

let bench: Bench;
afterEach(() => {
  vi.restoreAllMocks();
  bench.discard();
});

const told = () => bench.station.watch.events(50).filter(({ severity }) => severity === 'error');
const toldOfTheClock = () => bench.station.watch.events(50).filter(({ kind }) => kind === 'clock');

/** All stamps, seconds after the first. */
function stamps(): number[] {
  const db = openReadOnly(join(bench.folder, 'weatherglass.db'));
  const all = db.prepare<[], number>('SELECT ts_ms FROM sample ORDER BY ts_ms').pluck().all();
  db.close();
  return all.map((ms) => ms / 1000);
}

describe('a tick that throws', () => {
  it('has its sample neither stored nor learned twice, and the next ones come', async () => {
    bench = new Bench(SETTINGS, SET_S - 100);
    await bench.station.start();
    const learning = vi.spyOn(RainModel.prototype, 'observe').mockImplementationOnce(() => {
      throw new Error('a fault of ours');
    });
    await bench.clock.advance(10 * MINUTE);
    expect(learning).toHaveBeenCalledTimes(2); // two rows of the five-minute grid
    expect(bench.station.sampleCount).toBe(31);
    expect(told().map(({ detail }) => detail)).toEqual([expect.stringContaining('a fault of ours')]);
    await bench.station.stop();
    expect(stamps()).toEqual(Array.from({ length: 31 }, (_, i) => SET_S - 100 + i * EVERY_S));
  });
});

describe('a move of the past', () => {
  /** An hour under a clock that is two hours ahead, or behind, which is then set. */
  const wrongForAnHour = async (byS = -7200) => {
    bench = new Bench(SETTINGS, SET_S - byS);
    await bench.station.start();
    await bench.clock.advance(60 * MINUTE);
    bench.clock.jumpWallS(byS);
  };

  it('that the disk refuses lets no later sample wait for it', async () => {
    await wrongForAnHour();
    let let_go: () => void = () => {};
    const refusals = vi.spyOn(MovedClock.prototype, 'timeMoved');
    refusals.mockResolvedValueOnce(false);
    refusals.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          let_go = () => resolve(false);
        }),
    );
    for (let n = 0; n < 3; n += 1) await bench.station.sampleNow(); // would never come back
    expect(refusals).toHaveBeenCalledTimes(2);
    let_go();
    await bench.clock.advance(5 * MINUTE);
    await bench.station.stop();
    const all = stamps();
    expect(all[0]).toBe(SET_S);
    expect(all.at(-1)! - all[0]!).toBeLessThan(66 * 60);
  });

  it('takes along what the store itself told between the setting of the clock and the next sample', async () => {
    await wrongForAnHour(7200);
    renameSync(join(bench.folder, 'weatherglass.db'), join(bench.folder, 'elsewhere.db'));
    bench.station.commitNow();
    await bench.clock.advance(5 * MINUTE);
    const putBack = bench.station.watch.events(50).filter(({ kind }) => kind === 'storage');
    expect(putBack.map(({ ts }) => ts)).toEqual([SET_S + 3600]);
    await bench.station.stop();
  });

  it('that meets a fault before it begins is begun again within the hour, and the station foretells again', async () => {
    await wrongForAnHour(7200);
    vi.spyOn(Moves.prototype, 'run').mockRejectedValueOnce(new Error('a fault of ours'));
    await bench.clock.advance(MINUTE);
    expect(told()).toHaveLength(1);
    expect(toldOfTheClock()).toEqual([]);
    await bench.clock.advance(65 * MINUTE);
    expect(told()).toHaveLength(1);
    expect(toldOfTheClock()).toHaveLength(1);
    expect(bench.station.nowS()).toBe(bench.clock.nowS());
    expect(bench.station.forecasts.forecast(false).issued_ts).toBeGreaterThan(bench.clock.nowS() - 301);
    const startup = bench.station.watch.events(50).filter(({ kind }) => kind === 'startup');
    expect(startup.map(({ ts }) => ts)).toEqual([SET_S]);
    await bench.station.stop();
    expect(stamps()).toEqual(Array.from({ length: 379 }, (_, i) => SET_S + i * EVERY_S));
  });

  it.each([7200, -7200])(
    'of %i s whose learning meets a fault ends all the same: it is told, and ticks and samples go on',
    async (byS) => {
      await wrongForAnHour(byS);
      vi.spyOn(Forecasts.prototype, 'timeMoved').mockImplementation(() => {
        throw new Error('a fault of ours');
      });
      await bench.clock.advance(10 * MINUTE);
      expect(told().map(({ detail }) => detail)).toEqual([expect.stringContaining('a fault of ours')]);
      expect(toldOfTheClock()).toHaveLength(1);
      expect(bench.station.nowS()).toBe(bench.clock.nowS());
      const newest = bench.station['parts'].store.ticks.latest(1)[0]!;
      expect(newest.tS).toBeGreaterThan(bench.clock.nowS() - 301);
      await bench.station.stop();
      expect(stamps()).toEqual(Array.from({ length: 211 }, (_, i) => SET_S + i * EVERY_S));
      vi.restoreAllMocks();
      bench.build();
      await bench.station.start();
      await bench.clock.advance(MINUTE);
      expect(told()).toHaveLength(1);
      expect(toldOfTheClock()).toHaveLength(1);
      await bench.station.stop();
    },
  );

  it.each([
    ['a fault', new Error('a fault of ours')],
    ['a full disk', new SqliteError('a disk that is full', 'SQLITE_FULL')],
  ])('that meets %s behind its end is not made once more', async (_, error) => {
    await wrongForAnHour();
    const saving = vi.spyOn(Keeping.prototype, 'save').mockRejectedValueOnce(error);
    await bench.station.sampleNow();
    await vi.waitFor(() => expect(saving).toHaveBeenCalled(), { timeout: PATIENCE_MS });
    await bench.clock.advance(65 * MINUTE);
    expect(told().map(({ detail }) => detail)).toEqual([expect.stringContaining(error.message)]);
    expect(toldOfTheClock()).toHaveLength(1);
    await bench.station.stop();
    expect(stamps()[0]).toBe(SET_S);
    expect(stamps().at(-1)).toBe(SET_S + 125 * 60);
  });

  const faults = share(
    'moves of a past that meet a fault',
    [
      [7200, 'run', 'before it begins'],
      [-7200, 'run', 'before it begins'],
      [7200, 'finish', 'when all rows are moved'],
      [-7200, 'finish', 'when all rows are moved'],
    ] as const,
    ([byS, where]) => [String(byS), where],
  );
  it.each(faults)(
    'of %i s that meets a fault again and again is told once and left to a later start, and samples are stored: %s, %s',
    async (byS, where, _when) => {
      bench = new Bench(SETTINGS, SET_S - byS);
      Object.assign(bench.clock, { boot: 'one boot' });
      await bench.station.start();
      await bench.clock.advance(60 * MINUTE);
      bench.clock.jumpWallS(byS);
      const fault = vi.spyOn(Moves.prototype, where).mockRejectedValue(new Error('a fault of ours'));
      await bench.clock.advance(10 * MINUTE);
      expect(fault).toHaveBeenCalledTimes(2); // it is tried again
      expect(told()).toHaveLength(1);
      expect(told()[0]!.detail).toContain('a fault of ours');
      await bench.station.stop();
      expect(stamps()).toHaveLength(211); // every one that was taken

      bench.build();
      await bench.station.start();
      await bench.clock.advance(10 * MINUTE);
      await bench.station.stop();
      fault.mockRestore();
      bench.build();
      await bench.station.start();
      await bench.clock.advance(MINUTE);
      expect(toldOfTheClock()).toHaveLength(1);
      await bench.station.stop();
      const all = stamps();
      expect(all[0]).toBe(SET_S);
      expect(all.at(-1)).toBe(bench.clock.nowS());
      const gaps = all.slice(1).map((tS, i) => tS - all[i]!);
      expect(Math.max(...gaps)).toBeLessThan(EVERY_S + 1.1);
      expect(Math.min(...gaps)).toBeGreaterThan(0);
    },
  );
});
