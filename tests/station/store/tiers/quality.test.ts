import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../../../src/base/durations.ts';
import { type CsvShape, PLAIN_CSV } from '../../../../src/contract/names.ts';
import { FLAG } from '../../../../src/station/quality/flags.ts';
import { openReadOnly, openScratch } from '../../../../src/station/store/sqlite/database.ts';
import { SCHEMA_VERSION } from '../../../../src/station/store/sqlite/migrations/migrate.ts';
import { DATABASE_FILE, type Store } from '../../../../src/station/store/store.ts';
import { Quality } from '../../../../src/station/store/tiers/quality.ts';
import fc from '../../../support/drawn.ts';
import { dailyOf, fold, rangeOf } from '../../../support/store-work.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();

describe('spans of flags', () => {
  it('agree with flags that are kept for each moment, whatever is set, cut, lifted and moved', () => {
    const step = fc.record({
      signal: fc.integer({ min: 1, max: 2 }),
      from: fc.integer({ min: 0, max: 40 }),
      length: fc.integer({ min: 0, max: 15 }),
      bits: fc.constantFrom(1, 4, 64, 128),
      lifts: fc.boolean(),
    });
    const property = fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const db = openScratch(SCHEMA_VERSION);
      const quality = new Quality(db);
      const expected = new Map<string, number>();
      for (const { signal, from, length, bits, lifts } of steps) {
        const to = (old: number) => (lifts ? old & ~bits : old | bits);
        quality.change(signal, from, from + length, to);
        for (let ms = from; ms < from + length; ms += 1) {
          const key = `${signal} ${ms}`;
          expected.set(key, to(expected.get(key) ?? 0));
        }
      }
      const spans = quality.spans(0, 100);
      for (const signal of [1, 2]) {
        const own = spans.filter((span) => span.signal === signal);
        own.slice(1).forEach((span, i) => {
          const before = own[i]!;
          expect(before.untilMs).toBeLessThanOrEqual(span.fromMs);
          if (before.untilMs === span.fromMs) expect(before.bits).not.toBe(span.bits);
        });
        const moments = Array.from({ length: 60 }, (_, ms) => ms);
        const kept = moments.map((ms) => expected.get(`${signal} ${ms}`) ?? 0);
        const bitsOf = (span: (typeof spans)[0] | undefined) => span?.bits ?? 0;
        expect(moments.map((ms) => bitsOf(own.find(({ fromMs, untilMs }) => fromMs <= ms && ms < untilMs)))).toEqual(
          kept,
        );
        expect(moments.map((ms) => bitsOf(quality.spans(ms, ms + 1).find((span) => span.signal === signal)))).toEqual(
          kept,
        );
      }
      db.close();
    });
    fc.assert(property);
  });
});

const HOT = 85;

it('flagged values of a chart are told on both sides of the age at which samples go', async () => {
  const store = workshop.open({ rawRetentionDays: 1 });
  const fromS = NOON - 4 * DAY_S;
  const flags = { temperature: FLAG.range };
  for (let ts = fromS; ts < NOON; ts += 900) store.samples.append(sample(ts, HOT, { flags }));
  store.flush();
  await fold(store, new AbortController().signal);
  const points = store.history.flagged.points(fromS * 1000, NOON * 1000);
  expect(new Set(points.map(({ value }) => value))).toEqual(new Set([HOT]));
  const [first, last] = [points.at(0)!.ts, points.at(-1)!.ts];
  expect(first).toBe(fromS);
  expect(last).toBeGreaterThan(NOON - HOUR_S);
});
const EACH: CsvShape = { ...PLAIN_CSV, flags: 'each' };
/** Two hours, 20 °C with one value of 85 °C, flagged or not. */
function withSpike(flags: number): Store {
  const store = workshop.open();
  for (let ts = NOON - 7200; ts <= NOON + 300; ts += 10) {
    const isSpike = ts === NOON - 3700;
    const row = sample(ts, isSpike ? HOT : 20 + (ts % 100) / 1000);
    store.samples.append(isSpike && flags ? { ...row, flags: { temperature: flags } } : row);
  }
  store.flush();
  return store;
}

