import { HOUR_S } from '../../../base/durations.ts';
import { BY_HAND } from '../../quality/flags.ts';
import type { Database } from '../sqlite/database.ts';
import type { Ticks } from '../tables/ticks.ts';
import type { FlagSpan } from '../tiers/quality.ts';
import { SAMPLE_COLUMNS } from '../tiers/sample-row.ts';
import { FIVE_MIN, type FoldedTier, floorTo, HALF_DAY, HOURLY } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import { joined, linesOf } from './joined.ts';
import { PART, type PastBucket } from './past.ts';
import { flagsOf, sampleOf } from './past-sample.ts';

export interface ImportParts extends Tiers {
  ticks: Ticks;
}

/** Bucket, and the import that its row is noted as where another one puts it. */
type NotedBucket = PastBucket & { job?: number };

/** Row of `imported`. */
export type ImportedRow = [part: string, ts: number];

/**
 * Rows of imports in the tiers: puts buckets where rows of their age are kept, as hours, five minutes or samples, and takes rows out. A row
 * that is there stays, and so does a person's word about its time. Inside a transaction of the caller, which holds whole hours.
 */
export class ImportedRows {
  readonly #sql;

  constructor(private readonly parts: ImportParts) {
    this.#sql = statements(parts.db);
  }

  /** Buckets ascending. Returns those that were taken; the others' time had a row. */
  put(job: number, buckets: readonly NotedBucket[]): PastBucket[] {
    const { rawFrom, fiveFrom } = this.parts.watermarks;
    const coarse = buckets.filter(({ ts }) => ts < fiveFrom);
    const middle = buckets.filter(({ ts }) => ts >= fiveFrom && ts < rawFrom);
    const fine = buckets.filter(({ ts }) => ts >= rawFrom);
    const judged = this.#judged(buckets);
    return [
      ...this.#putHours(job, coarse, judged),
      ...this.#putFives(job, middle, judged),
      ...this.#putSamples(job, fine),
    ];
  }

