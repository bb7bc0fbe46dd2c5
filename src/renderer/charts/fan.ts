import type { FanData, FanEntry } from './fan-data.ts';
import { gappedLine, type Point, smoothBand, smoothLine, withGaps } from './path.ts';
import { type Axis, axisFor, extent, linear, type Scale } from './scale.ts';

/** The past joined to the forecast, on one time axis that is true to scale. Everything in pixels; the view only paints. */
export interface FanInput extends FanData {
  width: number;
  height: number;
  unit: number;
  /** Space for the labels of the value axis. */
  gutterPx: number;
  /** Numbers, and rings, closer than this to their neighbour are left out. */
  spacingPx: number;
  ringSpacingPx: number;
}

export interface FanMark extends Point {
  /** Null where a neighbour's number needs the room. */
  labelY: number | null;
  entry: FanEntry;
}

export interface Fan {
  x: Scale;
  y: Scale;
  axis: Axis;
  plot: { left: number; right: number; top: number; bottom: number };
  past: string;
  future: string;
  /** Path of the band with scored forecasts; `provisional` is that of a first estimate. */
  band: string;
  /** Path of the 50 % band, so darker. */
  inner: string;
  provisional: string;
  /** Yesterday's forecast, over what came. */
  said: string;
  dot: (Point & { isFresh: boolean }) | null;
  marks: FanMark[];
}

export function fan(input: FanInput): Fan {
  const { unit, nowS, entries, sample, start } = input;
  const plot = {
    left: input.gutterPx,
    right: input.width - 6 * unit,
    top: 4 * unit,
    bottom: Math.max(input.height - 25 * unit, 40),
  };
  const known = entries.filter((e) => e.mu !== null);
  const range = extent(
    input.past.values,
    [sample && sample.tS >= input.fromS ? sample.value : null],
    known.map((e) => e.mu),
    known.map((e) => e.lo),
    known.map((e) => e.hi),
    within(input.said, input.fromS, nowS).map(({ value }) => value),
  );
  // Nothing known, nothing to label.
  const axis: Axis = range
    ? axisFor(range[0], range[1], 4, input.leastSpan)
    : { from: 0, to: 1, ticks: [], decimals: 0 };
  const x = linear(input.fromS, input.toS, plot.left, plot.right);
  // The head room holds the numbers above the band.
  const y = linear(axis.from, axis.to, plot.bottom, plot.top + 14 * unit);

  const line = withGaps(input.past.ts, input.past.values, input.past.widestGapS).map(({ tS, value }) =>
    value === null || tS < input.fromS || tS > nowS ? null : { x: x(tS), y: y(value) },
  );
  const lastTs = input.past.ts.at(-1);
  const dot =
    sample && sample.tS >= input.fromS ? { x: x(sample.tS), y: y(sample.value), isFresh: sample.isFresh } : null;
  if (dot && sample && (lastTs === undefined || sample.tS - lastTs <= input.past.widestGapS)) line.push(dot);

  // An old forecast is drawn from where it set out, so that its band has the width it has by now.
  const startS = start?.tS ?? nowS;
  const course = known.filter((e) => e.valid_ts > startS);
  const from = start ? [{ x: x(start.tS), y: y(start.value) }] : [];
  const at = (of: 'mu' | 'lo' | 'hi' | 'p25' | 'p75') => (e: FanEntry) => ({ x: x(e.valid_ts), y: y(e[of]!) });
  const banded = course.filter((e) => e.lo !== null && e.hi !== null);
  const firstGuess = banded.findIndex((e) => e.isProvisional);
  const sure = firstGuess < 0 ? banded : banded.slice(0, firstGuess);
  const unsure = firstGuess < 0 ? [] : banded.slice(firstGuess);
  const halved = sure.filter((e) => e.p25 !== null && e.p75 !== null);
  const edge = (of: 'lo' | 'hi' | 'p25' | 'p75', part: readonly FanEntry[], before: readonly Point[]) => [
    ...before,
    ...part.map(at(of)),
  ];
  const lastSure = sure.at(-1);
  return {
    x,
    y,
    axis,
    plot,
    past: gappedLine(line),
    future: smoothLine([...from, ...course.map(at('mu'))]),
    band: smoothBand(edge('hi', sure, from), edge('lo', sure, from)),
    inner: smoothBand(edge('p75', halved, from), edge('p25', halved, from)),
    provisional: smoothBand(
      edge('hi', unsure, lastSure ? [at('hi')(lastSure)] : from),
      edge('lo', unsure, lastSure ? [at('lo')(lastSure)] : from),
    ),
    said: smoothLine(within(input.said, input.fromS, nowS).map(({ tS, value }) => ({ x: x(tS), y: y(value) }))),
    dot,
    marks: spaced(
      // On the line, not at the band's edge, where a number would read as a bound.
      course
        .filter((e) => e.valid_ts > nowS)
        .map((entry) => ({ ...at('mu')(entry), labelY: y(entry.mu!) - 9 * unit, entry })),
      x(nowS),
      input,
    ),
  };
}

/** The course between two moments; where it began before the first, from where it crosses it. */
function within(course: FanData['said'], fromS: number, toS: number): Array<{ tS: number; value: number }> {
  const inside = course.filter(({ tS }) => tS >= fromS && tS <= toS);
  const before = course.findLast(({ tS }) => tS < fromS);
  const after = course.find(({ tS }) => tS >= fromS);
  if (!before || !after) return inside;
  const share = (fromS - before.tS) / (after.tS - before.tS);
  return [{ tS: fromS, value: before.value + share * (after.value - before.value) }, ...inside];
}

/** Decimals needed until neighbouring values that differ read differently; at most one more than asked for. */
export function decimalsFor(values: readonly number[], least: number): number {
  const repeats = values.some((value, i) => {
    const before = values[i - 1];
    return before !== undefined && before !== value && before.toFixed(least) === value.toFixed(least);
  });
  return repeats ? least + 1 : least;
}

/** From the far end inwards: the longer horizons are the ones a reader looks for. */
function spaced(marks: FanMark[], nowPx: number, { spacingPx, ringSpacingPx }: FanInput): FanMark[] {
  const kept: FanMark[] = [];
  let ringPx = Number.POSITIVE_INFINITY;
  let labelPx = Number.POSITIVE_INFINITY;
  for (const mark of marks.reverse()) {
    if (ringPx - mark.x < ringSpacingPx || mark.x - nowPx < ringSpacingPx) continue;
    ringPx = mark.x;
    const hasRoom = labelPx - mark.x >= spacingPx && mark.x - nowPx >= spacingPx * 1.1;
    if (hasRoom) labelPx = mark.x;
    kept.push(hasRoom ? mark : { ...mark, labelY: null });
  }
  return kept.reverse();
}
