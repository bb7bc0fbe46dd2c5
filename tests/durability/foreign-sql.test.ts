import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { asWritten, ourShapes } from '../../src/station/store/rescue/carve/shapes.ts';
import { type Database, openBare, using } from '../../src/station/store/sqlite/database.ts';
import { clearFolders, dbOf, isThere, openIn, past, SetClock, START } from './support.ts';

afterAll(clearFolders);

/** A closed history of an hour, whose schema somebody has written into. */
function historyWith(write: (db: Database, made: string) => void): { folder: string; made: string } {
  const folder = past();
  const made = join(folder, 'made.db');
  using(openBare(dbOf(folder)), (db) => {
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    write(db, made);
  });
  return { folder, made };
}

const behind = (made: string) => `; ATTACH '${made}' AS a; CREATE TABLE a.t (x)`;

it("a statement behind a table's own in the schema of a damaged file is not run", () => {
  const { folder, made } = historyWith((db, path) =>
    db.prepare("UPDATE sqlite_master SET sql = sql || ? WHERE name = 'label'").run(behind(path)),
  );
  writeFileSync(dbOf(folder), Buffer.alloc(8), { flag: 'r+' }); // no database any more: it is rebuilt
  const store = openIn(folder, new SetClock(START + 60));
  expect(store.finding?.salvage?.rows).toBeGreaterThan(360);
  store.close();
  expect(isThere(made)).toBe(false);
});

it('nor one behind a trigger of theirs', () => {
  const { folder, made } = historyWith((db, path) => {
    db.exec('CREATE TABLE theirs (a); CREATE TRIGGER t AFTER INSERT ON theirs BEGIN SELECT 1; END');
    db.prepare("UPDATE sqlite_master SET sql = sql || ? WHERE name = 't'").run(behind(path));
  });
  const store = openIn(folder, new SetClock(START + 60));
  expect(store.finding?.text).toMatch(/malformed database schema/); // SQLite reads no such file
  store.close();
  expect(isThere(made)).toBe(false);
});

it('nor one in the name of a trigger of theirs', () => {
  const { folder, made } = historyWith((db, path) => {
    const name = `a"; ATTACH '${path}' AS a; CREATE TABLE a.t (x); --`;
    db.exec(`CREATE TABLE theirs (a);
      CREATE TRIGGER "${name.replaceAll('"', '""')}" AFTER INSERT ON sample BEGIN INSERT INTO theirs VALUES (1); END;
      DROP TABLE theirs`);
  });
  const store = openIn(folder, new SetClock(START + 60));
  expect(store.finding?.text).toMatch(/Triggers that kept readings from being stored were removed/);
  store.close();
  expect(isThere(made)).toBe(false);
});

const label = ourShapes().get('label')!;
it.each([
  'CREATE TABLE label (id INTEGER PRIMARY KEY, theirs)',
  'CREATE TABLE "label"(id INTEGER PRIMARY KEY, theirs)',
])('the statement of a table says its columns: %s', (sql) => {
  expect(asWritten(label, sql).columns.map(({ name }) => name)).toEqual(['id', 'theirs']);
});

it.each([
  "ATTACH 'made.db' AS a",
  'CREATE TABLE label (id); CREATE TABLE other (id)',
  'CREATE TABLE other (id)',
  'CREATE TABLE label AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n',
  'CREATE TABLE label (id',
  'CREATE VIEW label AS SELECT 1',
  'null',
  '',
])('what is no statement of that table says nothing: %s', (sql) => {
  expect(asWritten(label, sql)).toBe(label);
});
