import type { EventKind, EventRecord } from '../../contract/events.ts';
import { type Database, isDiskTrouble } from './database.ts';

interface EventRow {
  ts: number;
  kind: string;
  severity: string;
  detail: string;
  data: string | null;
}

const toRecord = ({ data, ...row }: EventRow): EventRecord => ({
  ...(row as Omit<EventRecord, 'data'>),
  ...(data === null ? {} : { data: JSON.parse(data) as Record<string, unknown> }),
});

/** Newest first everywhere. What the disk refuses is held in memory, bounded, and written when it accepts again. */
const HELD_AT_MOST = 200;

export class Events {
  #held: EventRecord[] = [];
  readonly #insert;
  readonly #recent;
  readonly #recentOf;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
    this.#insert = db.prepare<[number, string, string, string, string | null]>(
      'INSERT INTO event (ts, kind, severity, detail, data) VALUES (?, ?, ?, ?, ?)',
    );
    this.#recent = db.prepare<[number], EventRow>(
      'SELECT ts, kind, severity, detail, data FROM event ORDER BY id DESC LIMIT ?',
    );
    this.#recentOf = db.prepare<[string, number], EventRow>(
      `SELECT ts, kind, severity, detail, data FROM event
       WHERE kind IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT ?`,
    );
  }

  add(event: EventRecord): void {
    this.#held.push(event);
    this.flush();
  }

  /** Writes what is held. Never throws for a full or failing disk: the next turn tries again. */
  flush(): void {
    if (this.#held.length === 0) return;
    try {
      this.#db.transaction(() => {
        for (const { ts, kind, severity, detail, data } of this.#held) {
          this.#insert.run(ts, kind, severity, detail, data === undefined ? null : JSON.stringify(data));
        }
      })();
      this.#held = [];
    } catch (error) {
      if (!isDiskTrouble(error)) throw error;
      this.#held = this.#held.slice(-HELD_AT_MOST);
    }
  }

  recent(limit: number): EventRecord[] {
    const held = this.#held.toReversed().slice(0, limit);
    return held.concat(this.#recent.all(limit - held.length).map(toRecord));
  }

  recentOf(kinds: readonly EventKind[], limit: number): EventRecord[] {
    const held = this.#held
      .filter((event) => kinds.includes(event.kind))
      .reverse()
      .slice(0, limit);
    return held.concat(this.#recentOf.all(JSON.stringify(kinds), limit - held.length).map(toRecord));
  }
}
