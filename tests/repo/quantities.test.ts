import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Telemetry } from '../../src/contract/telemetry.ts';
import type { Group, Quantity } from '../../src/quantities/quantity.ts';
import { QUANTITIES } from '../../src/quantities/table.ts';

/** Places that show quantities by name. */
const SURFACES = ['telemetry', 'history', 'chart', 'day', 'records', 'csv', 'push', 'fleet', 'mqtt', 'metric'] as const;
type Surface = (typeof SURFACES)[number];
/** Surfaces whose layout names its quantities: no other one ever stands there. */
const CLOSED = {
  history: 'temperatureC humidityPct seaLevelHpa dewPointC temperatureRateCPerH pressureRateHpaPerH lux',
  records: 'temperatureC humidityPct seaLevelHpa dewPointC pressureRateHpaPerH',
} as const;
type Open = Exclude<Surface, keyof typeof CLOSED>;
const OPEN = SURFACES.filter((surface): surface is Open => !(surface in CLOSED));

/** Families that a surface leaves out as a whole: positions of the board, its parts, counts of one sensor, channels that hang on anything. */
const FAMILIES: Readonly<Record<Open, readonly Group[]>> = {
  telemetry: [],
  chart: ['part', 'colour', 'motion'],
  day: ['part', 'colour', 'motion', 'channel'],
  csv: ['part', 'colour', 'motion'],
  push: ['part', 'colour', 'motion'],
  fleet: ['part', 'colour', 'motion', 'channel'],
  mqtt: ['part', 'colour', 'motion'],
  metric: ['part', 'colour', 'motion', 'channel'],
};

/** Every other quantity that a surface leaves out, by the reason. */
const LEFT_OUT: Readonly<Record<Open, Readonly<Record<string, string>>>> = {
  telemetry: {
    'an intermediate value of the board': 'humidityChipC pressureChipC pressureRawHpa unsmoothedPct',
    'an intermediate value; the CPU temperature itself is there': 'cpuSmoothC',
    'an intermediate value; the telemetry record has what is made of it': 'humidityRawPct',
    'the position of the board, not weather': 'fieldXUt fieldYUt fieldZUt',
    'an increment, or shown for its sender':
      'rainMm outdoorBattery lightningStrikes outdoorTemperatureC sunshineS et0Mm outdoorSignalDb',
  },
  chart: {
    'no chart shows it': `stationHpa outdoorC humidityRatePctPerH dewDepressionK wetBulbC vpdHpa absoluteHumidityGM3 heatIndexC cloudIndex solarElevationDeg
      solarAzimuthDeg clearSkyWm2 frostPointC`,
    'an intermediate value': 'cpuSmoothC',
    'made of stored values when it is read': 'rainTodayMm strikesToday windChillC apparentC feelsLikeC',
  },
  day: {
    'the layout of the daily summary names its values': `stationHpa outdoorC temperatureRateCPerH humidityRatePctPerH pressureRateHpaPerH dewDepressionK wetBulbC vpdHpa
      absoluteHumidityGM3 heatIndexC cloudIndex temperatureRawC humidityRawPct solarElevationDeg solarAzimuthDeg clearSkyWm2 frostPointC`,
    'not weather': 'cpuC cpuSmoothC',
    'neither an extreme nor a sum says much of a day': `windSpeedMs windDirectionDeg outdoorBattery rainRateMmH lightningKm outdoorTemperatureC outdoorHumidityPct co2Ppm outdoorSignalDb
      rainTodayMm strikesToday windChillC apparentC feelsLikeC`,
  },
  csv: {
    'the layout of the CSV names its columns': `stationHpa outdoorC humidityRatePctPerH dewDepressionK wetBulbC vpdHpa absoluteHumidityGM3 heatIndexC cloudIndex solarElevationDeg
      solarAzimuthDeg clearSkyWm2 frostPointC`,
    'an intermediate value': 'cpuSmoothC',
    'made of stored values when it is read': 'rainTodayMm strikesToday windChillC apparentC feelsLikeC',
  },
  push: {
    'a database can derive it from what it gets': `humidityRatePctPerH dewDepressionK wetBulbC vpdHpa absoluteHumidityGM3 heatIndexC temperatureRawC humidityRawPct rainTodayMm
      strikesToday frostPointC windChillC apparentC feelsLikeC`,
    'says nothing without its strike': 'lightningKm',
    'an intermediate value': 'cpuSmoothC',
    'follows from time and place': 'solarElevationDeg solarAzimuthDeg clearSkyWm2',
  },
  fleet: {
    'the hub compares stations by temperature, humidity, pressure, dew point and light': `outdoorC temperatureRateCPerH humidityRatePctPerH pressureRateHpaPerH dewDepressionK wetBulbC vpdHpa absoluteHumidityGM3
      heatIndexC temperatureRawC humidityRawPct frostPointC`,
    'not weather': 'cpuC cpuSmoothC',
    'follows from time and place, or from the light': 'cloudIndex solarElevationDeg solarAzimuthDeg clearSkyWm2',
    'the hub asks for wind, rain, sun and the air outdoors': `outdoorBattery rainRateMmH lightningStrikes lightningKm co2Ppm sunshineS et0Mm outdoorLx outdoorSignalDb rainTodayMm strikesToday
      windChillC apparentC feelsLikeC`,
  },
  mqtt: {
    'an intermediate value, or found in another entity':
      'humidityRatePctPerH dewDepressionK temperatureRawC humidityRawPct',
    'Home Assistant has its own sun': 'cloudIndex solarElevationDeg solarAzimuthDeg clearSkyWm2',
    'an intermediate value': 'cpuSmoothC',
    'not a value of this moment, or found in another entity':
      'rainMm lightningStrikes outdoorTemperatureC sunshineS et0Mm windChillC apparentC feelsLikeC',
    'of one sensor among many; /api/inputs has those of each': 'outdoorBattery outdoorSignalDb',
  },
  metric: {
    'Prometheus can derive it': `temperatureRateCPerH humidityRatePctPerH pressureRateHpaPerH dewDepressionK wetBulbC vpdHpa absoluteHumidityGM3 heatIndexC
      humidityRawPct frostPointC`,
    'follows from time and place': 'cloudIndex solarElevationDeg solarAzimuthDeg clearSkyWm2',
    'an intermediate value': 'cpuSmoothC',
    'Prometheus can derive it, or nobody asked for it': `rainMm outdoorBattery lightningStrikes lightningKm outdoorTemperatureC outdoorHumidityPct co2Ppm sunshineS et0Mm outdoorLx
      outdoorSignalDb strikesToday windChillC apparentC feelsLikeC`,
  },
};

