import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Slicer } from '../../../../src/base/clock.ts';
import type { NarrowValues } from '../../../../src/quantities/names.ts';
import { openReadOnly } from '../../../../src/station/store/sqlite/database.ts';
import { DATABASE_FILE, type Store } from '../../../../src/station/store/store.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { dailyOf, fold, rangeOf } from '../../../support/store-work.ts';
import { deriverOf } from '../calibrated-world.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();
const never = new AbortController().signal;
const HOUR = 3600;
const DAY = 86_400;

/** A bought station that reports once a minute: rain in tips, a wind that turns through north, sun, a battery that empties at the end. */
const reported = (ts: number, endS: number): NarrowValues => ({
  rainMm: ts % 7 === 0 ? 0.6 : 0.2,
  windSpeedMs: 3 + (ts % 11),
  windGustMs: 5 + (ts % 17),
  windDirectionDeg: (350 + (ts % 40)) % 360,
  solarWm2: ts % 900,
  outdoorBattery: ts < endS - HOUR ? 1 : 0,
});

function fill(store: Store, fromS: number, untilS: number, endS = untilS): number {
  let rain = 0;
  for (let ts = fromS; ts < untilS; ts += 60) {
    const narrow = reported(ts, endS);
    rain += Math.round(narrow.rainMm! * 10);
    store.samples.append(sample(ts, 20, { narrow }));
    if (ts % 600 === 0) store.flush();
  }
  return rain / 10;
}

/** Six days of it, stored once for all tests that begin with them. */
const library = new Workshop(afterAll);
let sixDays: { folder: string; rain: number };
beforeAll(() => {
  const folder = library.folder();
  const store = library.open({ folder });
  sixDays = { folder, rain: fill(store, NOON - 6 * DAY, NOON) };
  store.close();
});

function openSixDays(): { folder: string; store: Store; rain: number } {
  const folder = workshop.folder();
  cpSync(sixDays.folder, folder, { recursive: true });
  const store = workshop.open({ folder, clock: new FakeClock(NOON), rawRetentionDays: 1, fiveMinRetentionDays: 3 });
  return { folder, store, rain: sixDays.rain };
}

const series = (store: Store, fromS: number, untilS: number, bucketS: number) =>
  rangeOf(store, fromS, untilS, bucketS).series as Record<string, (number | null)[]>;
const total = (values: readonly (number | null)[]) =>
  Math.round(values.reduce<number>((sum, value) => sum + (value ?? 0), 0) * 1e6) / 1e6;

