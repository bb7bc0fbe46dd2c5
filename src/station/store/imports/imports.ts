import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { atOnce } from '../../../base/steps.ts';
import { inTransaction } from '../sqlite/database.ts';
import { JobNote } from '../sqlite/job-note.ts';
import { findRecords } from '../tiers/find-records.ts';
import type { Candidate } from '../tiers/records.ts';
import { FIVE_MIN, floorTo, RAW, type Retention } from '../tiers/tier.ts';
import { allCovered, lengthOf, uncoveredParts } from './covered-time.ts';
import { HourShares } from './hour-shares.ts';
import { ImportedRows, type ImportParts } from './imported-rows.ts';
import { bucketsOf, linesOf } from './joined.ts';
import {
  hourOf,
  type ImportBegin,
  type ImportJob,
  type ImportSpan,
  type NotedBucket,
  PART,
  type PastBucket,
  REACH_S,
  type Stretch,
} from './past.ts';
import { inOrder, withRain } from './past-rain.ts';
import { LOOK_BACK_S, rated } from './past-rates.ts';

export type Mark = [tier: string, fromS: number];

/** Hours made anew in one transaction: nobody writes meanwhile. */
const HOURS_A_STEP = 24;

type JobRow = Omit<ImportJob, 'files'> & { files: string };

const jobOf = ({ files, ...row }: JobRow): ImportJob => ({ ...row, files: JSON.parse(files) as string[] });

/**
 * Puts another station's past into the tiers. A row goes where a row of its age is kept: hours, five minutes or samples. What is there
 * stays: measured rows, and those of an earlier import, so the same file twice changes nothing. An hour in which one import ends and another
 * begins is made of both (`HourShares`), and so are the rates behind it. A transaction holds whole hours with all that is made of them; a kill
 * between two leaves a history that the same file completes.
 */
export class Imports {
  /** Imports wait to be learned from: one has come, or gone. */
  readonly toLearn: JobNote<'import' | 'undo'>;
  readonly #rows: ImportedRows;
  readonly #shares: HourShares;
  readonly #sql;

