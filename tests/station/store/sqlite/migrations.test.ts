import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeBackup } from '../../../../src/station/store/rescue/backups/backup.ts';
import { type Database, openBare, openDatabase, openScratch } from '../../../../src/station/store/sqlite/database.ts';
import { SCHEMA_VERSION } from '../../../../src/station/store/sqlite/migrations/migrate.ts';
import { StoreRefusal } from '../../../../src/station/store/sqlite/store-refusal.ts';
import { ROLLUP_COLUMNS } from '../../../../src/station/store/tiers/rollup-columns.ts';
import { SAMPLE_COLUMNS } from '../../../../src/station/store/tiers/sample-row.ts';
import { describeSchema } from '../../../support/describe-schema.ts';
import { Workshop } from '../support.ts';

const workshop = new Workshop();

const SCHEMAS = join(import.meta.dirname, '../schemas');
const fileOf = (version: number): string => join(SCHEMAS, `${String(version).padStart(3, '0')}.sql`);
const writtenDown = (version: number): string => readFileSync(fileOf(version), 'utf8');
const schemaText = (db: Database): string => `${describeSchema(db).join('\n')}\n`;
const versions = Array.from({ length: SCHEMA_VERSION }, (_, i) => i + 1);

/** A file as a program of that version left it: made from the written-down schema, not from today's steps. */
function oldFile(version: number): string {
  const path = join(workshop.folder(), 'weatherglass.db');
  const db = openBare(path);
  db.exec(writtenDown(version));
  db.pragma(`user_version = ${version}`);
  db.close();
  return path;
}

describe('the schema', () => {
  it('is written down once for every version', () => {
    expect(readdirSync(SCHEMAS).sort()).toEqual(versions.map((version) => `${String(version).padStart(3, '0')}.sql`));
  });

  it.each(versions)('of version %i is what its step made when it shipped', async (version) => {
    const db = openScratch(version);
    // A new step's file is written by the first run of this test; one that is there is never changed.
    await expect(schemaText(db)).toMatchFileSnapshot(fileOf(version));
    db.close();
  });

  it.each(versions)('of a file of version %i becomes that of a fresh one, and its rows stay', (version) => {
    const path = oldFile(version);
    const before = openBare(path);
    before.exec(`INSERT INTO sample (ts_ms, temp_raw) VALUES (1700000000000, 20.5);
      INSERT INTO label (ts, given_ts, kind, value, note, learned) VALUES (1, 2, 'rain', 1, 'hail', 1)`);
    before.close();
    const db = openDatabase(path);
    expect(schemaText(db)).toBe(writtenDown(SCHEMA_VERSION));
    expect(db.prepare('SELECT temp_raw FROM sample').pluck().get()).toBe(20.5);
    expect(db.prepare('SELECT note FROM label').pluck().get()).toBe('hail');
    db.close();
  });

  it('has every column that the program writes', () => {
    const db = openScratch(SCHEMA_VERSION);
    const columnsOf = (table: string) =>
      db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table).sort();
    expect(columnsOf('sample')).toEqual(['ts_ms', ...SAMPLE_COLUMNS].sort());
    for (const table of ['five_min', 'hourly', 'half_day'])
      expect(columnsOf(table)).toEqual(['ts', 'n', 'tier', ...ROLLUP_COLUMNS].sort());
    db.close();
  });
});

describe('a database of a newer program', () => {
  const newer = (): string => {
    const path = oldFile(SCHEMA_VERSION);
    const db = openBare(path);
    db.exec('CREATE TABLE tide (ts INTEGER PRIMARY KEY)');
    db.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    db.close();
    return path;
  };

  it('is refused in one sentence and left to the byte as it is', () => {
    const path = newer();
    const bytes = readFileSync(path);
    const open = () => workshop.open({ folder: join(path, '..') });
    expect(open).toThrow(StoreRefusal);
    expect(open).toThrow(
      /^The database \S+ was written by a newer Weatherglass \(schema \d+, this program knows \d+\): /,
    );
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('is no backup to restore', () => {
    expect(() => describeBackup(newer())).toThrow(/newer Weatherglass/);
  });

  it('is believed whoever wrote its number, and no number at all is that of its tables', () => {
    const path = oldFile(SCHEMA_VERSION);
    const stamp = (version: number) => {
      const db = openBare(path);
      db.pragma(`user_version = ${version}`);
      db.close();
    };
    stamp(SCHEMA_VERSION + 2);
    expect(() => workshop.open({ folder: join(path, '..') })).toThrow(/newer Weatherglass/);
    stamp(0); // as after a dump
    const store = workshop.open({ folder: join(path, '..') });
    expect(store.finding).toBeNull();
    store.close();
  });
});
