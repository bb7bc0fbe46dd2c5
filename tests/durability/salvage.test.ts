import { cpSync, mkdirSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishSwap } from '../../src/station/store/rescue/folder/swap.ts';
import { openBare, openReadOnly, PAGE_BYTES, using } from '../../src/station/store/sqlite/database.ts';
import type { Store } from '../../src/station/store/store.ts';
import { backup } from '../support/store-work.ts';
import {
  clearFolders,
  copyFolder,
  copyOf,
  dbOf,
  fill,
  forget,
  isThere,
  leavesOf,
  madeOnce,
  openIn,
  pagesOf,
  rowsUntil,
  SetClock,
  START,
  tempFolder,
  turnBits,
  walOf,
} from './support.ts';

const STEP = 10;
const FROM = START - 12 * 3600;
const ROWS = (12 * 3600) / STEP;
const LONG_NOTE = 'hail '.repeat(500);
const HEADS = { weights: Array.from({ length: 20_000 }, (_, i) => i / 7) };

/** The same station stopped in order and as a power cut leaves it, without any backup. */
let stopped: string;
let cut: string;

beforeAll(() => {
  stopped = tempFolder();
  cut = tempFolder();
  const store = openIn(stopped);
  fill(store, FROM, START, STEP);
  for (let i = 1; i <= 3; i += 1)
    store.labels.add({
      ts: FROM + i,
      givenTs: FROM + i,
      kind: 'rain',
      value: 1,
      note: `${i} ${LONG_NOTE}`,
      learned: true,
    });
  calibrate(store, FROM + 60, 0.41, 1);
  calibrate(store, START - 60, 0.62, 2);
  const names = ['heads', 'climatology', 'rain', 'novelty', 'filters', 'compensator.thermal'];
  store.learned.saveAll(
    names.map((name) => ({ name, version: 1, state: name === 'heads' ? HEADS : { name, k: 0.62, n: 2 } })),
    START,
  );
  copyFolder(stopped, cut);
  store.close();
});
afterAll(clearFolders);

function calibrate(store: Store, ts: number, k: number, n: number): void {
  const state = { k, P: 0.01, lam: 0.98, n, last_residual: 0.1, last_ts: ts };
  store.calibrations.add({ ts, signal: 'temperature', reference: 20, before: 21, after: 20, state });
}

const rowsIn = (store: Store): number => rowsUntil(store, START + 100);
const k = (store: Store): unknown => {
  const found = store.learned.load('compensator.thermal', 1);
  return found.found ? (found.state as { k: number }).k : null;
};