  constructor(
    private readonly parts: ImportParts,
    private readonly retention: Retention,
  ) {
    const { db } = parts;
    this.toLearn = new JobNote(db, 'learn imported');
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

  /** Newest one that is learned from. */
  newest(): number | null {
    return this.list().findLast(({ state, rows }) => state === 'done' && rows > 0)?.job ?? null;
  }

  /** Import of these files that was cut off; null where there is none. */
  unfinished(digest: string): number | null {
    return this.#sql.unfinished.get(digest) ?? null;
  }

  /** Begins an import, or goes on with one of the same files that was cut off. */
  begin({ files, digest, format, startedS }: ImportBegin, span: ImportSpan): number {
    const { db } = this.parts;
    return inTransaction(db, () => {
      const unfinished = this.#sql.unfinished.get(digest);
      if (unfinished !== undefined) return unfinished;
      this.#shares.dropStray();
      const before = { marks: this.#sql.marks.all() };
      const { rawFrom } = this.parts.watermarks;
      this.#setMarks(span);
      this.#remake(this.#shares.hoursIn(rawFrom, this.parts.watermarks.rawFrom));
      const texts = [JSON.stringify(files), digest, format, JSON.stringify(before)] as const;
      return Number(this.#sql.begin.run(startedS, ...texts).lastInsertRowid);
    });
  }

  /** Moves the marks of samples and five-minute rows to where they would be had the station measured all this: age is counted in hours. */
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

  /** For the lines of an import: the parts of an interval that nothing stored covers, neither another import nor the station. */
  uncovered(job: number): (startS: number, endS: number) => Stretch[] {
    let near = { fromS: Number.NaN, untilS: Number.NaN, covered: [] as Stretch[] };
    return (startS, endS) => {
      const [fromS, untilS] = [floorTo(startS, DAY_S), floorTo(Math.max(startS, endS - 1), DAY_S) + DAY_S];
      if (fromS !== near.fromS || untilS !== near.untilS)
        near = { fromS, untilS, covered: this.#coveredIn(job, fromS, untilS) };
      return uncoveredParts(startS, endS, near.covered);
    };
  }

  /** Time that own rows cover, and other imports: to the second by their shares, elsewhere by their rows. */
  #coveredIn(job: number, fromS: number, untilS: number): Stretch[] {
    // A line in a share may be a day long.
    const shares = this.#shares.hoursIn(fromS - DAY_S, untilS + REACH_S).flatMap((hour) => this.#shares.in(hour));
    const byShares = shares.flatMap(({ job: of, buckets }) =>
      buckets.map(({ firstS, lastS, isLast }) => ({ job: of, startS: firstS, endS: lastS, isLast })),
    );
    const hasShare = (of: number, tS: number) =>
      shares.some((one) => one.job === of && one.hour === floorTo(tS, HOUR_S));
    const rows = this.#rows.covered(fromS - REACH_S, untilS + REACH_S);
    const byRows = rows.filter((one) => !hasShare(one.job, one.startS));
    const others = [...byShares, ...byRows].filter((one) => one.job !== job);
    return allCovered(others, this.#rows.own(fromS, untilS));
  }

  /** One transaction: whole hours, ascending. Returns how many lines were taken; the others' time had a row. */
  put(job: number, buckets: readonly PastBucket[]): number {
    return inTransaction(this.parts.db, () => {
      const waiting: NotedBucket[] = [];
      for (const [hour, parts] of Map.groupBy(buckets, hourOf)) {
        const jobs = this.#shares.jobsIn(hour);
        if (!jobs.includes(job) && this.#isOfShares(hour, jobs)) {
          this.#shares.put(hour, job, parts);
          waiting.push(...this.#emptied(hour));
        } else waiting.push(...parts.map((part) => ({ ...part, job })));
      }
      const put = new Set(this.#place(waiting).map(({ ts }) => ts));
      const taken = buckets.filter(({ ts }) => put.has(ts));
      if (taken.length > 0) this.#note(job, taken);
      return linesOf(taken);
    });
  }

  #note(job: number, taken: readonly PastBucket[]): void {
    this.#sql.grew.run(linesOf(taken), Math.floor(taken[0]!.fromS), taken.at(-1)!.ts + FIVE_MIN.widthS, job);
    this.parts.rollUps.narrow.name(new Set(taken.flatMap(({ narrow }) => [...narrow.keys()])));
    for (const [hour, share] of Map.groupBy(taken, hourOf))
      if (share.some(({ isEnd }) => isEnd)) this.#shares.put(hour, job, share);
  }

  /** Whether an hour can be made anew: each import that has rows in it has a share, and where hours are kept it is of imports alone. */
  #isOfShares(hour: number, jobs = this.#shares.jobsIn(hour)): boolean {
    const isWhole = jobs.length > 0 && this.#rows.jobsIn(hour).every((job) => jobs.includes(job));
    return isWhole && (hour >= this.parts.watermarks.fiveFrom || !this.#rows.hasOwn(hour));
  }

  /** Parts of buckets that imports have in hours which they share. */
  #partsIn(hours: readonly number[]): NotedBucket[] {
    const shares = hours.flatMap((hour) => this.#shares.in(hour));
    return inOrder(shares.flatMap(({ job, buckets }) => buckets.map((bucket) => ({ ...bucket, job }))));
  }

  /** Takes the rows out of an hour. Returns the parts of all shares in it, which are to be put anew. */
  #emptied(hour: number): NotedBucket[] {
    const parts = this.#partsIn([hour]);
    this.#rows.clear(hour, parts);
    return parts;
  }

  /** Puts parts of buckets, ascending, with the rain and the rates that they take from the lines before them, of whichever import these are. */
  #place(parts: readonly NotedBucket[]): readonly NotedBucket[] {
    const [first, last] = [parts.at(0), parts.at(-1)];
    if (!first || !last) return [];
    // A counter may have been read up to a day before.
    const backS = parts.some(({ isEnd, readings }) => isEnd && readings) ? DAY_S : LOOK_BACK_S;
    const hours = this.#shares.hoursIn(hourOf(first) - backS, last.ts + 2 * HOUR_S);
    const placed = new Set(parts.map(({ ts }) => ts));
    const beside = this.#partsIn(hours).filter(({ ts }) => !placed.has(ts));
    const uncoveredShare = (job: number, fromS: number, untilS: number) =>
      lengthOf(this.uncovered(job)(fromS, untilS)) / (untilS - fromS);
    const rainy = withRain(parts, beside, uncoveredShare);
    return this.#rows.put(rated(bucketsOf(rainy), bucketsOf(beside)));
  }

  /** Makes hours anew from all shares in them, in the tiers that are kept of their age now. */
  #remake(hours: readonly number[]): void {
    const ofShares = hours.filter((hour) => this.#isOfShares(hour));
    this.#place(ofShares.flatMap((hour) => this.#emptied(hour)));
  }

  /**
   * Hours with shares in the time of an import, and behind it where rates look back on it or a rain counter goes on. A first line that is told by
   * its moment tells of the hour before it at most.
   */
  #near(job: number): number[] {
    const { fromS, untilS } = this.one(job)!;
    return fromS === null ? [] : this.#shares.hoursIn(floorTo(fromS, HOUR_S) - HOUR_S, untilS! + DAY_S);
  }

  /** Takes an import, whose own rows have gone already, out of the hours that it shares; marks have moved back from `rawFromS`. Inside a transaction. */
  leave(job: number, rawFromS: number): void {
    this.#shares.drop(job);
    this.#remake(this.#shares.hoursIn(this.parts.watermarks.rawFrom, rawFromS));
  }

  /** Makes hours of other imports anew that take rain or rates from an import which has come, or gone. A step is a transaction. */
  *settle(job: number): Generator<void> {
    const hours = this.#near(job).filter((hour) => this.#shares.jobsIn(hour).some((one) => one !== job));
    for (let from = 0, at = 1; at <= hours.length; at += 1) {
      if (at - from < HOURS_A_STEP && hours[at]! - hours[at - 1]! <= DAY_S) continue;
      inTransaction(this.parts.db, () => this.#remake(hours.slice(from, at)));
      from = at;
      yield;
    }
  }

  /** Ends an import: its extremes may be records, those of hours that it has changed may be none, and it waits to be learned from. */
  end(job: number, endedS: number, skipped: number): void {
    const changed = new Set(this.#near(job).filter((hour) => this.#isOfShares(hour)));
    const found = this.foundRecords();
    inTransaction(this.parts.db, () => {
      const held = this.parts.records.held().filter(({ tsMs }) => !changed.has(floorTo(tsMs / 1000, HOUR_S)));
      this.keepRecords([...held, ...found]);
      this.#sql.end.run(endedS, skipped, job);
      if (this.one(job)!.rows > 0) this.toLearn.put('import');
    });
  }

  /** Makes the best of these, and of the samples in open buckets, the records. Inside a transaction. */
  keepRecords(candidates: readonly Candidate[]): void {
    const { records, rollUps, samples } = this.parts;
    records.replace([...candidates, ...samples.storedExtremes(rollUps.closedUntil(FIVE_MIN))]);
  }

  /** Extremes of all that is stored. */
  foundRecords(): Candidate[] {
    const { db, watermarks, rollUps } = this.parts;
    const span = { hoursUntilS: watermarks.fiveFrom, fivesUntilS: rollUps.closedUntil(FIVE_MIN) };
    return atOnce(findRecords(db, span));
  }
}
