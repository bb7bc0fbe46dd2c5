import { larger, smaller } from '../../../quantities/roll-up.ts';
import { Screened } from '../tiers/quality.ts';
import { type FoldedTier, ofEach } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import type { Segment } from './segments.ts';

/** Rows of a stretch of time: their number, then sum and count of each column of `means`, then least and most of each of `spans`. */
export type Bucket = (number | null)[];

export const inMs = (s: number): number => Math.ceil(s * 1000);

/**
 * Buckets of some columns, of any width. One small statement per bucket: they run along the primary key, where one GROUP BY over the window
 * would sort it first.
 */
export class Buckets {
  readonly #ofSamples;
  readonly #ofFolded;

  constructor(
    private readonly tiers: Tiers,
    private readonly columns: { means: readonly string[]; spans: readonly string[] },
  ) {
    const { db } = tiers;
    const { means, spans } = columns;
    type Of = (column: string) => string;
    const parts = (n: string, mean: Of, span: Of) => [n, ...means.map(mean), ...spans.map(span)].join(', ');
    const bucket = (what: string, from: string, key: string) =>
      db.prepare<[number, number], Bucket>(`SELECT ${what} FROM ${from} WHERE ${key} >= ? AND ${key} < ?`).raw();
    const span: Of = (c) => `min(${c}), max(${c})`;
    const ofSamples = parts('count(*)', (c) => `sum(${c}), count(${c})`, span);
    // The mean in place of sum and count: a third faster.
    const meansOfSamples = parts('count(*)', (c) => `avg(${c}), 1`, span);
    this.#ofSamples = new Screened(tiers.rollUps.quality, ({ stored, both }) => ({
      stored: bucket(ofSamples, stored, 'ts_ms'),
      means: bucket(meansOfSamples, stored, 'ts_ms'),
      withWaiting: bucket(ofSamples, both([...new Set([...means, ...spans])].join(', ')), 'ts_ms'),
    }));
    const sums: Of = (c) => `sum(${c} * (n - ${c}_gaps)), sum(n - ${c}_gaps)`;
    const ofFolded = parts('sum(n)', sums, (c) => `min(${c}_lo), max(${c}_hi)`);
    const sum: Of = (c) => `${c} * (n - ${c}_gaps), n - ${c}_gaps`;
    const ofRow = parts('n', sum, (c) => `${c}_lo, ${c}_hi`);
    this.#ofFolded = ofEach(({ table }) => ({
      bucket: bucket(ofFolded, table, 'ts'),
      rows: db
        .prepare<[number, number], Bucket>(`SELECT ${ofRow}, ts FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts`)
        .raw(),
    }));
  }

  /** Reader of buckets within a segment. `whole`: of samples, and none of them will be merged with another. */
  within({ tier, fromS, untilS }: Segment, whole = false): (fromS: number, untilS: number) => Bucket {
    if (tier.folded) return (from, until) => this.#ofFolded[tier.table].bucket.get(from, until)!;
    const ofSamples = this.#ofSamples.within(inMs(fromS), inMs(untilS));
    return (from, until) => {
      const [fromMs, untilMs] = [inMs(from), inMs(until)];
      const { withWaiting, means, stored } = ofSamples(fromMs, untilMs);
      const statement = untilMs > this.tiers.samples.oldestQueuedMs ? withWaiting : whole ? means : stored;
      return statement.get(fromMs, untilMs)!;
    };
  }

  /** Folded rows as buckets, each with its start behind it. */
  rows({ table }: FoldedTier, fromS: number, untilS: number): Bucket[] {
    return this.#ofFolded[table].rows.all(fromS, untilS);
  }

  merge(into: Bucket, from: Bucket): void {
    const lo = this.#placeOf(0);
    for (let i = 0; i < lo; i += 1) into[i] = (into[i] ?? 0) + (from[i] ?? 0);
    for (let i = lo; i < into.length; i += 2) {
      into[i] = smaller(into[i]!, from[i]!);
      into[i + 1] = larger(into[i + 1]!, from[i + 1]!);
    }
  }

  #placeOf(span: number): number {
    return 1 + 2 * (this.columns.means.length + span);
  }

  /** Reader of one value in a bucket. */
  reader(column: string, of: 'mean' | 'min' | 'max'): (bucket: Bucket) => number | null {
    const at =
      of === 'mean' ? 1 + 2 * this.columns.means.indexOf(column) : this.#placeOf(this.columns.spans.indexOf(column));
    if (of !== 'mean') return (bucket) => bucket[of === 'min' ? at : at + 1]!;
    return (bucket) => {
      const [sum, count] = [bucket[at] ?? null, bucket[at + 1] ?? 0];
      return sum === null || count === 0 ? null : sum / count;
    };
  }
}