describe('a page that has gone bad after a clean stop', () => {
  it.each([
    'sqlite_schema',
    'sample',
    'five_min',
    'hourly',
    'learned',
    'label',
    'event_by_kind',
    'calibration',
    'record',
  ])('is found at the next start, and the start goes on: %s', (table) => {
    const folder = copyOf(stopped);
    const pages = pagesOf(folder, table);
    forget(folder, [pages[Math.floor(pages.length / 2)]!]);
    const store = openIn(folder);
    expect(store.finding?.severity).toBe('error');
    expect(store.events.recent(1)[0]!.detail).toBe(store.finding!.text);
    expect(rowsIn(store)).toBeGreaterThan(ROWS - 10);
    store.close();
  });

  it('is found even where one bit of one number turned, and told', () => {
    const folder = copyOf(stopped);
    turnBits(folder, leavesOf(folder, 'five_min')[3]!, PAGE_BYTES - 9, 1);
    const store = openIn(folder);
    expect(store.finding?.text).toMatch(
      /^Stored rows have changed on the disk .* At least one of \d+ rows could not be repaired and may have a wrong digit\.$/,
    );
    expect(rowsIn(store)).toBe(ROWS);
    store.close();
    const again = openIn(folder);
    expect(again.finding).toBeNull(); // told once
    again.close();
  });

  it('comes back from the newest backup that has the rows as they were and can be read, where one bit of one number turned', async () => {
    const folder = copyOf(stopped);
    const first = openIn(folder);
    await backup(first, 7, START);
    first.close();
    writeFileSync(join(folder, 'backups/weatherglass-20990101-030000.db'), 'no backup');
    const read = () => using(openReadOnly(dbOf(folder)), (db) => db.prepare('SELECT * FROM five_min').all());
    const right = read();
    turnBits(folder, leavesOf(folder, 'five_min')[3]!, PAGE_BYTES - 9, 1);
    expect(read()).not.toEqual(right);
    const store = openIn(folder);
    expect(store.finding?.text).toMatch(/^Stored rows have changed on the disk .* rows restored from a backup\.$/);
    store.close();
    expect(read()).toEqual(right);
  });

  it('costs no row that the clock, set back since, has not come to yet', () => {
    const folder = copyOf(stopped);
    turnBits(folder, leavesOf(folder, 'five_min')[3]!, PAGE_BYTES - 9, 1);
    const store = openIn(folder, new SetClock(START - 30 * 86_400));
    expect(rowsIn(store)).toBe(ROWS);
    store.close();
  });

  it.each([
    ['nothing', 0xa5],
    ['an inner page', 0x08],
    ['a page of an index', 0x07],
  ])('costs nothing where only its first byte has turned, and makes it %s', (_, bits) => {
    const folder = copyOf(stopped);
    turnBits(folder, leavesOf(folder, 'sample')[100]!, 0, bits);
    const store = openIn(folder);
    expect(store.finding!.text).toContain(' Nothing was lost.');
    expect(rowsIn(store)).toBe(ROWS);
    store.close();
  });

  it('costs the rows on it and no others, and says which', () => {
    const folder = copyOf(stopped);
    const leaf = leavesOf(folder, 'sample')[100]!;
    const counted = 'SELECT ncell FROM dbstat WHERE pageno = ?';
    const cells = using(openReadOnly(dbOf(folder)), (db) => db.prepare<[number], number>(counted).pluck().get(leaf)!);
    forget(folder, [leaf]);
    const store = openIn(folder);
    expect(rowsIn(store)).toBe(ROWS - cells);
    const lost = store.finding!.salvage!.lost;
    expect(lost.map(({ table }) => table)).toEqual(['sample']);
    expect(lost[0]!.rows).toBe(cells);
    expect(lost[0]!.untilTs! - lost[0]!.fromTs!).toBeLessThanOrEqual(600);
    expect(store.finding!.text).toContain(`Lost: ${cells} readings (`);
    expect(store.events.recent(1)[0]!.data).toMatchObject({ lost });
    store.close();
  });
});

describe('a page of rows with numbers that has gone bad', () => {
  it('is named where nothing counts its rows', () => {
    const folder = copyOf(stopped);
    forget(folder, pagesOf(folder, 'tick').slice(0, 1));
    const store = openIn(folder);
    expect(store.finding!.text).toContain(' Lost: perhaps rows of tick.');
    store.close();
  });
});

describe('a file cut short by a crash, its log beside it', () => {
  /** In use long enough for a checkpoint: most of it is in the file, the newest in the log. */
  const inUse = madeOnce(() => {
    const folder = copyOf(cut);
    openIn(folder).close();
    const store = openIn(folder);
    fill(store, START, START + 600, STEP);
    const left = copyOf(folder);
    store.close();
    return left;
  });

  it.each([0, 1, 4096, 0.1, 0.3, 0.6, 0.999])('starts, and all that is left is there: %d', (share) => {
    const torn = inUse();
    const size = statSync(dbOf(torn)).size;
    truncateSync(dbOf(torn), share < 1 ? Math.floor(share * size) : share);
    const again = openIn(torn);
    expect(again.finding?.severity).toBe('error');
    // The pages that are still in the file hold their rows, tree or no tree.
    expect(rowsIn(again)).toBeGreaterThanOrEqual(share < 1 ? Math.floor(ROWS * share * 0.5) : 0);
    expect([...again.samples.pages(START, START + 600)].flat().length).toBeGreaterThan(50);
    again.close();
  });
});

