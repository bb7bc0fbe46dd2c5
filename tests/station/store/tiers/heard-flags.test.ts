import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Slicer } from '../../../../src/base/clock.ts';
import type { NarrowValues } from '../../../../src/quantities/names.ts';
import { FLAG } from '../../../../src/station/quality/flags.ts';
import { RowTests } from '../../../../src/station/quality/row-tests.ts';
import { openReadOnly } from '../../../../src/station/store/sqlite/database.ts';
import { DATABASE_FILE, type Store } from '../../../../src/station/store/store.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { LIMITS } from '../../../support/quality-limits.ts';
import { rangeOf } from '../../../support/store-work.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();

const HOUR = 3600;
const DAY = 24 * HOUR;
const handle = { signal: new AbortController().signal, progress: () => {} };
const EACH = { units: null, layout: 'wide', flags: 'each', provenance: false } as const;

/** A hand at the gauge: 200 mm within twenty minutes of the second day. */
const HAND = (startS: number) => [startS + 30 * HOUR, startS + 30 * HOUR + 1200] as const;

/** Days of a bought station that reports every ten minutes, with the hand in it or without any value of the gauge at that time. */
function lived(days: number, with200: boolean, tests: RowTests | null = null): { store: Store; clock: FakeClock } {
  const clock = new FakeClock(NOON);
  const store = workshop.open({ clock, rawRetentionDays: 2, fiveMinRetentionDays: 4 });
  const startS = NOON - days * DAY;
  const [fromS, untilS] = HAND(startS);
  for (let ts = startS; ts <= NOON; ts += 600) {
    const isHand = ts >= fromS && ts < untilS;
    // The rate looks back a quarter of an hour: with the hand in it, it is as wrong for as long.
    const isBehind = ts >= untilS && ts < untilS + 900;
    const narrow: NarrowValues = {
      outdoorTemperatureC: 12 + 6 * Math.sin((ts / DAY) * 2 * Math.PI) + (ts % 420) / 4200,
      windSpeedMs: 3 + (ts % 11),
      windGustMs: 5 + (ts % 17),
      windDirectionDeg: (350 + (ts % 40)) % 360,
      ...(isHand
        ? with200 && { rainMm: 100, rainRateMmH: 1200 }
        : {
            rainMm: ts % 7 === 0 ? 0.2 : 0,
            ...(!isBehind && { rainRateMmH: 0 }),
            ...(isBehind && with200 && { rainRateMmH: 1200 }),
          }),
    };
    const row = sample(ts, 20 + (ts % 420) / 700, { narrow });
    store.samples.append(tests ? { ...row, flags: tests.learn(row).flags } : row);
    if (ts % DAY === 0) store.flush();
  }
  store.flush();
  return { store, clock };
}

/** Everything that is made of the samples. */
function derived(store: Store): Record<string, unknown[]> {
  const db = openReadOnly(join(store.folder, DATABASE_FILE));
  const tables = ['five_min', 'hourly', 'half_day', 'narrow_five_min', 'narrow_hourly', 'narrow_half_day', 'record'];
  const all = Object.fromEntries(
    [...tables, 'quality', 'unscreened'].map((table) => [
      table,
      db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).raw().all(),
    ]),
  );
  db.close();
  return all;
}
const madeOf = (store: Store): unknown => {
  const { quality: _, unscreened: __, ...rows } = derived(store);
  return rows;
};
const rainOf = (store: Store, fromS: number, untilS: number) => store.history.sum('rainMm', fromS, untilS);

