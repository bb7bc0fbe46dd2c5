import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openHistory } from '../../src/main/open-history.ts';
import { loadSettings, type Settings } from '../../src/main/settings/settings.ts';
import { listBackups } from '../../src/station/store/rescue/backups/backup.ts';
import { restoreFrom } from '../../src/station/store/rescue/backups/restore.ts';
import { setAside } from '../../src/station/store/rescue/backups/set-aside.ts';
import { openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { LoopDisk } from '../support/loop-disk.ts';
import { SmallDisk } from '../support/small-disk.ts';
import { backup } from '../support/store-work.ts';
import { fill, openIn, SetClock, START } from './support.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const home = () => {
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-aside-'));
  folders.push(folder);
  return folder;
};
const open = (settings: Settings, kind: 'simulator' | 'sense-hat') =>
  openHistory({ settings, clock: new FakeClock(START), kindFor: () => kind });

/** A made-up history with a backup of it on a disk of its own. */
async function simulated(folder: string, disk: string): Promise<Settings> {
  const settings = loadSettings({ data: join(folder, 'data') }, { HOME: folder });
  const { store } = await open(settings, 'simulator');
  fill(store, START - 3600, START, 10);
  mkdirSync(join(disk, 'backups'));
  symlinkSync(join(disk, 'backups'), join(settings.dataDir, 'backups'));
  await backup(store, 7, START);
  store.close();
  return settings;
}

function fillUp(folder: string): void {
  const name = join(folder, 'holiday-photos');
  for (let size = 1 << 20; size >= 1; ) {
    try {
      writeFileSync(name, Buffer.alloc(size), { flag: 'a', flush: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      size >>= 1;
    }
  }
}

/** The board comes, the station begins a new history and says what became of the backups; it stays a new one whatever happens to it. */
async function expectNewHistory(settings: Settings, why: string): Promise<void> {
  const { store, notices } = await open(settings, 'sense-hat');
  expect(notices.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('was moved to'),
    expect.stringMatching(new RegExp(`backups could not be moved \\(${why}`)),
  ]);
  expect(store.samples.newestTs()).toBeNull();
  store.close();
  const backups = join(settings.dataDir, 'backups');
  expect(readdirSync(backups).filter((name) => name.endsWith('.db'))).toHaveLength(1);
  expect(listBackups(backups)).toEqual([]);
  renameSync(join(settings.dataDir, 'weatherglass.db'), join(settings.dataDir, 'lost.db'));
  const again = await open(settings, 'sense-hat');
  expect(again.store.samples.newestTs()).toBeNull();
  again.store.close();
}

describe('a history that makes room for a board, and a disk of its backups that', () => {
  it('is full: they stay, are told of, and nothing of them gets into the new history', async (context) => {
    const disk = LoopDisk.make(2);
    if (disk === null) return context.skip();
    const settings = await simulated(home(), disk.folder);
    fillUp(disk.folder);
    await expectNewHistory(settings, 'ENOSPC');
    disk.remove();
  });
  it('is read-only', async (context) => {
    const disk = SmallDisk.during(context, 4);
    const settings = await simulated(home(), disk.folder);
    execFileSync('mount', ['-o', 'remount,ro', disk.folder]);
    await expectNewHistory(settings, 'EROFS');
  });
});

it('a history whose disk was too full to be closed as one file goes aside with its log', async () => {
  const folder = home();
  const store = openIn(folder);
  fill(store, START - 600, START, 10);
  const copy = home();
  for (const end of ['', '-wal']) execFileSync('cp', [join(folder, `weatherglass.db${end}`), copy]);
  store.close();
  const { name } = setAside(copy, 'simulator-1');
  expect(existsSync(join(copy, 'weatherglass.db-wal'))).toBe(false);
  const next = openIn(copy, new SetClock(START + 60));
  expect([next.finding, next.samples.newestTs()]).toEqual([null, null]);
  next.close();
  const before = home();
  for (const end of ['', '-wal']) renameSync(join(copy, name + end), join(before, `weatherglass.db${end}`));
  const old = openIn(before, new SetClock(START + 60));
  expect(old.samples.newestTs()).toBe(START - 10);
  old.close();
});

it('two that go aside within a second, as a board without a clock makes them, are both kept: made-up ones, damaged ones, replaced ones', async () => {
  const folder = home();
  const settings = loadSettings({ data: join(folder, 'data') }, { HOME: folder });
  const made = (samples: number) => {
    const store = openIn(settings.dataDir);
    fill(store, START, START + 10 * samples, 10);
    store.close();
  };
  const rows = (path: string) => {
    const db = openReadOnly(path);
    const count = db.prepare<[], number>('SELECT count(*) FROM sample').pluck().get();
    db.close();
    return count;
  };
  const kept = (pattern: RegExp) =>
    (readdirSync(settings.dataDir, { recursive: true }) as string[])
      .filter((name) => pattern.test(name))
      .map((name) => join(settings.dataDir, name));
  for (const samples of [1, 2]) {
    (await open(settings, 'simulator')).store.close();
    made(samples);
    (await open(settings, 'sense-hat')).store.close();
    rmSync(join(settings.dataDir, 'weatherglass.db'));
    rmSync(join(settings.dataDir, 'weatherglass.db.sums'), { force: true });
  }
  expect(
    kept(/weatherglass-simulator-.*\.db$/)
      .map(rows)
      .sort(),
  ).toEqual([1, 2]);

  made(3);
  const backup = join(folder, 'backup.db');
  execFileSync('cp', [join(settings.dataDir, 'weatherglass.db'), backup]);
  made(5);
  for (let i = 0; i < 2; i += 1) await restoreFrom(backup, settings.dataDir, START, () => {});
  expect(
    kept(/before-restore/)
      .map(rows)
      .sort(),
  ).toEqual([3, 8]);

  for (const byte of [0xa5, 0x5a]) {
    const path = join(settings.dataDir, 'weatherglass.db');
    const bytes = readFileSync(path).fill(byte, 0, 1024);
    writeFileSync(path, bytes);
    openIn(settings.dataDir).close();
  }
  const firstBytes = kept(/damaged-.*\.db$/).map((path) => readFileSync(path)[0]);
  expect(new Set(firstBytes)).toEqual(new Set([0xa5, 0x5a]));
});
