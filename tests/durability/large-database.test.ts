import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { writeHistory } from '../../bench/_history-data.ts';
import { openStoreAside } from '../../src/station/store/open-store.ts';
import { prepareFolder } from '../../src/station/store/rescue/data-folder.ts';
import { hasProvedDamaged, lastStop } from '../../src/station/store/rescue/folder/last-stop.ts';
import { checkpoint } from '../../src/station/store/rescue/folder/log.ts';
import { damageOf } from '../../src/station/store/rescue/integrity/check-database.ts';
import { openBare, openBeside, openReadOnly, SMALL_BYTES, using } from '../../src/station/store/sqlite/database.ts';
import { Turnstile } from '../../src/station/store/sqlite/turnstile.ts';
import {
  clearFolders,
  copyOf,
  dbOf,
  fill,
  forget,
  leavesOf,
  madeOnce,
  openIn,
  rowsUntil,
  SetClock,
  START,
  tempFolder,
} from './support.ts';

afterAll(clearFolders);

/** More of a past than a start reads whole, closed in order: a day's samples, and two of five-minute rows. */
const large = madeOnce(() => {
  const folder = tempFolder();
  openIn(folder).close();
  rmSync(dbOf(folder));
  writeHistory(dbOf(folder), 2 / 365.25, START, { rawDays: 1, fiveMinDays: 2 });
  openIn(folder).close();
  expect(statSync(dbOf(folder)).size).toBeGreaterThan(SMALL_BYTES);
  return folder;
});

describe('a large database of a killed station', () => {
  /** As a kill leaves it: a large file, and its log beside it. */
  const killed = madeOnce(() => {
    const folder = large();
    const store = openIn(folder, new SetClock(START + 60));
    store.labels.add({ ts: START, givenTs: START, kind: 'rain', value: 1, note: 'before', learned: true });
    fill(store, START + 10, START + 60, 2);
    const copy = copyOf(folder);
    store.close();
    return copy;
  });

  it('opens without being read whole: a bad page of its samples is met by a statement, and told then', () => {
    const folder = killed();
    forget(folder, leavesOf(folder, 'sample').slice(5, 8));
    expect(damageOf(dbOf(folder))).not.toBeNull();
    const store = openIn(folder, new SetClock(START + 120));
    expect(store.finding).toBeNull();
    expect(() => rowsUntil(store, START)).toThrow(/malformed/);
    expect(store.atHome).toBe(false);
    store.close();
    const again = openIn(folder, new SetClock(START + 180));
    expect(again.finding?.severity).toBe('error');
    expect(again.labels.recent(5).map(({ note }) => note)).toEqual(['before']);
    again.close();
    expect(damageOf(dbOf(folder))).toBeNull();
  });

  it('is rebuilt in the same start when its opening meets a bad page that was not looked for', async () => {
    const folder = killed();
    const times = statSync(dbOf(folder));
    const db = openReadOnly(dbOf(folder));
    const root = db.prepare<[], number>("SELECT rootpage FROM sqlite_master WHERE name = 'sample'").pluck().get()!;
    db.close();
    forget(folder, [root]);
    utimesSync(dbOf(folder), times.atime, times.mtime);
    const clock = new SetClock(START + 120);
    const options = { folder, clock, rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'UTC' };
    const store = await openStoreAside(options, async () => prepareFolder(folder, clock.now, options));
    expect(store.finding?.severity).toBe('error');
    expect(store.atHome).toBe(true);
    expect(rowsUntil(store, START)).toBeGreaterThan(0);
    store.close();
    expect(damageOf(dbOf(folder))).toBeNull();
  });

  it('is rebuilt before it opens when a page of a small table is bad', () => {
    const folder = killed();
    forget(folder, leavesOf(folder, 'event').slice(0, 1));
    const store = openIn(folder, new SetClock(START + 120));
    expect(store.finding?.severity).toBe('error');
    expect(rowsUntil(store, START)).toBeGreaterThan(0);
    store.close();
    expect(damageOf(dbOf(folder))).toBeNull();
  });
});

describe('damage of a large database that a start would not look for', () => {
  it('is found where an older copy of the file was laid under the log of a killed station', () => {
    const folder = large();
    const older = readFileSync(dbOf(folder));
    const store = openIn(folder, new SetClock(START + 7200));
    fill(store, START + 60, START + 3600, 2);
    using(openBeside(dbOf(folder), new Turnstile()), checkpoint);
    fill(store, START + 3600, START + 3700, 2);
    const killed = copyOf(folder);
    store.close();
    writeFileSync(dbOf(killed), older);
    openIn(killed, new SetClock(START + 7200)).close();
    expect(damageOf(dbOf(killed))).toBeNull();
  });

  it('is noted by a stop that meets it', () => {
    const folder = large();
    const store = openIn(folder, new SetClock(START + 60));
    forget(folder, leavesOf(folder, 'five_min_ts').slice(0, 1));
    store.close();
    expect([lastStop(folder), hasProvedDamaged(folder)]).toEqual([{ ended: 'killed' }, true]);
  });

  it('is noted when it is heard of, and stays so where a heavy job brings the log in behind it', () => {
    const folder = large();
    const store = openIn(folder, new SetClock(START + 60));
    const job = openBeside(dbOf(folder), new Turnstile());
    forget(folder, leavesOf(folder, 'sample').slice(5, 8));
    expect(() => rowsUntil(store, START)).toThrow(/malformed/);
    checkpoint(job);
    expect(hasProvedDamaged(folder)).toBe(true);
    job.close();
    store.close();
  });

  it('is left alone by a stop that another connection keeps from writing just then', () => {
    const folder = large();
    const store = openIn(folder, new SetClock(START + 60));
    store.workBeside(new Turnstile());
    const other = openBare(dbOf(folder));
    other.exec('BEGIN IMMEDIATE');
    expect(store.attempt(() => store.labels.remove(1))).toBe(false);
    store.place.hearOfDamage('a page is not what was written');
    store.close();
    const left = copyOf(folder);
    other.close();
    expect(lastStop(left)).toEqual({ ended: 'killed' });
  });
});
