import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boardRow, noise } from '../../bench/_history-data.ts';
import { type Database, openReadOnly, PAGE_BYTES, using } from '../../src/station/store/sqlite/database.ts';
import type { Store } from '../../src/station/store/store.ts';
import type { StoreOptions } from '../../src/station/store/tables.ts';
import { openStore } from '../support/open-store.ts';

export const START = 1_749_988_800;

/** Wall time of a test that runs in the present of its own samples. */
export class SetClock {
  constructor(public now = START) {}
  nowS = () => this.now;
  steadyMs = () => performance.now(); // now: steady time of a real process
  sleep = () => Promise.resolve();
}

export const openIn = (folder: string, clock: SetClock = new SetClock(), more: Partial<StoreOptions> = {}): Store =>
  openStore({ folder, clock, rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'UTC', ...more });

const folders: string[] = [];
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-durability-'));
  folders.push(folder);
  return folder;
}
export const clearFolders = (): void => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
};

/** Samples every `stepS` seconds over [fromS, untilS), committed like the station does. */
export function fill(store: Store, fromS: number, untilS: number, stepS: number): void {
  const random = noise(fromS);
  let i = 0;
  for (let ts = fromS; ts < untilS; ts += stepS) {
    store.samples.append(boardRow(ts, random));
    i += 1;
    if (i % 400 === 0) store.flush();
  }
  store.flush();
}

/** A folder with so many seconds of history until START, and what else was stored, closed in order. */
export function past(seconds = 3600, more: (store: Store) => void = () => {}, stepS = 10): string {
  const folder = tempFolder();
  const store = openIn(folder);
  fill(store, START - seconds, START, stepS);
  more(store);
  store.close();
  return folder;
}

/** The files of a closed or killed store, as they lie on the disk, with their times. */
export function copyFolder(from: string, to: string): void {
  for (const name of readdirSync(from, { withFileTypes: true })) {
    if (!name.isFile()) continue;
    const [source, copy] = [join(from, name.name), join(to, name.name)];
    copyFileSync(source, copy);
    const { atime, mtime } = statSync(source);
    utimesSync(copy, atime, mtime);
  }
}

export const copyOf = (folder: string): string => {
  const copy = tempFolder();
  copyFolder(folder, copy);
  return copy;
};

/** Copies of a folder that the first who asks for one makes. */
export function madeOnce(make: () => string): () => string {
  let made: string | null = null;
  return () => {
    made ??= make();
    return copyOf(made);
  };
}

/** As a kill leaves it: an hour of history, and ten minutes of it in the log. `last`: what happens right before. */
export function killed(last: (folder: string) => void = () => {}): { folder: string; log: string } {
  const from = past();
  const store = openIn(from);
  fill(store, START, START + 600, 10);
  last(from);
  const folder = copyOf(from);
  store.close();
  return { folder, log: walOf(folder) };
}

export const walOf = (folder: string): string => join(folder, 'weatherglass.db-wal');
export const dbOf = (folder: string): string => join(folder, 'weatherglass.db');
export const isThere = existsSync;

/** Pages of a table, as SQLite itself lists them. */
export function pagesOf(folder: string, table: string, kind: 'leaf' | 'internal' | 'overflow' | '%' = '%'): number[] {
  const pages = 'SELECT pageno FROM dbstat WHERE name = ? AND pagetype LIKE ? ORDER BY pageno';
  return using(openReadOnly(dbOf(folder)), (db) => db.prepare<string[], number>(pages).pluck().all(table, kind));
}
export const leavesOf = (folder: string, table: string): number[] => pagesOf(folder, table, 'leaf');

/** A card changes the file by itself, also under a running station: nobody has written, so its time stays. */
function byCard(folder: string, change: (file: number) => void): void {
  const { atime, mtime } = statSync(dbOf(folder));
  const file = openSync(dbOf(folder), 'r+');
  change(file);
  closeSync(file);
  utimesSync(dbOf(folder), atime, mtime);
}

/** The card forgets pages. */
export const forget = (folder: string, pages: readonly number[]): void =>
  byCard(folder, (file) => {
    for (const page of pages) writeSync(file, Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  });

/** Bits of one byte of a page turn. */
export const turnBits = (folder: string, page: number, at: number, bits: number): void =>
  byCard(folder, (file) => {
    const [byte, place] = [Buffer.alloc(1), (page - 1) * PAGE_BYTES + at];
    readSync(file, byte, 0, 1, place);
    writeSync(file, Buffer.of(byte[0]! ^ bits), 0, 1, place);
  });

/** Somebody writes a file without a change of what is in it. */
export const touch = (path: string): void => utimesSync(path, START, START);

/** A connection before each of whose steps something else happens. */
export const stepwise = (db: Database, before: (step: string | symbol) => void): Database =>
  new Proxy(db, {
    get: (_, name) => {
      const member: unknown = Reflect.get(db, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        before(name);
        return Reflect.apply(member, db, args);
      };
    },
  });

export const rowsUntil = (store: Store, untilS: number): number => [...store.samples.pages(0, untilS)].flat().length;

/** What a start a minute later finds of the samples, and what it tells. */
export function opened(folder: string): { rows: number; told: string[] } {
  const store = openIn(folder, new SetClock(START + 60));
  const rows = rowsUntil(store, START + 60);
  const told = store.events.recentOf(['storage'], 5).map(({ detail }) => detail);
  store.close();
  return { rows, told };
}
