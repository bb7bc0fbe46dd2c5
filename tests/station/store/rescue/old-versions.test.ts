import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { carveInto } from '../../../../src/station/store/rescue/carve/carve.ts';
import { PageFile } from '../../../../src/station/store/rescue/carve/page-file.ts';
import { complete, wholly } from '../../../../src/station/store/rescue/merge.ts';
import {
  columnsOf,
  type Database,
  openBare,
  openDatabase,
  using,
} from '../../../../src/station/store/sqlite/database.ts';
import { SCHEMA_VERSION } from '../../../../src/station/store/sqlite/migrations/migrate.ts';
import { NOON, Workshop } from '../support.ts';

const workshop = new Workshop();
afterEach(() => workshop.clear());

const OF_TYPE: Readonly<Record<string, unknown>> = { INTEGER: 1, REAL: 1.5, TEXT: '{}', BLOB: Buffer.from([1]) };
const NAMED: Readonly<Record<string, unknown>> = { ts_ms: NOON * 1000, ts: NOON, name: 'sky', corrects: 0 };
const TIERS: Readonly<Record<string, number>> = { five_min: 1, hourly: 2, half_day: 3 };
/** JSON, but for a word. */
const stateOf = (table: string): string => (table === 'import_job' ? 'done' : '{}');

function cellFor(table: string, name: string, type: string): unknown {
  if (name === 'tier' && type === 'INTEGER') return TIERS[table.replace('narrow_', '')] ?? 1;
  return name === 'state' ? stateOf(table) : (NAMED[name] ?? OF_TYPE[type]);
}

const tablesOf = (db: Database): string[] =>
  db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY 1",
    )
    .pluck()
    .all();

/** A row in every table, with a value in every column. */
function fill(db: Database): void {
  for (const table of tablesOf(db)) {
    const columns = columnsOf(db, table);
    const values = columns.map(({ name, type }) => cellFor(table, name, type));
    db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${columns.map(() => '?').join()})`).run(...values);
  }
}

/** All rows but the sums, which are made anew. */
const rowsOf = (db: Database) =>
  tablesOf(db)
    .filter((table) => table !== 'row_sum')
    .map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]);

it.each(Array.from({ length: SCHEMA_VERSION }, (_, i) => i + 1))(
  'a rescue of a file of version %d has every row that the file would have after its migrations, and misses no table of a later one: no step may change a row without saying so here',
  (version) => {
    const folder = workshop.folder();
    const [old, migrated] = [join(folder, 'old.db'), join(folder, 'migrated.db')];
    using(openDatabase(old, version), fill);
    copyFileSync(old, migrated);
    const file = new PageFile(old);
    const carved = using(openDatabase(join(folder, 'carved.db')), (db) => {
      const { holes } = carveInto(db, file, NOON);
      const ofToday = holes.filter(({ table }) => columnsOf(db, table).length > 0); // a step has dropped others
      expect(ofToday).toEqual([]);
      return rowsOf(db);
    });
    file.close();
    expect(carved).toEqual(using(openDatabase(migrated), rowsOf));
  },
);

it('a backup of an older program gives its rows by the names of their columns', () => {
  const folder = workshop.folder();
  const older = join(folder, 'older.db');
  using(openBare(older), (db) =>
    db.exec(`CREATE TABLE tick (ts INTEGER PRIMARY KEY, hum REAL, sea_level_ratio REAL NOT NULL, gone REAL) STRICT;
      INSERT INTO tick VALUES (1500000000, 55, 1.01, 9)`),
  );
  using(openDatabase(join(folder, 'here.db')), (db) => {
    complete(db, older, wholly(['tick', 'sample']), false, { rawRetentionDays: 7, fiveMinRetentionDays: 90 });
    expect(db.prepare('SELECT ts, hum, temp FROM tick').all()).toEqual([{ ts: 1_500_000_000, hum: 55, temp: null }]);
  });
});
