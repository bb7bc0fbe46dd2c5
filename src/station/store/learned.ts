import { type Database, inTransaction, relaxed } from './database.ts';

export interface LearnedState {
  name: string;
  version: number;
  state: unknown;
}

export type Loaded = { found: true; state: unknown; savedTs: number } | { found: false; reason: string | null };

/**
 * One row per learning component. All are saved together, so that what they learned from one another fits; a component that finds
 * another version starts from its prior, and the caller says so with an event.
 */
export class Learned {
  readonly #db: Database;
  readonly #put;
  readonly #get;
  readonly #drop;

  constructor(db: Database) {
    this.#db = db;
    this.#put = db.prepare<[string, number, number, string]>(
      'INSERT OR REPLACE INTO learned (name, version, saved_ts, state) VALUES (?, ?, ?, ?)',
    );
    this.#get = db.prepare<[string], { version: number; saved_ts: number; state: string }>(
      'SELECT version, saved_ts, state FROM learned WHERE name = ?',
    );
    this.#drop = db.prepare<[string]>('DELETE FROM learned WHERE name = ?');
  }

  saveAll(states: readonly LearnedState[], savedTs: number): void {
    const rows = states.map((state) => this.#row(state, savedTs));
    inTransaction(this.#db, () => {
      for (const row of rows) this.#put.run(...row);
    });
  }

  /** The disk is not waited for. */
  saveLater(state: LearnedState, savedTs: number): void {
    const row = this.#row(state, savedTs);
    relaxed(this.#db, () => this.#put.run(...row));
  }

  #row({ name, version, state }: LearnedState, savedTs: number) {
    return [name, version, savedTs, JSON.stringify(state)] as const;
  }

  /** `reason` is null when nothing was ever saved, and says what does not fit otherwise. */
  load(name: string, version: number): Loaded {
    const row = this.#get.get(name);
    if (!row) return { found: false, reason: null };
    if (row.version !== version) {
      return { found: false, reason: `saved by version ${row.version}, this program reads version ${version}` };
    }
    try {
      return { found: true, state: JSON.parse(row.state) as unknown, savedTs: row.saved_ts };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return { found: false, reason: 'the saved text is damaged' };
    }
  }

  drop(name: string): void {
    this.#drop.run(name);
  }
}