describe('flagged values', () => {
  it('are left out of rows, records, days, charts, CSV and uploads, and stay in the table of samples', () => {
    const store = withSpike(FLAG.spike);
    expect(store.history.records().temp_max?.value).toBeLessThan(21);
    for (const bucket of [60, 300, 3600]) {
      const { series } = rangeOf(store, NOON - 7200, NOON, bucket);
      expect(Math.max(...(series as { temp_hi: number[] }).temp_hi)).toBeLessThan(21);
    }
    expect(dailyOf(store, 48, NOON).days[0]!.temp_max).toBeLessThan(21);
    expect([...store.history.csv(NOON - 7200, NOON)].join('')).not.toContain(`,${HOT},`);
    // Uploads, a hub and a database of one's own are sent these rows.
    const sent = store.outbox.rows(NOON - 7200, NOON, 100).rows.map(({ temp_smooth }) => temp_smooth);
    expect(sent).toHaveLength(24);
    expect(Math.max(...sent.map(Number))).toBeLessThan(21);
    const db = openReadOnly(join(store.folder, DATABASE_FILE));
    const kept = db
      .prepare<[], object>('SELECT temperature_raw_c, temperature_flags FROM v_samples WHERE temperature_flags')
      .all();
    expect(kept).toEqual([{ temperature_raw_c: HOT, temperature_flags: FLAG.spike }]);
    const hours = db.prepare<[], object>('SELECT temperature_flags FROM v_hours ORDER BY time_s').pluck().all();
    expect(hours).toEqual([FLAG.spike, 0]);
    db.close();
  });

  it('come with their flags into CSV when that is asked for, as measured', () => {
    const store = withSpike(FLAG.spike);
    const [header, ...lines] = [...store.history.csv(NOON - 3710, NOON - 3690, EACH)].join('').trim().split('\r\n');
    expect(header).toMatch(/,temperature_flags,humidity_flags,pressure_flags,outdoor_flags,light_flags$/);
    expect(lines.map((line) => [line.split(',')[2], line.endsWith(',4,0,0,0,0')])).toEqual([
      ['20.09', false],
      [`${HOT}`, true],
    ]);
    expect([...store.history.csv(NOON - 3710, NOON - 3690)][0]).not.toContain('flags');
  });

  it('that are only suspect stay in use', () => {
    const store = withSpike(FLAG.step);
    expect(store.history.records().temp_max?.value).toBe(HOT);
  });

  it('go wherever their sample goes', () => {
    const store = withSpike(FLAG.spike);
    const [row] = store.samples.next(NOON - 3701, 1);
    expect(row!.flags).toEqual({ temperature: FLAG.spike });
  });

  it('are known one sample late, also when that one waits for its commit already', () => {
    const store = workshop.open();
    for (let ts = NOON; ts < NOON + 100; ts += 10) store.samples.append(sample(ts, ts === NOON + 50 ? HOT : 20));
    store.samples.flag(NOON + 50, { temperature: FLAG.spike });
    expect(store.history.records().temp_max?.value).toBe(20);
    const { series } = rangeOf(store, NOON, NOON + 100, 30);
    expect(Math.max(...(series as { temp_hi: number[] }).temp_hi)).toBe(20);
    store.flush();
    store.samples.append(sample(NOON + 100, HOT));
    store.flush();
    store.samples.append(sample(NOON + 110, 20));
    store.samples.flag(NOON + 100, { temperature: FLAG.spike });
    store.flush();
    expect(rangeOf(store, NOON, NOON + 200, 30).series).toMatchObject({ temp_hi: [20, 20, 20, 20] });
    expect(store.history.records().temp_max?.value).toBe(20);
  });

  it('that are known when their five minutes are closed already are taken out of rows and records', () => {
    const store = workshop.open();
    for (let ts = NOON; ts < NOON + 8000; ts += 10) {
      const isSilent = ts > NOON + 290 && ts < NOON + 7400;
      store.samples.append(
        isSilent ? { ...sample(ts, 20), temp_raw: null, temp_smooth: null } : sample(ts, ts === NOON + 290 ? HOT : 20),
      );
    }
    store.flush();
    expect(store.history.records().temp_max?.value).toBe(HOT);
    store.samples.append(sample(NOON + 8000, 20));
    store.samples.flag(NOON + 290, { temperature: FLAG.spike });
    store.flush();
    expect(store.history.records().temp_max?.value).toBe(20);
    const db = openReadOnly(join(store.folder, DATABASE_FILE));
    for (const table of ['five_min', 'hourly']) {
      expect(db.prepare(`SELECT max(temp_smooth_hi) FROM ${table}`).pluck().get(), table).toBe(20);
    }
    db.close();
  });
});
