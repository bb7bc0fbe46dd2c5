import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { HOUR_S } from '../../../src/base/durations.ts';
import { undoImport } from '../../../src/station/imports/work.ts';
import { openBare } from '../../../src/station/store/sqlite/database.ts';
import type { Store } from '../../../src/station/store/store.ts';
import fc from '../../support/drawn.ts';
import { rangeOf } from '../../support/store-work.ts';
import { times } from '../../support/times.ts';
import { NOON, sample, Workshop } from '../store/support.ts';
import { bringIn, clock, contextOf } from './bring-in.ts';
import { tablesOf } from './history-tables.ts';
import { asTotals, asWeewx, type Made, madeWeather } from './made-files.ts';

const workshop = new Workshop();
afterEach(() => workshop.clear());

type Values = readonly (number | null)[];
const FROM_S = NOON - 20 * HOUR_S;
const seriesOf = (store: Store) => rangeOf(store, FROM_S, NOON, 300).series as Record<string, Values>;
const sum = (values: Values) => values.reduce<number>((mm, value) => mm + (value ?? 0), 0);
const rainOf = (store: Store) => sum(seriesOf(store)['rain'] ?? []);
/** Values of one series, by the start of their five minutes. */
function valuesOf(store: Store, name: string): Map<number, number | null> {
  const { ts, [name]: values } = seriesOf(store);
  return new Map(ts!.map((tS, i) => [tS!, values?.[i] ?? null]));
}

/** A station that has measured over some time, with rain of its own or without a gauge. */
function ownStation(fromS: number, untilS: number, rainMm: number | null): Store {
  const store = workshop.open({ clock });
  for (let tS = fromS; tS < untilS; tS += 60)
    store.samples.append({ ...sample(tS, 20), ...(rainMm !== null && { narrow: { rainMm } }) });
  store.flush();
  return store;
}

/** Share of a line that lies beside five minutes with own samples. */
function newShare({ tS }: Pick<Made, 'tS'>, widthS: number, fromS: number, untilS: number): number {
  const [ownS, ownEndS] = [Math.floor(fromS / 300) * 300, Math.ceil(untilS / 300) * 300];
  return 1 - Math.max(0, Math.min(tS + widthS, ownEndS) - Math.max(tS, ownS)) / widthS;
}

