import type { Steps } from '../../steps.ts';
import { type Database, relaxed, type Statement } from '../sqlite/database.ts';

/** Rows per transaction: one or two milliseconds. */
const ROWS = 100;

export interface Void {
  /** What was foretold from here on was foretold by the wrong clock. */
  foretoldFromMs: number;
  /** Ticks and what was said with them are made anew after this. */
  ticksAfterS: number;
}

interface Foretold {
  due_ts: number;
  target: string;
  horizon_s: number;
  issue_ts: number;
}

interface Score {
  day: number;
  target: string;
  horizon_s: number;
  state: string | null;
}

const BEFORE_ALL = { due_ts: Number.MIN_SAFE_INTEGER, day: Number.MIN_SAFE_INTEGER, target: '', horizon_s: 0 };

/**
 * When all rows have moved: forecasts and scores of that time are void, and what was learned stands as it did before it. Ticks and what
 * was said with them are made anew; a recompute that was under way begins anew, on no scale it could know.
 *
 * In slices of one transaction each. None waits for the disk and none notes how far it came, for each may be done twice: what they
 * bring back lies where it was kept until the move has ended, so a start that finds the move unfinished does all of it once more.
 * Whoever reads meanwhile finds each row as it was or as it is to be.
 */
export class Rewind {
  readonly #db: Database;
  readonly #newestTicks;
  readonly #dropTick;
  readonly #newestIssued;
  readonly #dropIssued;
  readonly #foretold;
  readonly #dropForetold;
  readonly #keptForetold;
  readonly #putForetold;
  readonly #keptScores;
  readonly #dropScore;
  readonly #putScore;
  readonly #keptForecasters;
  readonly #keptOthers;
  readonly #dropLearned;
  readonly #putLearned;
  readonly #nothingSettled;
  readonly #recomputeAnew;

  constructor(db: Database) {
    this.#db = db;
    const newest = (table: string) =>
      db.prepare<[number], number>(`SELECT ts FROM ${table} WHERE ts > ? ORDER BY ts DESC LIMIT ${ROWS}`).pluck();
    this.#newestTicks = newest('tick');
    this.#dropTick = db.prepare<[number]>('DELETE FROM tick WHERE ts = ?');
    this.#newestIssued = newest('issued');
    this.#dropIssued = db.prepare<[number]>('DELETE FROM issued WHERE ts = ?');

    const foretoldIn = (table: string) =>
      db.prepare<[Partial<Foretold>], Foretold>(
        `SELECT due_ts, target, horizon_s, issue_ts FROM ${table}
         WHERE (due_ts, target, horizon_s) > (@due_ts, @target, @horizon_s) ORDER BY due_ts, target, horizon_s LIMIT ${ROWS}`,
      );
    const foretoldKey = 'due_ts = @due_ts AND target = @target AND horizon_s = @horizon_s';
    this.#foretold = foretoldIn('pending');
    this.#dropForetold = db.prepare<[Foretold]>(`DELETE FROM pending WHERE ${foretoldKey}`);
    this.#keptForetold = foretoldIn('pending_before');
    this.#putForetold = db.prepare<[Foretold]>(
      `INSERT OR REPLACE INTO pending (due_ts, target, horizon_s, issue_ts, epoch, anchor, forecast, halfwidth, scale, ratio, payload)
         SELECT due_ts, target, horizon_s, issue_ts, epoch, anchor, forecast, halfwidth, scale, ratio, payload
         FROM pending_before WHERE ${foretoldKey}`,
    );

    this.#keptScores = db.prepare<[Partial<Score>], Score>(
      `SELECT day, target, horizon_s, state FROM score_before
       WHERE (day, target, horizon_s) > (@day, @target, @horizon_s) ORDER BY day, target, horizon_s LIMIT ${ROWS}`,
    );
    this.#dropScore = db.prepare<[Score]>(
      'DELETE FROM score WHERE day = @day AND target = @target AND horizon_s = @horizon_s',
    );
    this.#putScore = db.prepare<[Score]>(
      'INSERT OR REPLACE INTO score (day, target, horizon_s, state) VALUES (@day, @target, @horizon_s, @state)',
    );

    const keptNames = (which: string) =>
      db.prepare<[], string>(`SELECT name FROM learned_before WHERE name ${which} 'forecast.%' ORDER BY name`).pluck();
    this.#keptForecasters = keptNames('LIKE');
    this.#keptOthers = keptNames('NOT LIKE');
    this.#dropLearned = db.prepare<[string]>('DELETE FROM learned WHERE name = ?');
    this.#putLearned = db.prepare<[string]>(
      `INSERT OR REPLACE INTO learned (name, version, saved_ts, state)
         SELECT name, version, saved_ts, state FROM learned_before WHERE name = ? AND state IS NOT NULL`,
    );
    this.#nothingSettled = db.prepare("DELETE FROM job WHERE name = 'settled'");
    this.#recomputeAnew = db.prepare("UPDATE job SET state = json_remove(state, '$.key') WHERE name = 'recompute'");
  }

  /** No turn of the event loop may pass between the last of them and whoever takes up what was brought back. */
  *steps({ foretoldFromMs, ticksAfterS }: Void): Steps<void> {
    yield* this.#newestFirst(this.#newestTicks, this.#dropTick, ticksAfterS);
    yield* this.#newestFirst(this.#newestIssued, this.#dropIssued, ticksAfterS);
    const isVoid = (row: Foretold) => row.issue_ts * 1000 >= foretoldFromMs;
    yield* this.#each(this.#foretold, (row) => isVoid(row) && this.#dropForetold.run(row));
    yield* this.#each(this.#keptForetold, (row) => isVoid(row) || this.#putForetold.run(row));
    yield* this.#each(this.#keptScores, (row) => (row.state === null ? this.#dropScore : this.#putScore).run(row));
    for (const name of this.#keptForecasters.all()) {
      relaxed(this.#db, () => this.#bringBack(name)); // a head with its trees is four hundred kilobytes
      yield;
    }
    // Whoever gives a label stores what the rain has learned, at any moment: so that comes last, and what is small with it.
    relaxed(this.#db, () => {
      for (const name of this.#keptOthers.all()) this.#bringBack(name);
      this.#nothingSettled.run();
      this.#recomputeAnew.run();
    });
  }

  *#newestFirst(newest: Statement<[number], number>, drop: Statement<[number]>, afterS: number): Steps<void> {
    for (let left = ROWS; left === ROWS; ) {
      left = relaxed(this.#db, () => {
        const page = newest.all(afterS);
        for (const ts of page) drop.run(ts);
        return page.length;
      });
      yield;
    }
  }

  *#each<R extends object>(rowsAfter: Statement<[Partial<R>], R>, work: (row: R) => unknown): Steps<void> {
    for (let after: object | undefined = BEFORE_ALL; after; ) {
      const at: Partial<R> = after;
      after = relaxed(this.#db, () => {
        const page = rowsAfter.all(at);
        for (const row of page) work(row);
        return page.at(ROWS - 1);
      });
      yield;
    }
  }

  #bringBack(name: string): void {
    if (this.#putLearned.run(name).changes === 0) this.#dropLearned.run(name);
  }
}
