import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { beginLog } from '../../src/station/store/rescue/folder/log.ts';
import { openDatabase, using } from '../../src/station/store/sqlite/database.ts';
import { StoreRefusal } from '../../src/station/store/sqlite/store-refusal.ts';
import { SmallDisk } from '../support/small-disk.ts';
import { backup, rangeOf } from '../support/store-work.ts';
import { clearFolders, copyFolder, dbOf, fill, openIn, SetClock, START, tempFolder } from './support.ts';

afterAll(clearFolders);

/** As a power cut leaves it: what was committed last is in the log. */
function cut(): string {
  const folder = tempFolder();
  const first = openIn(folder);
  fill(first, START - 7200, START - 3600, 10);
  first.close();
  const store = openIn(folder);
  fill(store, START - 3600, START, 10);
  const left = tempFolder();
  copyFolder(folder, left);
  store.close();
  return left;
}

const later = new SetClock(START + 60);

describe('a start on a disk that filled up before a power cut', () => {
  it('takes a sound database for sound, builds none anew, and leaves nothing behind', (context) => {
    const disk = SmallDisk.during(context, 8);
    const folder = join(disk.folder, 'data');
    mkdirSync(folder);
    const left = cut();
    for (const name of ['weatherglass.db', 'weatherglass.db-wal'])
      if (readdirSync(left).includes(name)) writeFileSync(join(folder, name), readFileSync(join(left, name)));
    const before = readdirSync(folder);
    disk.fill();
    // Somewhere in it there is room for the lock and none for the index of the log.
    for (let start = 1; start <= 7; start += 1) {
      expect(() => openIn(folder, later)).toThrow(StoreRefusal);
      expect(readdirSync(folder).filter((name) => !/-shm$|\.lock|\.pid$/.test(name))).toEqual(before);
      disk.makeRoom(4096);
    }
    disk.makeRoom();
    const store = openIn(folder, later);
    expect([store.finding, store.samples.newestTs()]).toEqual([null, START - 10]);
    store.close();
  });
  it('accuses no other program of what a start on the full disk did to the log itself', (context) => {
    const disk = SmallDisk.during(context, 8);
    // In some of these the log has no room for a start's first entry, and the file has room for the log.
    for (let rows = 1; rows <= 4; rows += 1) {
      const from = tempFolder();
      const first = openIn(from);
      fill(first, START - 7200, START - 3600, 10);
      first.close();
      const store = openIn(from);
      fill(store, START - 3600, START - 3600 + rows, 1);
      const folder = join(disk.folder, `data-${rows}`);
      mkdirSync(folder);
      copyFolder(from, folder); // with the note of the last stop, the lock's file and the index of the log: they take no room anew
      store.close();
      writeFileSync(join(folder, 'weatherglass.lock-journal'), Buffer.alloc(512));
      disk.fill();
      try {
        openIn(folder, later).close();
      } catch (error) {
        expect(error).toBeInstanceOf(StoreRefusal);
      }
      disk.makeRoom();
      const again = openIn(folder, later);
      expect([again.finding, again.events.recent(20), again.samples.newestTs()], `${rows} rows`).toEqual([
        null,
        [],
        START - 3601 + rows,
      ]);
      again.close();
    }
  });
  it('accuses no other program where it had no room to bring an older schema up to date', (context) => {
    const disk = SmallDisk.during(context, 8);
    const [from, folder] = [tempFolder(), join(disk.folder, 'data')];
    using(openDatabase(dbOf(from), 14), (db) => beginLog(db, from));
    const killed = openDatabase(dbOf(from), 14);
    beginLog(killed, from);
    mkdirSync(folder);
    copyFolder(from, folder);
    killed.close();
    writeFileSync(join(folder, 'weatherglass.lock'), '');
    writeFileSync(join(folder, 'weatherglass.lock-journal'), Buffer.alloc(512));
    writeFileSync(join(folder, 'weatherglass.pid'), '1');
    disk.fill();
    expect(() => openIn(folder, later)).toThrow(StoreRefusal);
    disk.makeRoom();
    const again = openIn(folder, later);
    expect([again.finding, again.events.recent(20)]).toEqual([null, []]);
    again.close();
  });
  it('leaves nothing of a rescue that it has no room for, and rescues all of it once there is', (context) => {
    const disk = SmallDisk.during(context, 8);
    const folder = join(disk.folder, 'data');
    mkdirSync(folder);
    const store = openIn(folder);
    fill(store, START - 3600, START, 2);
    store.close();
    const bytes = readFileSync(dbOf(folder));
    bytes.fill(0xa5, 0, 1024);
    writeFileSync(dbOf(folder), bytes);
    disk.fill();
    disk.makeRoom(100_000);
    for (let start = 1; start <= 2; start += 1) {
      expect(() => openIn(folder, later)).toThrow(StoreRefusal);
      expect(readdirSync(folder).filter((name) => name.includes('salvage'))).toEqual([]);
    }
    disk.makeRoom();
    const again = openIn(folder, later);
    expect(again.finding?.salvage).not.toBeNull();
    expect(rangeOf(again, START - 3600, START, 3600).series).toMatchObject({ n: [1800] });
    again.close();
  });
});

it('what a rescue, a restore or a backup that was killed had begun is cleared away by the next', async () => {
  const folder = tempFolder();
  openIn(folder).close();
  mkdirSync(join(folder, 'backups'));
  const ends = ['salvage', 'salvage-wal', 'restored', 'restored.partial', 'restored.partial-journal'];
  const begun = [
    ...ends.map((end) => `weatherglass.db.${end}`),
    'backups/weatherglass-20250101-030000.db.partial',
    'backups/weatherglass-20250101-030000.db.partial-journal',
  ];
  for (const name of begun) writeFileSync(join(folder, name), 'half');
  writeFileSync(join(folder, 'backups/holiday.partial'), 'somebody else’s');
  const store = openIn(folder, later);
  await backup(store, 7, later.now);
  store.close();
  const names = readdirSync(folder, { recursive: true }) as string[];
  expect(names.filter((name) => begun.includes(name))).toEqual([]);
  expect(names).toContain('backups/holiday.partial');
});
