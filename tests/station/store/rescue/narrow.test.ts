import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { carveInto } from '../../../../src/station/store/rescue/carve/carve.ts';
import { PageFile } from '../../../../src/station/store/rescue/carve/page-file.ts';
import { stretchesIn } from '../../../../src/station/store/rescue/integrity/row-sums.ts';
import { settle } from '../../../../src/station/store/rescue/settle.ts';
import {
  type Database,
  openDatabase,
  openReadOnly,
  PAGE_BYTES,
} from '../../../../src/station/store/sqlite/database.ts';
import { DATABASE_FILE } from '../../../../src/station/store/store.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();

const TABLES = ['narrow_sample', 'narrow_five_min', 'narrow_hourly', 'narrow_half_day', 'narrow_quantity'];

/** Two days of a gauge and a vane. */
function past(): string {
  const folder = workshop.folder();
  const store = workshop.open({ folder });
  for (let ts = NOON - 2 * 86_400; ts < NOON; ts += 60) {
    store.samples.append(sample(ts, 20, { narrow: { rainMm: 0.2, windDirectionDeg: ts % 360 } }));
    if (ts % 3600 === 0) store.flush();
  }
  store.close();
  return join(folder, DATABASE_FILE);
}

const rowsOf = (db: Database, table: string) => db.prepare(`SELECT * FROM ${table}`).all();

function carved(path: string): Database {
  const db = openDatabase(join(workshop.folder(), DATABASE_FILE));
  const file = new PageFile(path);
  carveInto(db, file, NOON);
  file.close();
  return db;
}

describe('a rescue of the narrow tables', () => {
  it('finds every row of a file that is whole', () => {
    const path = past();
    const whole = openReadOnly(path);
    const before = TABLES.map((table) => rowsOf(whole, table));
    whole.close();
    const db = carved(path);
    expect(TABLES.map((table) => rowsOf(db, table))).toEqual(before);
    db.close();
  });

  it('finds the rows of a table whose root is gone, by their shape, and makes the coarser ones of them', () => {
    const path = past();
    const whole = openReadOnly(path);
    const before = TABLES.map((table) => rowsOf(whole, table).length);
    const roots = whole
      .prepare<[], number>("SELECT rootpage FROM sqlite_master WHERE name IN ('narrow_sample', 'narrow_five_min')")
      .pluck()
      .all();
    whole.close();
    const file = openSync(path, 'r+');
    for (const root of roots) writeSync(file, Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, (root - 1) * PAGE_BYTES);
    closeSync(file);
    const db = carved(path);
    settle(db, { rawRetentionDays: 7, fiveMinRetentionDays: 90 });
    const after = TABLES.map((table) => rowsOf(db, table).length);
    // The cells of the root itself are rows, too, in a table without rowids: those alone are lost.
    expect(after[0]! / before[0]!).toBeGreaterThan(0.98);
    expect(after.slice(1)).toEqual(before.slice(1));
    db.close();
  });

  it('watches their rows for bits that turn', () => {
    const db = openReadOnly(past());
    const tables = new Set([...stretchesIn(db)].map(({ table }) => table));
    expect([...tables]).toEqual(expect.arrayContaining(TABLES.slice(0, 4)));
    db.close();
  });

  it('carries the values of a sample over with it', () => {
    const store = workshop.open();
    const narrow = { rainMm: 0.2, windDirectionDeg: 270 };
    store.samples.append(sample(NOON, 20, { narrow }));
    expect(store.samples.waiting()[0]!.narrow).toEqual(narrow);
    store.flush();
    store.samples.append(sample(NOON + 2, 20));
    expect(store.samples.next(NOON - 1, 10).map((row) => row.narrow)).toEqual([narrow, undefined]);
  });
});
