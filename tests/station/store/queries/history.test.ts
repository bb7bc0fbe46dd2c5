import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/station/store/store.ts';
import type { SampleRow } from '../../../../src/station/store/tiers/sample-row.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { decimatedOf, fold, rangeOf } from '../../../support/store-work.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();

const DAY = 86_400;
const never = new AbortController().signal;

/** A seeded stream of numbers in 0..1. */
const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return seed / 0x7fffffff;
};

/** Weather with gaps, unsteady spacing and missing values, ending at `untilS`. */
function weather(seed: number, fromS: number, untilS: number, spacingS: number): SampleRow[] {
  const next = random(seed);
  const rows: SampleRow[] = [];
  for (let ts = fromS; ts < untilS; ts += spacingS * (0.5 + next())) {
    if (next() < 0.002) ts += 3 * 3600 * next();
    const at = Math.round(ts * 1000) / 1000;
    if (at >= untilS) break;
    rows.push(
      sample(at, next() < 0.05 ? null : 20 * next(), {
        hum_smooth: 100 * next(),
        press_slp: 1000 + 20 * next(),
        dew: 10 * next(),
        lux: next() < 0.5 ? null : 900 * next(),
        temp_rate: next() - 0.5,
        press_rate: next() - 0.5,
        cpu_temp: 40 + 20 * next(),
      }),
    );
  }
  return rows;
}

/** In commits of varying length; the last rows stay in the queue. */
function fill(store: Store, rows: readonly SampleRow[], seed: number, waiting = 7): void {
  const next = random(seed);
  rows.forEach((row, i) => {
    store.samples.append(row);
    if (i < rows.length - waiting && next() < 0.05) store.flush();
  });
}

const known = (values: (number | null)[]) => values.filter((value) => value !== null);
const mean = (values: (number | null)[]) =>
  known(values).length === 0 ? null : known(values).reduce((a, b) => a + b, 0) / known(values).length;
const lowest = (values: (number | null)[]) => (known(values).length === 0 ? null : Math.min(...known(values)));
const highest = (values: (number | null)[]) => (known(values).length === 0 ? null : Math.max(...known(values)));

/** What the API has to say, by plain grouping of the samples. */
function expectedRange(rows: readonly SampleRow[], startS: number, endS: number, bucketS: number) {
  const inside = rows.filter((row) => row.ts >= startS && row.ts < endS);
  const groups = Map.groupBy(inside, (row) => Math.floor(row.ts / bucketS) * bucketS);
  return [...groups].map(([ts, group]) => {
    const of = (column: Exclude<keyof SampleRow, 'narrow' | 'flags'>) => group.map((row) => row[column]);
    return {
      ts,
      n: group.length,
      temp: mean(of('temp_smooth')),
      temp_lo: lowest(of('temp_smooth')),
      temp_hi: highest(of('temp_smooth')),
      press_lo: lowest(of('press_slp')),
      hum_hi: highest(of('hum_smooth')),
      lux: mean(of('lux')),
      cpu: mean(of('cpu_temp')),
    };
  });
}

function compareRange(store: Store, rows: readonly SampleRow[], startS: number, endS: number, bucketS: number): void {
  const wanted = expectedRange(rows, startS, endS, bucketS);
  const { n, bucket_s, series } = rangeOf(store, startS, endS, bucketS);
  expect([n, bucket_s]).toEqual([wanted.length, bucketS]);
  if (!('ts' in series)) return;
  wanted.forEach((bucket, i) => {
    for (const [name, value] of Object.entries(bucket)) {
      const got = (series as Record<string, (number | null)[]>)[name]![i]!;
      if (value === null || Number.isInteger(value)) expect(got, `${name} of ${bucket.ts}`).toBe(value);
      else expect(got, `${name} of ${bucket.ts}`).toBeCloseTo(value, 9);
    }
  });
}

