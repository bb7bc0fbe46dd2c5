import { chartBucketS } from '../../../base/chart-buckets.ts';
import type { Steps } from '../../../base/steps.ts';
import type { HistoryRange } from '../../../contract/history.ts';
import { quantitiesWith } from '../../../quantities/names.ts';
import { FIVE_MIN, HOURLY, type Tier } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import { type Bucket, Buckets } from './buckets.ts';
import { narrowColumns } from './narrow.ts';
import { type Segment, segments } from './segments.ts';

const ROWS_A_STEP = 100;
const VALUES_A_STEP = 2000;

/** Names on the wire, each with the column that holds it. */
const SPANNED = quantitiesWith('spans', 'column').map(({ chart, column }) => [chart, column] as const);
const SERIES = quantitiesWith('chart', 'column').map(({ chart, column }) => [chart, column] as const);

/** Buckets of any width over any window. */
export class Range {
  readonly #buckets: Buckets;

  constructor(private readonly tiers: Tiers) {
    const columnsOf = (all: readonly (readonly [string, string])[]) => all.map(([, column]) => column);
    this.#buckets = new Buckets(tiers, { means: columnsOf(SERIES), spans: columnsOf(SPANNED) });
  }

  /** `columns`: narrow quantities to read; all of the history by default. */
  *read(startS: number, endS: number, pinnedS?: number, columns?: readonly string[]): Steps<HistoryRange> {
    const bucketS = pinnedS ?? chartBucketS(endS - startS);
    const starts: number[] = [];
    const buckets: Bucket[] = [];
    const take = (bucket: Bucket, tS: number): void => {
      const start = Math.floor(tS / bucketS) * bucketS;
      if (starts.at(-1) === start) this.#buckets.merge(buckets.at(-1)!, bucket);
      else {
        starts.push(start);
        buckets.push(bucket);
      }
    };
    const window = { fromS: startS, untilS: endS, bucketS, ends: 'touching' } as const;
    for (const segment of segments(window, this.tiers)) {
      yield* this.#each(segment, bucketS, take);
    }
    if (buckets.length === 0) return { n: 0, bucket_s: bucketS, series: {} };
    const wide = yield* this.#series(starts, buckets);
    const series = Object.assign(wide, yield* narrowColumns(this.tiers, window, starts, columns));
    return { n: buckets.length, bucket_s: bucketS, start: startS, end: endS, series };
  }

  *#each(segment: Segment, bucketS: number, take: (bucket: Bucket, tS: number) => void): Steps<void> {
    const { tier, fromS, untilS } = segment;
    if (tier.folded && bucketS <= tier.widthS) {
      const stepS = ROWS_A_STEP * tier.widthS;
      for (let at = fromS; at < untilS; at += stepS) {
        for (const row of this.#buckets.rows(tier, at, Math.min(at + stepS, untilS))) {
          const ts = row.pop() as number;
          take(row, ts);
        }
        yield;
      }
      return;
    }
    // No folded row is that narrow, and eras meet on the hour: such a bucket is never put together from two pieces.
    const whole = bucketS % FIVE_MIN.widthS !== 0 && HOURLY.widthS % bucketS === 0;
    const bucketOf = this.#buckets.within(segment, whole);
    for (let at: number | null = fromS; at !== null && at < untilS; ) {
      // A wide bucket that few folded rows fit into is put together from pieces, a step each.
      const most: number = at + (tier.folded ? ROWS_A_STEP * tier.widthS : HOURLY.widthS);
      const next = Math.min((Math.floor(at / bucketS) + 1) * bucketS, untilS, most);
      const bucket = bucketOf(at, next);
      if (bucket[0]! > 0) {
        take(bucket, at);
        at = next;
      } else at = this.#next(tier, next);
      yield;
    }
  }

  /** Time of the next row: a gap of months is one step. */
  #next(tier: Tier, fromS: number): number | null {
    return tier.folded ? this.tiers.rollUps.firstOf(tier, fromS) : this.tiers.samples.firstFrom(fromS);
  }

  *#series(ts: number[], buckets: readonly Bucket[]): Steps<HistoryRange['series']> {
    const series: Record<string, (number | null)[]> = { ts };
    for (const [name, of] of SERIES) series[name] = yield* column(buckets, this.#buckets.reader(of, 'mean'));
    for (const [name, of] of SPANNED) {
      series[`${name}_lo`] = yield* column(buckets, this.#buckets.reader(of, 'min'));
      series[`${name}_hi`] = yield* column(buckets, this.#buckets.reader(of, 'max'));
    }
    return { ...series, n: yield* column(buckets, (bucket) => bucket[0]!) } as HistoryRange['series'];
  }
}

function* column<T>(buckets: readonly Bucket[], of: (bucket: Bucket) => T): Steps<T[]> {
  const values: T[] = [];
  for (let i = 0; i < buckets.length; i += 1) {
    values.push(of(buckets[i]!));
    if (i % VALUES_A_STEP === VALUES_A_STEP - 1) yield;
  }
  return values;
}
