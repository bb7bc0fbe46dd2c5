import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HOUR_S } from '../../../src/base/durations.ts';
import { undoImport } from '../../../src/station/imports/work.ts';
import { openBare } from '../../../src/station/store/sqlite/database.ts';
import { rangeOf } from '../../support/store-work.ts';
import { deriverOf } from '../store/calibrated-world.ts';
import { NOON, sample, Workshop } from '../store/support.ts';
import { bringIn, clock, contextOf, handle, outdoors } from './bring-in.ts';
import { tablesOf } from './history-tables.ts';
import { asWeewx, type Made, madeWeather } from './made-files.ts';

const workshop = new Workshop();

/** Of sixty hours the older ones are kept as hours, a day in five minutes, and the last one as samples. */
const KEPT = { fiveMinRetentionDays: 1 };
const FROM_S = NOON - 60 * HOUR_S;

it('a pause in one file is filled from another', async () => {
  const store = workshop.open(KEPT);
  const rows = madeWeather(NOON - 10 * HOUR_S, NOON);
  await bringIn(store, asWeewx(store.folder, [...rows.slice(0, 51), ...rows.slice(56)], 5, 'one.sdb'));
  expect(await bringIn(store, asWeewx(store.folder, rows, 5, 'other.sdb'))).toMatchObject({ rows: 5 });
});

it('a logger whose clock is some seconds off tells of no time that is told', async () => {
  const rows = madeWeather(FROM_S, NOON - HOUR_S);
  for (const [i, offS] of [-4, 4].entries()) {
    const store = workshop.open(KEPT);
    const older = rows.slice(0, 101).map((row) => ({ ...row, tS: row.tS + offS }));
    const newer = asWeewx(store.folder, rows.slice(101), 5, `newer-${i}.sdb`);
    expect(await bringIn(store, newer)).toMatchObject({ skipped: 0 });
    expect(await bringIn(store, asWeewx(store.folder, older, 5, `older-${i}.sdb`))).toMatchObject({ skipped: 0 });
  }
});

it('of lines that end at one moment the first counts, also with an interval of another length between', async () => {
  const rows = madeWeather(NOON - 20 * HOUR_S, NOON);
  const line = (tS: number, value: number | null, tier: number) =>
    [new Date(tS * 1000).toISOString(), tS, value, tier].join(',');
  const imported = async (lines: readonly string[]) => {
    const store = workshop.open(KEPT);
    const path = join(store.folder, 'own.csv');
    writeFileSync(path, ['iso_time,ts,temp_smooth,tier', ...lines, ''].join('\n'));
    const { rows: taken, scan } = await bringIn(store, path);
    return { taken, told: scan.notTaken.duplicate, tables: tablesOf(store) };
  };
  const once = rows.map(({ tS, temperatureC }) => line(tS, temperatureC, 1));
  const more = rows.flatMap(({ tS, temperatureC }, i) => {
    const one = line(tS, temperatureC, 1);
    return i > 20 && i % 25 === 9 ? [one, line(tS - 3300, 30, 2), line(tS, 31, 1)] : [one];
  });
  const told = more.length - once.length;
  expect(told).toBeGreaterThan(10);
  expect(await imported(more)).toEqual({ ...(await imported(once)), told });
});

it('what an import whose record is lost has had of its first and last hours does not hold for another', async () => {
  const store = workshop.open(KEPT);
  const rows = madeWeather(FROM_S, NOON - HOUR_S);
  const file = asWeewx(store.folder, rows);
  await bringIn(store, file);
  const db = openBare(join(store.folder, 'weatherglass.db'));
  const shares = db.prepare("SELECT name, state FROM job WHERE name LIKE 'import hour %'").raw().all();
  await undoImport(contextOf(store), { job: 1 });
  for (const job of [1, 11])
    for (const [name, state] of shares as [string, string][])
      db.prepare('INSERT INTO job (name, started_ts, state) VALUES (?, 0, ?)').run(name.replace(/1$/, `${job}`), state);
  db.close();
  const seam = 12 * 8 + 5;
  expect(await bringIn(store, asWeewx(store.folder, rows.slice(seam), 5, 'newer.sdb'))).toMatchObject({ skipped: 0 });
  expect(await bringIn(store, file)).toMatchObject({ rows: seam });
});

