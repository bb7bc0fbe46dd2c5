import { HOUR_S } from '../../../base/durations.ts';
import { atOnce } from '../../../base/steps.ts';
import { inTransaction } from '../sqlite/database.ts';
import { JobNote } from '../sqlite/job-note.ts';
import { findRecords } from '../tiers/find-records.ts';
import { type Candidate, type Held, offerTo } from '../tiers/records.ts';
import { FIVE_MIN, floorTo, RAW, type Retention } from '../tiers/tier.ts';
import { HourShares } from './hour-shares.ts';
import { ImportedRows, type ImportParts, type Told } from './imported-rows.ts';
import { joinedBucket, linesOf } from './joined.ts';
import {
  hourOf,
  type ImportBegin,
  type ImportJob,
  type ImportSpan,
  type NotedBucket,
  PART,
  type PastBucket,
} from './past.ts';
import { LOOK_BACK_S } from './past-rates.ts';

export type Mark = [tier: string, fromS: number];
/** State before an import. */
export interface Before {
  marks: Mark[];
  records: Candidate[];
  quantities: number[];
}

type JobRow = Omit<ImportJob, 'files'> & { files: string };

const jobOf = ({ files, ...row }: JobRow): ImportJob => ({ ...row, files: JSON.parse(files) as string[] });

/** Share of an interval, or of a moment, that is in none of these stretches, which ascend. */
function untoldShare(startS: number, endS: number, told: readonly Told[]): number {
  if (startS === endS) return told.some((one) => one.startS <= startS && startS <= one.endS) ? 0 : 1;
  let [atS, newS] = [startS, 0];
  for (const one of [...told, { startS: endS, endS }]) {
    newS += Math.max(0, Math.min(one.startS, endS) - atS);
    atS = Math.max(atS, one.endS);
  }
  return newS / (endS - startS);
}

