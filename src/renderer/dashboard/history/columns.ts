import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import type { RangeOf } from '../../../contract/history.ts';
import { TARGETS, type Target } from '../../../contract/names.ts';
import type { FlaggedPoint } from '../../../contract/quality.ts';

export type Column = Array<number | null>;
/** Time, mean, lowest, highest: parallel arrays, as the API sends them and as the chart draws them. */
export type Columns = [ts: number[], mean: Column, low: Column, high: Column];

/** Columns of each panel (mean, lowest, highest): first of what is forecast, then of what only some stations have. The wind is drawn up to its gusts. */
const FIELDS = {
  temperature: ['temp', 'temp_lo', 'temp_hi'],
  humidity: ['hum', 'hum_lo', 'hum_hi'],
  pressure: ['press', 'press_lo', 'press_hi'],
  wind: ['wind_speed', 'wind_speed', 'wind_gust_hi'],
  rain: ['rain', 'rain', 'rain'],
  sun: ['solar_radiation', 'solar_radiation', 'solar_radiation'],
} as const;
export type Panel = keyof typeof FIELDS;
export type WeatherPanel = Exclude<Panel, Target>;
export const ALL_PANELS = Object.keys(FIELDS) as Panel[];
export const isWeather = (panel: Panel): panel is WeatherPanel => !TARGETS.some((target) => target === panel);
export const kindOf = (panel: Panel) => (panel === 'sun' ? 'irradiance' : panel);

/** Signal of the quality flags of a panel: the gust and the direction have those of the wind. */
export const signalOf = (panel: Panel): FlaggedPoint['quantity'] => (isWeather(panel) ? FIELDS[panel][0] : panel);

/** Panels of a range: a kind of weather has one if the answer has its column. */
export const panelsIn = (range: ShownRange | null): Panel[] =>
  ALL_PANELS.filter((panel) => !isWeather(panel) || (range !== null && FIELDS[panel][0] in range.series));
export const weatherIn = (range: ShownRange | null): WeatherPanel[] => panelsIn(range).filter(isWeather);

type Field = (typeof FIELDS)[Panel][number] | 'lux' | 'n';
/** Columns that the charts and their table need: all columns would be twice as much, or more. */
export const SHOWN: readonly Field[] = [...new Set(Object.values(FIELDS).flat()), 'lux', 'n'];
export type ShownRange = RangeOf<Field>;

/** A value that is flagged as wrong. */
export interface Skipped {
  tS: number;
  value: number;
}
export const skippedOf = (points: readonly FlaggedPoint[], panel: Panel): Skipped[] =>
  points.filter(({ quantity }) => quantity === signalOf(panel)).map(({ ts, value }) => ({ tS: ts, value }));

/** Starts of an answer's rows, and the samples in each. */
export interface Rows {
  ts: readonly number[];
  n: readonly number[];
}
/** Width of a row: of old days only hourly means are left, whatever bucket was asked for. A lone sample is no mean. */
export function rowWidthS({ ts, n }: Rows, i: number, bucketS: number): number {
  const tS = ts[i]!;
  const isCloser = tS - ts[i - 1]! < HOUR_S || ts[i + 1]! - tS < HOUR_S;
  return n[i]! > 1 && tS % HOUR_S === 0 && !isCloser ? Math.max(HOUR_S, bucketS) : bucketS;
}

/**
 * One quantity. Where a bucket is missing a row of nulls is put, so that the line breaks there. Old rows are an hour or more apart,
 * whatever bucket was asked for: a distance that two rows beside it have, too, is no gap.
 */
export function columnsOf(range: ShownRange, panel: Panel): Columns {
  const { series, bucket_s: bucketS } = range;
  if (!('ts' in series)) return [[], [], [], []];
  const columns: Columns = [[], [], [], []];
  const push = (tS: number, values: readonly (number | null)[]): void => {
    for (const [i, value] of [tS, ...values].entries()) (columns[i] as Column).push(value);
  };
  const { ts, n } = series;
  const widthS = (i: number): number => rowWidthS({ ts, n }, i, bucketS);
  const apartS = (i: number): number => (ts[i] ?? Number.NaN) - (ts[i - 1] ?? Number.NaN);
  /** Rows around a distance lie so far apart: two beside it on one side, or one on each. */
  const usualS = (i: number): number =>
    Math.max(
      bucketS,
      ...[[-2, -1] as const, [-1, 1] as const, [1, 2] as const]
        .map(([one, other]) => Math.min(apartS(i + one), apartS(i + other)))
        .filter(Number.isFinite),
    );
  ts.forEach((tS, i) => {
    if (apartS(i) > 1.5 * usualS(i)) push(ts[i - 1]! + widthS(i - 1), [null, null, null]);
    const values = FIELDS[panel].map((field) => series[field]?.[i] ?? null);
    push(tS + widthS(i) / 2, values);
  });
  return columns;
}

