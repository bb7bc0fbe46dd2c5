import { DAY_S } from '../../../base/durations.ts';
import { inUnits, type Kind, number, THIN, type Units } from '../format.ts';
import { nights, type Place } from '../theme/sun.ts';
import type { Tick } from '../time.ts';
import { type Point, withGaps } from './path.ts';
import { type Axis, axisFor, extent, linear } from './scale.ts';
import type { Size } from './size.ts';

/** Design pixels before the plot (its values), behind it, and below it (its times). */
export const GUTTER = 46;
export const EDGE = 6;
export const FOOT = 22;

/** Least span of a value axis and its floor, in the reader's units. On a narrower axis the noise of a sensor would look like weather. */
const LEAST = {
  temperature: [2, 4],
  humidity: [6, 6],
  pressure: [2, 0.06],
  wind: [2, 4, 0],
  rain: [1, 0.04, 0],
  irradiance: [100, 100, 0],
  probability: [10, 10, 0],
} satisfies Partial<Record<Kind, readonly [metric: number, imperial: number, floor?: number]>>;
const MARKS: Partial<Record<Kind, string>> = { temperature: '°', humidity: `${THIN}%`, probability: `${THIN}%` };
/** Longest span whose nights are shaded: more of them would be stripes. */
const SHADED_S = 45 * DAY_S;

export type Column = ReadonlyArray<number | null>;

/** Request for a frame, with values in the station's units. */
export interface FrameOf {
  fromS: number;
  toS: number;
  /** Kind of the values; a frame without one takes numbers as they are, and its least span. */
  kind?: keyof typeof LEAST | undefined;
  leastSpan?: number;
  floor?: number | undefined;
  /** Columns that must fit; without a value in them the axis stays empty. */
  known: readonly Column[];
  ticks: (fromS: number, toS: number, most: number) => readonly Tick[];
  /** Place whose nights are shaded. */
  place?: Place | null;
  /** A value on the axis, in the reader's units. */
  write?: (value: number, decimals: number) => string;
  gutter?: number;
  /** Design pixels above the highest value, and below the plot. */
  headRoom?: number;
  foot?: number;
}

export type Frame = ReturnType<typeof frameOf>;

/** Geometry of a time chart: gutter, round values and times, nights, least span and the reader's units. Pure, in pixels. */
export function frameOf(of: FrameOf, size: Size, units: Units) {
  const { unit } = size;
  const { fromS, toS, kind, gutter = GUTTER, headRoom = 0, foot = FOOT, place } = of;
  const plot = {
    left: gutter * unit,
    right: size.width - EDGE * unit,
    top: 4 * unit,
    bottom: Math.max(size.height - foot * unit, 40),
  };
  const inReaders = (value: number): number => (kind ? inUnits(kind, value, units) : value);
  const range = extent(...of.known);
  const axis: Axis = range
    ? axisFor(
        inReaders(range[0]),
        inReaders(range[1]),
        of.leastSpan ?? (kind && LEAST[kind][units === 'imperial' ? 1 : 0]),
        of.floor ?? (kind && LEAST[kind][2]),
      )
    : { from: 0, to: 1, ticks: [], decimals: 0 };
  const x = linear(fromS, toS, plot.left, plot.right);
  const level = linear(axis.from, axis.to, plot.bottom, plot.top + headRoom * unit);
  const y = (value: number): number => level(inReaders(value));
  return {
    ...size,
    plot,
    axis,
    ticks: of.ticks(fromS, toS, (plot.right - plot.left) / (74 * unit)),
    nights: place && toS - fromS <= SHADED_S ? nights(fromS, toS, place) : [],
    x,
    /** Pixel of a value in the station's units, and of one in the reader's. */
    y,
    level,
    /** A value in the reader's units, and its text. */
    of: inReaders,
    write: of.write ?? ((value, decimals) => number(value, decimals) + ((kind && MARKS[kind]) ?? '')),
    /** Points of a series within the frame; a null between neighbours that are farther apart. */
    points: (ts: readonly number[], values: Column, widestS: number, untilS = toS) =>
      withGaps(ts, values, widestS).map(({ tS, value }): Point | null =>
        value === null || tS < fromS || tS > untilS ? null : { x: x(tS), y: y(value) },
      ),
  };
}
