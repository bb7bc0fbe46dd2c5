import { chartBucketS } from '../../../base/chart-buckets.ts';
import type { Steps } from '../../../base/steps.ts';
import type { HistoryRange } from '../../../contract/history.ts';
import { quantitiesWith } from '../../../quantities/names.ts';
import { larger, smaller } from '../../../quantities/roll-up.ts';
import { Screened } from '../tiers/quality.ts';
import { FIVE_MIN, HOURLY, ofEach, type Tier } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import { narrowColumns } from './narrow.ts';
import { type Segment, segments } from './segments.ts';

const ROWS_A_STEP = 100;
const VALUES_A_STEP = 2000;

/** Names on the wire, each with the column that holds it. */
const SPANNED = quantitiesWith('spans', 'column').map(({ chart, column }) => [chart, column] as const);
const SERIES = quantitiesWith('chart', 'column').map(({ chart, column }) => [chart, column] as const);

// A bucket as the statements give it: n, then (sum, count) per series, then (lo, hi) per spanned series.
const LO = 1 + 2 * SERIES.length;
type Partial = (number | null)[];

const sampleParts = [
  'count(*)',
  ...SERIES.map(([, c]) => `sum(${c}), count(${c})`),
  ...SPANNED.map(([, c]) => `min(${c}), max(${c})`),
].join(', ');
/** The same with the mean in place of sum and count: a third faster, for buckets that are read whole from the samples. */
const sampleMeans = [
  'count(*)',
  ...SERIES.map(([, c]) => `avg(${c}), 1`),
  ...SPANNED.map(([, c]) => `min(${c}), max(${c})`),
].join(', ');
const foldedParts = [
  'sum(n)',
  ...SERIES.map(([, c]) => `sum(${c} * (n - ${c}_gaps)), sum(n - ${c}_gaps)`),
  ...SPANNED.map(([, c]) => `min(${c}_lo), max(${c}_hi)`),
].join(', ');
const foldedRow = [
  'n',
  ...SERIES.map(([, c]) => `${c} * (n - ${c}_gaps), n - ${c}_gaps`),
  ...SPANNED.map(([, c]) => `${c}_lo, ${c}_hi`),
].join(', ');
const COLUMNS = SERIES.map(([, column]) => column).join(', ');

const inMs = (s: number): number => Math.ceil(s * 1000);

function mergeInto(into: Partial, from: Partial): void {
  for (let i = 0; i < LO; i += 1) into[i] = (into[i] ?? 0) + (from[i] ?? 0);
  for (let i = LO; i < into.length; i += 2) {
    into[i] = smaller(into[i]!, from[i]!);
    into[i + 1] = larger(into[i + 1]!, from[i + 1]!);
  }
}

/**
 * Buckets of any width over any window. One small statement per bucket: they run along the primary key, where one GROUP BY over
 * the window would sort it first.
 */
export class Range {
  readonly #ofSamples;
  readonly #sql;

