import { afterAll, describe, expect, it } from 'vitest';
import { boardRow, noise } from '../../bench/_history-data.ts';
import { openBare, openReadOnly, using } from '../../src/station/store/sqlite/database.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openRealStation, type RealStation } from '../support/real-station.ts';
import { clearFolders, copyFolder, dbOf, fill, openIn, START, tempFolder } from './support.ts';

afterAll(clearFolders);

const MINUTE = 60;
const SAMPLE_S = 4;
const settings = { sensors: { sample_interval_s: SAMPLE_S } };
const BEGAN_S = 1_750_000_000;
const IN_2062_S = Date.parse('2062-03-01T12:00:00Z') / 1000;

/** Steady time begins anew with a start of the machine. */
class MachineClock extends FakeClock {
  boot = 'first';
}

const insert = (folder: string, tS: number): void =>
  using(openBare(dbOf(folder)), (db) => {
    db.exec(`INSERT INTO sample (ts_ms, temp_raw, temp_smooth) VALUES (${tS * 1000}, 30, 30)`);
  });

/** Time of the newest row, and how many there are from a moment on. */
const rowsSince = (folder: string, tS: number): { newestS: number; rows: number } =>
  using(
    openReadOnly(dbOf(folder)),
    (db) =>
      db
        .prepare<[number], { newestS: number; rows: number }>(
          'SELECT max(ts_ms) / 1000.0 newestS, count(*) rows FROM sample WHERE ts_ms >= ?',
        )
        .get(tS * 1000)!,
  );

const newestOf = (folder: string, table: string): number =>
  using(openReadOnly(dbOf(folder)), (db) => db.prepare<[], number>(`SELECT max(ts) FROM ${table}`).pluck().get()!);

async function expectInThePresent({ station, store }: RealStation, folder: string, clock: FakeClock): Promise<void> {
  const nowS = clock.nowS();
  expect(Math.abs((await station.telemetry()).timestamp! - nowS)).toBeLessThan(5);
  expect(Math.abs(store.samples.newestTs()! - nowS)).toBeLessThan(5);
  expect(Math.abs(store.history.coverage().last_ts! - nowS)).toBeLessThan(5);
  expect(Math.abs(station.forecasts.forecast(false).issued_ts! - nowS)).toBeLessThan(10 * MINUTE);
  for (const table of ['five_min', 'tick']) {
    expect(newestOf(folder, table)).toBeLessThanOrEqual(nowS);
    expect(newestOf(folder, table)).toBeGreaterThan(nowS - 12 * MINUTE);
  }
}

let past: string | null = null;
/** Two days behind a station, from which it has learned: written once, and a copy for each test. */
async function twoDays(): Promise<string> {
  const folder = tempFolder();
  const clock = new MachineClock(BEGAN_S - 10 * MINUTE);
  clock.boot = 'before';
  const station = await openRealStation({ clock, folder, settings, historyDays: 2, stepS: 300 });
  await clock.advance(9 * MINUTE * 1000);
  await station.close();
  return folder;
}

/** A station with two days behind it, which has measured for some minutes. */
async function lived(): Promise<{ folder: string; clock: MachineClock; station: RealStation }> {
  past ??= await twoDays();
  const folder = tempFolder();
  copyFolder(past, folder);
  const clock = new MachineClock(BEGAN_S);
  const station = await openRealStation({ clock, folder, settings });
  await clock.advance(11 * MINUTE * 1000);
  return { folder, clock, station };
}

describe('a row of another program from a time to come', () => {
  it.each(['the program', 'the machine'])('leaves the station in the present over two starts of %s', async (what) => {
    const { folder, clock, station } = await lived();
    await station.close();
    insert(folder, IN_2062_S);
    for (let start = 0; start < 2; start += 1) {
      if (what === 'the machine') clock.boot = `start ${start}`;
      await clock.advance(20_000);
      const again = await openRealStation({ clock, folder, settings });
      await clock.advance(12 * MINUTE * 1000);
      await expectInThePresent(again, folder, clock);
      expect(again.log.filter((line) => line.includes('nother program'))).toEqual(
        start === 0 ? ['Another program added 1 row.'] : [],
      );
      expect(again.log.filter((line) => line.includes('clock'))).toEqual([]);
      await again.close();
    }
    expect(rowsSince(folder, clock.nowS() + MINUTE)).toEqual({ newestS: IN_2062_S, rows: 1 });
    expect(rowsSince(folder, BEGAN_S).rows).toBeGreaterThan((3 * 10 * MINUTE) / SAMPLE_S);
  });

  it('leaves it there after a kill', async () => {
    const { folder, clock, station } = await lived();
    const killed = tempFolder();
    copyFolder(folder, killed);
    await station.close();
    insert(killed, IN_2062_S);
    const again = await openRealStation({ clock, folder: killed, settings });
    await clock.advance(12 * MINUTE * 1000);
    await expectInThePresent(again, killed, clock);
    await again.close();
  });

  it('stays where it is when a clock is mended, which takes no longer for it', async () => {
    const { folder, clock, station } = await lived();
    insert(folder, IN_2062_S);
    for (const byS of [3 * 3600, -3 * 3600, -2 * 3600, 2 * 3600]) {
      clock.jumpWallS(byS);
      await clock.advance(11 * MINUTE * 1000);
    }
    await expectInThePresent(station, folder, clock);
    await station.close();
    expect(rowsSince(folder, clock.nowS() + MINUTE)).toEqual({ newestS: IN_2062_S, rows: 1 });
  });

  it('is passed by when the series comes to it', async () => {
    const { folder, clock, station } = await lived();
    await station.close();
    const stamps = Array.from({ length: 20 }, (_, i) => BEGAN_S + 20 * MINUTE + i * 2);
    for (const tS of stamps) insert(folder, tS);
    const again = await openRealStation({ clock, folder, settings });
    await clock.advance(21 * MINUTE * 1000);
    await expectInThePresent(again, folder, clock);
    await again.close();
    expect(rowsSince(folder, stamps[0]!).rows).toBeGreaterThan(20 + (11 * MINUTE) / SAMPLE_S);
  });
});

it('a stamp that another program takes while a sample waits is no reason to lose the sample', () => {
  const folder = tempFolder();
  const store = openIn(folder);
  fill(store, START - 100, START, 2);
  const narrow = { windSpeedMs: 3 };
  for (const tS of [START, START + 0.001]) store.samples.append({ ...boardRow(tS, noise(1)), narrow });
  insert(folder, START);
  store.flush();
  expect([store.samples.queued, rowsSince(folder, START)]).toEqual([0, { newestS: START + 0.002, rows: 3 }]);
  expect(store.samples.next(START, 2).map((row) => row.narrow)).toEqual([narrow, narrow]);
  store.close();
});
