import { HOUR_S } from '../../../base/durations.ts';
import type { Steps } from '../../../base/steps.ts';
import { type NarrowDayName, quantitiesWith } from '../../../quantities/names.ts';
import type { NarrowRow, NarrowTables } from '../tiers/narrow.ts';
import { type FoldedValues, takeIn } from '../tiers/narrow-values.ts';
import type { Tier } from '../tiers/tier.ts';
import { type Segment, type Standing, segments, type Window } from './segments.ts';

const ROWS_A_STEP = 100;

/** Rolled-up values over [startS, next), by the number of their quantity. */
export interface NarrowBucket {
  startS: number;
  values: FoldedValues;
}

/** Reads over the narrow tables, by the same plan as the wide ones: a value belongs to the row of its sample. */
export class NarrowReads {
  constructor(
    private readonly tables: NarrowTables,
    private readonly standing: Standing,
  ) {}

  get present(): readonly number[] {
    return this.tables.present;
  }

  rows(tier: Tier, fromS: number, untilS: number, which: readonly number[], asMeasured = false): NarrowRow[] {
    return this.tables.rows(tier, fromS, untilS, which, asMeasured);
  }

  /** Values of a window in buckets, ascending, of these quantities; a bucket without any is left out. */
  *buckets(window: Window & { bucketS: number }, which: readonly number[]): Steps<NarrowBucket[]> {
    const { bucketS } = window;
    const found: NarrowBucket[] = [];
    if (which.length === 0) return found;
    for (const segment of segments(window, this.standing)) {
      for (const [fromS, untilS] of pieces(segment)) {
        for (const { tS, quantity, folded } of this.tables.rows(segment.tier, fromS, untilS, which)) {
          const startS = Math.floor(tS / bucketS) * bucketS;
          if (found.at(-1)?.startS !== startS) found.push({ startS, values: new Map() });
          takeIn(found.at(-1)!.values, quantity, folded);
        }
        yield;
      }
    }
    return found;
  }

  /** The finest rows that are kept of a stretch of time, ascending. */
  finest(fromS: number, untilS: number, which: readonly number[]): NarrowRow[] {
    return segments({ fromS, untilS, bucketS: null, ends: 'starting' }, this.standing).flatMap((segment) =>
      this.tables.rows(segment.tier, segment.fromS, segment.untilS, which),
    );
  }

  /** Values of one stretch of time. */
  over(fromS: number, untilS: number, which: readonly number[]): FoldedValues {
    const values: FoldedValues = new Map();
    for (const { tier, ...span } of segments({ fromS, untilS, bucketS: 0, ends: 'starting' }, this.standing)) {
      for (const { quantity, folded } of this.tables.rows(tier, span.fromS, span.untilS, which)) {
        takeIn(values, quantity, folded);
      }
    }
    return values;
  }
}

function* pieces({ tier, fromS, untilS }: Segment): Generator<[number, number]> {
  const stepS = tier.folded ? ROWS_A_STEP * tier.widthS : HOUR_S;
  for (let at = fromS; at < untilS; at += stepS) yield [at, Math.min(at + stepS, untilS)];
}

const CHARTED = quantitiesWith('chart', 'narrow');
const SPANNED = new Set<string>(quantitiesWith('chart', 'narrow', 'spans').map(({ name }) => name));

/** Columns of a chart, beside those of the wide tables: a value, or null, for each of its buckets. */
export function* narrowColumns(
  reads: NarrowReads,
  window: Window & { bucketS: number },
  starts: readonly number[],
  columns?: readonly string[],
): Steps<Record<string, (number | null)[]>> {
  const present = reads.present;
  const isAsked = (chart: string) => columns?.some((name) => name.replace(/_(lo|hi)$/, '') === chart) ?? true;
  const shown = CHARTED.filter(({ narrow, chart }) => present.includes(narrow) && isAsked(chart));
  const buckets = yield* reads.buckets(
    window,
    shown.map(({ narrow }) => narrow),
  );
  const valuesAt = new Map(buckets.map(({ startS, values }) => [startS, values]));
  const series: Record<string, (number | null)[]> = {};
  for (const { name, narrow, chart } of shown) {
    const column = (of: 'value' | 'lo' | 'hi') =>
      starts.map((startS) => valuesAt.get(startS)?.get(narrow)?.[of] ?? null);
    series[chart] = column('value');
    if (SPANNED.has(name)) Object.assign(series, { [`${chart}_lo`]: column('lo'), [`${chart}_hi`]: column('hi') });
    yield;
  }
  return series;
}

const SUMMED = quantitiesWith('day', 'narrow');
const OF_DAY = { min: 'lo', max: 'hi', mean: 'value', sum: 'value' } as const;

/** Values of the daily summary, of the quantities that the station has. */
export function narrowDay(
  reads: NarrowReads,
  { fromS, untilS }: { fromS: number; untilS: number },
  present: readonly number[],
): Partial<Record<NarrowDayName, number | null>> {
  const shown = SUMMED.filter(({ narrow }) => present.includes(narrow));
  if (shown.length === 0) return {};
  const values = reads.over(
    fromS,
    untilS,
    shown.map(({ narrow }) => narrow),
  );
  return Object.fromEntries(
    shown.flatMap(({ narrow, day: { as, of } }) =>
      of.map((value) => [`${as}_${value}`, values.get(narrow)?.[OF_DAY[value]] ?? null]),
    ),
  );
}
