import { DAY_S } from '../../../base/durations.ts';
import { QUANTITIES } from '../../../quantities/table.ts';
import { RAIN } from '../../inputs/counters.ts';
import type { FoldedValues } from '../tiers/narrow-values.ts';
import { type NotedBucket, pauseOf } from './past.ts';
import { tickOf } from './past-rates.ts';

interface Reading {
  tS: number;
  mm: number;
}

export const millionths = (mm: number): number => Math.round(mm * 1e6) / 1e6;

/**
 * Rain between two readings of a counter; null where they are more than a day apart, so that nobody knows its day, or where it is more than can fall.
 * A counter that has gone back began anew: a day's or a year's at what it shows now.
 */
export function grownMm(earlier: Reading, later: Reading): number | null {
  const seconds = later.tS - earlier.tS;
  const grown = later.mm < earlier.mm ? later.mm : later.mm - earlier.mm;
  return seconds > DAY_S || grown > RAIN.allowed(seconds) ? null : millionths(grown);
}

type UncoveredShare = (job: number, fromS: number, untilS: number) => number;

/**
 * Parts of buckets, ascending. The first line behind a pause, or of a file, has the rain that it would have in one file with the lines before
 * it: what its counter has grown by since the reading before it, whichever import that is of, for the share of that time that neither own rows
 * nor other imports cover. `beside`: parts of imports around them.
 */
export function withRain(
  parts: readonly NotedBucket[],
  beside: readonly NotedBucket[],
  uncoveredShare: UncoveredShare,
): NotedBucket[] {
  const isPlaced = new Set(parts);
  const newest = new Map<string, NotedBucket>();
  return inOrder([...beside, ...parts]).flatMap((part) => {
    const { readings } = part;
    const earlier = readings && newest.get(readings.name);
    if (readings) newest.set(readings.name, part);
    return isPlaced.has(part) ? [grownSince(part, earlier ?? null, uncoveredShare)] : [];
  });
}

/** A part with the growth of its counter since the one before it. */
function grownSince(part: NotedBucket, earlier: NotedBucket | null, uncoveredShare: UncoveredShare): NotedBucket {
  const { readings, isEnd, job, firstS } = part;
  if (!readings || !isEnd || firstS - readings.sinceS < pauseOf(part)) return part;
  const { sinceS, atS, rainMm, firstMm } = readings;
  const isNearer = earlier !== null && earlier.lastS > sinceS && earlier.lastS < atS;
  const fromS = isNearer ? earlier.lastS : sinceS;
  const grown = isNearer ? grownMm({ tS: fromS, mm: earlier.readings!.lastMm }, { tS: atS, mm: firstMm }) : rainMm;
  return rainedOn(part, rainMm, grown && millionths(grown * uncoveredShare(job, fromS, atS)));
}

export const inOrder = (parts: readonly NotedBucket[]): NotedBucket[] =>
  parts.toSorted((a, b) => a.ts - b.ts || a.firstS - b.firstS || a.lastS - b.lastS);

/** The same part, with this rain of its first line in place of that. */
function rainedOn(part: NotedBucket, was: number | null, is: number | null): NotedBucket {
  if (was === is) return part;
  const id = QUANTITIES.rainMm.narrow;
  const exchanged = (values: FoldedValues): FoldedValues => {
    const { n, value } = values.get(id) ?? { n: 0, value: 0 };
    const lines = n + Number(is !== null) - Number(was !== null);
    const mm = millionths((value ?? 0) + (is ?? 0) - (was ?? 0));
    const made = new Map(values).set(id, { n: lines, value: mm, lo: null, hi: null, steadiness: null });
    if (lines === 0) made.delete(id);
    return made;
  };
  const { narrow, narrowMeasured, tick } = part;
  const made = { ...part, narrow: exchanged(narrow), narrowMeasured: narrowMeasured && exchanged(narrowMeasured) };
  return { ...made, tick: tick && tickOf(made, tick) };
}
