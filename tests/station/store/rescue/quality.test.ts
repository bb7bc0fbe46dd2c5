import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FLAG } from '../../../../src/station/quality/flags.ts';
import { carveInto } from '../../../../src/station/store/rescue/carve/carve.ts';
import { PageFile } from '../../../../src/station/store/rescue/carve/page-file.ts';
import { settle } from '../../../../src/station/store/rescue/settle.ts';
import {
  type Database,
  openDatabase,
  openReadOnly,
  PAGE_BYTES,
  using,
} from '../../../../src/station/store/sqlite/database.ts';
import { DATABASE_FILE, Store } from '../../../../src/station/store/store.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();

const HOUR = 3600;
/** Three hours with a spike of 85 °C in each, and a minute that a person said is wrong. */
function fill(store: Store): void {
  for (let ts = NOON - 3 * HOUR; ts < NOON; ts += 10) {
    const isSpike = ts % HOUR === 600;
    const row = sample(ts, isSpike ? 85 : 20, { hum_raw: 50, hum_smooth: 50 });
    store.samples.append(isSpike ? { ...row, flags: { temperature: FLAG.spike } } : row);
  }
  store.flush();
  store.reflag.say(['humidity'], (NOON - 1200) * 1000, (NOON - 1140) * 1000, 'bad');
}
const flagsIn = (path: string) =>
  using(openReadOnly(path), (db) =>
    db
      .prepare<[], unknown>(
        'SELECT time_ms, temperature_flags t, humidity_flags h FROM v_samples WHERE temperature_flags OR humidity_flags ORDER BY 1',
      )
      .all(),
  );
const rowsOf = (db: Database, table: string) => db.prepare(`SELECT * FROM ${table}`).all();

function past(): { path: string; flags: unknown[] } {
  const store = workshop.open();
  fill(store);
  store.close();
  const path = join(store.folder, DATABASE_FILE);
  const flags = flagsIn(path);
  expect(flags).toHaveLength(3 + 6);
  return { path, flags };
}

function carved(path: string): string {
  const to = join(workshop.folder(), DATABASE_FILE);
  using(openDatabase(to), (db) => {
    const file = new PageFile(path);
    carveInto(db, file, NOON);
    file.close();
    settle(db, { rawRetentionDays: 7, fiveMinRetentionDays: 90 });
  });
  return to;
}

describe('quality flags', () => {
  it('survive a rescue of every row, with what rows would hold without them', () => {
    const { path, flags } = past();
    const before = using(openReadOnly(path), (db) => ['quality', 'unscreened'].map((table) => rowsOf(db, table)));
    const to = carved(path);
    expect(flagsIn(to)).toEqual(flags);
    using(openReadOnly(to), (db) =>
      expect(['quality', 'unscreened'].map((table) => rowsOf(db, table))).toEqual(before),
    );
  });

  it('of samples whose own table has lost its root are found again by their shape', () => {
    const { path, flags } = past();
    const root = using(openReadOnly(path), (db) =>
      db.prepare<[], number>("SELECT rootpage FROM sqlite_master WHERE name = 'sample'").pluck().get(),
    );
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, (root! - 1) * PAGE_BYTES);
    closeSync(file);
    const found = flagsIn(carved(path));
    expect(found.length).toBeGreaterThanOrEqual(flags.length - 1);
    expect(flags).toEqual(expect.arrayContaining(found));
  });

  it('set and said while the disk took nothing come home with their samples', async () => {
    const folder = workshop.folder();
    const options = {
      folder,
      clock: new FakeClock(NOON),
      rawRetentionDays: 7,
      fiveMinRetentionDays: 90,
      timeZone: 'UTC',
    };
    const standby = new Store({ kind: 'simulator', trouble: 'is full' }, options);
    fill(standby);
    standby.close();
    const home = workshop.open({ folder });
    expect(await home.bringHome()).toBe(true);
    home.flush();
    expect(home.history.records().temp_max?.value).toBe(20);
    home.close();
    expect(flagsIn(join(folder, DATABASE_FILE))).toEqual(past().flags);
  });
});
