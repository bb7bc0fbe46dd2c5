import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../../src/base/durations.ts';
import { PLAIN_CSV } from '../../../src/contract/names.ts';
import type { Imported, ImportInput } from '../../../src/station/imports/steps.ts';
import { undoImport } from '../../../src/station/imports/work.ts';
import { FLAG } from '../../../src/station/quality/flags.ts';
import { openBare, openReadOnly, using } from '../../../src/station/store/sqlite/database.ts';
import type { Store } from '../../../src/station/store/store.ts';
import { rangeOf } from '../../support/store-work.ts';
import { deriverOf } from '../store/calibrated-world.ts';
import { NOON, sample, Workshop } from '../store/support.ts';
import { bringIn as broughtIn, contextOf, handle, outdoors } from './bring-in.ts';
import { tablesOf } from './history-tables.ts';
import { asCsv, asGermanCumulus, asWeewx, madeWeather } from './made-files.ts';

const workshop = new Workshop();

const ZONE = 'Europe/Berlin';
const bringIn = (store: Store, files: readonly string[], more: Partial<ImportInput> = {}): Promise<Imported> =>
  broughtIn(store, files, { zone: ZONE, ...more });

/** Twelve days before noon, of which four are kept in five minutes: hours, five minutes and, of the last hour, samples. */
const DAYS = 12;
const KEPT = { fiveMinRetentionDays: 4 };
const FROM_S = NOON - DAYS * DAY_S;
const WEATHER = madeWeather(FROM_S, NOON);

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