  constructor(private readonly tiers: Tiers) {
    const { db } = tiers;
    const where = 'WHERE ts_ms >= ? AND ts_ms < ?';
    this.#ofSamples = new Screened(tiers.rollUps.quality, ({ stored, both }) => ({
      stored: db.prepare<[number, number], Partial>(`SELECT ${sampleParts} FROM ${stored} ${where}`).raw(),
      means: db.prepare<[number, number], Partial>(`SELECT ${sampleMeans} FROM ${stored} ${where}`).raw(),
      withWaiting: db.prepare<[number, number], Partial>(`SELECT ${sampleParts} FROM ${both(COLUMNS)} ${where}`).raw(),
    }));
    this.#sql = {
      nextSample: db
        .prepare<[number, number], number | null>(
          `SELECT min(ts_ms) FROM (SELECT min(ts_ms) ts_ms FROM main.sample WHERE ts_ms >= ?
         UNION ALL SELECT min(ts_ms) FROM temp.queued WHERE ts_ms >= ?)`,
        )
        .pluck(),
      folded: ofEach(({ table }) =>
        db.prepare<[number, number], Partial>(`SELECT ${foldedParts} FROM ${table} WHERE ts >= ? AND ts < ?`).raw(),
      ),
      rows: ofEach(({ table }) =>
        db
          .prepare<[number, number], Partial>(
            `SELECT ${foldedRow}, ts FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts`,
          )
          .raw(),
      ),
    };
  }

  /** `columns`: narrow quantities to read; all of the history by default. */
  *read(startS: number, endS: number, pinnedS?: number, columns?: readonly string[]): Steps<HistoryRange> {
    const bucketS = pinnedS ?? chartBucketS(endS - startS);
    const starts: number[] = [];
    const buckets: Partial[] = [];
    const take = (bucket: Partial, tS: number): void => {
      const start = Math.floor(tS / bucketS) * bucketS;
      if (starts.at(-1) === start) mergeInto(buckets.at(-1)!, bucket);
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
    const wide = yield* toSeries(starts, buckets);
    const series = Object.assign(wide, yield* narrowColumns(this.tiers, window, starts, columns));
    return { n: buckets.length, bucket_s: bucketS, start: startS, end: endS, series };
  }

  *#each(segment: Segment, bucketS: number, take: (bucket: Partial, tS: number) => void): Steps<void> {
    const { tier, fromS, untilS } = segment;
    if (tier.folded && bucketS <= tier.widthS) {
      const stepS = ROWS_A_STEP * tier.widthS;
      for (let at = fromS; at < untilS; at += stepS) {
        for (const row of this.#sql.rows[tier.table].all(at, Math.min(at + stepS, untilS))) {
          const ts = row.pop() as number;
          take(row, ts);
        }
        yield;
      }
      return;
    }
    // No folded row is that narrow, and eras meet on the hour: such a bucket is never put together from two pieces.
    const whole = bucketS % FIVE_MIN.widthS !== 0 && HOURLY.widthS % bucketS === 0;
    const bucketOf = this.#bucketOf(segment, whole);
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

  #bucketOf({ tier, fromS, untilS }: Segment, whole: boolean): (fromS: number, untilS: number) => Partial {
    if (tier.folded) return (from, until) => this.#sql.folded[tier.table].get(from, until)!;
    const ofSamples = this.#ofSamples.within(inMs(fromS), inMs(untilS));
    return (from, until) => {
      const [fromMs, untilMs] = [inMs(from), inMs(until)];
      const { withWaiting, means, stored } = ofSamples(fromMs, untilMs);
      const statement = untilMs > this.tiers.samples.oldestQueuedMs ? withWaiting : whole ? means : stored;
      return statement.get(fromMs, untilMs)!;
    };
  }

  /** Time of the next row: a gap of months is one step. */
  #next(tier: Tier, fromS: number): number | null {
    if (tier.folded) return this.tiers.rollUps.firstOf(tier, fromS);
    const fromMs = inMs(fromS);
    const ms = this.#sql.nextSample.get(fromMs, fromMs) ?? null;
    return ms === null ? null : ms / 1000;
  }
}

function* toSeries(ts: number[], buckets: Partial[]): Steps<HistoryRange['series']> {
  const series: Record<string, (number | null)[]> = { ts };
  for (const [i, [name]] of SERIES.entries()) {
    series[name] = yield* column(buckets, (bucket) => {
      const [sum, count] = [bucket[1 + 2 * i] ?? null, bucket[2 + 2 * i] ?? 0];
      return sum === null || count === 0 ? null : sum / count;
    });
  }
  for (const [i, [name]] of SPANNED.entries()) {
    series[`${name}_lo`] = yield* column(buckets, (bucket) => bucket[LO + 2 * i]!);
    series[`${name}_hi`] = yield* column(buckets, (bucket) => bucket[LO + 2 * i + 1]!);
  }
  return { ...series, n: yield* column(buckets, (bucket) => bucket[0]!) } as HistoryRange['series'];
}

function* column<T>(buckets: readonly Partial[], of: (bucket: Partial) => T): Steps<T[]> {
  const values: T[] = [];
  for (let i = 0; i < buckets.length; i += 1) {
    values.push(of(buckets[i]!));
    if (i % VALUES_A_STEP === VALUES_A_STEP - 1) yield;
  }
  return values;
}
