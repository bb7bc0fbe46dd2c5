import { basename } from 'node:path';
import { DAY_S } from '../../../base/durations.ts';
import { sentence } from '../../../words/sentence.ts';
import { type ForeignKind, historyRows, kindOf, weewxRows } from '../../store/imports/foreign-database.ts';
import { sqliteCode } from '../../store/sqlite/database.ts';
import { ImportRefusal, isPastName, type PastName, type Read } from '../past-row.ts';
import { type Dimension, dimensionOf, toSi } from '../units.ts';
import type { Source } from './decoder.ts';

const numbered = (n: number, make: (i: number) => readonly [string, PastName]) =>
  Array.from({ length: n }, (_, i) => make(i + 1));

/** Columns of WeeWX that mean something here, also for an export. Dew point, heat index and the like are made anew from these. */
// biome-ignore format: a table
export const WEEWX: readonly (readonly [column: string, name: PastName])[] = [
  ['outTemp', 'outdoorTemperatureC'],
  ['outHumidity', 'outdoorHumidityPct'],
  ['inTemp', 'indoorC'],
  ['inHumidity', 'indoorPct'],
  ['pressure', 'stationHpa'],
  ['barometer', 'seaLevelHpa'],
  ['windSpeed', 'windSpeedMs'],
  ['windGust', 'windGustMs'],
  ['windDir', 'windDirectionDeg'],
  ['rain', 'rainMm'],
  ['rainRate', 'rainRateMmH'],
  ['radiation', 'solarWm2'],
  ['UV', 'uvIndex'],
  ['luminosity', 'lux'],
  ['illuminance', 'lux'],
  ['lightning_strike_count', 'lightningStrikes'],
  ['lightning_distance', 'lightningKm'],
  ['co2', 'co2Ppm'],
  ['pm2_5', 'pm25Ugm3'],
  ['pm10_0', 'pm10Ugm3'],
  ...numbered(8, (i) => [`extraTemp${i}`, `channel${i}C` as PastName]),
  ...numbered(8, (i) => [`extraHumid${i}`, `channel${i}Pct` as PastName]),
  ...numbered(4, (i) => [`soilTemp${i}`, `probe${i}C` as PastName]),
];

/** Units of its three systems by `usUnits`; rain of system 16 is in centimetres. */
const SYSTEMS: Readonly<Record<number, Partial<Record<Dimension, string>>>> = {
  1: { c: 'F', hpa: 'inHg', ms: 'mph', mm: 'in', mmh: 'in/h', km: 'mile' },
  16: { c: 'C', hpa: 'mbar', ms: 'km/h', mm: 'cm', mmh: 'cm/h', km: 'km' },
  17: { c: 'C', hpa: 'mbar', ms: 'm/s', mm: 'mm', mmh: 'mm/h', km: 'km' },
};
const WAYS = Object.fromEntries(
  Object.entries(SYSTEMS).map(([number, units]) => [
    number,
    WEEWX.map(([, name]) => toSi(dimensionOf(name), units[dimensionOf(name)] ?? 'lx')!),
  ]),
);

/** Wide columns of a history of ours. */
const OURS: Readonly<Record<string, PastName>> = {
  temp_smooth: 'coreC',
  hum_smooth: 'corePct',
  press_smooth: 'stationHpa',
  lux: 'lux',
  outdoor_c: 'outdoorTemperatureC',
};

/** Damage of a foreign file as a refusal: as an error of the job it would be taken for damage of our own database. */
const unreadable = (error: unknown): unknown =>
  sqliteCode(error) === null ? error : new ImportRefusal(sentence('import.unreadable'));

function kindIn(path: string): ForeignKind | null {
  try {
    return kindOf(path);
  } catch (error) {
    throw unreadable(error);
  }
}

function* readable<T>(rows: Generator<T>): Generator<T> {
  try {
    yield* rows;
  } catch (error) {
    throw unreadable(error);
  }
}

/** Database of WeeWX, or of another station of ours. */
export function databaseSource(path: string): Source {
  const kind = kindIn(path);
  if (kind === null) throw new ImportRefusal(sentence('import.no-table', { file: basename(path) }));
  const read = () => readable(kind === 'weewx' ? weewx(path) : ours(path));
  return { format: kind, needsUnits: false, doubtfulDates: false, localTimes: false, read };
}

function* weewx(path: string): Generator<{ read: Read; share: number }> {
  let line = 0;
  const wanted = WEEWX.map(([column]) => column);
  for (const { tS, widthS, usUnits, cells, share } of weewxRows(path, wanted)) {
    line += 1;
    const ways = WAYS[usUnits];
    if (ways === undefined || !(tS > 0) || !(widthS >= 0) || widthS > DAY_S) {
      yield { read: { line, refused: 'unreadable' }, share };
      continue;
    }
    const values: Partial<Record<PastName, number>> = {};
    for (let i = 0; i < WEEWX.length; i += 1) {
      const value = ways[i]!(cells[i] ?? Number.NaN);
      if (Number.isFinite(value)) values[WEEWX[i]![1]] = value;
    }
    yield { read: { tS, widthS, values }, share };
  }
}

function* ours(path: string): Generator<{ read: Read; share: number }> {
  for (const { tS, widthS, values: raw, share } of historyRows(path, Object.keys(OURS))) {
    const values: Partial<Record<PastName, number>> = {};
    for (const [column, value] of Object.entries(raw)) {
      const name = Object.hasOwn(OURS, column) ? OURS[column]! : column;
      if (isPastName(name) && Number.isFinite(value)) values[name] = value;
    }
    yield { read: { tS, widthS, values }, share };
  }
}
