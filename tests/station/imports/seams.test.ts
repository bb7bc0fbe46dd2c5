import { afterEach, describe, expect, it } from 'vitest';
import { Slicer } from '../../../src/base/clock.ts';
import { HOUR_S } from '../../../src/base/durations.ts';
import { undoImport } from '../../../src/station/imports/work.ts';
import type { Store } from '../../../src/station/store/store.ts';
import { rangeOf } from '../../support/store-work.ts';
import { NOON, sample, Workshop } from '../store/support.ts';
import { bringIn, clock, contextOf, handle } from './bring-in.ts';
import { tablesOf } from './history-tables.ts';
import { asWeewx, type Made, madeWeather } from './made-files.ts';

const workshop = new Workshop();
afterEach(() => workshop.clear());

type Values = readonly (number | null)[];
const seriesOf = (store: Store, fromS: number, untilS: number, stepS: number) =>
  rangeOf(store, fromS, untilS, stepS).series as Record<string, Values>;
const sum = (values: Values) => values.reduce<number>((mm, value) => mm + (value ?? 0), 0);

describe('two files over one time', () => {
  const TIERS = {
    hours: { hoursAgo: 50, fiveMinRetentionDays: 1 / 24 },
    'five minutes': { hoursAgo: 10, fiveMinRetentionDays: 1 },
    samples: { hoursAgo: 1, fiveMinRetentionDays: 1 },
  };

  /** Lines of so many minutes, in hours from an hour on, up to now. */
  const linesOf = (hour: number, fromH: number, untilH: number, minutes: number, rainMm: number): Made[] =>
    madeWeather(hour + fromH * HOUR_S, hour + untilH * HOUR_S, minutes * 60)
      .filter(({ tS }) => tS + minutes * 60 <= NOON)
      .map((row) => ({ ...row, rainMm }));

  /** Rain of one file, and of what another one adds; and the lines of that. */
  async function rainOf(fiveMinRetentionDays: number, fives: readonly Made[], hours: readonly Made[]) {
    const store = workshop.open({ fiveMinRetentionDays });
    const rain = () => sum(seriesOf(store, NOON - 72 * HOUR_S, NOON, HOUR_S)['rain']!);
    await bringIn(store, asWeewx(store.folder, fives, 5, 'fives.sdb'));
    store.flush();
    const before = rain();
    const { rows } = await bringIn(store, asWeewx(store.folder, hours, 60, 'hours.sdb'));
    store.flush();
    return { rows, more: rain() - before };
  }

  it.each([
    ['hours', 0, 3],
    ['hours', 0.5, 2],
    ['five minutes', 0, 3],
    ['five minutes', 0.5, 2],
  ] as const)(
    'where %s are kept, hourly lines of %d h past the hour fill a pause of a hundred minutes, each with its part of it',
    async (tier, shiftH, rows) => {
      const { hoursAgo, fiveMinRetentionDays } = TIERS[tier];
      const hour = NOON - hoursAgo * HOUR_S;
      const isOutside = ({ tS }: Made) => tS < hour - 1200 || tS >= hour + 4800;
      const fives = linesOf(hour, -6, 4, 5, 0.4).filter(isOutside);
      const found = await rainOf(fiveMinRetentionDays, fives, linesOf(hour, -6 + shiftH, 3 + shiftH, 60, 5));
      expect(found).toEqual({ rows, more: expect.closeTo((5 * 100) / 60, 5) });
    },
  );

  it.each(['hours', 'five minutes', 'samples'] as const)(
    'where %s are kept, an hourly line of which another file has told five minutes counts with the rest of its rain',
    async (tier) => {
      const { hoursAgo, fiveMinRetentionDays } = TIERS[tier];
      const hour = NOON - hoursAgo * HOUR_S;
      const hours = linesOf(hour, 0, 4, 60, 5);
      const found = await rainOf(fiveMinRetentionDays, linesOf(hour, -3, 1 / 12, 5, 0.4), hours);
      expect(found).toEqual({ rows: hours.length, more: expect.closeTo(5 * (hours.length - 5 / 60), 5) });
    },
  );
});

