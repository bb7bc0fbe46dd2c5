import { HOUR_S } from '../../../base/durations.ts';
import { BY_HAND } from '../../quality/flags.ts';
import { type Database, insertInto } from '../sqlite/database.ts';
import type { Ticks } from '../tables/ticks.ts';
import type { FlagSpan } from '../tiers/quality.ts';
import { SAMPLE_COLUMNS } from '../tiers/sample-row.ts';
import { FIVE_MIN, type FoldedTier, floorTo, HALF_DAY, HOURLY, RAW, startIn } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import type { CoveredBy } from './covered-time.ts';
import { joined, linesOf } from './joined.ts';
import { hourOf, type NotedBucket, PART, type PastBucket, type Stretch } from './past.ts';
import { flagsOf, sampleOf } from './past-sample.ts';

export interface ImportParts extends Tiers {
  ticks: Ticks;
}

/** Row of `imported`. */
export type ImportedRow = [part: string, ts: number, job: number, lines: number];

const startOf = ([part, ts]: ImportedRow): number => (part === PART.sample ? ts / 1000 : ts);

/**
 * Rows of imports in the tiers: puts buckets where rows of their age are kept, as hours, five minutes or samples, and takes rows out. A row
 * that is there stays, and so does a person's word about its time. Inside a transaction of the caller, which holds whole hours.
 */
export class ImportedRows {
  readonly #sql;

  constructor(private readonly parts: ImportParts) {
    this.#sql = statements(parts.db);
  }

