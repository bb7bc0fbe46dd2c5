import type { ForecastBundle } from '../../../contract/forecast.ts';
import type { ScoreBucket } from '../../forecast/verification.ts';
import { type Database, inTransaction } from '../sqlite/database.ts';
import type { Issued } from '../tables/issued.ts';
import type { Scores } from '../tables/scores.ts';
import { PART } from './past.ts';

const PORTION = 500;

/** Scores and forecasts that a relearning has made of an imported past. Days and hours that the station has lived keep their own. */
export class PastForecastRows {
  readonly #sql;

  constructor(
    private readonly db: Database,
    private readonly scores: Scores,
    private readonly issued: Issued,
  ) {
    this.#sql = {
      note: db.prepare<[string, number, number]>(
        'INSERT OR REPLACE INTO imported (part, ts, job, lines) VALUES (?, ?, ?, 0)',
      ),
      isOurs: db.prepare<[string, number], number>('SELECT 1 FROM imported WHERE part = ? AND ts = ?').pluck(),
      hasDay: db.prepare<[number], number>('SELECT 1 FROM score WHERE day = ? LIMIT 1').pluck(),
      hasIssued: db.prepare<[number], number>('SELECT 1 FROM issued WHERE ts = ?').pluck(),
    };
  }

  keep(job: number, past: { scores: readonly ScoreBucket[]; issued: readonly ForecastBundle[] }): void {
    const isFree = (day: number) => this.#sql.hasDay.get(day) !== 1 || this.#sql.isOurs.get(PART.scores, day) === 1;
    const days = new Set([...new Set(past.scores.map(({ day }) => day))].filter(isFree));
    const kept = past.scores.filter(({ day }) => days.has(day));
    for (let from = 0; from < kept.length; from += PORTION) {
      const portion = kept.slice(from, from + PORTION);
      inTransaction(this.db, () => {
        this.scores.put(portion);
        for (const day of new Set(portion.map((bucket) => bucket.day))) this.#sql.note.run(PART.scores, day, job);
      });
    }
    inTransaction(this.db, () => {
      for (const said of past.issued) {
        const ts = said.issued_ts;
        if (ts === null || (this.#sql.hasIssued.get(ts) === 1 && this.#sql.isOurs.get(PART.issued, ts) !== 1)) continue;
        this.issued.keep(said);
        this.#sql.note.run(PART.issued, ts, job);
      }
    });
  }
}
