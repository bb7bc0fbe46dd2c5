import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../../src/base/durations.ts';
import { undoImport } from '../../../src/station/imports/work.ts';
import { openBare, using } from '../../../src/station/store/sqlite/database.ts';
import type { Store } from '../../../src/station/store/store.ts';
import { rangeOf } from '../../support/store-work.ts';
import { deriverOf } from '../store/calibrated-world.ts';
import { NOON, sample, Workshop } from '../store/support.ts';
import { contextOf, handle } from './bring-in.ts';
import { tablesOf } from './history-tables.ts';
import { asCsv, asWeewx } from './made-files.ts';
import { bringIn, FROM_S, KEPT, WEATHER } from './twelve-days.ts';

const workshop = new Workshop();

describe('import: what is there', () => {
  /** A station that has measured for two days, with a pause of four hours in it. */
  const measured = (): Store => {
    const store = workshop.open(KEPT);
    for (let tS = NOON - 2 * DAY_S + 1234; tS < NOON; tS += 120) {
      if (tS > NOON - DAY_S && tS < NOON - DAY_S + 14_400) continue;
      const press = 1000 + Math.sin(tS / 9999);
      store.samples.append({
        ...sample(tS, 20 + Math.sin(tS / 5000)),
        press_raw: press,
        press_smooth: press,
        press_slp: press + 14,
        narrow: { rainMm: 0 },
      });
    }
    store.flush();
    return store;
  };

  it('stays: measured rows win, and a pause is filled', async () => {
    const store = measured();
    const before = tablesOf(store)['sample']!;
    await bringIn(store, [asWeewx(store.folder, WEATHER)]);
    const after = tablesOf(store)['sample']!;
    expect(after.filter((row) => before.includes(row))).toEqual(before);
    const pause = after.filter((row) => !before.includes(row)).map((row) => (JSON.parse(row) as number[])[0]! / 1000);
    expect(pause.filter((tS) => tS > NOON - DAY_S && tS < NOON - DAY_S + 14_400).length).toBeGreaterThan(40);
  });

  it('and the same file twice changes nothing', async () => {
    const store = measured();
    const file = asWeewx(store.folder, WEATHER);
    await bringIn(store, [file]);
    const once = tablesOf(store);
    const again = await bringIn(store, [file]);
    expect(again.rows).toBe(0);
    expect(again.skipped).toBe(WEATHER.length);
    expect(tablesOf(store)).toEqual(once);
  });

  it('is back bit for bit after an undo, also of the second of two', async () => {
    const store = measured();
    const nothing = tablesOf(store);
    const older = asWeewx(store.folder, WEATHER.slice(0, 1000), 5, 'older.sdb');
    const newer = asCsv(store.folder, WEATHER.slice(990));
    const first = await bringIn(store, [older]);
    const one = tablesOf(store);
    const second = await bringIn(store, [newer]);
    expect(second.rows).toBeGreaterThan(1500);
    await undoImport(contextOf(store), { job: second.job });
    expect(tablesOf(store)).toEqual(one);
    await undoImport(contextOf(store), { job: first.job });
    expect(tablesOf(store)).toEqual(nothing);
    expect(store.imports.list()).toEqual([]);
  });

  it('two imports can be taken back in the order they came: nothing of the first stays with the second', async () => {
    const store = workshop.open(KEPT);
    const nothing = tablesOf(store);
    const hot = WEATHER.map((row, i) => (i >= 500 && i < 503 ? { ...row, temperatureC: 48 } : row));
    const first = await bringIn(store, [asWeewx(store.folder, hot.slice(288), 5, 'newer.sdb')]);
    const second = await bringIn(store, [asCsv(store.folder, WEATHER.slice(0, 700))]);
    expect(store.history.records().temp_max?.value).toBe(48);
    await undoImport(contextOf(store), { job: first.job });
    expect(store.history.records().temp_max!.value).toBeLessThan(25);
    const { series } = rangeOf(store, FROM_S, FROM_S + DAY_S, 3600);
    expect(series['temp']!.filter((value) => value !== null)).toHaveLength(24);
    await undoImport(contextOf(store), { job: second.job });
    expect(tablesOf(store)).toEqual(nothing);
  });

  it('an undo that was cut off ends before another import begins, which notes nothing of it as what was there before', async () => {
    const store = workshop.open(KEPT);
    const nothing = tablesOf(store);
    const hot = WEATHER.map((row, i) => (i >= 100 && i < 103 ? { ...row, temperatureC: 48 } : row));
    const first = await bringIn(store, [asWeewx(store.folder, hot.slice(0, 200))]);
    const undo = store.undoImport.steps(first.job);
    undo.next(); // its rows are gone, it is not
    undo.return(0);
    expect(store.imports.one(first.job)?.state).toBe('undoing');
    const second = await bringIn(store, [asCsv(store.folder, WEATHER.slice(200))]);
    for (const job of [first.job, second.job]) await undoImport(contextOf(store), { job });
    expect(tablesOf(store)).toEqual(nothing);
  });

  it('an undo brings back no record that was flagged meanwhile, and leaves nothing of a flag over imported hours', async () => {
    const store = workshop.open(KEPT);
    const first = await bringIn(store, [
      asWeewx(
        store.folder,
        WEATHER.slice(0, 1000).map((row, i) => (i >= 500 && i < 503 ? { ...row, temperatureC: 48 } : row)),
      ),
    ]);
    const second = await bringIn(store, [asCsv(store.folder, WEATHER.slice(1000))]);
    const spikeMs = WEATHER[500]!.tS * 1000;
    store.reflag.say(['temperature'], spikeMs, spikeMs + 600_001, 'bad');
    await store.reflag.run({ signal: new AbortController().signal, progress: () => {} });
    expect(store.history.records().temp_max!.value).toBeLessThan(25);
    await undoImport(contextOf(store), { job: second.job });
    expect(store.history.records().temp_max!.value).toBeLessThan(25);
    await undoImport(contextOf(store), { job: first.job });
    expect(tablesOf(store)['unscreened']).toEqual([]);
  });

  it('an undo brings back no record of another scale', async () => {
    const store = workshop.open(KEPT);
    store.samples.append(sample(NOON - HOUR_S, 40, { cpu_smooth: 50 }));
    store.flush();
    const { job } = await bringIn(store, [asCsv(store.folder, WEATHER)]);
    await store.recompute.run(deriverOf({ k: 0.5, offset: 0 }, 60), handle);
    expect(store.history.records().temp_max!.value).toBe(35);
    await undoImport(contextOf(store), { job });
    expect(store.history.records().temp_max!.value).toBe(35);
  });

  it('an undo keeps the name of a quantity of which only flagged values are left', async () => {
    const store = workshop.open(KEPT);
    const { job } = await bringIn(store, [asCsv(store.folder, WEATHER)]);
    using(openBare(join(store.folder, 'weatherglass.db')), (db) =>
      db.exec(`INSERT INTO narrow_quantity VALUES (9, 'solarWm2', 'W/m2');
        INSERT INTO unscreened VALUES (2, ${FROM_S - DAY_S}, 2, '{"9":[1,300,300,300,null]}')`),
    );
    await undoImport(contextOf(store), { job });
    expect(tablesOf(store)['narrow_quantity']).toEqual(['[9,"solarWm2","W/m2"]']);
  });

  it('an import that is cut off leaves whole hours, and the same file completes it under the same number', async () => {
    const whole = workshop.open(KEPT);
    await bringIn(whole, [asWeewx(whole.folder, WEATHER)]);
    const store = workshop.open(KEPT);
    const file = asWeewx(store.folder, WEATHER);
    const real = store.imports.put.bind(store.imports);
    let portions = 0;
    store.imports.put = (job, buckets) => {
      portions += 1;
      if (portions === 3) throw new Error('cut off');
      return real(job, buckets);
    };
    await expect(bringIn(store, [file])).rejects.toThrow('cut off');
    store.imports.put = real;
    const made = await bringIn(store, [file]);
    expect(made).toMatchObject({ job: 1, rows: WEATHER.length, skipped: 0 });
    expect(tablesOf(store)).toEqual(tablesOf(whole));
  });
});