/** The index of the row nearest to a moment; -1 when there is none. */
export function nearest(ts: readonly number[], tS: number): number {
  const after = ts.findIndex((at) => at >= tS);
  if (after < 0) return ts.length - 1;
  return after > 0 && tS - ts[after - 1]! <= ts[after]! - tS ? after - 1 : after;
}

/** Row of a moment where the line is drawn, or ends nearby; -1 elsewhere. */
export function rowAt([ts, mean]: Columns, tS: number, bucketS: number): number {
  const i = nearest(ts, tS);
  if (i < 0 || mean[i] === null) return -1;
  const beyond = mean[tS < ts[i]! ? i - 1 : i + 1] ?? null;
  return beyond !== null || Math.abs(ts[i]! - tS) < 1.5 * bucketS ? i : -1;
}

const sum = (...all: number[]): number => all.reduce((total, one) => total + one, 0);

/** Row of the table: all buckets until the next row, put together. */
export type TableRow = ReturnType<typeof tableRows>[number];

const ROWS_S = [60, 300, 600, 900, 1800, HOUR_S, 2 * HOUR_S, 3 * HOUR_S, 6 * HOUR_S, 12 * HOUR_S, DAY_S, 7 * DAY_S];

/** Time span of a table row, if a window may have this many rows; at least one bucket. */
export const rowSpanS = (spanS: number, bucketS: number, most: number): number =>
  ROWS_S.find((rowS) => rowS >= bucketS && rowS % bucketS === 0 && spanS / rowS <= most) ?? bucketS;

/** Start of a moment's row: a round time by the clock of that day, so that also the last day of summer time is one row. */
function rowStartS(tS: number, rowS: number, offsetS: (tS: number) => number): number {
  const localS = tS + offsetS(tS);
  const localStartS = localS - (((localS % rowS) + rowS) % rowS);
  return localStartS - offsetS(localStartS - offsetS(tS));
}

/** Buckets of a window as rows that begin at round local times; means are weighted by samples. */
export function tableRows(
  { series }: ShownRange,
  { fromS, toS }: { fromS: number; toS: number },
  rowS: number,
  offsetS: (tS: number) => number,
) {
  if (!('ts' in series)) return [];
  const { ts } = series;
  const inside = [...ts.keys()].filter((i) => ts[i]! >= fromS && ts[i]! <= toS);
  return [...Map.groupBy(inside, (i) => rowStartS(ts[i]!, rowS, offsetS))].map(([tS, members]) => {
    const known = (values: Column | undefined) =>
      members.flatMap((i) => {
        const value = values?.[i];
        return value === null || value === undefined ? [] : [{ value, n: series.n[i]! }];
      });
    const mean = (values: Column | undefined): number | null => {
      const all = known(values);
      const n = all.reduce((sum, one) => sum + one.n, 0);
      return n === 0 ? null : all.reduce((sum, { value, n: weight }) => sum + value * weight, 0) / n;
    };
    const end = (values: Column | undefined, of: (...all: number[]) => number): number | null => {
      const all = known(values).map(({ value }) => value);
      return all.length === 0 ? null : of(...all);
    };
    return {
      tS,
      temp: mean(series.temp),
      lowest: end(series.temp_lo, Math.min),
      highest: end(series.temp_hi, Math.max),
      hum: mean(series.hum),
      press: mean(series.press),
      lux: mean(series.lux),
      /** In the units of the record; null too where the station has no such record. */
      weather: {
        wind: mean(series.wind_speed),
        rain: end(series.rain, sum),
        sun: mean(series.solar_radiation),
      },
      gust: end(series.wind_gust_hi, Math.max),
    };
  });
}
