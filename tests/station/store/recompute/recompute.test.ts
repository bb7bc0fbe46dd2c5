import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { STORED } from '../../../../src/quantities/names.ts';
import { openReadOnly } from '../../../../src/station/store/sqlite/database.ts';
import type { Store } from '../../../../src/station/store/store.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { fold, rangeOf } from '../../../support/store-work.ts';
import { CalibratedStation, type Calibration, deriverOf } from '../calibrated-world.ts';
import { NOON, Workshop } from '../support.ts';

/** Columns as the chips gave them (spec 2.15): written once, never overwritten. */
const RAW_COLUMNS = STORED.flatMap((row) => (row.origin === 'raw' ? [row.column] : []));

const workshop = new Workshop();
const templates = new Workshop(afterAll);

const DAY = 86_400;
const STEP = 60;
const FIRST: Calibration = { k: 0.3, offset: -4 };
const SECOND: Calibration = { k: 0.5, offset: 2 };
const LAST: Calibration = { k: 0.62, offset: 5 };
const never = new AbortController().signal;
const quiet = { signal: never, progress: () => {} };

const KEPT = { rawRetentionDays: 2, fiveMinRetentionDays: 4 };

/** Five days; with `change`, calibrated on the second and on the last day, otherwise with the last calibration all along. */
async function lived(change: boolean, humidity: number): Promise<string> {
  const folder = templates.folder();
  const store = templates.open({ folder, ...KEPT, clock: new FakeClock(NOON) });
  const station = new CalibratedStation(change ? FIRST : LAST, STEP, humidity);
  const calibrate = (ts: number, calibration: Calibration) => {
    if (!change) return;
    station.calibrate(calibration);
    for (const signal of ['temperature', 'humidity'] as const) {
      store.calibrations.add({ ts, signal, reference: 20, before: 21, after: 20, state: { ...calibration } });
    }
  };
  for (let ts = NOON - 5 * DAY; ts < NOON; ts += STEP) {
    if (ts === NOON - 4 * DAY + 3600) calibrate(ts - 1, SECOND);
    if (ts === NOON - DAY + 3600) calibrate(ts - 1, LAST);
    const row = station.row(ts);
    store.samples.append(row);
    if (ts % 1800 === 0) store.flush();
  }
  store.flush();
  await fold(store, never);
  store.close();
  return folder;
}

const known = new Map<string, Promise<string>>();
/** A copy of it: each is lived through once. */
async function history(change: boolean, folder = workshop.folder(), humidity = 60): Promise<Store> {
  const key = `${change} ${humidity}`;
  const made = known.get(key) ?? lived(change, humidity);
  known.set(key, made);
  cpSync(await made, folder, { recursive: true });
  return workshop.open({ folder, ...KEPT, clock: new FakeClock(NOON) });
}

const rawChecksum = (folder: string): string => {
  const db = openReadOnly(join(folder, 'weatherglass.db'));
  const hash = createHash('sha256');
  const rolled = RAW_COLUMNS.flatMap((c) => [c, `${c}_lo`, `${c}_hi`, `${c}_gaps`]).join(', ');
  for (const sql of [
    `SELECT ts_ms, ${RAW_COLUMNS.join(', ')} FROM sample ORDER BY ts_ms`,
    ...['five_min', 'hourly', 'half_day'].map(
      (table) => `SELECT ts, n, cpu_excess, ${rolled} FROM ${table} ORDER BY ts`,
    ),
  ]) {
    for (const row of db.prepare(sql).raw().iterate()) hash.update(JSON.stringify(row));
  }
  db.close();
  return hash.digest('hex');
};

/** Largest difference of a series between two stores, bucket by bucket. */
function apart(
  a: Store,
  b: Store,
  name: 'temp' | 'temp_lo' | 'temp_hi' | 'hum' | 'hum_hi' | 'dew',
  bucketS = 3600,
): number {
  const [left, right] = [a, b].map((store) => {
    const { series } = rangeOf(store, NOON - 5 * DAY, NOON, bucketS);
    return 'temp' in series ? series[name] : [];
  });
  expect(left!.length).toBe(right!.length);
  return Math.max(...left!.map((value, i) => Math.abs(value! - right![i]!)));
}

