import { execFileSync } from 'node:child_process';
import fs, { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import { seedHistory } from '../../src/station/seed.ts';
import { walIsThere } from '../../src/station/store/rescue/carve/wal.ts';
import { Bench } from '../support/station.ts';
import { clearFolders, dbOf, leavesOf, openIn, past, START, tempFolder, walOf } from './support.ts';

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

const toldBy = (station: Bench['station']): string[] => station.watch.events(200).map(({ detail }) => detail);

/** The card forgets pages. In a process of its own: closing the file in this one would drop the locks that are looked at. */
const zero = (folder: string, pages: readonly number[]): void => {
  for (const page of pages)
    execFileSync('dd', [
      'if=/dev/zero',
      `of=${dbOf(folder)}`,
      'bs=1024',
      `seek=${page - 1}`,
      'count=1',
      'conv=notrunc',
      'status=none',
    ]);
};

describe.skipIf(process.platform !== 'linux')("SQLite's locks of a running station", () => {
  it('stay whole through every job: hours of upkeep, a checkpoint, a backup, a recompute', async () => {
    const folder = past(12 * 3600);
    const bench = new Bench({ sensors: { sample_interval_s: 20 } }, START + 60, folder);
    const { station, clock } = bench;
    await station.start();
    expect(held(folder)).toEqual(WHOLE);
    for (let i = 0; i < 130; i += 1) {
      await clock.advance(MINUTE);
      expect(held(folder), `after ${i + 1} min`).toEqual(WHOLE);
    }
    expect(await station.care.backUp()).toMatchObject({ made: true });
    expect(held(folder)).toEqual(WHOLE);
    expect(await station.recomputing.recompute()).not.toHaveProperty('error');
    await clock.advance(10 * MINUTE);
    expect(held(folder)).toEqual(WHOLE);
    await station.stop();
    expect(locksOn(dbOf(folder))).toEqual([]);
  });

  it('stay whole through a training, an export, a clock that is set, a rescue with its swap, and rows that come home', async () => {
    const folder = tempFolder();
    const bench = new Bench({}, START + 60, folder);
    const store = openIn(folder);
    for (const _ of seedHistory(store, bench.simulator(), bench.config, {
      startS: START - 96 * 3600,
      endS: START,
      stepS: 300,
    }));
    store.close();
    const leaves = leavesOf(folder, 'five_min');
    const { station, clock } = bench;
    await station.start();
    const minutes = async (count: number) => {
      for (let i = 0; i < count; i += 1) {
        await clock.advance(MINUTE);
        expect(held(folder)).toEqual(WHOLE);
      }
    };
    await minutes(3);
    const training = station.forecasts.train(90);
    await minutes(2);
    expect(await training).toMatchObject({ trained: true });
    expect(held(folder)).toEqual(WHOLE);

    let lines = 0;
    for (const _ of station.history.exportCsv(START - 3600, START)) lines += 1;
    expect(lines).toBeGreaterThan(0);
    expect(held(folder)).toEqual(WHOLE);

    clock.jumpWallS(1200);
    await minutes(20);
    expect(toldBy(station)).toContainEqual(expect.stringMatching(/^The clock jumped/));

    zero(folder, leaves.slice(3, 6));
    expect(() => atOnce(station.history.range(START - 96 * 3600, START, 300))).toThrow(/malformed/);
    await clock.advance(1000);
    const away = join(folder, 'weatherglass.away.db');
    expect([locksOn(away), locksOn(`${away}-shm`)]).toEqual(WHOLE);
    await clock.advance(5 * MINUTE);
    expect(toldBy(station)).toContainEqual(expect.stringMatching(/rows rescued/));
    await minutes(10);
    expect(readdirSync(folder).filter((name) => name.includes('away'))).toEqual([]);
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

  it.each(['open', 'readFile', 'copyFile', 'truncate'] as const)('are guarded from promises, too: %s', (name) => {
    const folder = tempFolder();
    const store = openIn(folder);
    const own = fs.promises[name] as (path: string, to?: string) => Promise<unknown>;
    // As the program would call it: by its place in the sources.
    const asProgram = runInThisContext('(open, path) => open(path, path)', {
      filename: '/src/station/store/played.ts',
    });
    expect(() => asProgram(own, dbOf(folder))).toThrow(/has .* open in this process/);
    store.close();
  });
});