describe('range', () => {
  it('says of any window and bucket what the samples say, waiting ones included', () => {
    const rows = weather(1, NOON - 3 * DAY, NOON, 20);
    const store = workshop.open();
    fill(store, rows, 2);
    const next = random(3);
    for (const bucketS of [30, 45, 300, 600, 3600, 5000, 7200, 43_200, 86_400, 604_800]) {
      const startS = NOON - 3 * DAY * next();
      compareRange(store, rows, startS, startS + (NOON - startS) * next(), bucketS);
      compareRange(store, rows, NOON - 4 * DAY, NOON + DAY, bucketS);
      compareRange(store, rows, NOON - DAY, NOON, bucketS);
    }
  });

  it('keeps every count, mean and extreme when rows are folded away', async () => {
    const rows = weather(4, NOON - 12 * DAY, NOON, 60);
    const store = workshop.open({ rawRetentionDays: 1, fiveMinRetentionDays: 5, clock: new FakeClock(NOON) });
    fill(store, rows, 5);
    const folded = await fold(store, never);
    const hours = [...new Set(rows.map(({ ts }) => Math.floor(ts / 3600)))];
    const kept = hours.slice(-25); // a day of the record, and the hour that is open
    expect(folded.raw).toBe(rows.filter(({ ts }) => ts < kept[0]! * 3600).length);
    expect(folded.fiveMin).toBeGreaterThan(1500);
    for (const bucketS of [3600, 7200, 43_200, 86_400]) compareRange(store, rows, NOON - 12 * DAY, NOON, bucketS);
    compareRange(store, rows, NOON - 5 * DAY, NOON, 300);
    compareRange(store, rows, NOON - 5 * DAY + 300, NOON - 777, 600);
    compareRange(store, rows, NOON - DAY, NOON, 30);
    const fine = rangeOf(store, NOON - 12 * DAY, NOON, 30).series;
    expect('n' in fine && fine.n.reduce((a, b) => a + b, 0)).toBe(rows.length);
  });

  it('takes in a late sample at every age', async () => {
    const rows = weather(6, NOON - 12 * DAY, NOON, 300);
    const store = workshop.open({ rawRetentionDays: 1, fiveMinRetentionDays: 5 });
    fill(store, rows, 7);
    await fold(store, never);
    const late = [0.3, 2.3, 8.3].map((days) => sample(NOON - days * DAY + 0.5, 55));
    for (const row of late) store.samples.append(row);
    store.flush();
    for (const bucketS of [3600, 86_400]) {
      compareRange(
        store,
        [...rows, ...late].sort((a, b) => a.ts - b.ts),
        NOON - 12 * DAY,
        NOON,
        bucketS,
      );
    }
    await fold(store, never);
    expect(store.history.storage().tiers[0]!.first_ts).toBeGreaterThanOrEqual(NOON - DAY - 3600);
  });

  it('chooses the smallest bucket that keeps a chart at 700 points', () => {
    const store = workshop.open();
    const chosen = [0.1, 6, 24, 24 * 7, 24 * 30, 24 * 365].map((h) => rangeOf(store, NOON - h * 3600, NOON).bucket_s);
    expect(chosen).toEqual([30, 60, 300, 900, 7200, 86_400]);
    expect(rangeOf(store, NOON - 60, NOON)).toEqual({ n: 0, bucket_s: 30, series: {} });
  });
});

describe('decimated history', () => {
  it('keeps every k-th stored row, k = max(1, floor(rows / max_points))', async () => {
    const rows = weather(8, NOON - 3 * DAY, NOON, 40);
    const store = workshop.open();
    fill(store, rows, 9);
    for (const [hours, maxPoints] of [
      [1, 10],
      [6, 720],
      [30, 13],
      [71.9, 100],
      [72, 5000],
      [2160, 720],
    ] as const) {
      const inside = rows.filter((row) => row.ts >= NOON - hours * 3600);
      const k = Math.max(1, Math.floor(inside.length / maxPoints));
      const wanted = inside.filter((_, i) => i % k === 0);
      const { n, series } = decimatedOf(store, hours, maxPoints, NOON);
      expect(n).toBe(wanted.length);
      expect('ts' in series && series.ts).toEqual(wanted.map((row) => row.ts));
      expect('ts' in series && series.lux).toEqual(wanted.map((row) => row.lux));
    }
  });

  it('counts each stretch of time at its own tier, as the CSV does', async () => {
    const store = workshop.open({ rawRetentionDays: 1, fiveMinRetentionDays: 3 });
    fill(store, weather(10, NOON - 8 * DAY, NOON, 60), 11);
    await fold(store, never);
    const csv = [...store.history.csv(NOON - 8 * DAY, NOON + 1)].join('').trimEnd().split('\r\n').slice(1);
    const times = csv.map((line) => Number(line.split(',')[1]));
    const { series } = decimatedOf(store, 8 * 24, 50, NOON);
    const k = Math.floor(times.length / 50);
    expect('ts' in series && series.ts).toEqual(times.filter((_, i) => i % k === 0));
    expect(store.history.coverage().rows).toBe(times.length);
  });

  it('has an empty shape when nothing is known', () => {
    expect(decimatedOf(workshop.open(), 6, 720, NOON)).toEqual({ n: 0, series: {} });
  });
});

