import { HOUR_S } from '../../../base/durations.ts';
import type { Steps } from '../../../base/steps.ts';
import { type NarrowDayName, quantitiesWith } from '../../../quantities/names.ts';
import type { NarrowRow } from '../tiers/narrow.ts';
import { type FoldedValues, takeIn } from '../tiers/narrow-values.ts';
import type { Tiers } from '../tiers/tiers.ts';
import { type Segment, segments, type Window } from './segments.ts';

const ROWS_A_STEP = 100;

/**
 * Values of a window in buckets of these quantities, by the start of the bucket. By the same plan as the wide tables: a value belongs to the row of
 * its sample.
 */
function* buckets(
  tiers: Tiers,
  window: Window & { bucketS: number },
  which: readonly number[],
): Steps<Map<number, FoldedValues>> {
  const found = new Map<number, FoldedValues>();
  if (which.length === 0) return found;
  for (const segment of segments(window, tiers)) {
    for (const [fromS, untilS] of pieces(segment)) {
      for (const { tS, quantity, folded } of tiers.rollUps.narrow.rows(segment.tier, fromS, untilS, which)) {
        const startS = Math.floor(tS / window.bucketS) * window.bucketS;
        const values = found.get(startS) ?? new Map();
        found.set(startS, values);
        takeIn(values, quantity, folded);
      }
      yield;
    }
  }
  return found;
}

/** Rows of a stretch of time, ascending. */
export const narrowRows = (tiers: Tiers, span: Omit<Window, 'ends'>, which: readonly number[]): NarrowRow[] =>
  segments({ ...span, ends: 'starting' }, tiers).flatMap(({ tier, fromS, untilS }) =>
    tiers.rollUps.narrow.rows(tier, fromS, untilS, which),
  );

/** Values of one stretch of time. */
export function narrowOver(tiers: Tiers, fromS: number, untilS: number, which: readonly number[]): FoldedValues {
  const values: FoldedValues = new Map();
  for (const { quantity, folded } of narrowRows(tiers, { fromS, untilS, bucketS: 0 }, which))
    takeIn(values, quantity, folded);
  return values;
}

function* pieces({ tier, fromS, untilS }: Segment): Generator<[number, number]> {
  const stepS = tier.folded ? ROWS_A_STEP * tier.widthS : HOUR_S;
  for (let at = fromS; at < untilS; at += stepS) yield [at, Math.min(at + stepS, untilS)];
}

const CHARTED = quantitiesWith('chart', 'narrow');
const SPANNED = new Set<string>(quantitiesWith('chart', 'narrow', 'spans').map(({ name }) => name));

/** Columns of a chart, beside those of the wide tables: a value, or null, for each of its buckets. */
export function* narrowColumns(
  tiers: Tiers,
  window: Window & { bucketS: number },
  starts: readonly number[],
  columns?: readonly string[],
): Steps<Record<string, (number | null)[]>> {
  const { present } = tiers.rollUps.narrow;
  const isAsked = (chart: string) => columns?.some((name) => name.replace(/_(lo|hi)$/, '') === chart) ?? true;
  const shown = CHARTED.filter(({ narrow, chart }) => present.includes(narrow) && isAsked(chart));
  const which = shown.map(({ narrow }) => narrow);
  const valuesAt = yield* buckets(tiers, window, which);
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
  tiers: Tiers,
  { fromS, untilS }: { fromS: number; untilS: number },
  present: readonly number[],
): Partial<Record<NarrowDayName, number | null>> {
  const shown = SUMMED.filter(({ narrow }) => present.includes(narrow));
  if (shown.length === 0) return {};
  const which = shown.map(({ narrow }) => narrow);
  const values = narrowOver(tiers, fromS, untilS, which);
  return Object.fromEntries(
    shown.flatMap(({ narrow, day: { as, of } }) =>
      of.map((value) => [`${as}_${value}`, values.get(narrow)?.[OF_DAY[value]] ?? null]),
    ),
  );
}
