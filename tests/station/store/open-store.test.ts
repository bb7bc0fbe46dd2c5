import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openStoreAside } from '../../../src/station/store/open-store.ts';
import { prepareFolder } from '../../../src/station/store/rescue/data-folder.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { openStore } from '../../support/open-store.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-open-store-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const busy = new SqliteDatabase.SqliteError('database is locked', 'SQLITE_BUSY');
const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });

function openingIn(name: string) {
  const clock = new FakeClock();
  const told: (string | null)[] = [];
  const waits = (why: { detail: string } | null) => void told.push(why === null ? null : why.detail);
  const kept = { rawRetentionDays: 7, fiveMinRetentionDays: 90 };
  const options = { folder: join(scratch, name), clock, ...kept, timeZone: 'UTC', waits };
  const until = async (isOver: () => boolean) => {
    for (let turn = 0; turn < 200 && !isOver(); turn += 1) await clock.advance(500);
  };
  return { clock, told, options, until };
}

const locked = expect.stringMatching(/^Another program keeps the database in .* locked/);

it('a lock that is told is over, too, when the disk then fails the start', async () => {
  const { clock, told, options, until } = openingIn('full');
  let end: unknown = null;
  const prepare = () => Promise.reject(clock.steadyMs() < 4000 ? busy : full);
  void openStoreAside(options, prepare).catch((error) => (end = error));
  await until(() => end !== null);
  expect(end).toBe(full);
  expect(told).toEqual([locked, null]);
});

it('a lock is over when the folder can be looked at, and a second lock is told anew', async () => {
  const { clock, told, options, until } = openingIn('twice');
  openStore(options).close();
  const others: SqliteDatabase.Database[] = [];
  const prepare = async () => {
    if (clock.steadyMs() < 4000) throw busy;
    const finding = prepareFolder(options.folder, clock.nowS(), options);
    const other = new SqliteDatabase(join(options.folder, 'weatherglass.db'));
    other.exec('BEGIN IMMEDIATE');
    others.push(other);
    return finding;
  };
  const opening = openStoreAside(options, prepare);
  await until(() => told.length === 3);
  expect(told).toEqual([locked, null, locked]);
  for (const other of others) other.close();
  let isOpen = false;
  void opening.then(() => (isOpen = true));
  await until(() => isOpen);
  expect(told).toEqual([locked, null, locked, null]);
  (await opening).close();
});