describe('CSV', () => {
  it('has the columns of the layout, local times with their offset, and empty cells for what is missing', () => {
    const store = workshop.open({ timeZone: 'Europe/Copenhagen' });
    store.samples.append(
      sample(NOON, -0.0000001, { press_slp: 1013.25, lux: 1e-6, cpu_temp: 1e21, dew: -3.5, temp_raw: 21.5 }),
    );
    store.samples.append(sample(NOON + 2.25, null));
    expect([...store.history.csv(NOON, NOON + 10)].join('')).toBe(
      'iso_time,ts,temp_smooth,hum_smooth,press_slp,dew_c,temp_rate,press_rate,cpu_temp,lux,tier,temp_raw,hum_raw\r\n' +
        `2025-06-15T14:00:00+02:00,${NOON},0,,1013.25,-3.5,,,1e+21,0.000001,0,21.5,\r\n` +
        `2025-06-15T14:00:02.250+02:00,${NOON + 2.25},,,,,,,,,0,,\r\n`,
    );
  });

  it('crosses the end of summer time without a doubled or missing line', () => {
    const autumn = Date.UTC(2025, 9, 26) / 1000; // 02:00 CEST; the clock goes back at 01:00 UTC
    const store = workshop.open({ timeZone: 'Europe/Copenhagen' });
    for (let i = 0; i < 4; i += 1) store.samples.append(sample(autumn + i * 1800, i));
    const lines = [...store.history.csv(autumn, autumn + 7200)].join('').split('\r\n').slice(1, 5);
    expect(lines.map((line) => line.slice(11, 25))).toEqual([
      '02:00:00+02:00',
      '02:30:00+02:00',
      '02:00:00+01:00',
      '02:30:00+01:00',
    ]);
  });

  it('goes on where it was when rows are folded under a slow reader', async () => {
    const rows = weather(12, NOON - 3 * DAY, NOON, 100);
    const store = workshop.open({ rawRetentionDays: 1, fiveMinRetentionDays: 90 });
    fill(store, rows, 13);
    const pages = store.history.csv(NOON - 3 * DAY, NOON);
    const text = [pages.next().value, pages.next().value];
    await fold(store, never);
    for (const page of pages) text.push(page);
    const times = text
      .join('')
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[1]));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(times).size).toBe(times.length);
    expect(times.filter((ts) => ts >= NOON - DAY)).toEqual(rows.map((row) => row.ts).filter((ts) => ts >= NOON - DAY));
  });
});

describe('storage', () => {
  it('counts the rows of every tier', async () => {
    const store = workshop.open({ rawRetentionDays: 1, fiveMinRetentionDays: 2 });
    for (let ts = NOON - 4 * DAY; ts < NOON; ts += 60) store.samples.append(sample(ts, 20));
    store.flush();
    const before = store.history.storage();
    expect(before.tiers.map(({ rows }) => rows)).toEqual([5760, 4 * 288 - 1, 4 * 24 - 1]);
    await fold(store, never);
    const after = store.history.storage();
    expect(after.tiers.map(({ rows }) => rows)).toEqual([1500, 25 * 12 + 288 - 1, 4 * 24 - 1]);
    expect(after.tiers[0]).toMatchObject({ label: 'raw', first_ts: NOON - DAY - 3600, last_ts: NOON - 60 });
    expect(after.bytes).toBeGreaterThan(100_000);
    expect(store.history.coverage()).toMatchObject({ last_ts: NOON - 60, rows: 1500 + 288 + 47 });
    // What was counted is remembered until somebody writes.
    for (let ts = NOON; ts <= NOON + 3600; ts += 60) store.samples.append(sample(ts, 20));
    store.flush();
    expect(store.history.storage().tiers.map(({ rows }) => rows)).toEqual([1561, 25 * 12 + 288 + 12, 4 * 24 + 1]);
    expect(store.history.coverage()).toMatchObject({ last_ts: NOON + 3600, rows: 1561 + 288 + 47 });
  });
});
