import { HOUR_S } from '../../../base/durations.ts';
import { atOnce } from '../../../base/steps.ts';
import { inTransaction } from '../sqlite/database.ts';
import { JobNote } from '../sqlite/job-note.ts';
import type { Ticks } from '../tables/ticks.ts';
import { Accumulator } from '../tiers/accumulator.ts';
import { findRecords } from '../tiers/find-records.ts';
import { type FoldedValues, takeIn } from '../tiers/narrow-values.ts';
import type { Candidate } from '../tiers/records.ts';
import { SAMPLE_COLUMNS } from '../tiers/sample-row.ts';
import { FIVE_MIN, floorTo, HOURLY, RAW, type Retention } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import type { ImportBegin, ImportJob, ImportSpan, PastBucket } from './past.ts';
import { flagsOf, sampleOf } from './past-sample.ts';

export interface ImportParts extends Tiers {
  ticks: Ticks;
}

/** `part` of `imported`. */
export const PART = {
  sample: 'sample',
  fiveMin: 'five_min',
  hourly: 'hourly',
  scores: 'score',
  issued: 'issued',
} as const;

export type Mark = [tier: string, fromS: number];
/** State before an import. */
export interface Before {
  marks: Mark[];
  records: Candidate[];
  quantities: number[];
}

const linesOf = (buckets: readonly PastBucket[]): number => buckets.reduce((sum, { lines }) => sum + lines, 0);

type JobRow = Omit<ImportJob, 'files'> & { files: string };

const jobOf = ({ files, ...row }: JobRow): ImportJob => ({ ...row, files: JSON.parse(files) as string[] });

/**
 * Puts another station's past into the tiers. A row goes where a row of its age is kept: hours, five minutes or samples. What is there
 * stays: measured rows, and those of an earlier import, so the same file twice changes nothing. A transaction holds whole hours with all
 * that is made of them; a kill between two leaves a history that the same file completes.
 */
export class Imports {
  readonly #hour = new Accumulator();
  readonly #measuredHour = new Accumulator();
  readonly #learning: JobNote<number>;
  readonly #sql;

