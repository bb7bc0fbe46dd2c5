import { copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FolderLock } from '../../src/station/store/rescue/folder/lock.ts';
import {
  clearFolders,
  copyOf,
  dbOf,
  fill,
  madeOnce,
  openIn,
  past,
  rowsUntil,
  SetClock,
  START,
  tempFolder,
} from './support.ts';

afterAll(clearFolders);
const ROWS = 360;

/** A folder with a past of an hour, closed in order. */
const hour = madeOnce(() =>
  past(3600, ({ labels }) => {
    labels.add({ ts: START, givenTs: START, kind: 'rain', value: 1, note: 'before', learned: true });
  }),
);

describe('files that somebody takes away while the station runs', () => {
  it.each([
    ['the folder removed', (folder: string) => rmSync(folder, { recursive: true })],
    ['the folder moved', (folder: string) => renameSync(folder, `${tempFolder()}/moved`)],
    ['the database removed', (folder: string) => rmSync(dbOf(folder))],
    ['the log removed', (folder: string) => rmSync(`${dbOf(folder)}-wal`)],
    [
      'the database replaced by an older one',
      (folder: string) => {
        copyFileSync(dbOf(hour()), join(folder, 'older'));
        renameSync(join(folder, 'older'), dbOf(folder));
      },
    ],
  ])('%s: all of it is written anew in its place with the next commit, and told', (_, take) => {
    const folder = hour();
    const clock = new SetClock(START + 60);
    const store = openIn(folder, clock);
    fill(store, START, START + 60, 2);
    take(folder);
    store.labels.add({ ts: START, givenTs: START + 61, kind: 'rain', value: 1, note: 'after', learned: true });
    fill(store, START + 60, START + 120, 2);
    expect(store.trouble).toBeNull();
    expect(store.finding?.text).toMatch(/moved, removed or replaced while the station ran/);
    expect(() => openIn(folder), 'the folder is locked, too').toThrow(/already runs a station on/);
    const killed = tempFolder();
    for (const end of ['', '-wal']) copyFileSync(dbOf(folder) + end, dbOf(killed) + end);
    for (const again of [openIn(killed, clock), store]) {
      expect(rowsUntil(again, START + 120)).toBe(ROWS + 60);
      expect(again.labels.recent(5).map(({ note }) => note)).toEqual(['after', 'before']);
      expect(again.events.recentOf(['storage'], 5)).toHaveLength(1);
      again.close();
    }
    const after = openIn(folder, clock);
    expect(after.finding).toBeNull();
    expect(rowsUntil(after, START + 120)).toBe(ROWS + 60);
    after.close();
  });

  it('a lock that another command has taken for a while is told while it has it, and is the station’s again', () => {
    const folder = hour();
    const store = openIn(folder, new SetClock(START + 60));
    rmSync(join(folder, 'weatherglass.lock'));
    const other = new FolderLock(folder);
    fill(store, START, START + 60, 2);
    expect(store.finding?.text).toMatch(/already runs a station on/);
    other.release();
    fill(store, START + 60, START + 120, 2);
    expect(store.finding).toBeNull();
    expect(() => new FolderLock(folder)).toThrow(/already runs a station on/);
    expect(rowsUntil(store, START + 120)).toBe(ROWS + 60);
    store.close();
  });

  it('are left to a second station that has begun in their place, which is told once; written anew when that has ended', () => {
    const folder = hour();
    const clock = new SetClock(START + 60);
    const store = openIn(folder, clock);
    const moved = `${tempFolder()}/moved`;
    renameSync(folder, moved);
    const other = openIn(folder, clock);
    fill(other, START, START + 60, 2);
    for (const fromS of [START, START + 60]) fill(store, fromS, fromS + 60, 2);
    expect([store.trouble, store.samples.queued]).toEqual([null, 0]);
    expect(store.finding?.text).toMatch(/already runs a station on/);
    expect(store.events.recentOf(['storage'], 5)).toHaveLength(1);
    fill(other, START + 60, START + 120, 2);
    expect([other.finding, rowsUntil(other, START + 120)]).toEqual([null, 60]);
    other.close();
    fill(store, START + 120, START + 180, 2);
    expect(store.finding?.text).toMatch(/written again; nothing was lost.* The file found in its place is kept/);
    expect(rowsUntil(store, START + 180)).toBe(ROWS + 90);
    store.close();
    const after = openIn(folder, clock);
    expect([after.finding, rowsUntil(after, START + 180)]).toEqual([null, ROWS + 90]);
    after.close();
  });

  it('of a second station that began and ended between two commits are kept whole, under a name that calls them not damaged', () => {
    const folder = hour();
    const clock = new SetClock(START + 60);
    const store = openIn(folder, clock);
    renameSync(folder, `${tempFolder()}/moved`);
    const other = openIn(folder, clock);
    fill(other, START, START + 60, 2);
    other.close();
    fill(store, START, START + 60, 2);
    const kept = /is kept in (.*)\.$/.exec(store.finding!.text)![1]!;
    expect(kept).toMatch(/\/found-[^/]*$/);
    store.close();
    const found = openIn(kept, clock);
    expect([found.finding?.severity, rowsUntil(found, START + 60)]).toEqual([undefined, 30]);
    found.close();
  });

  it('are left alone by a stop while a second station has the folder: its next start finds them as it left them', () => {
    const folder = hour();
    const clock = new SetClock(START + 60);
    const store = openIn(folder, clock);
    renameSync(folder, `${tempFolder()}/moved`);
    const other = openIn(folder, clock);
    fill(other, START, START + 60, 2);
    fill(store, START, START + 60, 2);
    const note = readFileSync(join(folder, 'weatherglass.clean'), 'utf8');
    store.close();
    expect(readFileSync(join(folder, 'weatherglass.clean'), 'utf8')).toBe(note);
    const killed = openIn(copyOf(folder), clock);
    expect([killed.finding, rowsUntil(killed, START + 60)]).toEqual([null, 30]);
    for (const one of [killed, other]) one.close();
  });
});