describe('what only some stations measure', () => {
  it('is in a chart from the first sample on, waiting or stored', () => {
    const store = workshop.open();
    store.samples.append(sample(NOON, 20, { narrow: { rainMm: 0.2, windDirectionDeg: 350 } }));
    store.samples.append(sample(NOON + 2, 20, { narrow: { rainMm: 0.4, windDirectionDeg: 10 } }));
    expect(series(store, NOON, NOON + 300, 300)).toMatchObject({ rain: [0.6], wind_direction: [0] });
    store.flush();
    expect(series(store, NOON, NOON + 300, 300)).toMatchObject({ rain: [0.6], wind_direction: [0] });
  });

  it('is in no answer of a station that never measured it', () => {
    const store = workshop.open();
    store.samples.append(sample(NOON, 20));
    store.flush();
    expect(Object.keys(series(store, NOON, NOON + 300, 300))).not.toContain('rain');
    expect(dailyOf(store, 24, NOON).days[0]).not.toHaveProperty('rain_sum');
    expect([...store.history.csv(NOON, NOON + 60)].join('')).not.toContain('rain');
  });

  it('is read by name', () => {
    const store = workshop.open();
    fill(store, NOON, NOON + HOUR);
    const names = (columns?: string[]) => Object.keys(rangeOf(store, NOON, NOON + HOUR, 300, columns).series);
    expect(names(['wind_gust_hi'])).toEqual(expect.arrayContaining(['wind_gust', 'wind_gust_hi']));
    expect(names(['wind_gust_hi'])).not.toContain('rain');
    expect(names()).toEqual(expect.arrayContaining(['rain', 'wind_speed', 'solar_radiation', 'outdoor_battery']));
  });

  it('keeps every millimetre, gust and state at every age', async () => {
    const { store, rain } = openSixDays();
    const [from, until] = [NOON - 6 * DAY, NOON];
    const before = series(store, from, until, DAY);
    expect(total(before['rain']!)).toBe(rain);
    const folded = await fold(store, never);
    expect(folded.removed).toBeGreaterThan(0);
    const after = series(store, from, until, DAY);
    expect(total(after['rain']!)).toBe(rain);
    expect(after['wind_gust_hi']).toEqual(before['wind_gust_hi']);
    expect(after['outdoor_battery']).toEqual(before['outdoor_battery']);
    for (const name of ['wind_direction', 'wind_speed']) {
      expect(after[name]).toEqual(before[name]!.map((value) => expect.closeTo(value!, 6)));
    }
    for (const bucketS of [300, HOUR, 6 * HOUR, 43_200]) {
      expect(total(series(store, from, until, bucketS)['rain']!)).toBe(rain);
    }
    const days = dailyOf(store, 24 * 7, NOON).days;
    expect(total(days.map((day) => day.rain_sum ?? null))).toBe(rain);
    expect(days[5]!.wind_gust_max).toBe(21);
  });

  it('removes the rows of samples that are removed with age', async () => {
    const { folder, store } = openSixDays();
    await fold(store, never);
    const db = openReadOnly(join(folder, DATABASE_FILE));
    const first = (table: string, key: string) => db.prepare(`SELECT min(${key}) FROM ${table}`).pluck().get();
    expect(first('narrow_sample', 'ts_ms')).toBe(first('sample', 'ts_ms'));
    expect(first('narrow_five_min', 'ts')).toBe(first('five_min', 'ts'));
    expect(first('narrow_hourly', 'ts')).toBe(first('hourly', 'ts'));
    db.close();
  });

  it('takes in a late report at every age', async () => {
    const { store, rain } = openSixDays();
    await fold(store, never);
    for (const days of [0.3, 2.3, 4.3]) {
      store.samples.append(sample(NOON - days * DAY + 0.5, 20, { narrow: { rainMm: 0.2, outdoorBattery: 0 } }));
    }
    store.flush();
    const { rain: mm, outdoor_battery: battery } = series(store, NOON - 6 * DAY, NOON, DAY);
    expect(total(mm!)).toBe(Math.round((rain + 0.6) * 10) / 10);
    expect(battery!.slice(0, 3)).toEqual(battery!.slice(0, 3).map(() => 1)); // the last of those days came later
  });

  it('moves with its sample when a clock proves wrong', async () => {
    const clock = new FakeClock(NOON);
    const store = workshop.open({ clock });
    const before = fill(store, NOON - HOUR, NOON, NOON + DAY);
    const wrongS = NOON + 400 * DAY;
    store.flush();
    store.clock.begin({
      fromS: wrongS,
      offsetS: wrongS,
      wallOffsetS: wrongS,
      boot: 'a',
      leapt: true,
      confirmed: false,
    });
    const rain = fill(store, wrongS, wrongS + 3 * HOUR, wrongS + DAY);
    store.flush();
    await store.moves.run(-400 * DAY, new Slicer(clock, 1e9));
    await store.moves.finish(new Slicer(clock, 1e9));
    store.moves.end();
    expect(total(series(store, NOON - HOUR, NOON + 4 * HOUR, 300)['rain']!)).toBeCloseTo(before + rain, 6);
    expect(series(store, wrongS - HOUR, wrongS + DAY, 300)).toEqual({});
  });

  it('is untouched by a recompute', async () => {
    const store = workshop.open({ clock: new FakeClock(NOON) });
    fill(store, NOON - DAY, NOON);
    store.flush();
    const before = series(store, NOON - DAY, NOON, HOUR);
    await store.recompute.run(deriverOf({ k: 0.3, offset: 0 }, 10), { signal: never, progress: () => {} });
    const { rain, wind_direction: direction } = series(store, NOON - DAY, NOON, HOUR);
    expect({ rain, direction }).toEqual({ rain: before['rain'], direction: before['wind_direction'] });
  });

  it('stands behind its row in the CSV', () => {
    const store = workshop.open();
    fill(store, NOON, NOON + 120);
    store.samples.append(sample(NOON + 125, 20));
    const lines = [...store.history.csv(NOON, NOON + 300)].join('').trimEnd().split('\r\n');
    const at = lines[0]!.split(',').indexOf('rain_mm');
    expect(lines.slice(1).map((line) => line.split(',')[at])).toEqual(['0.6', '0.2', '']);
    expect(lines.every((line) => line.split(',').length === lines[0]!.split(',').length)).toBe(true);
  });
});
