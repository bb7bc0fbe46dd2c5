import type { FanData, FanEntry } from './fan-data.ts';
import type { Column, Frame } from './frame.ts';
import { gappedLine, type Point, smoothBand, smoothLine } from './path.ts';

export interface FanMark extends Point {
  /** Null where a neighbour's number needs the room. */
  labelY: number | null;
  entry: FanEntry;
}

/** Paths of a fan, in pixels; the view only paints. */
export type Fan = ReturnType<typeof fan>;

/** Least design pixels between numbers; one that is closer to its neighbour is left out. */
const SPACING = 36;

/** Columns that the axis of a fan must hold. */
export function knownOf({ past, sample, entries, said, fromS, nowS }: FanData): Column[] {
  const known = entries.filter((e) => e.mu !== null);
  return [
    past.values,
    [sample && sample.tS >= fromS ? sample.value : null],
    ...(['mu', 'lo', 'hi'] as const).map((of) => known.map((e) => e[of])),
    within(said, fromS, nowS).map(({ value }) => value),
  ];
}

/** Paths of the measured past and of the forecast that goes on from it. Rings stand as far apart as numbers where `ringSpacing` is not given. */
export function fan(input: FanData, { x, y, unit, points }: Frame, ringSpacing = SPACING) {
  const { nowS, sample, start, past } = input;
  const known = input.entries.filter((e) => e.mu !== null);
  const line = points(past.ts, past.values, past.widestGapS, nowS);
  const lastTs = past.ts.at(-1);
  const dot =
    sample && sample.tS >= input.fromS ? { x: x(sample.tS), y: y(sample.value), isFresh: sample.isFresh } : null;
  if (dot && sample && (lastTs === undefined || sample.tS - lastTs <= past.widestGapS)) line.push(dot);

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
    past: gappedLine(line),
    future: smoothLine([...from, ...course.map(at('mu'))]),
    /** Band with scored forecasts; `inner` is that of 50 %, so darker, `provisional` that of a first estimate. */
    band: smoothBand(edge('hi', sure, from), edge('lo', sure, from)),
    inner: smoothBand(edge('p75', halved, from), edge('p25', halved, from)),
    provisional: smoothBand(
      edge('hi', unsure, lastSure ? [at('hi')(lastSure)] : from),
      edge('lo', unsure, lastSure ? [at('lo')(lastSure)] : from),
    ),
    /** Yesterday's forecast, over what came. */
    said: smoothLine(within(input.said, input.fromS, nowS).map(({ tS, value }) => ({ x: x(tS), y: y(value) }))),
    dot,
    marks: spaced(
      // On the line, not at the band's edge, where a number would read as a bound.
      course
        .filter((e) => e.valid_ts > nowS)
        .map((entry) => ({ ...at('mu')(entry), labelY: y(entry.mu!) - 9 * unit, entry })),
      x(nowS),
      SPACING * unit,
      ringSpacing * unit,
    ),
  };
}

/** Part of a course between two moments. If it began earlier, its first value is interpolated. */
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

/** Marks that have room, chosen from the far end: readers look for the longer horizons. */
function spaced(marks: FanMark[], nowPx: number, spacingPx: number, ringSpacingPx: number): FanMark[] {
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