describe('import beside own rows', () => {
  it.each([
    ['its end', 20, 60],
    ['its beginning', 0, 40],
    ['its middle', 20, 40],
  ])('of an hourly line whose time the station has measured at %s, the rest counts with its rain', async (_, a, b) => {
    const hour = NOON - 6 * HOUR_S;
    const store = ownStation(hour + a * 60, hour + b * 60, 0.01);
    const before = tablesOf(store)['sample']!;
    const rows = madeWeather(hour - 2 * HOUR_S, hour + 3 * HOUR_S, HOUR_S).map((row) => ({ ...row, rainMm: 6 }));
    const file = asWeewx(store.folder, rows, 60);
    expect(await bringIn(store, file)).toMatchObject({ rows: 5, skipped: 0 });
    store.flush();
    const own = (b - a) * 0.01;
    expect(rainOf(store)).toBeCloseTo(own + 4 * 6 + (6 * (60 - (b - a))) / 60, 5);
    expect(tablesOf(store)['sample']).toEqual(expect.arrayContaining(before));
    expect(await bringIn(store, file)).toMatchObject({ rows: 0, skipped: 5 });
    await undoImport(contextOf(store), { job: 2 });
    await undoImport(contextOf(store), { job: 1 });
    expect(tablesOf(store)['sample']).toEqual(before);
    expect(rainOf(store)).toBeCloseTo(own, 6);
  });

  const drawn = fc.record({
    stepS: fc.constantFrom(60, 300, 600, 1800, 3600),
    offsetS: fc.constantFrom(0, 120, 1500),
    own: fc.tuple(fc.integer({ min: 60, max: 1100 }), fc.integer({ min: 1, max: 90 })),
    hasGauge: fc.boolean(),
  });

  it('law: own rows stay, and what lies beside them is that of the file where nothing of our own lies', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async ({ stepS, offsetS, own: [fromMin, minutes], hasGauge }) => {
        const [fromS, untilS] = [FROM_S + fromMin * 60, FROM_S + (fromMin + minutes) * 60];
        const rows = madeWeather(FROM_S, NOON - HOUR_S, stepS).map((row, i) => ({
          ...row,
          tS: row.tS + offsetS,
          rainMm: (i % 4) / 10,
        }));
        const [store, whole] = [ownStation(fromS, untilS, hasGauge ? 0.01 : null), workshop.open({ clock })];
        const file = asWeewx(store.folder, rows, stepS / 60);
        const own = tablesOf(store)['sample']!;
        await bringIn(store, file);
        await bringIn(whole, file);
        for (const one of [store, whole]) one.flush();
        expect(tablesOf(store)['sample']).toEqual(expect.arrayContaining(own));
        const mm = sum(rows.map((row) => row.rainMm * newShare(row, stepS, fromS, untilS)));
        expect(rainOf(store)).toBeCloseTo(mm + (hasGauge ? minutes * 0.01 : 0), 4);
        // A longer line may bring a value behind own rows, where the whole file has none.
        const mostOf = { temp: 1e-9, press: 1e-9, ...(stepS <= 300 && { press_rate: 0.3 }) };
        for (const [name, most] of Object.entries(mostOf)) {
          const have = valuesOf(store, name);
          for (const [tS, value] of valuesOf(whole, name))
            if (value !== null && newShare({ tS }, 300, fromS, untilS) === 1)
              expect(Math.abs((have.get(tS) ?? Number.NaN) - value), `${name} ${tS}`).toBeLessThanOrEqual(most);
        }
        expect(await bringIn(store, file)).toMatchObject({ rows: 0 });
        workshop.clear();
      }),
      { numRuns: times(12), endOnFailure: true },
    );
  });

  it.each([
    ['one file', 1],
    ['two files', 2],
  ])('the growth of a counter over own rows, in %s, counts for the time beside them', async (_, files) => {
    const hour = NOON - 8 * HOUR_S;
    const [store, whole] = [ownStation(hour, hour + HOUR_S, 0.01), workshop.open({ clock })];
    const rows = madeWeather(hour - 3 * HOUR_S, hour + 5 * HOUR_S);
    const older = rows.filter(({ tS }) => tS < hour - HOUR_S);
    const newer = rows.filter(({ tS }) => tS >= hour + 2 * HOUR_S);
    const paused = [...older, ...newer];
    await bringIn(whole, asTotals(whole.folder, paused, 'whole.csv', 5));
    for (const [i, piece] of (files === 1 ? [paused] : [newer, older]).entries())
      await bringIn(store, asTotals(store.folder, piece, `${i}.csv`, 5));
    for (const one of [store, whole]) one.flush();
    const behind = (one: Store) => valuesOf(one, 'rain').get(hour + 2 * HOUR_S)!;
    expect(behind(whole)).toBeGreaterThan(3);
    expect(behind(store)).toBeCloseTo((behind(whole) * (2 * HOUR_S + 300)) / (3 * HOUR_S + 300), 5);
  });
});

