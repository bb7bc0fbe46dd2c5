import { type LearnedStates, type Remembered, type Written, write } from '../../learned/memory.ts';
import { type Database, inTransaction, relaxed } from '../sqlite/database.ts';

/** Characters of a text that is worth comparing. */
const LONG = 4096;

/**
 * Saved state of the learning components, one row each. All are saved together, so that they stay consistent. A component that finds
 * another version starts from its prior, and the caller records an event.
 */
export class Learned implements LearnedStates {
  readonly #put;
  readonly #get;

  constructor(private readonly db: Database) {
    // Long states (the usual weather) change by the hour at most: they are compared first, and written where they differ.
    this.#put = db.prepare<[string, number, number, string]>(
      `INSERT INTO learned (name, version, saved_ts, state) VALUES (?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET version = excluded.version, saved_ts = excluded.saved_ts, state = excluded.state
       WHERE length(excluded.state) < ${LONG} OR state IS NOT excluded.state OR version IS NOT excluded.version`,
    );
    this.#get = db.prepare<[string], { version: number; state: string }>(
      'SELECT version, state FROM learned WHERE name = ?',
    );
  }

  saveAll(states: readonly Remembered[], savedTs: number): void {
    this.putAll(states.map(write), savedTs);
  }

  putAll(texts: readonly Written[], savedTs: number): void {
    inTransaction(this.db, () => {
      for (const { name, version, text } of texts) this.#put.run(name, version, savedTs, text);
    });
  }

  /** The disk is not waited for. */
  saveLater(state: Remembered, savedTs: number): void {
    const { name, version, text } = write(state);
    relaxed(this.db, () => this.#put.run(name, version, savedTs, text));
  }

  /** `reason` is null when nothing was ever saved, and says what does not fit otherwise. */
  load(name: string, version: number): ReturnType<LearnedStates['load']> {
    const row = this.#get.get(name);
    if (!row) return { found: false, reason: null };
    if (row.version !== version) {
      return { found: false, reason: `saved by version ${row.version}, this program reads version ${version}` };
    }
    try {
      return { found: true, state: JSON.parse(row.state) as unknown };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return { found: false, reason: 'the saved text is damaged' };
    }
  }
}
