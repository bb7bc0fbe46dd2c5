import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damageOf } from '../../src/station/store/rescue/integrity/check-database.ts';
import { openBare, using } from '../../src/station/store/sqlite/database.ts';
import type { Store } from '../../src/station/store/store.ts';
import { share } from '../support/share.ts';
import { fold, rangeOf } from '../support/store-work.ts';
import { clearFolders, copyFolder, dbOf, fill, openIn, SetClock, START, tempFolder } from './support.ts';

afterAll(clearFolders);

const HOUR = 3600;
const DAY = 24 * HOUR;
const STEP = 60;
/** Coarser: of what comes later, its age alone counts. */
const GROWN_STEP = 300;
const KEPT = { rawRetentionDays: 1, fiveMinRetentionDays: 3 };
const FIRST = START - 8 * DAY;
const PER_HOUR = HOUR / STEP;
const never = new AbortController().signal;
const open = (folder: string, nowS: number) => openIn(folder, new SetClock(nowS), KEPT);

/** Samples that the charts know of. */
function counted(store: Store): number {
  const { series } = rangeOf(store, FIRST - 30 * DAY, START + 30 * DAY, DAY);
  return 'n' in series ? series.n.reduce((a, b) => a + b, 0) : 0;
}

const made = tempFolder();
beforeAll(async () => {
  const store = open(made, START);
  fill(store, FIRST, START, STEP);
  await fold(store, never);
  store.close();
});

const eightDays = (): { folder: string; store: Store; before: number } => {
  const folder = tempFolder();
  copyFolder(made, folder);
  const store = open(folder, START);
  return { folder, store, before: counted(store) };
};

/** Samples of another program, half a second beside those of the station. */
function insert(folder: string, fromS: number, rows: number, stepS = 60): void {
  using(openBare(dbOf(folder)), (db) => {
    const put = db.prepare('INSERT INTO sample (ts_ms, temp_raw, temp_smooth) VALUES (?, 30, 30)');
    db.transaction(() => {
      for (let i = 0; i < rows; i += 1) put.run((fromS + i * stepS) * 1000 + 500);
    })();
  });
}

const places: [string, number][] = [
  ['in an hour whose samples are there', START - 6 * HOUR],
  ['in an hour that was folded, and whose samples are still there', START - 30 * HOUR],
  ['in an hour whose samples are gone', START - 60 * HOUR],
  ['in an hour whose five-minute rows are gone', START - 7 * DAY],
  ['before the first', FIRST - 2 * DAY],
];

const drawn = share(
  'samples that an owner inserts',
  [12, 5 * PER_HOUR].flatMap((rows) =>
    places.flatMap(([place, fromS]) => ['stopped', 'runs'].map((state) => ({ rows, place, fromS, state }))),
  ),
  ({ rows, place, state }) => [`${place}, ${state}`, `${rows}, ${state}`],
);

describe.each([12, 5 * PER_HOUR])('%s samples that an owner inserts', (rows) => {
  const stepS = HOUR / Math.max(rows, PER_HOUR);
  const where = (state: string) =>
    drawn
      .filter((one) => one.rows === rows && one.state === state)
      .map(({ place, fromS }): [string, number] => [place, fromS]);

  it.each(where('stopped'))('stay where the station was stopped: %s', async (_, fromS) => {
    const { folder, store, before } = eightDays();
    store.close();
    insert(folder, fromS, rows, stepS);
    for (let start = 0; start < 3; start += 1) {
      const again = open(folder, START);
      expect(counted(again)).toBe(before + rows);
      await fold(again, never);
      expect(counted(again)).toBe(before + rows);
      again.close();
    }
    expect(damageOf(dbOf(folder))).toBeNull();
  });

  it.each(where('runs'))('stay where it runs, and as the record grows: %s', async (_, fromS) => {
    const { folder, store, before } = eightDays();
    insert(folder, fromS, rows, stepS);
    await fold(store, never);
    fill(store, START, START + 4 * DAY, GROWN_STEP);
    await fold(store, never);
    expect(counted(store)).toBe(before + rows + (4 * DAY) / GROWN_STEP);
    store.close();
  });
});

it('what an owner inserts is in the mean and the extremes of its hour', async () => {
  const { folder, store } = eightDays();
  store.close();
  const hour = START - 7 * DAY;
  const hourOf = () =>
    using(openBare(dbOf(folder)), (db) =>
      db
        .prepare<[number], { n: number; temp_smooth: number; temp_smooth_hi: number }>(
          'SELECT n, temp_smooth, temp_smooth_hi FROM hourly WHERE ts = ?',
        )
        .get(hour),
    )!;
  const before = hourOf();
  insert(folder, hour, PER_HOUR);
  open(folder, START).close();
  const after = hourOf();
  expect(after.n).toBe(2 * PER_HOUR);
  expect(after.temp_smooth).toBeCloseTo((before.temp_smooth + 30) / 2, 9);
  expect(after.temp_smooth_hi).toBe(30);
});

it('a late sample of the station is taken in where an owner had inserted an older one', async () => {
  const { folder, store, before } = eightDays();
  insert(folder, FIRST - DAY, 1);
  fill(store, START - 60 * HOUR + 1, START - 60 * HOUR + 2, 1);
  await fold(store, never);
  expect(counted(store)).toBe(before + 2);
  store.close();
});

it('an hour of another program is taken in with five-minute rows and other quantities', async () => {
  const { folder, store, before } = eightDays();
  store.close();
  using(openBare(dbOf(folder)), (db) => {
    db.exec(`CREATE TEMP TABLE copied AS SELECT * FROM five_min ORDER BY ts DESC LIMIT 1;
      UPDATE copied SET ts = ${START - 7 * DAY + 300}; INSERT INTO five_min SELECT * FROM copied`);
    db.exec(`INSERT INTO narrow_sample (ts_ms, quantity, value) VALUES (${(START - 60 * HOUR) * 1000 + 500}, 1, 3)`);
  });
  for (let start = 0; start < 2; start += 1) {
    const again = open(folder, START);
    await fold(again, never);
    again.close();
  }
  const again = open(folder, START);
  expect(counted(again)).toBe(before + 5);
  again.close();
  const kept = using(openBare(dbOf(folder)), (db) =>
    db.prepare<[], number>('SELECT sum(n) FROM narrow_five_min').pluck().get(),
  );
  expect(kept).toBe(1);
});
