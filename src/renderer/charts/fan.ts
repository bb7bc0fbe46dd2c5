import type { ForecastEntry } from '../../contract/forecast.ts';
import { gappedLine, type Point, smoothBand, smoothLine, withGaps } from './path.ts';
import { type Axis, axisFor, extent, linear, type Scale } from './scale.ts';

/** The past joined to the forecast, on one time axis that is true to scale. Everything in pixels; the view only paints. */
export interface FanInput {
  width: number;
  height: number;
  unit: number;
  fromS: number;
  toS: number;
  nowS: number;
  /** In the reader's units already. */
  past: { ts: readonly number[]; values: ReadonlyArray<number | null>; widestGapS: number };
  live: number | null;
  entries: ReadonlyArray<
    Pick<ForecastEntry, 'horizon_s' | 'horizon_label' | 'valid_ts'> & Record<'mu' | 'lo' | 'hi', number | null>
  >;
  /** Space for the labels of the value axis. */
  gutterPx: number;
  leastSpan: number;
  /** Numbers, and rings, closer than this to their neighbour are left out. */
  spacingPx: number;
  ringSpacingPx: number;
}

export interface FanMark extends Point {
  /** Null where a neighbour's number needs the room. */
  labelY: number | null;
  entry: FanInput['entries'][number];
}

export interface Fan {
  x: Scale;
  y: Scale;
  axis: Axis;
  plot: { left: number; right: number; top: number; bottom: number };
  past: string;
  future: string;
  band: string;
  dot: Point | null;
  marks: FanMark[];
}

export function fan(input: FanInput): Fan {
  const { unit, nowS, entries, live } = input;
  const plot = {
    left: input.gutterPx,
    right: input.width - 6 * unit,
    top: 4 * unit,
    bottom: Math.max(input.height - 25 * unit, 40),
  };
  const known = entries.filter((e) => e.mu !== null);
  const range = extent(
    input.past.values,
    [live],
    known.map((e) => e.mu),
    known.map((e) => e.lo),
    known.map((e) => e.hi),
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
  const dot = live === null ? null : { x: x(nowS), y: y(live) };
  if (dot && (lastTs === undefined || nowS - lastTs <= input.past.widestGapS)) line.push(dot);

  const ahead = known.filter((e) => e.valid_ts > nowS);
  const start = dot ? [dot] : [];
  const middle = ahead.map((e) => ({ x: x(e.valid_ts), y: y(e.mu!) }));
  const banded = ahead.filter((e) => e.lo !== null && e.hi !== null);
  return {
    x,
    y,
    axis,
    plot,
    past: gappedLine(line),
    future: smoothLine([...start, ...middle]),
    band: smoothBand(
      [...start, ...banded.map((e) => ({ x: x(e.valid_ts), y: y(e.hi!) }))],
      [...start, ...banded.map((e) => ({ x: x(e.valid_ts), y: y(e.lo!) }))],
    ),
    dot,
    marks: spaced(
      ahead.map((entry, i) => ({ ...middle[i]!, labelY: y(entry.hi ?? entry.mu!) - 7 * unit, entry })),
      x(nowS),
      input,
    ),
  };
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
