import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { readWal } from '../../../../src/station/store/rescue/carve/wal.ts';
import { PAGE_BYTES } from '../../../../src/station/store/sqlite/database.ts';

const FRAME_BYTES = 24 + PAGE_BYTES;
const folder = mkdtempSync(join(tmpdir(), 'weatherglass-wal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (path: string): Database.Database => {
  const db = new Database(path);
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 0');
  db.pragma('cache_size = 4'); // what is begun goes to the log before it is committed
  return db;
};

/** What lies on the disk when the writer is killed now. */
function killed(from: string, to: string): string {
  for (const end of ['', '-wal']) copyFileSync(join(folder, from + end), join(folder, to + end));
  return join(folder, to);
}

it('what a killed writer had not committed is no damage behind the commit of the next; a turned bit before that commit is', () => {
  const first = open(join(folder, 'first'));
  first.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT); BEGIN');
  const add = first.prepare('INSERT INTO t (text) VALUES (?)');
  for (let i = 0; i < 200; i++) add.run('x'.repeat(500));
  const path = killed('first', 'second');
  first.exec('ROLLBACK');
  first.close();
  const begun = readFileSync(`${path}-wal`).length;

  const second = open(path);
  second.exec("INSERT INTO t (text) VALUES ('y'); INSERT INTO t (text) VALUES ('z')");
  const third = killed('second', 'third');
  second.close();
  const log = readFileSync(`${third}-wal`);
  expect(log.length).toBe(begun); // the remains are there
  expect(readWal(`${third}-wal`).damaged).toBe(false);
  const reader = open(third);
  expect(reader.prepare('SELECT count(*) FROM t').pluck().get()).toBe(2);
  reader.close();

  const turned = Buffer.from(log);
  turned[32 + 24 + 100 + FRAME_BYTES]! ^= 1; // in the second frame, of the table's making
  writeFileSync(join(folder, 'turned-wal'), turned);
  expect(readWal(join(folder, 'turned-wal')).damaged).toBe(true);
});

it('a log that another program removes just now is one or none', async () => {
  const path = join(folder, 'going-wal');
  const comesAndGoes = `const { rmSync, writeFileSync } = require('node:fs');
    for (;;) { writeFileSync(${JSON.stringify(path)}, Buffer.alloc(100)); rmSync(${JSON.stringify(path)}); }`;
  const other = new Worker(comesAndGoes, { eval: true });
  await new Promise((resolve) => other.once('online', resolve));
  for (let i = 0; i < 20_000; i += 1) expect(readWal(path).damaged).toBe(false);
  await other.terminate();
});