it('a person’s word about a time that was imported holds when the rest of its hour comes', async () => {
  const store = workshop.open(KEPT);
  const rows = madeWeather(FROM_S, NOON);
  const [seam, hourS] = [12 * 8 + 5, FROM_S + 8 * HOUR_S];
  await bringIn(store, asWeewx(store.folder, rows.slice(seam + 100), 5, 'newest.sdb'));
  await bringIn(store, asWeewx(store.folder, rows.slice(0, seam), 5, 'older.sdb'));
  store.reflag.say(['temperature'], hourS * 1000, (hourS + HOUR_S) * 1000, 'bad');
  await store.reflag.run(handle);
  const temperatures = () => rangeOf(store, hourS, hourS + HOUR_S, HOUR_S).series as Record<string, unknown>;
  expect(temperatures()['temp']).toEqual([null]);
  await bringIn(store, asWeewx(store.folder, rows.slice(seam, seam + 100), 5, 'between.sdb'));
  expect(temperatures()).toMatchObject({ temp: [null], n: [12] });
});

it('a calibration between two files moves what the first has of an hour, and no more of it', async () => {
  const store = workshop.open(KEPT);
  const rows = madeWeather(FROM_S, NOON).map((row) => ({ ...row, humidityPct: 50 }));
  const seam = 12 * 8 + 5;
  await bringIn(store, asWeewx(store.folder, rows.slice(0, seam), 5, 'older.sdb'));
  await store.recompute.run(deriverOf({ k: 0, offset: 6, altitudeM: 120 }, 300), handle);
  await bringIn(store, asWeewx(store.folder, rows.slice(seam), 5, 'newer.sdb'), { placing: outdoors(6) });
  const { series } = rangeOf(store, FROM_S, FROM_S + 10 * HOUR_S, HOUR_S);
  expect(series['hum']!.slice(7)).toEqual([56, (5 * 56 + 7 * 50) / 12, 50].map((pct) => expect.closeTo(pct!, 9)));
});

it('marks go back to those of the imports that are left, whichever went first', async () => {
  const store = workshop.open(KEPT);
  const rows = madeWeather(FROM_S, NOON);
  const thirds = [rows.slice(0, 200), rows.slice(200, 400), rows.slice(400)];
  const file = (i: number) => asWeewx(store.folder, thirds[i]!, 5, `${i}.sdb`);
  await bringIn(store, file(0));
  await bringIn(store, file(1));
  const { watermark } = tablesOf(store);
  await bringIn(store, file(2));
  for (const job of [1, 3]) await undoImport(contextOf(store), { job });
  expect(tablesOf(store)['watermark']).toEqual(watermark);
});

it.each([
  [1, 'newer'],
  [2, 'older'],
])('an undo of import %i leaves the lines of the %s in an hour that own samples have come into', async (job, left) => {
  const store = workshop.open({ ...KEPT, clock });
  const rows = madeWeather(FROM_S, NOON - 1200);
  const seamS = NOON - 2400;
  const pieces = { older: rows.filter(({ tS }) => tS < seamS), newer: rows.filter(({ tS }) => tS >= seamS) };
  for (const [name, piece] of Object.entries(pieces))
    await bringIn(store, asWeewx(store.folder, piece, 5, `${name}.sdb`));
  for (let tS = NOON - 600; tS < NOON; tS += 60) store.samples.append(sample(tS, 20));
  store.flush();
  await undoImport(contextOf(store), { job });
  const samples = () => tablesOf(store)['sample']!.map((row) => (JSON.parse(row) as number[])[0]! / 1000);
  const isLeft = ({ tS }: Made) => tS >= NOON - HOUR_S;
  const own = Array.from({ length: 10 }, (_, i) => NOON - 600 + 60 * i);
  expect(samples()).toEqual([...pieces[left as keyof typeof pieces].filter(isLeft).map(({ tS }) => tS), ...own]);
});

it('an hour in which the station has measured itself keeps its row', async () => {
  const store = workshop.open({ ...KEPT, clock });
  const rows = madeWeather(FROM_S, NOON);
  for (let tS = NOON - 3000; tS < NOON; tS += 10) store.samples.append(sample(tS, 20));
  store.flush();
  const own = () => tablesOf(store)['sample']!.filter((row) => JSON.parse(row)[0] >= (NOON - 3000) * 1000);
  const before = own();
  for (const [i, from] of [0, 717].entries())
    await bringIn(store, asWeewx(store.folder, rows.slice(from, from + 717), 5, `own-${i}.sdb`));
  expect(own()).toEqual(before);
});
