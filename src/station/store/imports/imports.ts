import { HOUR_S } from '../../../base/durations.ts';
import { atOnce } from '../../../base/steps.ts';
import { inTransaction } from '../sqlite/database.ts';
import { JobNote } from '../sqlite/job-note.ts';
import { findRecords } from '../tiers/find-records.ts';
import type { Candidate } from '../tiers/records.ts';
import { FIVE_MIN, floorTo, RAW, type Retention } from '../tiers/tier.ts';
import { HourShares } from './hour-shares.ts';
import { ImportedRows, type ImportParts } from './imported-rows.ts';
import { joined, linesOf } from './joined.ts';
import { type ImportBegin, type ImportJob, type ImportSpan, PART, type PastBucket } from './past.ts';

export type Mark = [tier: string, fromS: number];
/** State before an import. */
export interface Before {
  marks: Mark[];
  records: Candidate[];
  quantities: number[];
}

const hourOf = ({ ts }: PastBucket): number => floorTo(ts, HOUR_S);

/** Buckets that pass a test, and the others. */
const parted = (buckets: readonly PastBucket[], passes: (bucket: PastBucket) => boolean) =>
  [buckets.filter(passes), buckets.filter((bucket) => !passes(bucket))] as const;

type JobRow = Omit<ImportJob, 'files'> & { files: string };

const jobOf = ({ files, ...row }: JobRow): ImportJob => ({ ...row, files: JSON.parse(files) as string[] });

/**
 * Puts another station's past into the tiers. A row goes where a row of its age is kept: hours, five minutes or samples. What is there
 * stays: measured rows, and those of an earlier import, so the same file twice changes nothing. An hour in which one import ends and another
 * begins is made of both (`HourShares`). A transaction holds whole hours with all that is made of them; a kill between two leaves a history
 * that the same file completes.
 */
export class Imports {
  readonly #learning: JobNote<number>;
  readonly #rows: ImportedRows;
  readonly #shares: HourShares;
  readonly #sql;