describe('import: what is there', () => {
  /** A station that has measured for two days, with a pause of four hours in it. */
  const measured = (): Store => {
    const store = workshop.open(KEPT);
    for (let tS = NOON - 2 * DAY_S + 1234; tS < NOON; tS += 120) {
      if (tS > NOON - DAY_S && tS < NOON - DAY_S + 14_400) continue;
      const press = 1000 + Math.sin(tS / 9999);
      store.samples.append({
        ...sample(tS, 20 + Math.sin(tS / 5000)),
        press_raw: press,
        press_smooth: press,
        press_slp: press + 14,
        narrow: { rainMm: 0 },
      });
    }
    store.flush();
    return store;
  };

  it('stays: measured rows win, and a pause is filled', async () => {
    const store = measured();
    const before = tablesOf(store)['sample']!;
    await bringIn(store, [asWeewx(store.folder, WEATHER)]);
    const after = tablesOf(store)['sample']!;
    expect(after.filter((row) => before.includes(row))).toEqual(before);
    const pause = after.filter((row) => !before.includes(row)).map((row) => (JSON.parse(row) as number[])[0]! / 1000);
    expect(pause.filter((tS) => tS > NOON - DAY_S && tS < NOON - DAY_S + 14_400).length).toBeGreaterThan(40);
  });

  it('and the same file twice changes nothing', async () => {
    const store = measured();
    const file = asWeewx(store.folder, WEATHER);
    await bringIn(store, [file]);
    const once = tablesOf(store);
    const again = await bringIn(store, [file]);
    expect(again.rows).toBe(0);
    expect(again.skipped).toBe(WEATHER.length);
    expect(tablesOf(store)).toEqual(once);
  });

  it('is back bit for bit after an undo, also of the second of two', async () => {
    const store = measured();
    const nothing = tablesOf(store);
    const older = asWeewx(store.folder, WEATHER.slice(0, 1000), 5, 'older.sdb');
    const newer = asCsv(store.folder, WEATHER.slice(990));
    const first = await bringIn(store, [older]);
    const one = tablesOf(store);
    const second = await bringIn(store, [newer]);
    expect(second.rows).toBeGreaterThan(1500);
    await undoImport(contextOf(store), { job: second.job });
    expect(tablesOf(store)).toEqual(one);
    await undoImport(contextOf(store), { job: first.job });
    expect(tablesOf(store)).toEqual(nothing);
    expect(store.imports.list()).toEqual([]);
  });

  it('two imports can be taken back in the order they came: nothing of the first stays with the second', async () => {
    const store = workshop.open(KEPT);
    const nothing = tablesOf(store);
    const hot = WEATHER.map((row, i) => (i >= 500 && i < 503 ? { ...row, temperatureC: 48 } : row));
    const first = await bringIn(store, [asWeewx(store.folder, hot.slice(288), 5, 'newer.sdb')]);
    const second = await bringIn(store, [asCsv(store.folder, WEATHER.slice(0, 700))]);
    expect(store.history.records().temp_max?.value).toBe(48);
    await undoImport(contextOf(store), { job: first.job });
    expect(store.history.records().temp_max!.value).toBeLessThan(25);
    const { series } = rangeOf(store, FROM_S, FROM_S + DAY_S, 3600);
    expect(series['temp']!.filter((value) => value !== null)).toHaveLength(24);
    await undoImport(contextOf(store), { job: second.job });
    expect(tablesOf(store)).toEqual(nothing);
  });

  it('an undo that was cut off ends before another import begins, which notes nothing of it as what was there before', async () => {
    const store = workshop.open(KEPT);
    const nothing = tablesOf(store);
    const hot = WEATHER.map((row, i) => (i >= 100 && i < 103 ? { ...row, temperatureC: 48 } : row));
    const first = await bringIn(store, [asWeewx(store.folder, hot.slice(0, 200))]);
    const undo = store.undoImport.steps(first.job);
    undo.next(); // its rows are gone, it is not
    undo.return(0);
    expect(store.imports.one(first.job)?.state).toBe('undoing');
    const second = await bringIn(store, [asCsv(store.folder, WEATHER.slice(200))]);
    for (const job of [first.job, second.job]) await undoImport(contextOf(store), { job });
    expect(tablesOf(store)).toEqual(nothing);
  });

  it('an undo brings back no record that was flagged meanwhile, and leaves nothing of a flag over imported hours', async () => {
    const store = workshop.open(KEPT);
    const first = await bringIn(store, [
      asWeewx(
        store.folder,
        WEATHER.slice(0, 1000).map((row, i) => (i >= 500 && i < 503 ? { ...row, temperatureC: 48 } : row)),
      ),
    ]);
    const second = await bringIn(store, [asCsv(store.folder, WEATHER.slice(1000))]);
    const spikeMs = WEATHER[500]!.tS * 1000;
    store.reflag.say(['temperature'], spikeMs, spikeMs + 600_001, 'bad');
    await store.reflag.run({ signal: new AbortController().signal, progress: () => {} });
    expect(store.history.records().temp_max!.value).toBeLessThan(25);
    await undoImport(contextOf(store), { job: second.job });
    expect(store.history.records().temp_max!.value).toBeLessThan(25);
    await undoImport(contextOf(store), { job: first.job });
    expect(tablesOf(store)['unscreened']).toEqual([]);
  });

  it('an undo brings back no record of another scale', async () => {
    const store = workshop.open(KEPT);
    store.samples.append(sample(NOON - HOUR_S, 40, { cpu_smooth: 50 }));
    store.flush();
    const { job } = await bringIn(store, [asCsv(store.folder, WEATHER)]);
    await store.recompute.run(deriverOf({ k: 0.5, offset: 0 }, 60), handle);
    expect(store.history.records().temp_max!.value).toBe(35);
    await undoImport(contextOf(store), { job });
    expect(store.history.records().temp_max!.value).toBe(35);
  });

  it('an undo keeps the name of a quantity of which only flagged values are left', async () => {
    const store = workshop.open(KEPT);
    const { job } = await bringIn(store, [asCsv(store.folder, WEATHER)]);
    using(openBare(join(store.folder, 'weatherglass.db')), (db) =>
      db.exec(`INSERT INTO narrow_quantity VALUES (9, 'solarWm2', 'W/m2');
        INSERT INTO unscreened VALUES (2, ${FROM_S - DAY_S}, 2, '{"9":[1,300,300,300,null]}')`),
    );
    await undoImport(contextOf(store), { job });
    expect(tablesOf(store)['narrow_quantity']).toEqual(['[9,"solarWm2","W/m2"]']);
  });

  it('an import that is cut off leaves whole hours, and the same file completes it under the same number', async () => {
    const whole = workshop.open(KEPT);
    await bringIn(whole, [asWeewx(whole.folder, WEATHER)]);
    const store = workshop.open(KEPT);
    const file = asWeewx(store.folder, WEATHER);
    const real = store.imports.put.bind(store.imports);
    let portions = 0;
    store.imports.put = (job, buckets) => {
      portions += 1;
      if (portions === 3) throw new Error('cut off');
      return real(job, buckets);
    };
    await expect(bringIn(store, [file])).rejects.toThrow('cut off');
    store.imports.put = real;
    const made = await bringIn(store, [file]);
    expect(made).toMatchObject({ job: 1, rows: WEATHER.length, skipped: 0 });
    expect(tablesOf(store)).toEqual(tablesOf(whole));
  });
});

