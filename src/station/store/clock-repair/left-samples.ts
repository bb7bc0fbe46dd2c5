import { type Database, inTransaction } from '../sqlite/database.ts';

/** A sample that had its time, but no turn any more. */
export interface LeftSample {
  sample: unknown;
  steadyS: number;
  tS: number;
}

export interface LeftSamples {
  /** Which start of the machine steady time counts from. */
  boot: string;
  all: LeftSample[];
}

const JOB = 'left samples';

/** Samples that a stop had no time to walk through the filters: the next start does, before its own. */
export class Left {
  readonly #db: Database;
  readonly #get;
  readonly #put;
  readonly #drop;

  constructor(db: Database) {
    this.#db = db;
    this.#get = db.prepare<[string], string>('SELECT state FROM job WHERE name = ?').pluck();
    this.#put = db.prepare<[string, string]>('INSERT OR REPLACE INTO job (name, started_ts, state) VALUES (?, 0, ?)');
    this.#drop = db.prepare<[string]>('DELETE FROM job WHERE name = ?');
  }

  load(): LeftSamples | null {
    const text = this.#get.get(JOB);
    return text === undefined ? null : (JSON.parse(text) as LeftSamples);
  }

  put(left: LeftSamples): void {
    inTransaction(this.#db, () => this.#put.run(JOB, JSON.stringify(left)));
  }

  drop(): void {
    inTransaction(this.#db, () => this.#drop.run(JOB));
  }
}