const rows = Object.entries(QUANTITIES) as [string, Quantity][];
const isShown = (row: Quantity, surface: Surface): boolean =>
  row[surface] !== undefined || (surface === 'csv' && row.csvBehind !== undefined);

const namesIn = (text: string): string[] => text.split(/\s+/);
const namesOf = (some: typeof rows, has: (row: Quantity) => boolean): string[] =>
  some.flatMap(([name, row]) => (has(row) ? [name] : [])).sort();

describe('quantities', () => {
  it.each(OPEN)('on the surface %s are shown, or left out by name and with a reason', (surface) => {
    const left = Object.values(LEFT_OUT[surface]).flatMap(namesIn);
    const others = rows.filter(([, { group }]) => !FAMILIES[surface].includes(group));
    expect(namesOf(others, (row) => !isShown(row, surface))).toEqual(left.sort());
    expect(namesOf(rows, (row) => isShown(row, surface) && FAMILIES[surface].includes(row.group))).toEqual([]);
  });

  it.each(Object.entries(CLOSED))('on the surface %s are those of its layout', (surface, names) => {
    expect(namesOf(rows, (row) => isShown(row, surface as Surface))).toEqual(namesIn(names).sort());
  });

  it.each(SURFACES)('on the surface %s have each name once', (surface) => {
    const names = rows.flatMap(([, row]) => (row[surface] === undefined ? [] : [JSON.stringify(row[surface])]));
    expect(new Set(names).size).toBe(names.length);
  });

  it('each path in the telemetry record is there', () => {
    const missing = rows.filter(([, { telemetry }]) => telemetry !== undefined && !hasPath(Telemetry, telemetry));
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it('a column has one quantity, and what is stored says whether it is raw', () => {
    const places = rows.flatMap(([, { column, narrow }]) => column ?? narrow ?? []);
    expect(new Set(places).size).toBe(places.length);
    expect(rows.filter(([, { column, narrow }]) => column !== undefined && narrow !== undefined)).toEqual([]);
    const isStored = (row: Quantity) => row.column !== undefined || row.narrow !== undefined;
    expect(rows.filter(([, row]) => isStored(row) !== (row.origin !== undefined))).toEqual([]);
  });

  it('what is in the narrow tables is raw and says what can be true: nothing derives it anew, and senders send nonsense', () => {
    const narrow = rows.filter(([, row]) => row.narrow !== undefined);
    expect(narrow.filter(([, { origin, range }]) => origin !== 'raw' || !range)).toEqual([]);
  });

  it('what is sent says its decimals, what a fleet sends also its range', () => {
    const vague = rows.filter(
      ([, row]) => (row.push && row.sentDecimals === undefined) || (row.fleet && (!row.range || !row.push)),
    );
    expect(vague).toEqual([]);
  });
});

function hasPath(schema: z.ZodObject, path: string): boolean {
  const [key = '', ...rest] = path.split('.');
  const found = schema.shape[key];
  const inside = found instanceof z.ZodOptional ? found.unwrap() : found;
  return inside !== undefined && (rest.length === 0 || hasPath(inside as z.ZodObject, rest.join('.')));
}
