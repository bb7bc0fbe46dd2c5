import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY_S } from '../../../src/base/durations.ts';
import { PLAIN_CSV } from '../../../src/contract/names.ts';
import { undoImport } from '../../../src/station/imports/work.ts';
import { openReadOnly } from '../../../src/station/store/sqlite/database.ts';
import type { Store } from '../../../src/station/store/store.ts';
import { rangeOf } from '../../support/store-work.ts';
import { NOON, sample, Workshop } from '../store/support.ts';
import { contextOf, outdoors } from './bring-in.ts';
import { tablesOf } from './history-tables.ts';
import { asCsv, asGermanCumulus, asWeewx, madeWeather } from './made-files.ts';
import { bringIn, DAYS, FROM_S, KEPT, WEATHER, ZONE } from './twelve-days.ts';

const workshop = new Workshop();

describe('import: three formats of one past', () => {
  it('end in identical history', async () => {
    const stores = [workshop.open(KEPT), workshop.open(KEPT), workshop.open(KEPT)];
    const files = [
      [asWeewx(stores[0]!.folder, WEATHER)],
      asGermanCumulus(stores[1]!.folder, WEATHER, ZONE),
      [asCsv(stores[2]!.folder, WEATHER)],
    ];
    const histories: Record<string, string[]>[] = [];
    for (const [i, store] of stores.entries()) {
      const made = await bringIn(store, files[i]!);
      expect(made).toMatchObject({ rows: WEATHER.length, skipped: 0, fromS: made.scan.fromS, untilS: NOON });
      store.flush();
      histories.push(tablesOf(store));
    }
    const [weewx, cumulus, csv] = histories;
    expect(weewx!['hourly']).toHaveLength(DAYS * 24 - 1);
    expect(csv).toEqual(weewx);
    // A counter says nothing of the line before its first: that of WeeWX and of the CSV is a zero.
    for (const table of Object.keys(weewx!).filter((name) => !name.startsWith('narrow') && name !== 'tick')) {
      expect(cumulus![table], table).toEqual(weewx![table]);
    }
    const rain = (history: Record<string, string[]>) =>
      history['narrow_hourly']!.map((row) => JSON.parse(row) as number[])
        .filter(([, quantity]) => quantity === 4)
        .reduce((sum, [, , , mm]) => sum + mm!, 0);
    expect(rain(cumulus!)).toBeCloseTo(rain(weewx!), 6);
    expect(rain(weewx!)).toBeGreaterThan(1);
  });
});

describe('import: its beginning', () => {
  it.each([1, 5, 60])(
    'is the first moment that its file tells, as the scan has it, also at midnight: lines of %i minutes',
    async (minutes) => {
      const store = workshop.open(KEPT);
      const nothing = tablesOf(store);
      const midnightS = NOON - 14.5 * DAY_S;
      const rows = madeWeather(midnightS - minutes * 60, midnightS + DAY_S, minutes * 60);
      const file = asCsv(store.folder, rows, 'june.csv', minutes);
      const { job, scan } = await bringIn(store, [file]);
      expect(scan.fromS).toBe(midnightS);
      expect(store.imports.one(job)!.fromS).toBe(midnightS);
      // The row before midnight is of this import, too.
      expect(store.provenance.within(midnightS - 3600, midnightS)).toMatchObject([{ job }]);
      const more = madeWeather(midnightS - DAY_S, midnightS - minutes * 60, minutes * 60);
      await bringIn(store, [asCsv(store.folder, more, 'may.csv', minutes)]);
      for (const one of [1, 2]) await undoImport(contextOf(store), { job: one });
      expect(tablesOf(store)).toEqual(nothing);
    },
  );
});

it('an import begins at the moment of its first line also where another file has told a part of that line', async () => {
  const store = workshop.open(KEPT);
  const midnightS = NOON - 14.5 * DAY_S;
  await bringIn(store, [asWeewx(store.folder, madeWeather(midnightS - DAY_S, midnightS - 1800))]);
  const hours = madeWeather(midnightS - 3600, midnightS + DAY_S, 3600);
  const { job } = await bringIn(store, [asCsv(store.folder, hours, 'hours.csv', 60)]);
  expect(store.imports.one(job)!.fromS).toBe(midnightS);
});

