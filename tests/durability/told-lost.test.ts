import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { boardRow, noise } from '../../bench/_history-data.ts';
import { openWithoutDatabase } from '../../src/station/store/open-store.ts';
import { openBare, using } from '../../src/station/store/sqlite/database.ts';
import type { Store } from '../../src/station/store/store.ts';
import { SmallDisk } from '../support/small-disk.ts';
import { clearFolders, dbOf, fill, isThere, openIn, SetClock, START, tempFolder } from './support.ts';

afterAll(clearFolders);
/** What waits for a full disk, and what a standby in memory keeps. */
const [WAITING_AT_MOST, IN_MEMORY_AT_MOST] = [10_800, 43_200];

const append = (store: Store, count: number, from = 0): void => {
  const random = noise(1);
  for (let i = from; i < from + count; i += 1) store.samples.append(boardRow(START + 2 * i, random));
};
const lostIn = (store: Store): unknown[] =>
  store.events.recentOf(['storage'], 9).flatMap(({ data }) => (data ? [data['lost']] : []));

describe('samples that memory could not hold', () => {
  it('are told by the stop of a station whose disk has been full to the end', (context) => {
    const disk = SmallDisk.mount(12);
    if (disk === null) return context.skip();
    const store = openIn(join(disk.folder, 'data'));
    disk.fill();
    append(store, WAITING_AT_MOST + 7);
    expect(store.close()).toBe(WAITING_AT_MOST + 7);
    disk.unmount();
  });

  it('are told once when the disk takes something again, and not with its next trouble', (context) => {
    const disk = SmallDisk.mount(16);
    if (disk === null) return context.skip();
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
    disk.unmount();
  });

  it('are told by the stop of a station that measured in memory for longer than a day', () => {
    const folder = tempFolder();
    const store = openWithoutDatabase(
      { folder, clock: new SetClock(), rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'UTC' },
      'simulator',
    );
    for (let from = 0; from < IN_MEMORY_AT_MOST + 9; from += 1000) {
      append(store, Math.min(1000, IN_MEMORY_AT_MOST + 9 - from), from);
      store.flush();
    }
    expect(store.close()).toBe(9);
    expect(isThere(join(folder, 'weatherglass.away.db'))).toBe(true);
  });
});
