import type { Flags } from '../../quality/flags.ts';
import { Accumulator } from '../tiers/accumulator.ts';
import { type FoldedValues, takeAll } from '../tiers/narrow-values.ts';
import type { NotedBucket, PastBucket } from './past.ts';
import { tickOf } from './past-rates.ts';

export const linesOf = (buckets: readonly PastBucket[]): number => buckets.reduce((sum, { lines }) => sum + lines, 0);

/** Several buckets as one, in the order of time. */
export function joined(ts: number, parts: readonly PastBucket[]): PastBucket {
  const isScreened = parts.some(({ measured }) => measured !== null);
  const row = new Accumulator();
  const measured = isScreened ? new Accumulator() : null;
  const narrow: FoldedValues = new Map();
  const narrowMeasured: FoldedValues | null = isScreened ? new Map() : null;
  const flags: Record<string, number> = {};
  for (const part of parts) {
    row.merge(part.row);
    measured?.merge(part.measured ?? part.row);
    takeAll(narrow, part.narrow);
    if (narrowMeasured) takeAll(narrowMeasured, part.narrowMeasured ?? part.narrow);
    for (const [name, bits] of Object.entries(part.flags)) flags[name] = (flags[name] ?? 0) | (bits ?? 0);
  }
  return {
    ts,
    row: row.row(ts),
    measured: measured?.row(ts) ?? null,
    flags: flags as Flags,
    narrow,
    narrowMeasured,
    tick: null,
    lines: linesOf(parts),
    fromS: Math.min(...parts.map(({ fromS }) => fromS)),
    firstS: Math.min(...parts.map(({ firstS }) => firstS)),
    lastS: Math.max(...parts.map(({ lastS }) => lastS)),
    readings: null,
    isEnd: parts.some(({ isEnd }) => isEnd),
    isLast: parts.at(-1)!.isLast,
    stepS: parts[0]!.stepS,
  };
}

/** Parts of one bucket that several imports have brought, as one of the last. */
function joinedBucket(parts: readonly NotedBucket[]): NotedBucket {
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (first === last) return first;
  const bucket = joined(first.ts, parts);
  const tick = parts.find((part) => part.tick !== null)?.tick ?? null;
  return { ...bucket, job: last.job, tick: tick && tickOf(bucket, tick) };
}

/** Buckets of these parts, which ascend. */
export const bucketsOf = (parts: readonly NotedBucket[]): NotedBucket[] =>
  [...Map.groupBy(parts, ({ ts }) => ts).values()].map(joinedBucket);
