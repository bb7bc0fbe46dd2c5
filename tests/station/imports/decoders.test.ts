import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { Zone } from '../../../src/base/zone.ts';
import { openSource } from '../../../src/station/imports/open-source.ts';
import type { PastName, ReadRow } from '../../../src/station/imports/past-row.ts';
import { RainIncrements } from '../../../src/station/imports/rain-increments.ts';
import { sensible } from '../../../src/station/imports/sensible.ts';
import { fileUnits } from '../../../src/station/imports/units.ts';

/** Samples of other programs' files. Most name no licence, so they are read where they lie, beside the repository or its worktrees, and not copied. */
const ROOT = join(import.meta.dirname, '..', '..', '..');
const PLACES = [join(ROOT, '..'), join(ROOT, '..', '..')].map((place) => join(place, 'shared', 'data', 'imports'));
const isThere = PLACES.some((place) => existsSync(place));
const SAMPLES = PLACES.find((place) => existsSync(place)) ?? PLACES[0]!;
if (!isThere) console.warn(`SKIPPED: the samples of other programs, because ${SAMPLES} does not exist`);

const folder = mkdtempSync(join(tmpdir(), 'imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Range {
  n: number;
  min?: number;
  max?: number;
  mean?: number;
}
type Expected = Record<string, unknown> & { rows: number };

const expectedOf = (file: string) => JSON.parse(readFileSync(`${SAMPLES}/${file}.expected.json`, 'utf8')) as Expected;

function rowsOf(file: string, units: string | null = null, zone = 'Europe/Copenhagen'): ReadRow[] {
  let path = join(SAMPLES, file);
  if (file.endsWith('.gz')) {
    path = join(folder, basename(file, '.gz'));
    writeFileSync(path, gunzipSync(readFileSync(join(SAMPLES, file))));
  }
  const asked = { zone: new Zone(zone), units: units === null ? null : fileUnits(units), order: null, map: null };
  const all = [...openSource(path, asked).read()].map(({ read }) => read);
  expect(all.filter((read) => 'refused' in read)).toEqual([]);
  const rain = new RainIncrements();
  const rows = all.flatMap((read) => ('refused' in read ? [] : [read])).sort((a, b) => a.tS - b.tS);
  return rows.map((row) => ({ ...row, values: rain.increments(sensible(row.values), row.tS).values }));
}

const valuesOf = (rows: readonly ReadRow[], name: PastName) => rows.flatMap(({ values }) => values[name] ?? []);
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

const WEEWX: readonly (readonly [expected: string, name: PastName])[] = [
  ['outdoor_temperature_c', 'outdoorTemperatureC'],
  ['indoor_temperature_c', 'indoorC'],
  ['outdoor_humidity_pct', 'outdoorHumidityPct'],
  ['pressure_station_hpa', 'stationHpa'],
  ['barometer_sea_level_hpa', 'seaLevelHpa'],
  ['wind_speed_ms', 'windSpeedMs'],
  ['wind_gust_ms', 'windGustMs'],
  ['solar_wm2', 'solarWm2'],
];

describe.skipIf(!isThere)('samples of WeeWX databases decode to what they hold', () => {
  it.each(['rain-day-5min', 'phantom-30min', 'extended-120min', 'two-rows'])('%s', (name) => {
    const file = `weewx/weewx-${name}.sdb.gz`;
    const expected = expectedOf(file);
    const rows = rowsOf(file);
    expect(rows).toHaveLength(expected.rows);
    expect(rows[0]!.tS).toBe(expected['first_end']);
    expect(rows.at(-1)!.tS).toBe(expected['last_end']);
    const widths = Object.fromEntries(
      [...Map.groupBy(rows, ({ widthS }) => widthS! / 60)].map(([min, of]) => [min, of.length]),
    );
    expect(widths).toEqual(expected['intervals_min']);
    const rejected = expected['rejected_rows'] as { end: number }[];
    for (const row of rows.filter(({ tS }) => rejected.some(({ end }) => end === tS))) {
      expect([row.values.rainMm, row.values.rainRateMmH, row.values.windGustMs], `${row.tS}`).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
    const believed = rows.filter(({ tS }) => !rejected.some(({ end }) => end === tS));
    expect(sumOf(valuesOf(believed, 'rainMm'))).toBeCloseTo(expected['rain_mm'] as number, 1);
    expect(valuesOf(believed, 'rainMm').filter((mm) => mm > 0)).toHaveLength(expected['rain_rows_wet'] as number);
    for (const [key, column] of WEEWX) {
      // Its figures leave whole rows out; only rain and gust of them are wrong.
      const values = valuesOf(column === 'windGustMs' || column === 'windSpeedMs' ? believed : rows, column);
      const { n, min, max, mean } = expected[key] as Range;
      if (rejected.length === 0) expect(values, key).toHaveLength(n);
      if (n === 0 || rejected.length > 0) continue;
      expect(Math.min(...values), key).toBeCloseTo(min!, 1);
      expect(Math.max(...values), key).toBeCloseTo(max!, 1);
      expect(sumOf(values) / n, key).toBeCloseTo(mean!, 1);
    }
  });
});

describe.skipIf(!isThere)('samples of consoles, clouds and programs decode to what they hold', () => {
  it.each([
    ['ecowitt/gateway-2024-23-fields.csv', null],
    ['ecowitt/gateway-2025-30-fields-mph.csv', null],
    ['generic/weatherlink-semicolon-comma.csv', 'C,km/h,hPa,mm'],
  ])('%s', (file, units) => {
    const expected = expectedOf(file);
    const [row, ...more] = rowsOf(file, units);
    expect(more).toHaveLength(expected.rows - 1);
    const zone = new Zone('Europe/Copenhagen');
    if (expected['first_epoch'] !== undefined) expect(row!.tS).toBe(expected['first_epoch']);
    else {
      const local = new Date((row!.tS + zone.offsetS(row!.tS)) * 1000).toISOString().slice(0, 16).replace('T', ' ');
      expect(local).toBe(expected['first_local']);
    }
    const named: Record<string, PastName> = {
      outdoor_temperature_c: 'outdoorTemperatureC',
      outdoor_humidity_pct: 'outdoorHumidityPct',
      indoor_temperature_c: 'indoorC',
      pressure_station_hpa: 'stationHpa',
      pressure_sea_level_hpa: 'seaLevelHpa',
      wind_speed_ms: 'windSpeedMs',
      wind_gust_ms: 'windGustMs',
      wind_dir_deg: 'windDirectionDeg',
      solar_wm2: 'solarWm2',
      uv_index: 'uvIndex',
    };
    for (const [key, name] of Object.entries(named))
      if (typeof expected[key] === 'number') expect(row!.values[name], key).toBeCloseTo(expected[key], 3);
  });

  it('ambient/awn-31-columns.csv, newest first', () => {
    const expected = expectedOf('ambient/awn-31-columns.csv');
    const rows = rowsOf('ambient/awn-31-columns.csv');
    expect(rows.map(({ tS }) => tS)).toEqual([expected['first_epoch'], expected['last_epoch']]);
    const two = (values: readonly number[], digits: number) => values.map((value) => Number(value.toFixed(digits)));
    expect(two(valuesOf(rows, 'outdoorTemperatureC'), 2)).toEqual(expected['outdoor_temperature_c']);
    expect(two(valuesOf(rows, 'windSpeedMs'), 3)).toEqual(expected['wind_speed_ms']);
    expect(valuesOf(rows, 'windDirectionDeg')).toEqual(expected['wind_dir_deg']);
    expect(rows[0]!.values.stationHpa).toBeCloseTo(expected['pressure_station_hpa'] as number, 2);
    expect(sumOf(valuesOf(rows, 'rainMm'))).toBe(0);
  });

  it('wunderground/history-2006.csv, with lines of HTML', () => {
    const rows = rowsOf('wunderground/history-2006.csv');
    expect(rows).toHaveLength(7);
    expect(Math.min(...valuesOf(rows, 'outdoorTemperatureC'))).toBeCloseTo(8.78, 2);
    expect(Math.max(...valuesOf(rows, 'outdoorTemperatureC'))).toBeCloseTo(9.11, 2);
    expect(rows[0]!.values.seaLevelHpa).toBeCloseTo(1001.02, 1);
    expect(Math.max(...valuesOf(rows, 'windGustMs'))).toBeCloseTo(2.235, 3);
    expect(valuesOf(rows, 'rainMm').filter((mm) => mm !== 0)).toEqual([]);
    expect(rows[5]!.values.windDirectionDeg).toBe(97);
  });

  it('a month log of CumulusMX 5 and one of version 3 in German, over the night of 25 hours, are the same rows', () => {
    const five = rowsOf('cumulusmx/201710log.txt');
    const three = rowsOf('cumulusmx/Okt17log.txt');
    const expected = expectedOf('cumulusmx/201710log.txt');
    expect(three.map(({ tS }) => tS)).toEqual(five.map(({ tS }) => tS));
    expect(three.map(({ values }) => values)).toEqual(five.map(({ values }) => values));
    expect(five).toHaveLength(expected.rows);
    expect([five[0]!.tS, five.at(-1)!.tS]).toEqual([expected['first_epoch'], expected['last_epoch']]);
    expect(sumOf(valuesOf(five, 'rainMm'))).toBeCloseTo(expected['rain_mm'] as number, 0);
    const air = valuesOf(five, 'outdoorTemperatureC');
    expect(Math.min(...air)).toBeCloseTo(5.18, 0);
    expect(sumOf(air) / air.length).toBeCloseTo(8, 1);
  });
});