  constructor(
    private readonly parts: ImportParts,
    private readonly retention: Retention,
  ) {
    const { db } = parts;
    this.#learning = new JobNote(db, 'learn imported');
    // Without the names of its files where a bad bit has made no JSON of them: the station starts all the same.
    const job = `SELECT id job, started_ts startedS, ended_ts endedS, state, iif(json_valid(files), files, '[]') files,
      format, rows, skipped, from_ts fromS, until_ts untilS FROM import_job`;
    const marks = `?${', ?'.repeat(SAMPLE_COLUMNS.length)}`;
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
      note: db.prepare<[string, number, number, number]>(
        'INSERT OR REPLACE INTO imported (part, ts, job, lines) VALUES (?, ?, ?, ?)',
      ),
      marks: db.prepare<[], Mark>('SELECT tier, from_ts FROM watermark ORDER BY tier').raw(),
      quantities: db.prepare<[], number>('SELECT id FROM narrow_quantity ORDER BY id').pluck(),
      firstOwnMs: db
        .prepare<[number], number | null>(
          `SELECT min(ts_ms) FROM main.sample WHERE ts_ms >= ? AND NOT EXISTS (SELECT 1 FROM imported WHERE part = '${PART.sample}' AND ts = ts_ms)`,
        )
        .pluck(),
      newestHours: db.prepare<[number], number>('SELECT ts FROM hourly ORDER BY ts DESC LIMIT ?').pluck(),
      sampleIn: db
        .prepare<[number, number], number>('SELECT 1 FROM main.sample WHERE ts_ms >= ? AND ts_ms < ? LIMIT 1')
        .pluck(),
      ownFiveIn: db
        .prepare<[number, number], number>(
          `SELECT 1 FROM five_min f WHERE ts >= ? AND ts < ? AND NOT EXISTS (SELECT 1 FROM imported i WHERE i.part = '${PART.fiveMin}' AND i.ts = f.ts) LIMIT 1`,
        )
        .pluck(),
      putSample: db.prepare<(number | null)[]>(
        `INSERT INTO main.sample (ts_ms, ${SAMPLE_COLUMNS.join(', ')}) VALUES (${marks})`,
      ),
      putNarrow: db.prepare<[number, number, number]>(
        'INSERT INTO main.narrow_sample (ts_ms, quantity, value) VALUES (?, ?, ?)',
      ),
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
      const before: Before = {
        marks: this.#sql.marks.all(),
        records: this.parts.records.held(),
        quantities: this.#sql.quantities.all(),
      };
      this.#setMarks(span);
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
    const { watermarks } = this.parts;
    const { rawFrom, fiveFrom } = watermarks;
    const firstOwnMs = this.#sql.firstOwnMs.get(rawFrom * 1000) ?? null;
    const rawNow = Math.max(rawFrom, floorTo(firstOwnMs === null ? untilS - 1 : firstOwnMs / 1000, HOUR_S));
    if (fromS >= rawNow) return;
    const kept = Math.ceil(24 * this.retention.fiveMinRetentionDays);
    const all = new Set([...this.#sql.newestHours.all(kept + 1), ...hours]);
    const oldestKept = [...all].sort((a, b) => b - a)[kept];
    const fiveNow = Math.max(fiveFrom, Math.min(oldestKept === undefined ? 0 : oldestKept + HOUR_S, rawNow));
    if (rawNow > rawFrom) watermarks.advance(RAW, rawNow);
    if (fiveNow > fiveFrom) watermarks.advance(FIVE_MIN, fiveNow);
  }

  /** One transaction: whole hours, ascending. Returns how many lines were taken; the others' time had a row. */
  put(job: number, buckets: readonly PastBucket[]): number {
    const { db, watermarks, rollUps, ticks } = this.parts;
    return inTransaction(db, () => {
      const { rawFrom, fiveFrom } = watermarks;
      const coarse = buckets.filter(({ ts }) => ts < fiveFrom);
      const middle = buckets.filter(({ ts }) => ts >= fiveFrom && ts < rawFrom);
      const fine = buckets.filter(({ ts }) => ts >= rawFrom);
      const taken = [...this.#putHours(job, coarse), ...this.#putFives(job, middle), ...this.#putSamples(job, fine)];
      const lines = linesOf(taken);
      const quantities = new Set<number>();
      for (const { narrow, tick } of taken) {
        for (const quantity of narrow.keys()) quantities.add(quantity);
        if (tick) ticks.putPast(tick.raw, tick.shown, job);
      }
      rollUps.narrow.name(quantities);
      if (taken.length > 0) this.#sql.grew.run(lines, taken[0]!.ts, taken.at(-1)!.ts + FIVE_MIN.widthS, job);
      return lines;
    });
  }

  /** Moment up to which rows close: that of the newest sample, whose own bucket is open; before there is one, how far the import has come. */
  #closedS(buckets: readonly PastBucket[]): number {
    const newestMs = this.parts.rollUps.ownEnd.newestMs();
    if (newestMs !== null) return floorTo(newestMs / 1000, FIVE_MIN.widthS);
    return (buckets.at(-1)?.ts ?? 0) + FIVE_MIN.widthS;
  }

  #putHours(job: number, buckets: readonly PastBucket[]): PastBucket[] {
    const { rollUps } = this.parts;
    const hours = Map.groupBy(buckets, ({ ts }) => floorTo(ts, HOUR_S));
    const taken: PastBucket[] = [];
    const made: number[] = [];
    for (const [hour, parts] of hours) {
      if (rollUps.has(HOURLY, hour)) continue;
      const isScreened = parts.some(({ measured }) => measured !== null);
      this.#hour.clear();
      this.#measuredHour.clear();
      const narrow: FoldedValues = new Map();
      const narrowMeasured: FoldedValues = new Map();
      for (const part of parts) {
        this.#hour.merge(part.row);
        if (isScreened) this.#measuredHour.merge(part.measured ?? part.row);
        for (const [quantity, folded] of part.narrow) takeIn(narrow, quantity, folded);
        if (isScreened)
          for (const [quantity, folded] of part.narrowMeasured ?? part.narrow) takeIn(narrowMeasured, quantity, folded);
      }
      const row = this.#hour.row(hour);
      const measured = isScreened ? this.#measuredHour.row(hour) : null;
      rollUps.putScreened(HOURLY, { row, measured, narrow, narrowMeasured: isScreened ? narrowMeasured : null });
      this.#sql.note.run(PART.hourly, hour, job, linesOf(parts));
      for (const part of parts) rollUps.quality.mark(part.ts * 1000, part.flags);
      made.push(hour);
      taken.push(...parts);
    }
    if (made.length > 0) rollUps.rollWithParents(made, this.#closedS(buckets), HOURLY);
    return taken;
  }

  #putFives(job: number, buckets: readonly PastBucket[]): PastBucket[] {
    const { rollUps } = this.parts;
    const taken = buckets.filter(({ ts }) => !rollUps.has(FIVE_MIN, ts));
    for (const hour of new Set(taken.map(({ ts }) => floorTo(ts, HOUR_S)))) {
      const mixed = rollUps.has(HOURLY, hour) || this.#sql.ownFiveIn.get(hour, hour + HOUR_S) === 1;
      if (!mixed) this.#sql.note.run(PART.hourly, hour, job, 0);
    }
    for (const bucket of taken) {
      const { ts, flags, lines } = bucket;
      rollUps.putScreened(FIVE_MIN, bucket);
      rollUps.quality.mark(ts * 1000, flags);
      this.#sql.note.run(PART.fiveMin, ts, job, lines);
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
  #putSamples(job: number, buckets: readonly PastBucket[]): PastBucket[] {
    const { rollUps } = this.parts;
    const taken = buckets.filter(
      ({ ts }) => this.#sql.sampleIn.get(ts * 1000, (ts + FIVE_MIN.widthS) * 1000) !== 1 && !rollUps.has(FIVE_MIN, ts),
    );
    for (const { ts, row, measured, flags, narrow, narrowMeasured, lines } of taken) {
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

  /** Ends an import: its extremes may be records, and it waits to be learned from. */
  end(job: number, endedS: number, skipped: number): void {
    const { db, records } = this.parts;
    const found = this.foundRecords();
    inTransaction(db, () => {
      records.offer(found);
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
