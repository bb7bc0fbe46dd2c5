import type { EventKind, EventRecord } from '../../contract/events.ts';
import type { EventFilter } from '../api.ts';
import { type Database, isBusy, isDiskTrouble, relaxed } from './database.ts';

interface EventRow {
  id: number;
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
/** Later than any date that can be named, and as a negative number earlier. */
const ALWAYS = 1e13;

interface Bounds {
  startS: number;
  endS: number;
  beforeId: number;
}

export class Events {
  #held: EventRecord[] = [];
  readonly #insert;
  readonly #page;
  readonly #pageOf;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
    this.#insert = db.prepare<[number, string, string, string, string | null]>(
      'INSERT INTO event (ts, kind, severity, detail, data) VALUES (?, ?, ?, ?, ?)',
    );
    this.#page = db.prepare<[Bounds & { limit: number }], EventRow>(
      `SELECT id, ts, kind, severity, detail, data FROM event
       WHERE id < @beforeId AND ts >= @startS AND ts < @endS ORDER BY id DESC LIMIT @limit`,
    );
    this.#pageOf = db.prepare<[Bounds & { limit: number; kinds: string }], EventRow>(
      `SELECT id, ts, kind, severity, detail, data FROM event
       WHERE kind IN (SELECT value FROM json_each(@kinds)) AND id < @beforeId AND ts >= @startS AND ts < @endS
       ORDER BY id DESC LIMIT @limit`,
    );
  }

  add(event: EventRecord): void {
    this.#held.push(event);
    this.flush();
  }

  /**
   * Writes what is held; it reaches the disk with the next commit of samples. Never throws for a full or failing disk, or one that
   * somebody else writes to: the next turn tries again.
   */
  flush(): void {
    if (this.#held.length === 0) return;
    try {
      relaxed(this.#db, () => {
        for (const { ts, kind, severity, detail, data } of this.#held) {
          this.#insert.run(ts, kind, severity, detail, data === undefined ? null : JSON.stringify(data));
        }
      });
      this.#held = [];
    } catch (error) {
      if (!isDiskTrouble(error) && !isBusy(error)) throw error;
      this.#held = this.#held.slice(-HELD_AT_MOST);
    }
  }

  /** What is not written yet: to be carried elsewhere when this database takes nothing any more. */
  get held(): readonly EventRecord[] {
    return this.#held;
  }

  /** A page of the log. What the disk has not taken yet has no id, so it stands on the first page only. */
  recent(limit: number, { startS = -ALWAYS, endS = ALWAYS, beforeId, kinds }: EventFilter = {}): EventRecord[] {
    const held =
      beforeId === undefined
        ? this.#held.filter(({ ts, kind }) => ts >= startS && ts < endS && (kinds?.includes(kind) ?? true))
        : [];
    const newest = held.reverse().slice(0, limit);
    const bounds = { startS, endS, beforeId: beforeId ?? Number.MAX_SAFE_INTEGER, limit: limit - newest.length };
    const rows = kinds ? this.#pageOf.all({ ...bounds, kinds: JSON.stringify(kinds) }) : this.#page.all(bounds);
    return newest.concat(rows.map(toRecord));
  }

  recentOf(kinds: readonly EventKind[], limit: number): EventRecord[] {
    return this.recent(limit, { kinds });
  }
}