describe('a hand at the gauge', () => {
  it.each([
    ['while the samples are there', 2],
    ['when only five-minute rows are left', 5],
    ['when only hours are left', 7],
  ])('is struck out, every sum is as if it had never been, and comes back: %s', async (_, days) => {
    const { store, clock } = lived(days, true);
    const { store: never, clock: other } = lived(days, false);
    await store.ageing.fold(new Slicer(clock, 1e9), handle.signal);
    await never.ageing.fold(new Slicer(other, 1e9), handle.signal);
    const startS = NOON - days * DAY;
    const [fromS, untilS] = HAND(startS);
    const before = derived(store);
    const dry = rainOf(never, startS, NOON)!;
    expect(rainOf(store, startS, NOON)).toBeCloseTo(dry + 200, 6);

    expect(store.reflag.say(['rain'], fromS * 1000, untilS * 1000, 'bad')).toBe(true);
    await store.reflag.run(handle);
    const day = Math.floor(fromS / DAY) * DAY;
    if (days < 7) {
      expect(madeOf(store)).toEqual(madeOf(never));
      expect(rainOf(store, day, day + DAY)).toBe(rainOf(never, day, day + DAY));
      expect(rainOf(store, startS, NOON)).toBe(dry);
    } else {
      // An hour whose samples are gone is left out whole.
      const hour = Math.floor(fromS / HOUR) * HOUR;
      expect(rainOf(store, hour, hour + HOUR)).toBeNull();
      expect(rainOf(store, startS, NOON)).toBeCloseTo(dry - rainOf(never, hour, hour + HOUR)!, 6);
    }
    const points = store.history.flagged.points(startS * 1000, NOON * 1000);
    expect(new Set(points.map(({ quantity }) => quantity))).toEqual(new Set(['rain', 'rain_rate']));
    expect(Math.max(...points.map(({ value }) => value))).toBeGreaterThanOrEqual(20);

    store.reflag.say(['rain'], fromS * 1000, untilS * 1000, null);
    await store.reflag.run(handle);
    expect(derived(store)).toEqual(before);
  });

  it('is in no tick, chart or CSV, and in a CSV with flags as it was measured', async () => {
    const { store } = lived(2, true);
    const [fromS, untilS] = HAND(NOON - 2 * DAY);
    store.reflag.say(['rain'], fromS * 1000, untilS * 1000, 'bad');
    await store.reflag.run(handle);
    const series = rangeOf(store, fromS, fromS + 600, 600).series as Record<string, (number | null)[]>;
    expect(series['rain']).toEqual([null]);
    expect(series['wind_gust']![0]).toBeGreaterThan(5);
    const lines = (shape?: Parameters<typeof store.history.csv>[2]) =>
      [...store.history.csv(fromS, fromS + 60, shape)]
        .join('')
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','));
    const [head, row] = lines();
    expect(row![head!.indexOf('rain_mm')]).toBe('');
    const [flaggedHead, flaggedRow] = lines(EACH);
    expect(flaggedRow![flaggedHead!.indexOf('rain_mm')]).toBe('100');
    expect(flaggedRow![flaggedHead!.indexOf('rain_flags')]).toBe(String(FLAG.handBad));
    expect(flaggedRow![flaggedHead!.indexOf('wind_speed_flags')]).toBe('0');
    const tick = { tS: untilS, temperatureRawC: 20, stationHpa: null } as Parameters<typeof store.ticks.withRain>[0];
    expect(store.ticks.withRain(tick).rainMm).toBeUndefined();
  });
});

describe('tests of what bought stations tell', () => {
  it('live roll-up equals recompute, and saved tests go on as if they had never stopped', async () => {
    const spoiled = (store: Store, tests: () => RowTests) => {
      let running = tests();
      for (let i = 0; i < 1500; i += 1) {
        const ts = NOON - 6 * HOUR + i * 12;
        const isHeard = i % 5 === 0;
        const stuck = i > 1100 && i < 1400;
        const temperature = i === 500 ? 45 : i === 800 ? -40 : stuck ? 9.3 : 12 + ((i / 5) % 7) / 10;
        const narrow: NarrowValues | undefined = isHeard
          ? { outdoorTemperatureC: temperature, outdoorHumidityPct: 60 + ((i / 5) % 4), rainMm: i === 600 ? 900 : 0 }
          : undefined;
        const row = sample(ts, 20 + (i % 7) / 10, narrow && { narrow });
        const { flags, earlier } = running.learn(row);
        store.samples.append({ ...row, flags });
        for (const spike of earlier) store.samples.flag(spike.ts, spike.flags);
        if (i % 40 === 0) store.flush();
        if (i % 333 === 0) running = tests === freshTests ? running : new RowTests(LIMITS, running.toJSON());
      }
      store.flush();
      return running;
    };
    const freshTests = () => new RowTests(LIMITS);
    const [one, other] = [workshop.open(), workshop.open()];
    const tests = spoiled(one, freshTests);
    spoiled(other, () => new RowTests(LIMITS));
    expect(derived(other)).toEqual(derived(one));
    const spans = one.history.flagged.spans(0, NOON * 1000);
    const bits = spans.reduce((all, span) => all | span.bits, 0);
    expect(bits & (FLAG.spike | FLAG.range | FLAG.stuck)).toBe(FLAG.spike | FLAG.range | FLAG.stuck);
    const air = rangeOf(one, NOON - 6 * HOUR, NOON, 300).series as Record<string, (number | null)[]>;
    const seen = [...air['outdoor_temp_lo']!, ...air['outdoor_temp_hi']!].filter((value) => value !== null);
    expect(Math.min(...seen)).toBeGreaterThan(8);
    expect(Math.max(...seen)).toBeLessThan(14);
    expect(rainOf(one, 0, NOON)).toBe(0);

    const before = derived(one);
    await one.reflag.retest(new RowTests(LIMITS, { rests: tests.toJSON().rests, recent: {} }, false), handle);
    await one.reflag.run(handle);
    expect(derived(one)).toEqual(before);
  });
});