describe('import: spikes', () => {
  const at = (hoursAgo: number) => WEATHER.length - hoursAgo * 12;
  const SPIKES = [at(10 * 24), at(30), at(0) - 6];
  const spiked = WEATHER.map((row, i) => (SPIKES.includes(i) ? { ...row, temperatureC: 52 } : row));

  it('are flagged, no record, and in no mean, whether hours, five minutes or samples are kept; the value stays', async () => {
    const store = workshop.open(KEPT);
    await bringIn(store, [asCsv(store.folder, spiked)]);
    expect(store.history.records().temp_max!.value).toBeLessThan(25);
    for (const i of SPIKES) {
      const { tS } = spiked[i]!;
      expect(tablesOf(store)['quality'], `${i}`).toContain(
        JSON.stringify([1, tS * 1000, tS * 1000 + 1, FLAG.step | FLAG.spike]),
      );
      const { series } = rangeOf(store, tS - 3600, tS + 3600, 3600);
      for (const value of series['temp']!) expect(value, `${i}`).toBeLessThan(25);
    }
    store.reflag.say(['temperature'], spiked[SPIKES[1]!]!.tS * 1000, spiked[SPIKES[1]!]!.tS * 1000 + 1, 'good');
    await store.reflag.run({ signal: new AbortController().signal, progress: () => {} });
    expect(store.history.records().temp_max!.value).toBe(52);
  });

  it('of a second thermometer are flagged as those of the air are, and no wind beyond all storms is taken', async () => {
    const store = workshop.open(KEPT);
    const path = join(workshop.folder(), 'spiked.csv');
    const lines = WEATHER.map(({ tS, temperatureC, windMs }, i) => {
      const isSpike = SPIKES.includes(i);
      const cells = [temperatureC, isSpike ? 55 : temperatureC! + 0.5, isSpike ? 120 : windMs];
      return [new Date((tS + 300) * 1000).toISOString(), ...cells].join(',');
    });
    writeFileSync(path, `Time,Temperature (°C),CH2 Temperature (°C),Wind Speed (m/s)\n${lines.join('\n')}\n`);
    await bringIn(store, [path]);
    const { flagged } = store.history;
    expect(flagged.spans(0, NOON * 1000).map(({ fromMs, bits }) => [fromMs, bits])).toEqual(
      SPIKES.map((i) => [WEATHER[i]!.tS * 1000, FLAG.step | FLAG.spike]),
    );
    expect(flagged.points(0, NOON * 1000)).toContainEqual(expect.objectContaining({ quantity: 'ch2_temp', value: 55 }));
    for (const i of SPIKES) {
      const { tS } = WEATHER[i]!;
      const series = rangeOf(store, tS - 3600, tS + 3600, 3600).series as Record<string, (number | null)[]>;
      for (const value of series['ch2_temp']!) expect(value, `${i}`).toBeLessThan(25);
      for (const value of series['wind_speed']!) expect(value, `${i}`).toBeLessThan(8);
    }
  });

  it('go with the import', async () => {
    const store = workshop.open(KEPT);
    const nothing = tablesOf(store);
    const { job } = await bringIn(store, [asCsv(store.folder, spiked)]);
    await undoImport(contextOf(store), { job });
    expect(tablesOf(store)).toEqual(nothing);
  });

  it('a front that stays is none', async () => {
    const store = workshop.open(KEPT);
    const front = WEATHER.map((row, i) => (i > at(50) ? { ...row, temperatureC: row.temperatureC! - 12 } : row));
    await bringIn(store, [asCsv(store.folder, front)]);
    const flags = tablesOf(store)['quality']!.map((row) => (JSON.parse(row) as number[])[3]);
    expect(flags).toEqual([FLAG.step]);
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
