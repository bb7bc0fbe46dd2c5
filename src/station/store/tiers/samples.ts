import { atOnce } from '../../../base/steps.ts';
import type { NarrowValues } from '../../../quantities/names.ts';
import type { Flags } from '../../quality/flags.ts';
import { type Database, inTransaction } from '../sqlite/database.ts';
import { findRecords } from './find-records.ts';
import type { NarrowTables } from './narrow.ts';
import { type Quality, Screened } from './quality.ts';
import { type Candidate, candidatesIn, type Records } from './records.ts';
import type { RollUps } from './rollup.ts';
import { SAMPLE_COLUMNS, type SampleRow, toMs } from './sample-row.ts';
import { FIVE_MIN, floorTo, HOURLY, RAW } from './tier.ts';

const COLUMNS = ['ts_ms', ...SAMPLE_COLUMNS].join(', ');

/** Most waiting samples of a full disk, before the oldest is given up: six hours at 2 s, some 5 MB. */
const QUEUE_LIMIT = 10_800;

type Values = (number | null)[];
const toRow = (values: Values): SampleRow => {
  const row = { ts: values[0]! / 1000 } as SampleRow;
  SAMPLE_COLUMNS.forEach((column, i) => {
    row[column] = values[i + 1] ?? null;
  });
  return row;
};

/**
 * Samples wait in a temporary table, which lives in memory, and reach the disk together in one transaction. A temporary table and
 * no array, because then every read sees them with one UNION, and because a commit the disk refuses rolls back their removal, too.
 */
export class Samples {
  #queued = 0;
  #lost = 0;
  #oldestQueuedMs = Number.POSITIVE_INFINITY;
  readonly #narrow: NarrowTables;
  readonly #quality: Quality;
  readonly #page;
  readonly #sql;