  /** Buckets ascending, with their ticks. Returns those that were taken; the others' time had a row. */
  put(buckets: readonly NotedBucket[]): readonly NotedBucket[] {
    const { rollUps, ticks, watermarks } = this.parts;
    const { rawFrom, fiveFrom } = watermarks;
    const hasRow = (ts: number) =>
      rollUps.has(FIVE_MIN, ts) || (ts >= rawFrom && rollUps.rowsIn(RAW, ts, ts + FIVE_MIN.widthS) > 0);
    const free = [...Map.groupBy(buckets, hourOf)].flatMap(([hour, parts]) => {
      if (hour >= fiveFrom) return parts.filter(({ ts }) => !hasRow(ts));
      return rollUps.has(HOURLY, hour) ? [] : parts;
    });
    const [first, last] = [free.at(0), free.at(-1)];
    if (!first || !last) return [];
    // Rows that a person has judged.
    const spans = rollUps.quality.spans(first.ts * 1000, (last.ts + HOUR_S) * 1000);
    const judged = spans.filter(({ bits }) => (bits & BY_HAND) !== 0);
    const within = (fromS: number, untilS: number) => free.filter(({ ts }) => ts >= fromS && ts < untilS);
    this.#putHours(within(0, fiveFrom), judged);
    this.#putFives(within(fiveFrom, rawFrom), judged);
    this.#putSamples(within(rawFrom, Number.POSITIVE_INFINITY));
    for (const { tick, job } of free) if (tick) ticks.putPast(tick, job);
    return free;
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

  #putHours(buckets: readonly NotedBucket[], judged: readonly FlagSpan[]): void {
    const { rollUps } = this.parts;
    const hours = Map.groupBy(buckets, hourOf);
    for (const [hour, parts] of hours) {
      this.#putRow(HOURLY, joined(hour, parts), judged);
      this.#sql.note.run(PART.hourly, hour, parts[0]!.job, linesOf(parts));
      for (const part of parts) rollUps.quality.mark(part.ts * 1000, part.flags);
    }
    if (hours.size > 0) rollUps.rollWithParents(hours.keys(), this.#closedS(buckets), HOURLY);
  }

  #putFives(buckets: readonly NotedBucket[], judged: readonly FlagSpan[]): void {
    const { rollUps } = this.parts;
    for (const [hour, [first]] of Map.groupBy(buckets, hourOf))
      if (!rollUps.has(HOURLY, hour) && !this.hasOwn(hour)) this.#sql.note.run(PART.hourly, hour, first!.job, 0);
    for (const bucket of buckets) {
      const { ts, flags, job, lines } = bucket;
      this.#putRow(FIVE_MIN, bucket, judged);
      rollUps.quality.mark(ts * 1000, flags);
      this.#sql.note.run(PART.fiveMin, ts, job, lines);
    }
    const starts = buckets.map(({ ts }) => ts);
    if (starts.length > 0) rollUps.rollWithParents(starts, this.#closedS(buckets), FIVE_MIN);
  }

  /** Where samples are kept, a bucket is a sample. */
  #putSamples(buckets: readonly NotedBucket[]): void {
    const { rollUps } = this.parts;
    for (const { job, ts, row, measured, flags, narrow, narrowMeasured, lines } of buckets) {
      this.#sql.putSample.run(ts * 1000, ...sampleOf(row, measured));
      rollUps.quality.mark(ts * 1000, flagsOf(flags, row, narrow));
      // As measured where the tests left nothing; a value that other lines of its bucket have made is right.
      for (const [quantity, { value }] of new Map([...(narrowMeasured ?? []), ...narrow]))
        if (value !== null) this.#sql.putNarrow.run(ts * 1000, quantity, value);
      this.#sql.note.run(PART.sample, ts * 1000, job, lines);
    }
    const starts = buckets.map(({ ts }) => ts);
    if (starts.length > 0) rollUps.closeUntil(this.#closedS(buckets), starts);
  }

  /** Takes rows out, and makes those above them anew from what is left. An hour of imports alone goes with the last of them. */
  remove(rows: readonly ImportedRow[]): void {
    const { rollUps } = this.parts;
    const ofWeather = rows.filter(([part]) => part !== PART.scores && part !== PART.issued);
    const hours = new Set(ofWeather.map((row) => floorTo(startOf(row), HOUR_S)));
    const imported = new Set([...hours].filter((hour) => !this.hasOwn(hour)));
    const fives = new Set<number>();
    for (const [part, ts] of rows) {
      this.#sql.forget.run(part, ts);
      if (part === PART.sample) {
        rollUps.removeRows(RAW, ts / 1000, (ts + 1) / 1000);
        rollUps.quality.unmark(ts, ts + 1);
        fives.add(floorTo(ts / 1000, FIVE_MIN.widthS));
      } else if (part === PART.fiveMin) {
        rollUps.removeRows(FIVE_MIN, ts, ts + 1);
        rollUps.quality.unmark(ts * 1000, (ts + FIVE_MIN.widthS) * 1000);
      } else if (part === PART.scores) this.#sql.scores.run(ts);
      else if (part === PART.issued) this.#sql.issued.run(ts);
    }
    for (const ts of fives) rollUps.remake(FIVE_MIN, ts, false);
    for (const hour of hours) this.#remakeHour(hour, imported.has(hour), rows);
    for (const ts of new Set([...hours].map((hour) => floorTo(hour, HALF_DAY.widthS))))
      if (rollUps.has(HALF_DAY, ts)) rollUps.remake(HALF_DAY, ts, false);
  }

  /** Makes an hour anew that some rows have gone from. One that is aged goes with them, unless it has rows of the station or of another import. */
  #remakeHour(hour: number, isImported: boolean, gone: readonly ImportedRow[]): void {
    const { rollUps } = this.parts;
    if (!rollUps.has(HOURLY, hour)) return;
    const firstS = rollUps.firstOf(FIVE_MIN, hour);
    const isLeft = firstS !== null && firstS < hour + HOUR_S;
    if (isLeft) rollUps.remake(HOURLY, hour, false);
    if (!isImported) return;
    const heir = this.jobsIn(hour).find((job) => gone.every(([, , other]) => other !== job));
    const isNoted = gone.some(([part, ts]) => part === PART.hourly && ts === hour);
    if (heir !== undefined && (isNoted || !isLeft)) this.#sql.note.run(PART.hourly, hour, heir, 0);
    if (heir !== undefined || isLeft) return;
    rollUps.removeRows(HOURLY, hour, hour + 1);
    rollUps.quality.unmark(hour * 1000, (hour + HOUR_S) * 1000);
  }

  /** Takes all rows out of an hour that has none of the station's own, and the ticks of its buckets. */
  clear(hour: number, buckets: readonly PastBucket[]): void {
    this.remove(this.#in(hour));
    for (const { tick } of buckets) if (tick) this.parts.ticks.dropPast(tick.tS);
  }

  #in(hour: number): ImportedRow[] {
    return this.#sql.within.all({ fromS: hour, untilS: hour + HOUR_S });
  }

