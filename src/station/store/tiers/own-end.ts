import type { Database } from '../sqlite/database.ts';
import { JobNote } from '../sqlite/job-note.ts';

/** The bound is ahead of the samples by so much: it is written once in five minutes, and not with every commit. */
const AHEAD_MS = 300_000;

/**
 * Upper bound of what the station has stored itself, in the transactions that store it: never below its newest sample. A row beyond is
 * another program's. It stays, and counts once the series has come to it. A history of an older program has no bound yet.
 */
export class OwnEnd {
  readonly #note: JobNote<number>;
  readonly #newest;

  constructor(db: Database) {
    this.#note = new JobNote(db, 'own end');
    this.#newest = db
      .prepare<[number], number>('SELECT ts_ms FROM main.sample WHERE ts_ms <= ? ORDER BY ts_ms DESC LIMIT 1')
      .pluck();
  }

  get boundMs(): number {
    return this.#note.get() ?? Number.MAX_SAFE_INTEGER;
  }

  /** Stamp of the station's newest stored sample. */
  newestMs(): number | null {
    return this.#newest.get(this.boundMs) ?? null;
  }

  /** Inside the transaction that stored samples up to there. */
  reached(tsMs: number): void {
    const boundMs = this.#note.get();
    if (boundMs === null) this.#note.put(this.newestMs()! + AHEAD_MS);
    else if (tsMs > boundMs) this.#note.put(tsMs + AHEAD_MS);
  }

  /** Inside a transaction of a move of everything from there on: what was before stays, and it may be all there is. */
  moved(fromMs: number, byMs: number): void {
    const boundMs = this.#note.get();
    if (boundMs !== null) this.#note.put(Math.max(boundMs, fromMs) + byMs);
  }

  /** Rows have come from another file, and nobody knows how far they are our own. */
  forget(): void {
    this.#note.drop();
  }
}
