import { DAY_S } from '../../../base/durations.ts';
import { fieldOf, jsonOf } from '../../../base/json-text.ts';
import { inTransaction } from '../sqlite/database.ts';
import { FIVE_MIN, RAW } from '../tiers/tier.ts';
import { type ImportedRow, ImportedRows, type ImportParts } from './imported-rows.ts';
import type { Imports, Mark } from './imports.ts';
import { PART } from './past.ts';

/** Rows that go in one transaction, with what is made anew above them. */
const SLICE = 240;
const TICKS_S = 7 * DAY_S;

/**
 * Undo of an import: removes its rows, and remakes the coarser rows from those that are left. In slices, each of which is whole; a kill
 * between two leaves an import that can be taken back further. An hour that it shares with other imports is made anew from theirs. Marks go back
 * unless rows of the station's own were removed behind them since. Scores and forecasts of the past come of all imports together: they go with any
 * of them, and those that are left wait to be learned from again.
 */
export class UndoImport {
  readonly #rows: ImportedRows;
  readonly #sql;

  constructor(
    private readonly parts: ImportParts,
    private readonly imports: Imports,
  ) {
    const { db } = parts;
    this.#rows = new ImportedRows(parts);
    this.#sql = {
      begin: db.prepare<[number]>("UPDATE import_job SET state = 'undoing' WHERE id = ?"),
      takeScores: db.prepare<[number]>(
        `UPDATE imported SET job = ? WHERE part IN ('${PART.scores}', '${PART.issued}')`,
      ),
      rows: db
        .prepare<[string, number, number], ImportedRow>(
          `SELECT part, ts, job, lines FROM imported WHERE (part, ts) > (?, ?) AND job = ? ORDER BY part, ts LIMIT ${SLICE}`,
        )
        .raw(),
      left: db.prepare<[number], number>('SELECT count(*) FROM imported WHERE job = ?').pluck(),
      ticks: db.prepare<[number, number, number]>('DELETE FROM tick WHERE ts >= ? AND ts < ? AND import_job = ?'),
      tickEnds: db
        .prepare<[number], [number | null, number | null]>('SELECT min(ts), max(ts) FROM tick WHERE import_job = ?')
        .raw(),
      before: db.prepare<[number], string>('SELECT before FROM import_job WHERE id = ?').pluck(),
      next: db.prepare<[number], number | null>('SELECT min(id) FROM import_job WHERE id > ?').pluck(),
      putBefore: db.prepare<[string, number]>('UPDATE import_job SET before = ? WHERE id = ?'),
      drop: db.prepare<[number]>('DELETE FROM import_job WHERE id = ?'),
      marks: db.prepare<[], Mark>('SELECT tier, from_ts FROM watermark ORDER BY tier').raw(),
      dropMark: db.prepare<[string]>('DELETE FROM watermark WHERE tier = ?'),
      putMark: db.prepare<Mark>('INSERT INTO watermark (tier, from_ts) VALUES (?, ?)'),
      hasHour: db.prepare<[number, number], number>('SELECT 1 FROM hourly WHERE ts >= ? AND ts < ? LIMIT 1').pluck(),
      isStored: db
        .prepare<[{ id: number }], number>(
          `${['sample', 'five_min', 'hourly', 'half_day']
            .map((table) => `SELECT 1 FROM narrow_${table} WHERE quantity = @id`)
            .join(' UNION ALL ')} UNION ALL SELECT 1 FROM unscreened, json_each(iif(json_valid(cells), cells, '{}'))
           WHERE kind > 1 AND CAST(key AS INTEGER) = @id LIMIT 1`,
        )
        .pluck(),
      quantities: db.prepare<[], number>('SELECT id FROM narrow_quantity').pluck(),
      unname: db.prepare<[number]>('DELETE FROM narrow_quantity WHERE id = ?'),
    };
  }

  /** Yields the share done. Returns how many rows of the history went. */
  *steps(job: number): Generator<number, number> {
    const { db } = this.parts;
    const { rows, endedS } = this.imports.one(job)!;
    const isLearned = rows > 0 && endedS !== null;
    inTransaction(db, () => {
      this.#handOver(job);
      if (isLearned) this.#sql.takeScores.run(job);
      this.#sql.begin.run(job);
    });
    const all = this.#sql.left.get(job)!;
    let gone = 0;
    for (let rows = this.#after(['', 0, job, 0]); rows.length > 0; rows = this.#after(rows.at(-1)!)) {
      inTransaction(db, () => this.#rows.remove(rows));
      gone += rows.length;
      yield gone / (all + 1);
    }
    const [firstS, lastS] = this.#sql.tickEnds.get(job)!;
    for (let tS = firstS ?? 0; firstS !== null && tS <= lastS!; tS += TICKS_S) {
      inTransaction(db, () => this.#sql.ticks.run(tS, tS + TICKS_S, job));
      yield all / (all + 1);
    }
    inTransaction(db, () => this.#leave(job));
    for (const _ of this.imports.settle(job)) yield all / (all + 1);
    const { rollUps } = this.parts; // what its samples had closed opens again
    if (rollUps.ownEnd.newestMs() !== null) inTransaction(db, () => rollUps.reopen());
    const found = this.imports.foundRecords();
    // Looked for before the transaction: of a rare quantity every value is gone through, and nobody writes meanwhile.
    const unstored = this.#sql.quantities.all().filter((id) => this.#sql.isStored.get({ id }) !== 1);
    inTransaction(db, () => {
      this.imports.keepRecords(found);
      for (const id of unstored) this.#sql.unname.run(id);
      this.#sql.drop.run(job);
      if (isLearned) this.imports.toLearn.put('undo');
    });
    return gone;
  }

  /** Hands the marks of before this import to the next one, which has noted those of this. */
  #handOver(job: number): void {
    const next = this.#sql.next.get(job) ?? null;
    if (next !== null) this.#sql.putBefore.run(this.#sql.before.get(job)!, next);
  }

  #after([part, ts, job]: ImportedRow): ImportedRow[] {
    return this.#sql.rows.all(part, ts, job);
  }

  /** Where ageing has removed finer rows of hours that are the station's own, their coarser ones go on speaking for them. */
  #moveBack(mark: string, before: readonly Mark[]): void {
    const gone = `${mark}_gone`;
    const goneIn = (marks: readonly Mark[]): number => marks.find(([tier]) => tier === gone)?.[1] ?? 0;
    if (this.#sql.hasHour.get(goneIn(before), goneIn(this.#sql.marks.all())) === 1) return;
    for (const tier of [mark, gone]) {
      this.#sql.dropMark.run(tier);
      const old = before.find(([name]) => name === tier);
      if (old) this.#sql.putMark.run(...old);
    }
  }

  /** Puts marks and shared hours back to where they are without it. */
  #leave(job: number): void {
    const { rawFrom } = this.parts.watermarks;
    const marks = fieldOf(jsonOf(this.#sql.before.get(job)!), 'marks'); // no list by a bad bit: the marks stay
    const isLast = (this.#sql.next.get(job) ?? null) === null; // else the marks are those of the import behind it
    if (isLast && Array.isArray(marks)) for (const { mark } of [RAW, FIVE_MIN]) this.#moveBack(mark, marks);
    this.imports.leave(job, rawFrom);
  }
}
