import { type Database, inTransaction } from './database.ts';

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

export class Labels {
  readonly #db: Database;
  readonly #insert;
  readonly #one;
  readonly #delete;
  readonly #learned;
  readonly #recent;
  readonly #since;

  constructor(db: Database) {
    this.#db = db;
    this.#insert = db.prepare<[number, number, string, number, string, number]>(
      'INSERT INTO label (ts, given_ts, kind, value, note, learned) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#one = db.prepare<[number], LabelRow>('SELECT * FROM label WHERE id = ?');
    this.#learned = db.prepare<[number]>('UPDATE label SET learned = 1 WHERE id = ?');
    this.#delete = db.prepare<[number]>('DELETE FROM label WHERE id = ?');
    this.#recent = db.prepare<[number], LabelRow>('SELECT * FROM label ORDER BY id DESC LIMIT ?');
    this.#since = db.prepare<[number], LabelRow>('SELECT * FROM label WHERE ts >= ? ORDER BY ts, id');
  }

  add(label: Omit<StoredLabel, 'id'>): number {
    const { ts, givenTs, kind, value, note, learned } = label;
    const values = [ts, givenTs, kind, value, note, learned ? 1 : 0] as const;
    return inTransaction(this.#db, () => Number(this.#insert.run(...values).lastInsertRowid));
  }

  get(id: number): StoredLabel | null {
    const row = this.#one.get(id);
    return row ? toLabel(row) : null;
  }

  /** Its lesson has been learned. */
  markLearned(id: number): void {
    inTransaction(this.#db, () => this.#learned.run(id));
  }

  /** False when there is none of that number. */
  remove(id: number): boolean {
    return inTransaction(this.#db, () => this.#delete.run(id).changes === 1);
  }

  recent(limit: number): StoredLabel[] {
    return this.#recent.all(limit).map(toLabel);
  }

  since(ts: number): StoredLabel[] {
    return this.#since.all(ts).map(toLabel);
  }
}