describe('where pieces of a file meet', () => {
  /** A pressure that falls fastest after six hours, and lines that differ. */
  const weather = (untilS: number, stepS: number): Made[] =>
    madeWeather(NOON - 20 * HOUR_S, untilS, stepS).map((row, i) => ({
      ...row,
      seaHpa: Math.round(10130 + 60 * Math.cos(((row.tS - NOON + 20 * HOUR_S) / (24 * HOUR_S)) * 2 * Math.PI)) / 10,
      temperatureC: 10 + i / 200,
      rainMm: 0.1,
    }));

  async function whole(rows: readonly Made[], minutes: number): Promise<Store> {
    const store = workshop.open();
    await bringIn(store, asWeewx(store.folder, rows, minutes));
    store.flush();
    return store;
  }

  async function pieces(parts: readonly (readonly Made[])[], minutes: number): Promise<Store> {
    const store = workshop.open();
    for (const [i, part] of parts.entries()) await bringIn(store, asWeewx(store.folder, part, minutes, `${i}.sdb`));
    store.flush();
    return store;
  }

  const rates = (store: Store) => seriesOf(store, NOON - 20 * HOUR_S, NOON, 300)['press_rate']!;
  const like = (values: Values, digits: number) =>
    values.map((value) => (value === null ? null : expect.closeTo(value, digits)));

  it.each([
    ['older', 77],
    ['newer', 77],
    ['newer', 50],
  ] as const)('the tendency goes on, and no record is false: the %s first, met at line %i', async (first, seam) => {
    const rows = weather(NOON, 300);
    const parts = [rows.slice(0, seam), rows.slice(seam)];
    const [one, store] = [await whole(rows, 5), await pieces(first === 'older' ? parts : parts.toReversed(), 5)];
    expect(rates(one).filter((rate) => rate === null).length).toBeLessThan(12);
    expect(rates(store)).toEqual(like(rates(one), 2));
    const { rate_fall: fall } = store.history.records();
    expect(fall!.value).toBeCloseTo(one.history.records().rate_fall!.value, 4);
    await undoImport(contextOf(store), { job: first === 'older' ? 1 : 2 });
    const newer = await whole(parts[1]!, 5);
    expect(rates(store)).toEqual(rates(newer));
    expect(store.history.records().rate_fall).toEqual(newer.history.records().rate_fall);
  });

  it.each(['older', 'newer'] as const)('rates go on where the ticks of the %s part were pruned', async (first) => {
    const rows = weather(NOON, 300);
    const parts = [rows.slice(0, 77), rows.slice(77)];
    const store = workshop.open();
    for (const [i, part] of (first === 'older' ? parts : parts.toReversed()).entries()) {
      await bringIn(store, asWeewx(store.folder, part, 5, `${i}.sdb`));
      store.ticks.prune(NOON);
    }
    store.flush();
    expect(rates(store)).toEqual(like(rates(await whole(rows, 5)), 2));
  });

  it('rates behind a pause go on when another file fills it, and begin anew when that is undone', async () => {
    const rows = weather(NOON, 300);
    const paused = [...rows.slice(0, 90), ...rows.slice(150)];
    const store = await pieces([paused, rows.slice(90, 150)], 5);
    expect(rates(store)).toEqual(like(rates(await whole(rows, 5)), 2));
    await undoImport(contextOf(store), { job: 2 });
    expect(rates(store)).toEqual(rates(await whole(paused, 5)));
  });

  it.each(['older', 'newer'] as const)(
    'a file that begins before a piece and ends behind it goes on in it: the %s part',
    async (part) => {
      const rows = weather(NOON, 300);
      const [one, store] = [await whole(rows, 5), await pieces([rows.slice(100, 130), rows], 5)];
      const [from, until] = part === 'older' ? [0, 130] : [130, 240];
      expect(rates(store).slice(from, until)).toEqual(like(rates(one).slice(from, until), 2));
    },
  );

  it.each(['older', 'newer'] as const)(
    'a tick has the mean and the rain of all lines of its five minutes: the %s first',
    async (first) => {
      const rows = weather(NOON - 14 * HOUR_S, 60);
      const parts = [rows.slice(0, 122), rows.slice(122)];
      const ticks = (store: Store) =>
        [...store.ticks.pages(0, NOON)]
          .flat()
          .flatMap(({ tS, temperatureRawC, stationHpa, rainMm }) => [tS, temperatureRawC, stationHpa, rainMm ?? null]);
      const [one, store] = [await whole(rows, 1), await pieces(first === 'older' ? parts : parts.toReversed(), 1)];
      expect(ticks(store)).toEqual(like(ticks(one), 9));
      await undoImport(contextOf(store), { job: 1 });
      expect(ticks(store)).toEqual(like(ticks(await whole(parts[first === 'older' ? 1 : 0]!, 1)), 9));
    },
  );

  it('an hour that went in as samples takes the rest of its lines, and goes with an undo, also once its rows have aged', async () => {
    const store = workshop.open({ rawRetentionDays: 1 / 4, fiveMinRetentionDays: 1 / 2 });
    const fromS = NOON - 60 * HOUR_S;
    const rows = madeWeather(fromS, fromS + 9 * HOUR_S);
    await bringIn(store, asWeewx(store.folder, rows.slice(0, 8 * 12 + 5), 5, 'older.sdb'));
    for (let tS = NOON - 48 * HOUR_S; tS < NOON + 25 * HOUR_S; tS += 300) store.samples.append(sample(tS, 20));
    store.flush();
    await store.ageing.fold(new Slicer(clock, 1e9), handle.signal);
    const hours = () => tablesOf(store)['hourly']!.map((row) => JSON.parse(row) as [ts: number, n: number]);
    const seamS = fromS + 8 * HOUR_S;
    expect(tablesOf(store)['five_min']!.filter((row) => JSON.parse(row)[0] < NOON - 48 * HOUR_S)).toEqual([]);
    expect(hours().find(([ts]) => ts === seamS)?.[1]).toBe(5);
    const rest = await bringIn(store, asWeewx(store.folder, rows.slice(8 * 12 + 5), 5, 'newer.sdb'));
    expect(rest).toMatchObject({ rows: 7, skipped: 0 });
    expect(hours().find(([ts]) => ts === seamS)?.[1]).toBe(12);
    for (const job of [2, 1]) await undoImport(contextOf(store), { job });
    expect(hours().filter(([ts]) => ts < NOON - 48 * HOUR_S)).toEqual([]);
  });
});