describe('what was learned and what people said', () => {
  it('loses one component to one bad page, and no other', () => {
    const folder = copyOf(stopped);
    forget(folder, pagesOf(folder, 'learned', 'overflow').slice(40, 41));
    const store = openIn(folder);
    for (const name of ['climatology', 'rain', 'novelty', 'filters', 'compensator.thermal'])
      expect(store.learned.load(name, 1).found, name).toBe(true);
    expect(store.finding!.text).toContain(' Lost: what was learned (heads).');
    expect(store.labels.recent(9).map(({ note }) => note.slice(2))).toEqual([LONG_NOTE, LONG_NOTE, LONG_NOTE]);
    store.close();
  });

  it('keeps the calibration by its log when the page of the compensators is gone, and says so', () => {
    const folder = copyOf(stopped);
    forget(folder, [...leavesOf(folder, 'learned'), ...pagesOf(folder, 'learned', 'internal')]);
    const store = openIn(folder);
    expect(k(store)).toBe(0.62);
    expect(store.finding!.text).toContain('The calibration was restored from its log.');
    store.close();
  });

  it('loses no import from the list of them', () => {
    const folder = copyOf(stopped);
    using(openBare(dbOf(folder)), (db) =>
      db.exec(
        "INSERT INTO import_job (id, started_ts, state, files, digest, format, rows, skipped, before) VALUES (1, 0, 'done', '[]', '', 'csv', 0, 0, '{}')",
      ),
    );
    openIn(folder).close();
    forget(folder, pagesOf(folder, 'hourly').slice(0, 1));
    const store = openIn(folder);
    expect(store.finding!.text).toContain('rows rescued');
    expect(store.imports.list()).toHaveLength(1);
    store.close();
  });

  it('keeps labels with notes of many pages when the way to them is gone', () => {
    const folder = copyOf(stopped);
    forget(folder, [1]);
    const store = openIn(folder);
    expect(store.labels.recent(9).map(({ note }) => note.slice(2))).toEqual([LONG_NOTE, LONG_NOTE, LONG_NOTE]);
    expect(store.calibrations.all().length).toBe(2);
    expect(k(store)).toBe(0.62);
    expect(store.learned.load('heads', 1)).toMatchObject({ found: true, state: HEADS });
    store.close();
  });
});

describe('a swap of databases that was cut short', () => {
  const broken = (): string => {
    const folder = copyOf(stopped);
    forget(folder, [1]);
    return folder;
  };
  /** The folder as a crash leaves it after `step` of the swap's renames. */
  const cutAfter = (step: number): string => {
    const folder = broken();
    const done = copyOf(folder);
    openIn(done).close(); // what the salvage makes of it
    cpSync(walOf(cut), walOf(folder));
    const note = { fresh: 'weatherglass.db.salvage', path: 'weatherglass.db', aside: 'damaged-x/weatherglass.db' };
    const finding = { severity: 'error', text: 'The database was damaged.', salvage: { rows: 1 } };
    cpSync(dbOf(done), `${dbOf(folder)}.salvage`);
    writeFileSync(join(folder, 'weatherglass.swap'), JSON.stringify({ ...note, finding }));
    mkdirSync(join(folder, 'damaged-x'));
    const moves: [string, string][] = [
      [dbOf(folder), join(folder, 'damaged-x/weatherglass.db')],
      [walOf(folder), join(folder, 'damaged-x/weatherglass.db-wal')],
      [`${dbOf(folder)}.salvage`, dbOf(folder)],
    ];
    for (const [from, to] of moves.slice(0, step)) renameSync(from, to);
    return folder;
  };

  it.each([0, 1, 2, 3])('is finished by the next start, which says why: after %d renames', (step) => {
    const folder = cutAfter(step);
    const store = openIn(folder);
    expect(rowsIn(store)).toBeGreaterThan(ROWS - 10);
    expect(store.finding?.text).toBe('The database was damaged.');
    expect(isThere(join(folder, 'weatherglass.swap'))).toBe(false);
    expect(isThere(join(folder, 'damaged-x/weatherglass.db'))).toBe(true);
    expect(store.events.recentOf(['storage'], 9).length).toBeGreaterThan(0);
    store.close();
    expect(finishSwap(folder)).toBeNull();
  });
});
