import { type Database, inTransaction } from '../sqlite/database.ts';

export interface StoredLabel {
  id: number;
  /** The moment that was observed; `givenTs` is when the person said so. */
  ts: number;
  givenTs: number;
  kind: string;
  value: number;
  note: string;
  learned: boolean;
}

type LabelRow = Omit<StoredLabel, 'givenTs' | 'learned'> & { given_ts: number; learned: number };

const toLabel = ({ given_ts, learned, ...row }: LabelRow): StoredLabel => ({
  ...row,
  givenTs: given_ts,
  learned: learned === 1,
});

/** A note lies beside the labels, where moved clocks, backups and rescues find it, and an older program leaves it alone. */
const NOTE = 'note';

/** Filter of the labels; an omitted field does not limit. */
export interface LabelPage {
  limit: number;
  offset: number;
  /** Notes in place of labels. */
  notes?: boolean;
  kinds?: readonly string[] | undefined;
  startS?: number | undefined;
  /** Exclusive. */
  endS?: number | undefined;
}
interface Wanted {
  note: 0 | 1;
  kinds: string | null;
  startS: number | null;
  endS: number | null;
}
const wanted = ({ notes = false, kinds, startS, endS }: LabelPage): Wanted => ({
  note: notes ? 1 : 0,
  kinds: kinds ? JSON.stringify(kinds) : null,
  startS: startS ?? null,
  endS: endS ?? null,
});
const AMONG = `FROM label WHERE (kind = '${NOTE}') = @note AND (@startS IS NULL OR ts >= @startS)
  AND (@endS IS NULL OR ts < @endS) AND (@kinds IS NULL OR kind IN (SELECT value FROM json_each(@kinds)))`;

export class Labels {
  readonly #sql;
  /** Newest id that was taken back. No later label gets it: a page that is still open could take that one back instead. */
  #newestGone = 0;

  constructor(private readonly db: Database) {
    this.#sql = {
      insert: db.prepare<[number, number, number, string, number, string, number]>(
        `INSERT INTO label (id, ts, given_ts, kind, value, note, learned)
         VALUES (max(?, (SELECT ifnull(max(id), 0) FROM label)) + 1, ?, ?, ?, ?, ?, ?)`,
      ),
      one: db.prepare<[number], LabelRow>('SELECT * FROM label WHERE id = ?'),
      learned: db.prepare<[number]>('UPDATE label SET learned = 1 WHERE id = ?'),
      delete: db.prepare<[number]>('DELETE FROM label WHERE id = ?'),
      recent: db.prepare<[number], LabelRow>('SELECT * FROM label ORDER BY id DESC LIMIT ?'),
      since: db.prepare<[number], LabelRow>('SELECT * FROM label WHERE ts >= ? ORDER BY ts, id'),
      page: db.prepare<[Wanted & { limit: number; offset: number }], LabelRow>(
        `SELECT * ${AMONG} ORDER BY ts DESC, id DESC LIMIT @limit OFFSET @offset`,
      ),
      count: db.prepare<[Wanted], number>(`SELECT count(*) ${AMONG}`).pluck(),
      correct: db.prepare<[number, number]>('UPDATE label SET value = ? WHERE id = ?'),
      same: db
        .prepare<[number, string], number>(`SELECT id FROM label WHERE kind = '${NOTE}' AND ts = ? AND note = ?`)
        .pluck(),
      reword: db.prepare<[string, number, number]>('UPDATE label SET note = ?, ts = ? WHERE id = ?'),
    };
  }

  add(label: Omit<StoredLabel, 'id'>): number {
    const { ts, givenTs, kind, value, note, learned } = label;
    const values = [ts, givenTs, kind, value, note, learned ? 1 : 0] as const;
    return inTransaction(this.db, () => Number(this.#sql.insert.run(this.#newestGone, ...values).lastInsertRowid));
  }

  /** A label or a note. */
  get(id: number): StoredLabel | null {
    const row = this.#sql.one.get(id);
    return row ? toLabel(row) : null;
  }
  seen(id: number): StoredLabel | null {
    const label = this.get(id);
    return label?.kind === NOTE ? null : label;
  }
  note(id: number): StoredLabel | null {
    const label = this.get(id);
    return label?.kind === NOTE ? label : null;
  }

  /** Newest moment first, and how many there are on all pages. */
  page(asked: LabelPage): { rows: StoredLabel[]; total: number } {
    const { limit, offset } = asked;
    const among = wanted(asked);
    const rows = this.#sql.page.all({ ...among, limit, offset });
    return { rows: rows.map(toLabel), total: this.#sql.count.get(among) ?? 0 };
  }

  /** The same words beside the same moment are one note: somebody had no answer, and asked again. */
  addNote(note: string, ts: number, givenTs: number): number {
    return this.#sql.same.get(ts, note) ?? this.add({ ts, givenTs, kind: NOTE, value: 0, note, learned: false });
  }
  reword(id: number, note: string, ts: number): void {
    inTransaction(this.db, () => this.#sql.reword.run(note, ts, id));
  }
  correct(id: number, value: number): void {
    inTransaction(this.db, () => this.#sql.correct.run(value, id));
  }

  markLearned(id: number): void {
    inTransaction(this.db, () => this.#sql.learned.run(id));
  }

  /** False when there is none of that number. */
  remove(id: number): boolean {
    const isGone = inTransaction(this.db, () => this.#sql.delete.run(id).changes === 1);
    if (isGone) this.#newestGone = Math.max(this.#newestGone, id);
    return isGone;
  }

  recent(limit: number): StoredLabel[] {
    return this.#sql.recent.all(limit).map(toLabel);
  }

  since(ts: number): StoredLabel[] {
    return this.#sql.since.all(ts).map(toLabel);
  }
}