describe('recompute', () => {
  it('takes the steps out of every tier and leaves what the last calibration would have stored', async () => {
    const folder = workshop.folder();
    const store = await history(true, folder);
    const twin = await history(false);
    expect(apart(store, twin, 'temp')).toBeGreaterThan(5);
    const before = rawChecksum(folder);

    const shares: number[] = [];
    const coverage = store.history.coverage();
    const covered = new Set<string>();
    const done = await store.recompute.run(deriverOf(LAST, STEP), {
      signal: never,
      progress: (share) => {
        shares.push(share);
        covered.add(JSON.stringify(store.history.coverage()));
      },
    });
    expect([...covered]).toEqual([JSON.stringify(coverage)]);
    expect(done).toMatchObject({ k: LAST.k, hum_offset: LAST.offset });
    expect(done!.changed).toBeGreaterThan(1500);
    expect(done!.rows).toBe(store.history.coverage().rows);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(rawChecksum(folder)).toBe(before);

    // The correction passes the filter just as the signal did; what is left is the noise the filter measured in each.
    expect(apart(store, twin, 'temp')).toBeLessThan(0.02);
    expect(apart(store, twin, 'hum')).toBeLessThan(0.02);
    expect(apart(store, twin, 'dew')).toBeLessThan(0.03);
    expect(apart(store, twin, 'temp', 43_200)).toBeLessThan(0.02);
    // Extremes of folded rows: dk times the spread of u within the hour.
    for (const end of ['temp_lo', 'temp_hi'] as const) expect(apart(store, twin, end)).toBeLessThan(0.32 * 5);

    const rows = [...store.samples.pages(NOON - 2 * DAY, NOON)].flat();
    const wanted = [...twin.samples.pages(NOON - 2 * DAY, NOON)].flat();
    rows.forEach((row, i) => {
      expect(row.temp).toBeCloseTo(wanted[i]!.temp!, 9);
      expect(Math.abs(row.temp_smooth! - wanted[i]!.temp_smooth!)).toBeLessThan(0.1);
    });
  });

  it('changes nothing the second time, not even in what was measured in between', async () => {
    const store = await history(true);
    await store.recompute.run(deriverOf(LAST, STEP), quiet);
    const station = new CalibratedStation(LAST, STEP);
    for (let ts = NOON; ts < NOON + 7200; ts += STEP) store.samples.append(station.row(ts));
    expect(await store.recompute.run(deriverOf(LAST, STEP), quiet)).toMatchObject({ changed: 0 });
    expect(store.recompute.unfinished).toBeNull();
  });

  it('finds nothing to do in a history that was never calibrated, even at the ends of the humidity scale', async () => {
    const store = await history(false, workshop.folder(), 96);
    expect(apart(store, store, 'hum')).toBe(0);
    expect(await store.recompute.run(deriverOf(LAST, STEP), quiet)).toMatchObject({ changed: 0 });
  });

  it('makes records and roll-ups agree with the rows', async () => {
    const store = await history(true);
    await store.recompute.run(deriverOf(LAST, STEP), quiet);
    const { temp_max, temp_min, hum_max, press_max } = store.history.records();
    const { series } = rangeOf(store, NOON - 5 * DAY, NOON, 3600);
    if (!('temp' in series)) throw new Error('the history is empty');
    expect(temp_max!.value).toBe(Math.max(...series.temp_hi.map(Number)));
    expect(temp_min!.value).toBe(Math.min(...series.temp_lo.map(Number)));
    expect(hum_max!.value).toBe(Math.max(...series.hum_hi.map(Number)));
    expect(press_max!.ts % STEP).toBe(0);
    const rows = [...store.samples.pages(NOON - 2 * DAY - 1, NOON)].flat().filter((row) => row.ts < NOON - 3600);
    const five = rangeOf(store, NOON - 2 * DAY, NOON - 3600, 300).series;
    if (!('temp' in five)) throw new Error('the history is empty');
    five.ts.forEach((ts, i) => {
      const inside = rows.filter((row) => row.ts >= ts && row.ts < ts + 300).map((row) => row.temp_smooth!);
      expect(five.temp_hi[i]).toBe(Math.max(...inside));
      expect(five.temp[i]).toBeCloseTo(inside.reduce((a, b) => a + b) / inside.length, 9);
    });
  });

  it('goes on where it was stopped, in the same process or after a restart, to the same end', async () => {
    const [whole, folder] = [await history(true), workshop.folder()];
    await whole.recompute.run(deriverOf(LAST, STEP), quiet);
    let store = await history(true, folder);
    let round = 1;
    for (let done = null; done === null; round += 1) {
      const stop = new AbortController();
      let slices = 0;
      done = await store.recompute.run(deriverOf(LAST, STEP), {
        signal: stop.signal,
        progress: () => {
          slices += 1;
          if (slices > 75 * round) stop.abort();
        },
      });
      if (round % 2 === 0) {
        store.close();
        store = workshop.open({ folder, ...KEPT });
      }
      expect(store.recompute.unfinished).toBe(done === null ? 'all' : null);
    }
    expect(round, 'stopped in both ways').toBeGreaterThan(3);
    for (const name of ['temp', 'hum', 'dew'] as const) expect(apart(store, whole, name, 300)).toBeLessThan(1e-9);
    expect(store.history.records()).toEqual(whole.history.records());
  });

  it('loses no record that is broken while it looks for them', async () => {
    const folder = workshop.folder();
    (await history(true, folder)).close();
    let turns = 0;
    const hasty = Object.assign(new FakeClock(NOON), { steadyMs: () => (turns += 10) }); // every slice is used up at once
    const store = workshop.open({ folder, ...KEPT, clock: hasty });
    const station = new CalibratedStation(LAST, STEP, 60);
    let broken = false;
    const breakOne = () => {
      broken = true;
      // Two buckets close here: neither the search that has begun nor the samples after the last bucket know of them.
      for (let i = 0; i < 300; i += 1) {
        store.samples.append({ ...station.row(NOON + 2 * i), ...(i === 20 && { temp_smooth: 52 }) });
      }
      store.flush();
    };
    await store.recompute.run(deriverOf(LAST, STEP), {
      signal: never,
      progress: (share) => {
        if (share >= 0.97 && !broken) setImmediate(() => setImmediate(breakOne));
      },
    });
    expect(broken).toBe(true);
    expect(store.history.records().temp_max).toEqual({ ts: NOON + 40, value: 52 });
  });
});
