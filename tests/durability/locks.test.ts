import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { walIsThere } from '../../src/station/store/rescue/carve/wal.ts';
import { Bench } from '../support/station.ts';
import { clearFolders, dbOf, fill, openIn, START, tempFolder, walOf } from './support.ts';

afterAll(clearFolders);
const MINUTE = 60_000;

/**
 * Kinds of locks that this process holds on a file, by the byte they begin at: https://www.sqlite.org/walformat.html#file_locking.
 * /proc/locks has those of all programs, and misses some while they change: each page of it is read at another moment.
 */
function locksOn(path: string): string[] {
  const found = new Set<string>();
  for (const fd of readdirSync('/proc/self/fd')) {
    if (targetOf(fd) !== path) continue;
    for (const line of readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8').split('\n')) {
      const fields = line.trim().split(/\s+/);
      if (fields[0] === 'lock:') found.add(`${fields[4]} ${fields[7]}`);
    }
  }
  return [...found].sort();
}

/** The file of a handle; null when it was closed meanwhile, as that of the reading folder itself. */
function targetOf(fd: string): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return null;
  }
}

const SHARED_BYTE = 1_073_741_826;
/** An open write-ahead log: one shared lock on the database, and the one on the log's index that says that somebody uses it. */
const held = (folder: string) => [locksOn(dbOf(folder)), locksOn(`${dbOf(folder)}-shm`)];
const WHOLE = [[`READ ${SHARED_BYTE}`], ['READ 128']];

describe.skipIf(process.platform !== 'linux')("SQLite's locks of a running station", () => {
  it('stay whole through every job: hours of upkeep, a checkpoint, a backup, a recompute', async () => {
    const folder = tempFolder();
    const store = openIn(folder);
    fill(store, START - 12 * 3600, START, 10);
    store.close();
    const bench = new Bench({}, START + 60, folder);
    const { station, clock } = bench;
    await station.start();
    expect(held(folder)).toEqual(WHOLE);
    for (let i = 0; i < 130; i += 1) {
      await clock.advance(MINUTE);
      expect(held(folder), `after ${i + 1} min`).toEqual(WHOLE);
    }
    expect(await station.care.backUp()).toMatchObject({ made: true });
    expect(held(folder)).toEqual(WHOLE);
    expect(await station.upkeep.recompute()).not.toHaveProperty('error');
    await clock.advance(10 * MINUTE);
    expect(held(folder)).toEqual(WHOLE);
    await station.stop();
    expect(locksOn(dbOf(folder))).toEqual([]);
  });

  it('are guarded in every test: the program opens no database through the file system that SQLite has open', () => {
    const folder = tempFolder();
    const store = openIn(folder);
    for (const path of [dbOf(folder), walOf(folder)]) {
      expect(() => walIsThere(path)).toThrow(/has .* open in this process/);
      expect(readFileSync(path).length).toBeGreaterThan(0); // a test may: it plays a bad card
    }
    store.close();
    expect(walIsThere(dbOf(folder))).toBe(false);
  });
});
