import { readdirSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { type Database, openBare, using } from '../../src/station/store/sqlite/database.ts';
import { clearFolders, dbOf, openIn, past, SetClock, START } from './support.ts';

afterAll(clearFolders);
const ROWS = 360;
const LABELS = [1, 2].map((i) => ({
  ts: START - i,
  givenTs: START - i,
  kind: 'rain' as const,
  value: 1,
  note: `${i}`,
  learned: true,
}));

/** A closed history of an hour with two labels and something learned. */
const lived = (): string =>
  past(3600, ({ labels, learned }) => {
    for (const label of LABELS) labels.add(label);
    learned.saveAll([{ name: 'sky', version: 1, state: { is: 'newest' } }], START);
  });

/** Each table is made anew under its name and filled from the old one, as data frames, CSV tools and "modify table" of a browser do. */
function remake(folder: string, tables: readonly string[], columns: (names: string, ddl: string) => string): void {
  using(openBare(dbOf(folder)), (db: Database) => {
    db.unsafeMode();
    db.pragma('legacy_alter_table = ON');
    for (const table of tables) {
      const of = db
        .prepare<[string], { name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)')
        .all(table);
      const names = of.map(({ name }) => name).join();
      const ddl = of.map(({ name, type }) => `${name} ${type}`).join();
      db.exec(`ALTER TABLE ${table} RENAME TO old; CREATE TABLE ${table} ${columns(names, ddl)};`);
      if (db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() === 0)
        db.exec(`INSERT INTO ${table} (${names}) SELECT ${names} FROM old`);
      db.exec('DROP TABLE old');
    }
  });
}

function opened(folder: string) {
  const store = openIn(folder, new SetClock(START + 60));
  const id = store.labels.add({ ...LABELS[0]!, ts: START, givenTs: START, note: 'new' });
  store.learned.saveAll([{ name: 'sky', version: 1, state: { is: 'newer' } }], START + 60);
  store.flush();
  const found = {
    rows: [...store.samples.pages(0, START + 60)].flat().length,
    labels: store.labels.recent(10).map(({ note }) => note),
    sky: store.learned.load('sky', 1),
    finding: store.finding,
    told: store.events.recentOf(['storage'], 5).map(({ severity, detail }) => `${severity}: ${detail}`),
  };
  store.close();
  return { ...found, id };
}

const TABLES = ['sample', 'label', 'event', 'learned', 'job', 'five_min', 'hourly', 'watermark', 'tick'];

it.each([
  ['without its key', (_: string, ddl: string) => `(${ddl})`],
  ['in types of its own', (names: string) => `AS SELECT ${names} FROM old`],
  [
    'as text, as from a CSV file',
    (names: string) =>
      `(${names
        .split(',')
        .map((name) => `${name} TEXT`)
        .join()})`,
  ],
  ['with a column of theirs', (_: string, ddl: string) => `(${ddl}, theirs)`],
])('a table that another program made anew %s has all its rows, and is no damage', (_, columns) => {
  const folder = lived();
  remake(folder, TABLES, columns);
  const { rows, labels, id, sky, finding, told } = opened(folder);
  expect(told).toEqual([expect.stringMatching(/^info: Another program .*Missing parts were recreated/)]);
  expect(finding).toBeNull();
  expect(rows).toBe(ROWS);
  expect(labels).toEqual(['new', '2', '1']);
  expect(id).toBe(3);
  expect(sky).toMatchObject({ found: true, state: { is: 'newer' } });
  expect(readdirSync(folder).filter((name) => name.startsWith('damaged'))).toEqual([]);
  expect(opened(folder).told).toHaveLength(1);
});