  constructor(
    private readonly db: Database,
    private readonly rollUps: RollUps,
    private readonly records: Records,
  ) {
    this.#narrow = rollUps.narrow;
    this.#quality = rollUps.quality;
    // Narrow values and flags go with their sample, whether it gets another stamp, is stored or is given up.
    db.exec(`CREATE TEMP TABLE queued (ts_ms INTEGER PRIMARY KEY, ${SAMPLE_COLUMNS.join(' REAL, ')} REAL) STRICT;
      CREATE TEMP TRIGGER queued_restamped AFTER UPDATE OF ts_ms ON queued BEGIN
        UPDATE narrow_queued SET ts_ms = NEW.ts_ms WHERE ts_ms = OLD.ts_ms;
        UPDATE quality_queued SET ts_ms = NEW.ts_ms WHERE ts_ms = OLD.ts_ms;
      END;
      CREATE TEMP TRIGGER queued_gone AFTER DELETE ON queued BEGIN
        DELETE FROM narrow_queued WHERE ts_ms = OLD.ts_ms;
        DELETE FROM quality_queued WHERE ts_ms = OLD.ts_ms;
      END`);
    const marks = `?${', ?'.repeat(SAMPLE_COLUMNS.length)}`;
    this.#page = new Screened(rollUps.quality, ({ both }) =>
      db
        .prepare<[number, number], Values>(
          `SELECT * FROM ${both(SAMPLE_COLUMNS.join(', '))} WHERE ts_ms > ? AND ts_ms <= ? ORDER BY ts_ms LIMIT 1000`,
        )
        .raw(),
    );
    this.#sql = {
      taken: db
        .prepare<[number, number], number>(
          `SELECT EXISTS (SELECT 1 FROM main.sample WHERE ts_ms = ?) OR EXISTS (SELECT 1 FROM temp.queued WHERE ts_ms = ?)`,
        )
        .pluck(),
      enqueue: db.prepare<Values>(`INSERT INTO temp.queued (${COLUMNS}) VALUES (${marks})`),
      met: db
        // CROSS: SQLite must not begin with the large one.
        .prepare<[], number>('SELECT q.ts_ms FROM temp.queued q CROSS JOIN main.sample s ON s.ts_ms = q.ts_ms')
        .pluck(),
      restamp: db.prepare<[number, number]>('UPDATE temp.queued SET ts_ms = ? WHERE ts_ms = ?'),
      insert: db.prepare(`INSERT INTO main.sample (${COLUMNS}) SELECT ${COLUMNS} FROM temp.queued ORDER BY ts_ms`),
      candidates: db.prepare<[{ sinceMs: number }], Candidate>(candidatesIn('temp.clean_queued')),
      storedCandidates: db.prepare<[{ sinceMs: number }], Candidate>(candidatesIn('temp.clean_sample')),
      dropOldest: db.prepare('DELETE FROM temp.queued WHERE ts_ms = (SELECT min(ts_ms) FROM temp.queued)'),
      waiting: db.prepare<[], Values>(`SELECT ${COLUMNS} FROM temp.queued ORDER BY ts_ms`).raw(),
      clear: db.prepare('DELETE FROM temp.queued'),
      first: db
        .prepare<[{ fromMs: number }], number | null>(
          `SELECT min(ts_ms) FROM (SELECT min(ts_ms) ts_ms FROM main.sample WHERE ts_ms >= @fromMs
           UNION ALL SELECT min(ts_ms) FROM temp.queued WHERE ts_ms >= @fromMs)`,
        )
        .pluck(),
      newestWaiting: db.prepare<[], number | null>('SELECT max(ts_ms) FROM temp.queued').pluck(),
    };
  }

  /** Samples waiting for the next commit. */
  get queued(): number {
    return this.#queued;
  }
  /** Waiting samples given up because the disk took none for too long, since this was asked last. */
  takeLost(): number {
    const lost = this.#lost;
    this.#lost = 0;
    return lost;
  }
  get oldestQueuedMs(): number {
    return this.#oldestQueuedMs;
  }

  /** A stamp that is taken is no reason to lose a sample: it gets the next free millisecond. */
  append(row: SampleRow): void {
    const tsMs = this.#nextFree(toMs(row.ts));
    this.#sql.enqueue.run(tsMs, ...SAMPLE_COLUMNS.map((column) => row[column]));
    if (row.narrow) this.#narrow.queue(tsMs, row.narrow);
    if (row.flags) this.#quality.queue(tsMs, row.flags);
    this.#queued += 1;
    this.#oldestQueuedMs = Math.min(this.#oldestQueuedMs, tsMs);
    if (this.#queued > QUEUE_LIMIT) {
      this.#sql.dropOldest.run();
      this.#queued -= 1;
      this.#lost += 1;
    }
  }

  /** Flags that are known once the next sample has come. */
  flag(tS: number, flags: Flags): void {
    this.#quality.queue(toMs(tS), flags);
  }

  #nextFree(fromMs: number): number {
    let tsMs = fromMs;
    while (this.#sql.taken.get(tsMs, tsMs) === 1) tsMs += 1;
    return tsMs;
  }

  /** Another program may have taken a stamp while the sample waited. */
  #makeWay(): void {
    for (const tsMs of this.#sql.met.all()) {
      this.#sql.restamp.run(this.#nextFree(tsMs), tsMs);
    }
  }

  /** Commits what waits, with the roll-ups it closes and the records it broke: all or nothing. Throws what the disk says. `beside`: what else is of one moment with them. */
  commit(beside?: () => void): number {
    if (this.#queued === 0) return 0;
    inTransaction(this.db, () => {
      this.#makeWay();
      const keptFromMs = this.rollUps.keptFrom(RAW) * 1000;
      const kept = this.#sql.waiting.all().filter(([tsMs]) => tsMs! >= keptFromMs);
      this.#sql.insert.run();
      this.rollUps.ownEnd.reached(this.#sql.newestWaiting.get()!);
      this.#narrow.store();
      const flaggedMs = this.#quality.store();
      if (kept.length < this.#queued) this.rollUps.takeInBefore(keptFromMs / 1000);
      const moments = [...kept.map(([tsMs]) => tsMs!), ...[...flaggedMs].filter((tsMs) => tsMs >= keptFromMs)];
      this.rollUps.afterCommit(new Set(moments.map((tsMs) => floorTo(tsMs / 1000, FIVE_MIN.widthS))));
      this.#withdrawRecords(flaggedMs);
      this.records.offer(this.waitingExtremes());
      this.#sql.clear.run();
      this.#quality.forgetQueued();
      beside?.();
    });
    const committed = this.#queued;
    this.#queued = 0;
    this.#oldestQueuedMs = Number.POSITIVE_INFINITY;
    return committed;
  }

  /**
   * Gives records of samples that were flagged after their commit to the second best. A spike that breaks a record just before a commit is rare,
   * so looking through all hours at once may take its time.
   */
  #withdrawRecords(flaggedMs: ReadonlySet<number>): void {
    const held = this.records.held();
    const lost = new Set(held.filter(({ tsMs }) => flaggedMs.has(tsMs)).map(({ name }) => name));
    if (lost.size === 0) return;
    const fivesUntilS = this.rollUps.closedUntil(FIVE_MIN);
    const found = atOnce(findRecords(this.db, { hoursUntilS: this.rollUps.closedUntil(HOURLY), fivesUntilS }));
    const others = [...found, ...this.storedExtremes(fivesUntilS)].filter(({ name }) => lost.has(name));
    this.records.replace([...held.filter(({ name }) => !lost.has(name)), ...others]);
  }

  /** Best waiting value for each record. */
  waitingExtremes(): Candidate[] {
    return this.#queued === 0 ? [] : this.#sql.candidates.all({ sinceMs: 0 });
  }

  /** Best stored value from a moment on, for each record. */
  storedExtremes(sinceS: number): Candidate[] {
    return this.#sql.storedCandidates.all({ sinceMs: toMs(sinceS) });
  }

  has(tS: number): boolean {
    return this.#sql.taken.get(toMs(tS), toMs(tS)) === 1;
  }

  /** The first `count` samples after this moment, waiting or stored. */
  next(afterS: number, count: number): SampleRow[] {
    return this.#page.asIs
      .all(toMs(afterS), Number.MAX_SAFE_INTEGER)
      .slice(0, count)
      .map((values) => this.#whole(values));
  }

  /** Narrow values of the sample at this moment that are not flagged as wrong. */
  narrowAt(tS: number): NarrowValues | undefined {
    return this.#narrow.valuesAt(toMs(tS), false);
  }

  /** Uncommitted samples, oldest first, to carry over when this database takes nothing any more. */
  waiting(): SampleRow[] {
    return this.#sql.waiting.all().map((values) => this.#whole(values));
  }

  #whole(values: Values): SampleRow {
    return { ...toRow(values), narrow: this.#narrow.valuesAt(values[0]!, true), flags: this.#quality.at(values[0]!) };
  }

  /** The station's newest sample, waiting or stored. */
  latest(): SampleRow | null {
    const newestMs = toMs(this.newestTs() ?? 0);
    const [newest] = this.#page.asIs.all(newestMs - 1, newestMs);
    return newest ? toRow(newest) : null;
  }

  /** Time of the first sample from a moment on, waiting or stored. */
  firstFrom(fromS: number): number | null {
    const firstMs = this.#sql.first.get({ fromMs: fromS * 1000 }) ?? null;
    return firstMs && firstMs / 1000;
  }

  /** Time of the newest sample, waiting or stored; null without one. */
  newestTs(): number | null {
    const all = [this.rollUps.ownEnd.newestMs(), this.#sql.newestWaiting.get() ?? null].filter((ms) => ms !== null);
    return all.length === 0 ? null : Math.max(...all) / 1000;
  }

  /** Samples over (afterS, untilS], ascending, without flagged values, in pages: an open cursor would refuse writes on this connection. */
  *pages(afterS: number, untilS: number): Generator<SampleRow[]> {
    const statement = this.#page.over(toMs(afterS), toMs(untilS));
    for (let fromMs = toMs(afterS), page: Values[]; ; fromMs = page.at(-1)![0]!) {
      page = statement.all(fromMs, toMs(untilS));
      if (page.length === 0) return;
      yield page.map(toRow);
    }
  }
}
