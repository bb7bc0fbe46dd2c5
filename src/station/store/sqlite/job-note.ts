import type { Database } from './database.ts';

/** What a job has to remember, as JSON under its name in the table `job`: a kill or a stop leaves it to the next start. */
export class JobNote<T> {
  readonly #sql;

  constructor(
    db: Database,
    private readonly name: string,
  ) {
    this.#sql = {
      get: db.prepare<[string], string>('SELECT state FROM job WHERE name = ?').pluck(),
      put: db.prepare<[string, number, string]>(
        'INSERT OR REPLACE INTO job (name, started_ts, state) VALUES (?, ?, ?)',
      ),
      drop: db.prepare<[string]>('DELETE FROM job WHERE name = ?'),
    };
  }

  /** Throws at a text that a bad bit has made no JSON of: forgetting half a job would be worse. */
  get(): T | null {
    const text = this.#sql.get.get(this.name);
    return text === undefined ? null : (JSON.parse(text) as T);
  }

  put(state: T, startedS = 0): void {
    this.#sql.put.run(this.name, startedS, JSON.stringify(state));
  }

  drop(): void {
    this.#sql.drop.run(this.name);
  }
}