describe('a running total of rain', () => {
  const rows = madeWeather(FROM_S, NOON - HOUR_S);
  const [older, between, newer] = [rows.slice(0, 77), rows.slice(77, 140), rows.slice(140)];

  async function imported(...pieces: (readonly Made[])[]): Promise<Store> {
    const store = workshop.open({ clock });
    for (const [i, piece] of pieces.entries())
      await bringIn(store, asTotals(store.folder, piece, `${pieces.length}-${i}.csv`, 5));
    store.flush();
    return store;
  }
  const rain = async (...pieces: (readonly Made[])[]) => seriesOf(await imported(...pieces))['rain']!;
  /** What several are compared with, imported for the first of them. */
  const once = <T>(work: () => Promise<T>) => {
    let made: Promise<T> | null = null;
    return () => {
      made ??= work();
      return made;
    };
  };
  const wholeRain = once(() => rain(rows));
  const behind = (store: Store) => valuesOf(store, 'rain').get(newer[0]!.tS)!;
  const grownBehind = once(async () => behind(await imported([...older, ...newer])));
  const like = (values: Values) => values.map((value) => (value === null ? null : expect.closeTo(value, 6)));

  it.each([
    ['one after another', [older, between, newer]],
    ['the newest first', [newer, between, older]],
    ['the middle last', [older, newer, between]],
    ['a pause that is filled', [[...older, ...newer], between]],
    ['a pause that is there', [between, [...older, ...newer]]],
    ['a pause that overlaps', [[...older, ...newer], rows.slice(50, 150)]],
  ])('goes on from file to file: %s', async (_, pieces) => {
    expect(await rain(...pieces)).toEqual(like(await wholeRain()));
  });

  it('goes on over hours without files, and an undo takes it back', async () => {
    const store = await imported(older, newer, between);
    await undoImport(contextOf(store), { job: 3 });
    expect(seriesOf(store)['rain']).toEqual(await rain(older, newer));
    await undoImport(contextOf(store), { job: 1 });
    expect(seriesOf(store)['rain']).toEqual(await rain(newer));
  });

  it.each([
    ['all', 0, 63],
    ['the beginning', 0, 20],
    ['the middle', 10, 40],
    ['less than an hour', 12, 20],
  ])(
    'is shared out by time where a file with rain of each line fills %s of its pause, in any order',
    async (_, from, until) => {
      const dry = between.slice(from, until).map((row) => ({ ...row, rainMm: 0 }));
      const grown = await grownBehind();
      expect(grown).toBeGreaterThan(6);
      const left = (between.length + 1 - dry.length) / (between.length + 1);
      const orders = [
        [[...older, ...newer], dry],
        [dry, [...older, ...newer]],
        [older, newer, dry],
        [older, dry, newer],
        [dry, newer, older],
      ];
      for (const [i, order] of orders.entries()) {
        const store = workshop.open({ clock });
        for (const [j, piece] of order.entries())
          await bringIn(
            store,
            piece === dry ? asWeewx(store.folder, dry, 5, 'dry.sdb') : asTotals(store.folder, piece, `${j}.csv`, 5),
          );
        store.flush();
        expect(behind(store), `${i}`).toBeCloseTo(grown * left, 5);
      }
    },
  );

  it.each([
    ['another file', 'weewx'],
    ['the station', 'own'],
  ])('behind a pause, a line of which %s has told a part has its growth by the time of both', async (_, teller) => {
    const hour = NOON - 9 * HOUR_S;
    const hourly = madeWeather(hour - 6 * HOUR_S, hour + 4 * HOUR_S, HOUR_S);
    const paused = hourly.filter(({ tS }) => tS < hour - 4 * HOUR_S || tS >= hour);
    const whole = workshop.open({ clock });
    await bringIn(whole, asTotals(whole.folder, paused, 'whole.csv', 60));
    // Of the pause, three hours; of the line behind it, forty minutes.
    const [fromS, untilS] = [hour - 3 * HOUR_S, hour + 2400];
    const store = teller === 'own' ? ownStation(fromS, untilS, 0) : workshop.open({ clock });
    const dry = madeWeather(fromS, untilS).map((row) => ({ ...row, rainMm: 0 }));
    if (teller !== 'own') await bringIn(store, asWeewx(store.folder, dry, 5, 'dry.sdb'));
    await bringIn(store, asTotals(store.folder, paused, 'whole.csv', 60));
    for (const one of [whole, store]) one.flush();
    const grown = valuesOf(whole, 'rain').get(hour)!;
    expect(grown).toBeGreaterThan(0.4);
    expect(valuesOf(store, 'rain').get(untilS)).toBeCloseTo((grown * (HOUR_S + 1200)) / (5 * HOUR_S), 5);
  });

  it('of another format, or more than a day away, is that of another gauge', async () => {
    const store = workshop.open({ clock });
    const heading = (file: string) =>
      writeFileSync(file, readFileSync(file, 'utf8').replace('Yearly Rain', 'Daily Rain'));
    const first = asTotals(store.folder, older, 'older.csv', 5);
    heading(first);
    await bringIn(store, first);
    await bringIn(store, asTotals(store.folder, rows.slice(77), 'newer.csv', 5));
    store.flush();
    expect(valuesOf(store, 'rain').get(rows[77]!.tS)).toBeNull();
    const earlier = older.map((row) => ({ ...row, tS: row.tS - 30 * HOUR_S }));
    const far = workshop.open({ clock });
    await bringIn(far, asTotals(far.folder, earlier, 'earlier.csv', 5));
    await bringIn(far, asTotals(far.folder, newer, 'newer.csv', 5));
    far.flush();
    expect(valuesOf(far, 'rain').get(newer[0]!.tS)).toBeNull();
  });

  it('comes behind an import of an older program, and an undo of both leaves nothing', async () => {
    const store = workshop.open({ clock });
    const nothing = tablesOf(store);
    await bringIn(store, asTotals(store.folder, older, 'older.csv', 5));
    const db = openBare(join(store.folder, 'weatherglass.db'));
    const shares = db.prepare("SELECT name, state FROM job WHERE name LIKE 'import hour %'").raw().all();
    for (const [name, state] of shares as [string, string][]) {
      const buckets = (JSON.parse(state) as { tick: object | null }[]).map((one) => ({
        ...one,
        tick: one.tick && { raw: one.tick },
        readings: undefined,
        isEnd: undefined,
        isLast: undefined,
      }));
      db.prepare('UPDATE job SET state = ? WHERE name = ?').run(JSON.stringify(buckets), name);
    }
    db.close();
    expect(await bringIn(store, asTotals(store.folder, rows, 'rows.csv', 5))).toMatchObject({ rows: rows.length - 77 });
    for (const job of [2, 1]) await undoImport(contextOf(store), { job });
    expect(tablesOf(store)).toEqual(nothing);
  });
});