  constructor(
    private readonly parts: ImportParts,
    private readonly retention: Retention,
  ) {
    const { db } = parts;
    this.#learning = new JobNote(db, 'learn imported');
    this.#rows = new ImportedRows(parts);
    this.#shares = new HourShares(db);
    // Without the names of its files where a bad bit has made no JSON of them: the station starts all the same.
    const job = `SELECT id job, started_ts startedS, ended_ts endedS, state, iif(json_valid(files), files, '[]') files,
      format, rows, skipped, from_ts fromS, until_ts untilS FROM import_job`;
    this.#sql = {
      all: db.prepare<[], JobRow>(`${job} ORDER BY id`),
      one: db.prepare<[number], JobRow>(`${job} WHERE id = ?`),
      unfinished: db
        .prepare<[string], number>("SELECT id FROM import_job WHERE digest = ? AND state = 'running'")
        .pluck(),
      begin: db.prepare<[number, string, string, string, string]>(
        "INSERT INTO import_job (started_ts, state, files, digest, format, rows, skipped, before) VALUES (?, 'running', ?, ?, ?, 0, 0, ?)",
      ),
      before: db.prepare<[string, number]>('UPDATE import_job SET before = ? WHERE id = ?'),
      grew: db.prepare<[number, number, number, number]>(
        'UPDATE import_job SET rows = rows + ?, from_ts = min(coalesce(from_ts, 9e15), ?), until_ts = max(coalesce(until_ts, 0), ?) WHERE id = ?',
      ),
      end: db.prepare<[number, number, number]>(
        "UPDATE import_job SET state = 'done', ended_ts = ?, skipped = ? WHERE id = ?",
      ),
      marks: db.prepare<[], Mark>('SELECT tier, from_ts FROM watermark ORDER BY tier').raw(),
      quantities: db.prepare<[], number>('SELECT id FROM narrow_quantity ORDER BY id').pluck(),
      firstOwnMs: db
        .prepare<[number], number | null>(
          `SELECT min(ts_ms) FROM main.sample WHERE ts_ms >= ? AND NOT EXISTS (SELECT 1 FROM imported WHERE part = '${PART.sample}' AND ts = ts_ms)`,
        )
        .pluck(),
      newestHours: db.prepare<[number], number>('SELECT ts FROM hourly ORDER BY ts DESC LIMIT ?').pluck(),
    };
  }

  list(): ImportJob[] {
    return this.#sql.all.all().map(jobOf);
  }

  one(job: number): ImportJob | null {
    const row = this.#sql.one.get(job);
    return row ? jobOf(row) : null;
  }

  /** Import of these files that was cut off; null where there is none. */
  unfinished(digest: string): number | null {
    return this.#sql.unfinished.get(digest) ?? null;
  }

  /** Newest import that waits to be learned from. */
  get toLearn(): number | null {
    return this.#learning.get();
  }
  learned(): void {
    this.#learning.drop();
  }

  /** Begins an import, or goes on with one of the same files that was cut off. */
  begin({ files, digest, format, startedS }: ImportBegin, span: ImportSpan): number {
    const { db } = this.parts;
    return inTransaction(db, () => {
      const unfinished = this.#sql.unfinished.get(digest);
      if (unfinished !== undefined) return unfinished;
      this.#shares.dropStray();
      const before: Before = {
        marks: this.#sql.marks.all(),
        records: this.parts.records.held(),
        quantities: this.#sql.quantities.all(),
      };
      const { rawFrom } = this.parts.watermarks;
      this.#setMarks(span);
      for (const hour of this.#shares.hoursIn(rawFrom, this.parts.watermarks.rawFrom))
        if (this.#isOfShares(hour)) this.#remake(hour);
      const { lastInsertRowid } = this.#sql.begin.run(
        startedS,
        JSON.stringify(files),
        digest,
        format,
        JSON.stringify(before),
      );
      return Number(lastInsertRowid);
    });
  }

  /** From when on samples and five-minute rows speak for themselves: as if the station had lived all this, by the count of its hours. */
  #setMarks({ fromS, untilS, hours }: ImportSpan): void {
    const { watermarks, rollUps } = this.parts;
    const { rawFrom, fiveFrom } = watermarks;
    const firstOwnMs = this.#sql.firstOwnMs.get(rawFrom * 1000) ?? null;
    const rawNow = Math.max(rawFrom, floorTo(firstOwnMs === null ? untilS - 1 : firstOwnMs / 1000, HOUR_S));
    if (fromS >= rawNow) return;
    if (rawNow > rawFrom) rollUps.closeUntil(rawNow); // the last hour of an import before, which was open
    const kept = Math.ceil(24 * this.retention.fiveMinRetentionDays);
    const all = new Set([...this.#sql.newestHours.all(kept + 1), ...hours]);
    const oldestKept = [...all].sort((a, b) => b - a)[kept];
    const fiveNow = Math.max(fiveFrom, Math.min(oldestKept === undefined ? 0 : oldestKept + HOUR_S, rawNow));
    if (rawNow > rawFrom) watermarks.advance(RAW, rawNow);
    if (fiveNow > fiveFrom) watermarks.advance(FIVE_MIN, fiveNow);
  }

  toldBeside(job: number, span: ImportSpan): (startS: number, endS: number) => boolean {
    return this.#shares.toldBeside(job, span);
  }

  /** One transaction: whole hours, ascending. `isLast`: the files end with them. Returns how many lines were taken; the others' time had a row. */
  put(job: number, buckets: readonly PastBucket[], isLast = false): number {
    const { db, rollUps, ticks } = this.parts;
    return inTransaction(db, () => {
      const shared = new Set(buckets.map(hourOf));
      for (const hour of shared) {
        const jobs = this.#shares.jobsIn(hour);
        if (jobs.includes(job) || !this.#isOfShares(hour, jobs)) shared.delete(hour);
      }
      const [alone, beside] = parted(buckets, (bucket) => !shared.has(hourOf(bucket)));
      const isTold = new Map([...new Set(alone.map(hourOf))].map((hour) => [hour, this.#rows.toldAround(hour, job)]));
      const untold = alone.filter((bucket) => !isTold.get(hourOf(bucket))!(bucket.ts));
      const taken = [...this.#rows.put(job, untold), ...beside].sort((a, b) => a.ts - b.ts);
      if (taken.length === 0) return 0;
      const isFirst = this.#sql.one.get(job)!.rows === 0;
      const ends = [...(isFirst ? [taken[0]!] : []), ...(isLast ? [taken.at(-1)!] : [])];
      for (const hour of new Set([...shared, ...ends.map(hourOf)])) {
        const [share] = parted(taken, (bucket) => hourOf(bucket) === hour);
        this.#shares.put(hour, job, share);
        if (shared.has(hour)) this.#remake(hour);
      }
      const lines = linesOf(taken);
      const quantities = new Set<number>();
      for (const { narrow, tick } of taken) {
        for (const quantity of narrow.keys()) quantities.add(quantity);
        if (tick) ticks.putPast(tick.raw, tick.shown, job);
      }
      rollUps.narrow.name(quantities);
      this.#sql.grew.run(lines, taken[0]!.ts, taken.at(-1)!.ts + FIVE_MIN.widthS, job);
      return lines;
    });
  }

  /** Whether an hour has rows of imports alone, each of which has a share in it. */
  #isOfShares(hour: number, jobs = this.#shares.jobsIn(hour)): boolean {
    return jobs.length > 0 && this.#rows.jobsIn(hour).every((job) => jobs.includes(job)) && !this.#rows.hasOwn(hour);
  }

  /**
   * Makes an hour anew from all shares in it, as rows that are kept of its age now. A row is noted as that of its import, and one of several
   * as that of the first.
   */
  #remake(hour: number): void {
    const shares = this.#shares.in(hour);
    const parts = shares
      .flatMap(({ job, buckets }) => buckets.map((bucket) => ({ ...bucket, job })))
      .sort((a, b) => a.ts - b.ts || a.firstS - b.firstS || a.lastS - b.lastS);
    const byStart = [...Map.groupBy(parts, ({ ts }) => ts)];
    this.#rows.clear(hour);
    this.#rows.put(
      shares[0]!.job,
      byStart.map(([ts, [first, ...more]]) =>
        more.length > 0 ? { ...joined(ts, [first!, ...more]), job: first!.job } : first!,
      ),
    );
  }

  /** Whether an import has a share in the hour of a moment. */
  hasShare(job: number, tS: number): boolean {
    return this.#shares.jobsIn(floorTo(tS, HOUR_S)).includes(job);
  }

  /**
   * Takes an import, whose own rows have gone already, out of the hours that it shares; marks have moved back from `rawFromS`. Inside a
   * transaction.
   */
  leave(job: number, rawFromS: number): void {
    const hours = this.#shares.hoursOf(job);
    for (const hour of hours) this.#shares.drop(hour, job);
    for (const hour of new Set([...hours, ...this.#shares.hoursIn(this.parts.watermarks.rawFrom, rawFromS)]))
      if (this.#isOfShares(hour)) this.#remake(hour);
  }

  /** Ends an import: its extremes may be records, and it waits to be learned from. */
  end(job: number, endedS: number, skipped: number): void {
    const { db, records, rollUps, samples } = this.parts;
    const found = this.foundRecords();
    inTransaction(db, () => {
      records.offer([...found, ...samples.storedExtremes(rollUps.closedUntil(FIVE_MIN))]);
      this.#sql.end.run(endedS, skipped, job);
      if ((this.one(job)?.rows ?? 0) > 0) this.#learning.put(job, endedS);
    });
  }

  /** Extremes of all that is stored. */
  foundRecords(): Candidate[] {
    const { db, watermarks, rollUps } = this.parts;
    const span = { hoursUntilS: watermarks.fiveFrom, fivesUntilS: rollUps.closedUntil(FIVE_MIN) };
    return atOnce(findRecords(db, span));
  }
}
