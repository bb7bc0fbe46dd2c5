import type { Database } from './database.ts';
import { StoreRefusal } from './store-refusal.ts';

/** What a job has to remember, as JSON under its name in the table `job`: a kill or a stop leaves it to the next start. */
export class JobNote<T> {
  readonly #sql;

  constructor(
    private readonly db: Database,
    private readonly name: string,
  ) {
    this.#sql = {
      get: db.prepare<[string], string>('SELECT state FROM job WHERE name = ?').pluck(),
      // When it was begun nobody asks.
      put: db.prepare<[string, string]>('INSERT OR REPLACE INTO job (name, started_ts, state) VALUES (?, 0, ?)'),
      drop: db.prepare<[string]>('DELETE FROM job WHERE name = ?'),
    };
  }

  /** Refuses a text that a bad bit has made no JSON of: half a job must not be forgotten unasked. */
  get(): T | null {
    const text = this.#sql.get.get(this.name);
    try {
      return text === undefined ? null : (JSON.parse(text) as T);
    } catch {
      const { name } = this;
      throw new StoreRefusal(
        `In ${this.db.name}, the row "${name}" of the table "job" is damaged. It tells how far a job has come. Bring back a backup with "weatherglass restore", or give up the rest of that job and start again: sqlite3 "${this.db.name}" "DELETE FROM job WHERE name = '${name}'"`,
      );
    }
  }

  put(state: T): void {
    this.#sql.put.run(this.name, JSON.stringify(state));
  }

  drop(): void {
    this.#sql.drop.run(this.name);
  }
}