  /** Imports that have put the rows of an hour. */
  jobsIn(hour: number): number[] {
    return [...new Set(this.#in(hour).map(([, , job]) => job))];
  }

  /**
   * Time that rows of imports cover. No row says how long it is: where hours are kept, all of the hour, else up to the next row of that import,
   * for there is no pause between them that its shares do not tell.
   */
  covered(fromS: number, untilS: number): CoveredBy[] {
    const rows = this.#sql.within.all({ fromS, untilS }).filter(([, , , lines]) => lines > 0);
    return rows.map((row) => ({ job: row[2], ...this.#rowOver(startOf(row)), isLast: false }));
  }

  /** Time of rows that no import has put. */
  own(fromS: number, untilS: number): Stretch[] {
    const rows = this.#sql.own.all({ fromS: floorTo(fromS, HOUR_S), untilS });
    return [...new Set(rows)].map((ts) => this.#rowOver(ts));
  }

  /** Stretch of the row that is kept over a moment of its age. */
  #rowOver(tS: number): Stretch {
    const { widthS } = tS < this.parts.watermarks.fiveFrom ? HOURLY : FIVE_MIN;
    const startS = floorTo(tS, widthS);
    return { startS, endS: startS + widthS };
  }

  /** Whether an hour has rows that no import has put. */
  hasOwn(hour: number): boolean {
    return this.#sql.hasOwn.get({ fromS: hour, untilS: hour + HOUR_S }) === 1;
  }
}

/**
 * In SQL: starts of the rows of [fromS, untilS) that no import has put. A five-minute row over samples of an import is the import's. So is an hour
 * without finer rows that is noted, or has no more samples than it.
 */
const OWN = `SELECT ${startIn(FIVE_MIN)} FROM main.sample s WHERE s.ts_ms >= @fromS * 1000 AND s.ts_ms < @untilS * 1000
   AND NOT EXISTS (SELECT 1 FROM imported i WHERE i.part = '${PART.sample}' AND i.ts = s.ts_ms)
 UNION ALL SELECT f.ts FROM five_min f WHERE f.ts >= @fromS AND f.ts < @untilS
   AND NOT EXISTS (SELECT 1 FROM imported i WHERE i.part = '${PART.fiveMin}' AND i.ts = f.ts)
   AND NOT EXISTS (SELECT 1 FROM imported i WHERE i.part = '${PART.sample}' AND i.ts >= f.ts * 1000
     AND i.ts < (f.ts + ${FIVE_MIN.widthS}) * 1000)
 UNION ALL SELECT h.ts FROM hourly h WHERE h.ts >= @fromS AND h.ts < @untilS
   AND NOT EXISTS (SELECT 1 FROM imported i WHERE i.part = '${PART.hourly}' AND i.ts = h.ts)
   AND NOT EXISTS (SELECT 1 FROM five_min f WHERE f.ts >= h.ts AND f.ts < h.ts + ${HOUR_S})
   AND h.n > (SELECT count(*) FROM imported i WHERE i.part = '${PART.sample}' AND i.ts >= h.ts * 1000
     AND i.ts < (h.ts + ${HOUR_S}) * 1000)`;

const statements = (db: Database) => ({
  note: db.prepare<[string, number, number, number]>(
    'INSERT OR REPLACE INTO imported (part, ts, job, lines) VALUES (?, ?, ?, ?)',
  ),
  forget: db.prepare<[string, number]>('DELETE FROM imported WHERE part = ? AND ts = ?'),
  scores: db.prepare<[number]>('DELETE FROM score WHERE day = ?'),
  issued: db.prepare<[number]>('DELETE FROM issued WHERE ts = ?'),
  putSample: insertInto(db, '', 'sample', ['ts_ms', ...SAMPLE_COLUMNS]),
  putNarrow: db.prepare<[number, number, number]>(
    'INSERT INTO main.narrow_sample (ts_ms, quantity, value) VALUES (?, ?, ?)',
  ),
  within: db
    .prepare<[{ fromS: number; untilS: number }], ImportedRow>(
      `SELECT part, ts, job, lines FROM imported WHERE part = '${PART.sample}' AND ts >= @fromS * 1000 AND ts < @untilS * 1000
       UNION ALL SELECT part, ts, job, lines FROM imported
         WHERE part IN ('${PART.fiveMin}', '${PART.hourly}') AND ts >= @fromS AND ts < @untilS`,
    )
    .raw(),
  own: db.prepare<[{ fromS: number; untilS: number }], number>(OWN).pluck(),
  hasOwn: db.prepare<[{ fromS: number; untilS: number }], number>(`SELECT EXISTS (${OWN})`).pluck(),
});