  /** Spans of these buckets' time that a person has judged. */
  #judged(buckets: readonly PastBucket[]): FlagSpan[] {
    const [first, last] = [buckets.at(0), buckets.at(-1)];
    if (!first || !last) return [];
    const spans = this.parts.rollUps.quality.spans(first.ts * 1000, (last.ts + HOUR_S) * 1000);
    return spans.filter(({ bits }) => (bits & BY_HAND) !== 0);
  }

  #putRow(tier: FoldedTier, bucket: PastBucket, judged: readonly FlagSpan[]): void {
    const { rollUps } = this.parts;
    const [fromMs, untilMs] = [bucket.ts * 1000, (bucket.ts + tier.widthS) * 1000];
    rollUps.putScreened(tier, bucket);
    if (judged.some((span) => span.fromMs < untilMs && span.untilMs > fromMs)) rollUps.rows.reflag(tier, bucket.ts);
  }

  /** Moment up to which rows close: that of the newest sample, whose own bucket is open; before there is one, how far the import has come. */
  #closedS(buckets: readonly PastBucket[]): number {
    const newestMs = this.parts.rollUps.ownEnd.newestMs();
    if (newestMs !== null) return floorTo(newestMs / 1000, FIVE_MIN.widthS);
    return (buckets.at(-1)?.ts ?? 0) + FIVE_MIN.widthS;
  }

  #putHours(job: number, buckets: readonly PastBucket[], judged: readonly FlagSpan[]): PastBucket[] {
    const { rollUps } = this.parts;
    const hours = Map.groupBy(buckets, ({ ts }) => floorTo(ts, HOUR_S));
    const taken: PastBucket[] = [];
    const made: number[] = [];
    for (const [hour, parts] of hours) {
      if (rollUps.has(HOURLY, hour)) continue;
      this.#putRow(HOURLY, joined(hour, parts), judged);
      this.#sql.note.run(PART.hourly, hour, job, linesOf(parts));
      for (const part of parts) rollUps.quality.mark(part.ts * 1000, part.flags);
      made.push(hour);
      taken.push(...parts);
    }
    if (made.length > 0) rollUps.rollWithParents(made, this.#closedS(buckets), HOURLY);
    return taken;
  }

  #putFives(job: number, buckets: readonly NotedBucket[], judged: readonly FlagSpan[]): PastBucket[] {
    const { rollUps } = this.parts;
    const taken = buckets.filter(({ ts }) => !rollUps.has(FIVE_MIN, ts));
    for (const hour of new Set(taken.map(({ ts }) => floorTo(ts, HOUR_S)))) {
      const mixed = rollUps.has(HOURLY, hour) || this.hasOwn(hour);
      if (!mixed) this.#sql.note.run(PART.hourly, hour, job, 0);
    }
    for (const bucket of taken) {
      const { ts, flags, lines } = bucket;
      this.#putRow(FIVE_MIN, bucket, judged);
      rollUps.quality.mark(ts * 1000, flags);
      this.#sql.note.run(PART.fiveMin, ts, bucket.job ?? job, lines);
    }
    if (taken.length > 0)
      rollUps.rollWithParents(
        taken.map(({ ts }) => ts),
        this.#closedS(buckets),
        FIVE_MIN,
      );
    return taken;
  }

  /** Where samples are kept, a bucket is a sample. */
  #putSamples(putter: number, buckets: readonly NotedBucket[]): PastBucket[] {
    const { rollUps } = this.parts;
    const taken = buckets.filter(
      ({ ts }) => this.#sql.sampleIn.get(ts * 1000, (ts + FIVE_MIN.widthS) * 1000) !== 1 && !rollUps.has(FIVE_MIN, ts),
    );
    for (const { job = putter, ts, row, measured, flags, narrow, narrowMeasured, lines } of taken) {
      this.#sql.putSample.run(ts * 1000, ...sampleOf(row, measured));
      rollUps.quality.mark(ts * 1000, flagsOf(flags, row, narrow));
      // As measured where the tests left nothing; a value that other lines of its bucket have made is right.
      for (const [quantity, { value }] of new Map([...(narrowMeasured ?? []), ...narrow]))
        if (value !== null) this.#sql.putNarrow.run(ts * 1000, quantity, value);
      this.#sql.note.run(PART.sample, ts * 1000, job, lines);
    }
    if (taken.length > 0)
      rollUps.closeUntil(
        this.#closedS(buckets),
        taken.map(({ ts }) => ts),
      );
    return taken;
  }

  /** Takes rows out, and makes those above them anew from what is left. */
  remove(rows: readonly ImportedRow[]): void {
    const { rollUps } = this.parts;
    const fives = new Set<number>();
    const hours = new Set<number>();
    const halves = new Set<number>();
    for (const [part, ts] of rows) {
      this.#sql.forget.run(part, ts);
      if (part === PART.sample) {
        this.#sql.sample.run(ts);
        rollUps.quality.unmark(ts, ts + 1);
        rollUps.narrow.removeSamples(ts, ts + 1);
        fives.add(floorTo(ts / 1000, FIVE_MIN.widthS));
      } else if (part === PART.fiveMin) {
        rollUps.drop(FIVE_MIN, ts);
        rollUps.quality.unmark(ts * 1000, (ts + FIVE_MIN.widthS) * 1000);
        hours.add(floorTo(ts, HOUR_S));
      } else if (part === PART.scores) this.#sql.scores.run(ts);
      else if (part === PART.issued) this.#sql.issued.run(ts);
      else {
        this.#removeHour(ts);
        halves.add(floorTo(ts, HALF_DAY.widthS));
      }
    }
    for (const ts of fives) {
      rollUps.remake(FIVE_MIN, ts, false);
      hours.add(floorTo(ts, HOUR_S));
    }
    for (const ts of hours) {
      if (rollUps.has(HOURLY, ts)) rollUps.remake(HOURLY, ts, false);
      halves.add(floorTo(ts, HALF_DAY.widthS));
    }
    for (const ts of halves) if (rollUps.has(HALF_DAY, ts)) rollUps.remake(HALF_DAY, ts, false);
  }

  /** Takes an hour out. One that another import has put five minutes into is made anew from these, and is that import's. */
  #removeHour(ts: number): void {
    const { rollUps } = this.parts;
    const heir = this.jobsIn(ts)[0];
    if (heir === undefined) {
      rollUps.drop(HOURLY, ts);
      rollUps.quality.unmark(ts * 1000, (ts + HOUR_S) * 1000);
      return;
    }
    if (rollUps.has(HOURLY, ts)) rollUps.remake(HOURLY, ts, false);
    this.#sql.note.run(PART.hourly, ts, heir, 0);
  }

  /** Takes all rows out of an hour that has none of the station's own. */
  clear(hour: number): void {
    this.remove(this.#sql.inHour.all({ hour }).map(([part, ts]): ImportedRow => [part, ts]));
    this.parts.rollUps.drop(HOURLY, hour); // also where ageing has removed what it was made of
  }

  /** Imports that have put the rows of an hour. */
  jobsIn(hour: number): number[] {
    return [...new Set(this.#sql.inHour.all({ hour }).map(([, , job]) => job))];
  }

  /**
   * Test of a bucket of an hour: whether a row of another import has told of its time. No row says how long it is: the least distance of two
   * rows of that import near the hour counts as the length of each, up to an hour. So a longer pause of that import is filled.
   */
  toldAround(hour: number, job: number): (ts: number) => boolean {
    const rows = Map.groupBy(this.#sql.around.all({ hour, job }), ([, other]) => other);
    const told = [...rows.values()].map((of) => {
      const starts = of.map(([ts]) => ts);
      const apart = starts.slice(1).map((ts, i) => ts - starts[i]!);
      return { starts, lengthS: Math.min(HOUR_S, ...apart.filter((s) => s > 0)) };
    });
    return (ts) => told.some(({ starts, lengthS }) => starts.some((startS) => startS < ts && ts < startS + lengthS));
  }

  /** Whether an hour has rows that no import has put. */
  hasOwn(hour: number): boolean {
    return this.#sql.hasOwn.get({ hour }) === 1;
  }
}

const statements = (db: Database) => ({
  note: db.prepare<[string, number, number, number]>(
    'INSERT OR REPLACE INTO imported (part, ts, job, lines) VALUES (?, ?, ?, ?)',
  ),
  forget: db.prepare<ImportedRow>('DELETE FROM imported WHERE part = ? AND ts = ?'),
  scores: db.prepare<[number]>('DELETE FROM score WHERE day = ?'),
  issued: db.prepare<[number]>('DELETE FROM issued WHERE ts = ?'),
  sample: db.prepare<[number]>('DELETE FROM main.sample WHERE ts_ms = ?'),
  sampleIn: db
    .prepare<[number, number], number>('SELECT 1 FROM main.sample WHERE ts_ms >= ? AND ts_ms < ? LIMIT 1')
    .pluck(),
  putSample: db.prepare<(number | null)[]>(
    `INSERT INTO main.sample (ts_ms, ${SAMPLE_COLUMNS.join(', ')}) VALUES (?${', ?'.repeat(SAMPLE_COLUMNS.length)})`,
  ),
  putNarrow: db.prepare<[number, number, number]>(
    'INSERT INTO main.narrow_sample (ts_ms, quantity, value) VALUES (?, ?, ?)',
  ),
  inHour: db
    .prepare<[{ hour: number }], [part: string, ts: number, job: number]>(
      `SELECT part, ts, job FROM imported
         WHERE part = '${PART.sample}' AND ts >= @hour * 1000 AND ts < (@hour + ${HOUR_S}) * 1000
       UNION ALL SELECT part, ts, job FROM imported WHERE part = '${PART.fiveMin}' AND ts >= @hour AND ts < @hour + ${HOUR_S}
       UNION ALL SELECT part, ts, job FROM imported WHERE part = '${PART.hourly}' AND ts = @hour`,
    )
    .raw(),
  around: db
    .prepare<[{ hour: number; job: number }], [ts: number, job: number]>(
      `SELECT ts / 1000 AS ts, job FROM imported WHERE part = '${PART.sample}' AND job <> @job
         AND ts >= (@hour - ${HOUR_S}) * 1000 AND ts < (@hour + 2 * ${HOUR_S}) * 1000
       UNION ALL SELECT ts, job FROM imported WHERE part = '${PART.fiveMin}' AND job <> @job
         AND ts >= @hour - ${HOUR_S} AND ts < @hour + 2 * ${HOUR_S} ORDER BY ts`,
    )
    .raw(),
  // A five-minute row over samples of an import is the import's; an hour without finer rows is what its own note says.
  hasOwn: db
    .prepare<[{ hour: number }], number>(
      `SELECT EXISTS (SELECT 1 FROM main.sample s WHERE s.ts_ms >= @hour * 1000 AND s.ts_ms < (@hour + ${HOUR_S}) * 1000
         AND NOT EXISTS (SELECT 1 FROM imported i WHERE i.part = '${PART.sample}' AND i.ts = s.ts_ms))
       OR EXISTS (SELECT 1 FROM five_min f WHERE f.ts >= @hour AND f.ts < @hour + ${HOUR_S}
         AND NOT EXISTS (SELECT 1 FROM imported i WHERE i.part = '${PART.fiveMin}' AND i.ts = f.ts)
         AND NOT EXISTS (SELECT 1 FROM imported i WHERE i.part = '${PART.sample}' AND i.ts >= f.ts * 1000
           AND i.ts < (f.ts + ${FIVE_MIN.widthS}) * 1000))
       OR EXISTS (SELECT 1 FROM hourly h WHERE h.ts = @hour
         AND NOT EXISTS (SELECT 1 FROM imported i WHERE i.part = '${PART.hourly}' AND i.ts = h.ts)
         AND NOT EXISTS (SELECT 1 FROM five_min f WHERE f.ts >= @hour AND f.ts < @hour + ${HOUR_S}))`,
    )
    .pluck(),
});
