import { DAY_S } from '../../../base/durations.ts';
import type { Steps } from '../../../base/steps.ts';
import { type Database, relaxed } from '../sqlite/database.ts';

/** Rows per transaction: one or two milliseconds. */
const ROWS = 100;

/**
 * Repairs forecasts after all rows have moved: forecasts and scores from the first day of that time on are void, and the sky response is
 * as it was before it. Ticks are made anew; a recompute that was running begins again. In slices of one transaction each. None waits for
 * the disk and none saves its progress, for each may be done twice: a start that finds the move unfinished repeats all of it.
 */
export class Rewind {
  readonly #drops;
  readonly #back;

  constructor(private readonly db: Database) {
    const drop = (table: string, key: string, from: string) =>
      db.prepare<[number]>(
        `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${from} ORDER BY ${key} LIMIT ${ROWS})`,
      );
    const foretold = 'due_ts, target, horizon_s';
    this.#drops = {
      ticks: drop('tick', 'ts', 'ts > ?'),
      issued: drop('issued', 'ts', 'ts > ?'),
      foretold: drop('pending', foretold, 'issue_ts >= ?'),
      scores: drop('score', 'day, target, horizon_s', 'day >= ?'),
    };
    this.#back = [
      `DELETE FROM learned WHERE name IN (SELECT name FROM learned_before)`,
      `INSERT INTO learned (name, version, saved_ts, state)
         SELECT name, version, saved_ts, state FROM learned_before WHERE state IS NOT NULL`,
      `DELETE FROM job WHERE name = 'settled'`,
      `UPDATE job SET state = json_remove(state, '$.key') WHERE name = 'recompute'`,
    ].map((sql) => db.prepare(sql));
  }

  /**
   * Forecasts from `foretoldFromS` on were issued by the wrong clock; ticks are made anew after `ticksAfterS`. After the last step the caller
   * takes up the rows that were brought back, before any other turn of the event loop.
   */
  *steps(foretoldFromS: number, ticksAfterS: number): Steps<void> {
    const { ticks, issued, foretold, scores } = this.#drops;
    const voids = [
      [ticks, ticksAfterS],
      [issued, ticksAfterS],
      [foretold, foretoldFromS],
      [scores, Math.floor(foretoldFromS / DAY_S)],
    ] as const;
    for (const [drop, from] of voids) {
      while (relaxed(this.db, () => drop.run(from).changes) === ROWS) yield;
      yield;
    }
    relaxed(this.db, () => {
      for (const statement of this.#back) statement.run();
    });
  }
}