/**
 * Puts another station's past into the tiers. A row goes where a row of its age is kept: hours, five minutes or samples. What is there
 * stays: measured rows, and those of an earlier import, so the same file twice changes nothing. An hour in which one import ends and another
 * begins is made of both (`HourShares`), and so are the rates behind it. A transaction holds whole hours with all that is made of them; a kill
 * between two leaves a history that the same file completes.
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
      this.#remake(this.#shares.hoursIn(rawFrom, this.parts.watermarks.rawFrom));
      const texts = [JSON.stringify(files), digest, format, JSON.stringify(before)] as const;
      return Number(this.#sql.begin.run(startedS, ...texts).lastInsertRowid);
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

  /** For the lines of an import: the share of an interval that no other import has told. Undefined where there are none. */
  untold(job: number, span: ImportSpan): ((startS: number, endS: number) => number) | undefined {
    if (this.list().length === 1) return undefined;
    const hours = this.#shares.hoursIn(span.fromS - 3 * HOUR_S, span.untilS + 1);
    let near = { fromS: Number.NaN, untilS: Number.NaN, told: [] as Told[] };
    return (startS, endS) => {
      const fromS = floorTo(startS, HOUR_S) - HOUR_S; // what tells of a line may begin an hour before it
      const untilS = floorTo(Math.max(startS, endS - 1), HOUR_S) + HOUR_S;
      if (fromS !== near.fromS || untilS !== near.untilS)
        near = { fromS, untilS, told: this.#toldIn(job, fromS, untilS, hours) };
      return untoldShare(startS, endS, near.told);
    };
  }

  /** Time that other imports have told: to the second by their shares in `hours`, elsewhere by their rows. */
  #toldIn(job: number, fromS: number, untilS: number, hours: readonly number[]): Told[] {
    const exact = hours.filter((hour) => hour >= fromS && hour < untilS && this.#isOfShares(hour));
    const shares = exact.flatMap((hour) => this.#shares.in(hour)).filter((share) => share.job !== job);
    const byShares = shares.flatMap(({ buckets }) =>
      buckets.map(({ firstS, lastS }) => ({ startS: firstS, endS: lastS })),
    );
    const byRows = this.#rows.told(job, fromS, untilS).filter(({ startS }) => !exact.includes(floorTo(startS, HOUR_S)));
    return [...byShares, ...byRows].sort((a, b) => a.startS - b.startS);
  }

  /** One transaction: whole hours, ascending. `isLast`: the files end with them. Returns how many lines were taken; the others' time had a row. */
  put(job: number, buckets: readonly PastBucket[], isLast = false): number {
    return inTransaction(this.parts.db, () => {
      const waiting: NotedBucket[] = [];
      for (const [hour, parts] of Map.groupBy(buckets, hourOf)) {
        const jobs = this.#shares.jobsIn(hour);
        if (!jobs.includes(job) && this.#isOfShares(hour, jobs)) {
          this.#shares.put(hour, job, parts);
          waiting.push(...this.#emptied(hour));
        } else waiting.push(...parts.map((part) => ({ ...part, job })));
      }
      const put = new Set(this.#rows.put(waiting).map(({ ts }) => ts));
      const taken = buckets.filter(({ ts }) => put.has(ts));
      if (taken.length > 0) this.#note(job, taken, isLast);
      if (isLast) this.#remake(this.#near(job));
      return linesOf(taken);
    });
  }

  #note(job: number, taken: readonly PastBucket[], isLast: boolean): void {
    const last = taken.at(-1)!;
    this.#sql.grew.run(linesOf(taken), taken[0]!.ts, last.ts + FIVE_MIN.widthS, job);
    this.parts.rollUps.narrow.name(new Set(taken.flatMap(({ narrow }) => [...narrow.keys()])));
    const headUntilS = this.one(job)!.fromS! + LOOK_BACK_S;
    for (const [hour, share] of Map.groupBy(taken, hourOf))
      if (hour < headUntilS || (isLast && hour === hourOf(last))) this.#shares.put(hour, job, share);
  }

  /** Whether an hour has rows of imports alone, each of which has a share in it. */
  #isOfShares(hour: number, jobs = this.#shares.jobsIn(hour)): boolean {
    return jobs.length > 0 && this.#rows.jobsIn(hour).every((job) => jobs.includes(job)) && !this.#rows.hasOwn(hour);
  }

  /** Takes the rows out of an hour. Returns the buckets of all shares in it, which are to be put anew. */
  #emptied(hour: number): NotedBucket[] {
    const parts = this.#shares
      .in(hour)
      .flatMap(({ job, buckets }) => buckets.map((bucket) => ({ ...bucket, job })))
      .sort((a, b) => a.ts - b.ts || a.firstS - b.firstS || a.lastS - b.lastS);
    this.#rows.clear(hour, parts);
    return [...Map.groupBy(parts, ({ ts }) => ts).values()].map(joinedBucket);
  }

  /** Makes hours anew from all shares in them, in the tiers that are kept of their age now. */
  #remake(hours: readonly number[]): void {
    const ofShares = hours.filter((hour) => this.#isOfShares(hour));
    this.#rows.put(ofShares.flatMap((hour) => this.#emptied(hour)));
  }

  /** Hours with shares in the time of an import, and behind it where rates look back on it. */
  #near(job: number): number[] {
    const { fromS, untilS } = this.one(job)!;
    return fromS === null ? [] : this.#shares.hoursIn(floorTo(fromS, HOUR_S), untilS! + LOOK_BACK_S);
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
    this.#shares.drop(job);
    this.#remake(this.#shares.hoursIn(this.parts.watermarks.rawFrom, rawFromS));
    this.#remake(this.#near(job));
  }

  /** Ends an import: its extremes may be records, those of hours that it has changed may be none, and it waits to be learned from. */
  end(job: number, endedS: number, skipped: number): void {
    const changed = new Set(this.#near(job));
    const found = this.foundRecords();
    inTransaction(this.parts.db, () => {
      const held = this.parts.records.held().filter(({ tsMs }) => !changed.has(floorTo(tsMs / 1000, HOUR_S)));
      this.keepRecords([...held, ...found]);
      this.#sql.end.run(endedS, skipped, job);
      if (this.one(job)!.rows > 0) this.#learning.put(job, endedS);
    });
  }

  /** Makes the best of these, and of the samples in open buckets, the records. Inside a transaction. */
  keepRecords(candidates: readonly Candidate[]): void {
    const { records, rollUps, samples } = this.parts;
    const best: Held = new Map();
    for (const one of [...candidates, ...samples.storedExtremes(rollUps.closedUntil(FIVE_MIN))]) offerTo(best, one);
    records.replace(best.values());
  }

  /** Extremes of all that is stored. */
  foundRecords(): Candidate[] {
    const { db, watermarks, rollUps } = this.parts;
    const span = { hoursUntilS: watermarks.fiveFrom, fivesUntilS: rollUps.closedUntil(FIVE_MIN) };
    return atOnce(findRecords(db, span));
  }
}
