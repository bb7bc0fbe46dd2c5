import fs, { mkdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { boardRow, noise } from '../../bench/_history-data.ts';
import { LeftBehind } from '../../src/station/sampling/left-behind.ts';
import { leaveUnreported, unreportedIn } from '../../src/station/store/rescue/folder/unreported.ts';
import { openBare, using } from '../../src/station/store/sqlite/database.ts';
import { Store } from '../../src/station/store/store.ts';
import { SmallDisk } from '../support/small-disk.ts';
import {
  clearFolders,
  copyFolder,
  copyOf,
  dbOf,
  fill,
  isThere,
  openIn,
  past,
  SetClock,
  START,
  tempFolder,
} from './support.ts';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
afterAll(clearFolders);
/** What waits for a full disk, and what a standby in memory keeps. */
const [WAITING_AT_MOST, IN_MEMORY_AT_MOST] = [10_800, 43_200];

/** Clock of one life, whose time passes by both. */
class PassingClock extends SetClock {
  override steadyMs = () => this.now * 1000;
}

/** A start whose disk takes nothing, without a runtime folder. */
const inMemory = (folder: string): Store =>
  new Store(
    { kind: 'simulator', trouble: 'is full' },
    { folder, clock: new SetClock(), rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'UTC' },
  );

const append = (store: Store, count: number, from = 0): void => {
  const random = noise(1);
  for (let i = from; i < from + count; i += 1) store.samples.append(boardRow(START + 2 * i, random));
};
const lostIn = (store: Store): unknown[] =>
  store.events.recentOf(['storage'], 9).flatMap(({ data }) => (data ? [data['lost']] : []));

describe('samples that memory could not hold', () => {
  it('are told by the stop of a station whose disk has been full to the end', (context) => {
    const disk = SmallDisk.during(context, 12);
    const store = openIn(join(disk.folder, 'data'));
    disk.fill();
    append(store, WAITING_AT_MOST + 7);
    expect(store.close()).toBe(WAITING_AT_MOST + 7);
  });

  it('are told once when the disk takes something again, and not with its next trouble', (context) => {
    const disk = SmallDisk.during(context, 16);
    const clock = new SetClock();
    const store = openIn(join(disk.folder, 'data'), clock);
    disk.fill();
    append(store, WAITING_AT_MOST + 7);
    store.flush();
    disk.makeRoom();
    store.flush();
    expect(lostIn(store)).toEqual([7]);
    // So that the log needs room again.
    using(openBare(dbOf(join(disk.folder, 'data'))), (db) => db.pragma('wal_checkpoint(TRUNCATE)'));
    disk.fill();
    fill(store, START + 100_000, START + 100_500, 10);
    expect(store.trouble).not.toBeNull();
    disk.makeRoom();
    clock.now += 60;
    store.flush();
    expect(lostIn(store)).toEqual([0, 7]);
    expect(store.close()).toBe(0);
  });

  it('are told by the next start, and no word before says that nothing was lost because a small write still fitted', (context) => {
    const disk = SmallDisk.during(context, 12);
    const data = join(disk.folder, 'data');
    const lines: string[] = [];
    const open = (now: number) => openIn(data, new SetClock(now), { told: ({ detail }) => lines.push(detail) });
    const learned = (bytes: number) => () =>
      store.learned.saveAll([{ name: 'diary', version: 1, state: 'x'.repeat(bytes) }], START);
    const store = open(START);
    store.attempt(learned(100_000));
    using(openBare(dbOf(data)), (db) => db.pragma('wal_checkpoint(PASSIVE)')); // the next write begins the log anew, in the room that it has
    disk.fill();
    store.attempt(learned(3_000_000));
    const refused = expect.stringMatching(/^The disk cannot be written/);
    expect(lines).toEqual([refused]);
    append(store, 15);
    store.flush();
    expect([store.samples.queued, lines]).toEqual([0, [refused]]);
    expect(store.trouble).not.toBeNull();
    append(store, 3000, 15);
    store.flush();
    expect(store.close()).toBe(3000);

    disk.makeRoom();
    for (let start = 1; start <= 2; start += 1) {
      const again = open(START + 600 * start);
      append(again, 1, 5000 + start);
      again.flush();
      expect(lines).toEqual([refused, 'The disk works again after 10 min. 3000 readings lost.']);
      expect(lostIn(again)).toEqual([3000]);
      expect(again.close()).toBe(0);
    }
  });

  it('are told once, although the disk lets go of the note only three starts later', () => {
    const folder = tempFolder();
    const lines: string[] = [];
    const lives = (now: number) => {
      const store = openIn(folder, new SetClock(now), { told: ({ detail }) => lines.push(detail) });
      append(store, 1, now - START);
      store.flush();
      expect(lostIn(store)).toEqual([3]);
      store.close();
    };
    leaveUnreported(folder, { sinceTs: START - 600, lost: 3, killed: false });
    const { unlinkSync } = fs;
    vi.spyOn(fs, 'unlinkSync').mockImplementation((path) => {
      if (String(path).endsWith('untold')) throw Object.assign(new Error('EIO'), { code: 'EIO' });
      unlinkSync(path);
    });
    syncBuiltinESMExports();
    for (const start of [1, 2, 3]) lives(START + start);
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    expect(unreportedIn(folder)).not.toBeNull();
    lives(START + 4);
    expect([lines, unreportedIn(folder)]).toEqual([['The disk works again after 10 min. 3 readings lost.'], null]);
  });

  it('are counted where they waited for the clock, too, and could be left to no start', (context) => {
    const disk = SmallDisk.during(context, 12);
    const clock = new SetClock();
    const store = openIn(join(disk.folder, 'data'), clock);
    disk.fill();
    append(store, 600);
    store.flush();
    const sample = { text: 'x'.repeat(1000) } as never;
    const waiting = Array.from({ length: 40 }, (_, i) => ({ sample: { sample, steadyS: i }, tS: START + 5000 + i }));
    new LeftBehind({ clock, store }).put(waiting);
    expect(store.close()).toBe(640);
  });

  it('are told by the start behind a kill, of a station at home and of one in memory', (context) => {
    const disk = SmallDisk.during(context, 12);
    const lines: string[] = [];
    const startOn = (killed: string) =>
      openIn(killed, new SetClock(START + 600), { told: ({ detail }) => lines.push(detail) });
    const folder = join(disk.folder, 'data');
    const atHome = openIn(folder);
    disk.fill();
    append(atHome, 600);
    atHome.flush();
    const killed = copyOf(folder);
    atHome.close();
    const elsewhere = past();
    const away = inMemory(elsewhere);
    append(away, 23);
    away.flush();
    for (const place of [killed, elsewhere]) {
      const store = startOn(place);
      store.flush();
      store.close();
      startOn(place).close(); // once
    }
    const told =
      'The disk works again after 10 min. The station stopped abruptly meanwhile, and the readings in memory are lost.';
    expect(lines).toEqual([told, told]);
  });

  it('are dated by the start behind a kill from the last that is stored, and have no number', (context) => {
    const disk = SmallDisk.during(context, 12);
    const clock = new PassingClock();
    const store = openIn(join(disk.folder, 'data'), clock);
    append(store, 15);
    clock.now += 29;
    store.flush();
    disk.fill();
    clock.now += 30; // the next commit, a second and half a minute later
    append(store, 600, 15);
    store.flush();
    expect([store.trouble === null, store.samples.queued]).toEqual([false, 600]);
    const killed = openIn(copyOf(join(disk.folder, 'data')), new SetClock(START + 1200));
    killed.flush();
    const [told] = killed.events.recentOf(['storage'], 1);
    expect(told?.data).toEqual({ lost: null, lasted_s: 1172 });
    expect(told?.detail).toContain('after 20 min. The station stopped abruptly');
    for (const one of [killed, store]) one.close();
  });

  it('are told after two kills on a full disk, between which a start at home had the room of its log', (context) => {
    const [first, second] = [SmallDisk.during(context, 12), SmallDisk.during(context, 12)];
    const folder = join(first.folder, 'data');
    const store = openIn(folder);
    first.fill();
    append(store, 600);
    store.flush();
    const again = join(second.folder, 'data');
    mkdirSync(again);
    copyFolder(folder, again);
    second.fill();
    const between = openIn(again, new SetClock(START + 300));
    append(between, 600, 600);
    between.flush();
    const lines: string[] = [];
    const last = openIn(copyOf(again), new SetClock(START + 600), { told: ({ detail }) => lines.push(detail) });
    last.flush();
    last.close();
    expect(lines).toEqual([expect.stringContaining('after 10 min. The station stopped abruptly')]);
    for (const one of [store, between]) one.close();
  });

  it('are told by their number behind a stop in memory, on a disk without a free block', (context) => {
    const disk = SmallDisk.during(context, 12);
    const folder = join(disk.folder, 'data');
    openIn(folder).close();
    disk.fill();
    const away = inMemory(folder);
    append(away, 23);
    away.flush();
    expect(away.close()).toBe(23);
    disk.makeRoom();
    const lines: string[] = [];
    const store = openIn(folder, new SetClock(START + 600), { told: ({ detail }) => lines.push(detail) });
    store.flush();
    store.close();
    expect(lines).toEqual(['The disk works again after 10 min. 23 readings lost.']);
  });

  it('are told by the stop of a station that measured in memory for longer than a day', () => {
    const folder = tempFolder();
    const store = inMemory(folder);
    for (let from = 0; from < IN_MEMORY_AT_MOST + 9; from += 1000) {
      append(store, Math.min(1000, IN_MEMORY_AT_MOST + 9 - from), from);
      store.flush();
    }
    expect(store.close()).toBe(9);
    expect(isThere(join(folder, 'weatherglass.away.db'))).toBe(true);
  });
});
