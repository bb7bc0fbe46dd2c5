import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { diskTrouble } from '../../src/main/machine/data-disk.ts';
import { StoreRefusal } from '../../src/station/store/sqlite/store-refusal.ts';
import { SmallDisk } from '../support/small-disk.ts';
import { backup } from '../support/store-work.ts';
import { clearFolders, dbOf, opened, openIn, past, SetClock, START, tempFolder } from './support.ts';

afterAll(clearFolders);
const ROWS = 360;

describe('a folder under the name of one of our files', () => {
  it.each([
    'weatherglass.db',
    'weatherglass.db-wal',
    'weatherglass.db-shm',
    'weatherglass.lock',
    'weatherglass.pid',
    'weatherglass.clean',
    'weatherglass.swap',
    'weatherglass.swap.new',
    'weatherglass.strangers',
    'weatherglass.untold',
    'weatherglass.away.db',
  ])('ends the start in one sentence that names it: %s', (name) => {
    const folder = tempFolder();
    mkdirSync(join(folder, name));
    const refused = `${join(folder, name)} is a folder, where the station keeps a file`;
    expect(() => openIn(folder)).toThrow(StoreRefusal);
    expect(() => openIn(folder)).toThrow(refused);
    rmdirSync(join(folder, name));
    openIn(folder).close();
  });

  it.each([
    ['a link to a folder', (path: string) => symlinkSync(tempFolder(), path), 'is a link'],
    ['a link to nothing', (path: string) => symlinkSync('/nowhere/at-all', path), 'is a link'],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'is no ordinary file'],
    ['a link to itself', (path: string) => symlinkSync(path, path), 'is a link'],
  ])('ends it so, too, as %s', (_, make, refused) => {
    for (const name of ['weatherglass.db', 'weatherglass.db-shm', 'weatherglass.away.db', 'weatherglass.clean']) {
      const folder = tempFolder();
      make(join(folder, name));
      expect(() => openIn(folder)).toThrow(StoreRefusal);
      expect(() => openIn(folder)).toThrow(`${join(folder, name)} ${refused}`);
    }
  });

  it('is a link that leads nowhere, in place of the backups: there are none, and the station starts', () => {
    const folder = past();
    symlinkSync('backups', join(folder, 'backups'));
    expect(opened(folder)).toMatchObject({ rows: ROWS });
  });

  it('does not hide that the disk is full where the disk is tried', (context) => {
    const disk = SmallDisk.during(context, 12);
    mkdirSync(join(disk.folder, 'weatherglass.probe'));
    expect(diskTrouble(disk.folder)).toBeNull();
    disk.fill();
    expect(diskTrouble(disk.folder)).toBe('is full');
    expect(readdirSync(disk.folder).filter((name) => name.startsWith('weatherglass'))).toEqual(['weatherglass.probe']);
  });

  it('is no backup, and does not keep the next one from being made', async () => {
    const folder = past();
    const odd = join(folder, 'backups/weatherglass-20200101-000000.db');
    mkdirSync(`${odd}.partial`, { recursive: true });
    mkdirSync(odd, { recursive: true });
    const store = openIn(folder, new SetClock(START + 60));
    for (let n = 0; n < 2; n += 1) await backup(store, 1, START + 60);
    store.close();
    expect(readdirSync(join(folder, 'backups'))).toEqual([
      'weatherglass-20200101-000000.db',
      'weatherglass-20200101-000000.db.partial',
      'weatherglass-20250615-120100.db',
    ]);
    truncateSync(dbOf(folder), 3000);
    expect(opened(folder).rows).toBe(ROWS);
  });
});