describe('import: beside a board indoors', () => {
  it('the air outdoors is its own quantity, and the series that the forecasts speak of', async () => {
    const store = workshop.open(KEPT);
    const scale = { k: 0.5, humidityOffset: 4, psychrometric: false, altitudeM: 120, air: 3, barometer: null };
    const placing = { ...outdoors(), core: 'indoor' as const, scale };
    await bringIn(store, [asWeewx(store.folder, WEATHER.slice(-600))], { placing });
    const [first] = store.ticks.latest(500);
    const made = WEATHER.find(({ tS }) => tS === first!.tS - 300)!;
    expect(first).toMatchObject({
      temperatureRawC: null,
      heard: { air: 3, temperatureC: made.temperatureC, humidityPct: made.humidityPct, barometer: null },
    });
    expect(first!.heard!.rates.temperatureCPerH).not.toBeNull();
  });
});

describe('import: our own CSV', () => {
  /** Ten days of another station, of which the last hour lies as samples. */
  async function another(): Promise<Store> {
    const store = workshop.open(KEPT);
    await bringIn(store, [asWeewx(store.folder, WEATHER.slice(-10 * 288))]);
    return store;
  }
  const rowsIn = (store: Store) => tablesOf(store)['hourly']!.map((row) => JSON.parse(row) as number[]);

  it.each([null, 'metric', 'imperial'] as const)('with units %s comes back whole', async (units) => {
    const store = await another();
    const path = join(workshop.folder(), 'own.csv');
    writeFileSync(path, [...store.history.csv(FROM_S, NOON, { ...PLAIN_CSV, units })].join(''));
    const copy = workshop.open(KEPT);
    const made = await bringIn(copy, [path]);
    expect(made.skipped).toBe(0);
    const [want, have] = [rowsIn(store), rowsIn(copy)];
    expect(have).toHaveLength(want.length);
    const { series } = rangeOf(copy, FROM_S, NOON, 3600);
    const whole = rangeOf(store, FROM_S, NOON, 3600).series;
    for (const name of ['temp', 'hum', 'press'] as const)
      for (const [i, value] of series[name]!.entries())
        expect(value ?? 0, `${name} ${i}`).toBeCloseTo(whole[name]![i] ?? 0, 1);
    const rain = (of: Store) =>
      rangeOf(of, FROM_S, NOON, 3600).series['rain']?.reduce((sum: number, mm) => sum + (mm ?? 0), 0);
    expect(rain(copy)).toBeCloseTo(rain(store)!, units === 'imperial' ? 1 : 6); // inches are written to a ten-thousandth
  });

  it.each(['each', 'one', 'copy'] as const)('leaves out what was flagged as wrong: flags in %s', async (flags) => {
    const store = workshop.open(KEPT);
    for (let tS = NOON - 600; tS < NOON; tS += 10) store.samples.append(sample(tS, tS === NOON - 300 ? 58 : 20));
    store.flush();
    store.reflag.say(['temperature'], (NOON - 300) * 1000, (NOON - 300) * 1000 + 1, 'bad');
    await store.reflag.run({ signal: new AbortController().signal, progress: () => {} });
    let path = join(workshop.folder(), 'own.csv');
    if (flags === 'copy') {
      const db = openReadOnly(join(store.folder, 'weatherglass.db'));
      path = join(workshop.folder(), 'copy.db');
      db.exec(`VACUUM INTO '${path}'`);
      db.close();
    } else writeFileSync(path, [...store.history.csv(FROM_S, NOON, { ...PLAIN_CSV, flags })].join(''));
    const copy = workshop.open(KEPT);
    await bringIn(copy, [path, path]);
    const { series } = rangeOf(copy, NOON - 3600, NOON, 300);
    for (const value of series['temp']!.filter((one) => one !== null)) expect(value).toBeCloseTo(20, 6);
    expect(copy.history.records().temp_max?.value ?? 20).toBeCloseTo(20, 6);
  });

  it('a table of which no column is known is refused, and a line without a value makes no row', async () => {
    const path = join(workshop.folder(), 'strange.csv');
    writeFileSync(path, 'ts,colour,mood\n1700000000,1,2\n1700000300,1,2\n');
    const store = workshop.open(KEPT);
    await expect(bringIn(store, [path])).rejects.toThrow(/no known format/);
    writeFileSync(path, 'Time,Temperature (°C)\n2025-06-14 10:00,12\n2025-06-14 10:05,--\n2025-06-14 10:10,13\n');
    expect(await bringIn(store, [path])).toMatchObject({ rows: 2, skipped: 1 });
  });
});
