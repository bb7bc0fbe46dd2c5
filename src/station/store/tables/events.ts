import { jsonOf } from '../../../base/json-text.ts';
import type { EventRecord } from '../../../contract/events.ts';
import type { EventKind } from '../../../contract/names.ts';
import type { Said } from '../../../words/sentence.ts';
import { type Database, isBusy, isDiskTrouble, relaxed } from '../sqlite/database.ts';

/** Filter of the event log; an omitted field does not limit. */
export interface EventFilter {
  startS?: number | undefined;
  /** Exclusive. */
  endS?: number | undefined;
  /** Paging: only events recorded before the one with this id. */
  beforeId?: number | undefined;
  kinds?: readonly EventKind[] | undefined;
}

/** An event with what its sentence was made of, so that it can be said in any language. */
export interface ToldEvent extends EventRecord {
  /** Absent or null: words that were not ours, or an older program's. */
  said?: Said | null;
}

interface EventRow {
  id: number;
  ts: number;
  kind: string;
  severity: string;
  detail: string;
  data: string | null;
  code: string | null;
  given: string | null;
}

/** Null for what is no JSON object, by a bad bit or another program's hand: the event keeps its text, and the log stays readable. */
function objectOf(text: string | null): Record<string, unknown> | null {
  const value = text === null ? null : jsonOf(text);
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null;
}

function toRecord({ data: dataText, code, given: givenText, ...row }: EventRow): ToldEvent {
  const data = objectOf(dataText);
  const given = objectOf(givenText ?? '{}');
  return {
    ...(row as Omit<EventRecord, 'data'>),
    ...(data && { data }),
    said: code === null || given === null ? null : { code, given },
  };
}

/** Events held in memory at most while the disk refuses them; they are written when it accepts again. */
const HELD_AT_MOST = 200;
/** Later than any date that can be named, and as a negative number earlier. */
const ALWAYS = 1e13;

const COLUMNS = 'id, ts, kind, severity, detail, data, code, given';

interface Bounds {
  startS: number;
  endS: number;
  beforeId: number;
}

export class Events {
  #held: ToldEvent[] = [];
  readonly #sql;

  constructor(
    private readonly db: Database,
    private readonly told: (event: ToldEvent) => void = () => {},
  ) {
    const page = (among: string) =>
      db.prepare<[Bounds & { limit: number; kinds: string }], EventRow>(
        `SELECT ${COLUMNS} FROM event WHERE ${among} id < @beforeId AND ts >= @startS AND ts < @endS ORDER BY id DESC LIMIT @limit`,
      );
    this.#sql = {
      insert: db.prepare<[number, string, string, string, string | null, string | null, string | null]>(
        'INSERT INTO event (ts, kind, severity, detail, data, code, given) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ),
      page: page(''),
      pageOf: page('kind IN (SELECT value FROM json_each(@kinds)) AND'),
      after: db.prepare<[number, number, number], EventRow>(
        `SELECT ${COLUMNS} FROM event WHERE id > ? AND ts >= ? ORDER BY id LIMIT ?`,
      ),
    };
  }

  add(event: ToldEvent): void {
    this.told(event);
    this.#held.push(event);
    this.flush();
  }

  /** Writes an event with a change, in its transaction; call the answer after the commit: it tells of the event. */
  addWithin(event: ToldEvent): () => void {
    this.#insert(event);
    return () => this.told(event);
  }

  #insert({ ts, kind, severity, detail, data, said }: ToldEvent): void {
    const given = said ? JSON.stringify(said.given) : null;
    this.#sql.insert.run(ts, kind, severity, detail, data ? JSON.stringify(data) : null, said?.code ?? null, given);
  }

  /**
   * Writes the held events; they reach the disk with the next commit of samples. Never throws for a full, failing or busy disk: the
   * next call tries again. False while another connection writes.
   */
  flush(): boolean {
    if (this.#held.length === 0) return true;
    try {
      relaxed(this.db, () => {
        for (const event of this.#held) this.#insert(event);
      });
      this.#held = [];
      return true;
    } catch (error) {
      if (!isDiskTrouble(error) && !isBusy(error)) throw error;
      this.#held = this.#held.slice(-HELD_AT_MOST);
      return !isBusy(error);
    }
  }

  /** Takes over reported events that another database could not write. */
  takeOver(held: readonly ToldEvent[]): void {
    this.#held.push(...held);
    this.flush();
  }

  /** Unwritten events, to carry over when this database takes nothing any more. */
  get held(): readonly ToldEvent[] {
    return this.#held;
  }

  /** A page of the log, newest first. What the disk has not taken yet has no id, so it stands on the first page only. */
  recent(limit: number, { startS = -ALWAYS, endS = ALWAYS, beforeId, kinds }: EventFilter = {}): ToldEvent[] {
    const held =
      beforeId === undefined
        ? this.#held.filter(({ ts, kind }) => ts >= startS && ts < endS && (kinds?.includes(kind) ?? true))
        : [];
    const newest = held.reverse().slice(0, limit);
    const bounds = { startS, endS, beforeId: beforeId ?? Number.MAX_SAFE_INTEGER, limit: limit - newest.length };
    const page = kinds ? this.#sql.pageOf : this.#sql.page;
    return newest.concat(page.all({ ...bounds, kinds: JSON.stringify(kinds ?? []) }).map(toRecord));
  }

  /** Stored events behind the one with this id, oldest first. */
  after(id: number, fromS: number, limit: number): ToldEvent[] {
    return this.#sql.after.all(id, fromS, limit).map(toRecord);
  }

  recentOf(kinds: readonly EventKind[], limit: number): ToldEvent[] {
    return this.recent(limit, { kinds });
  }
}
