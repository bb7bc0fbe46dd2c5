import { type Database, inTransaction } from '../sqlite/database.ts';
import { JobNote } from '../sqlite/job-note.ts';

/** Tables with times of events and labels, by growing ids. */
const SAID = [
  { table: 'event', number: 'id' },
  { table: 'label', number: 'id' },
  { table: 'calibration', number: 'id' },
  { table: 'scale', number: 'epoch' },
] as const;
const LABELS = SAID.findIndex(({ table }) => table === 'label');

/** The newest number of each. */
export type Mark = readonly [event: number, label: number, calibration: number, scale: number];

/** Clock by which events and labels are stamped, while it is not known to be right. */
export interface Doubt {
  boot: string;
  /** Stamp less steady time. */
  offsetS: number;
  /** The same by the samples before, which an orderly stop would go by; null where there are none. */
  goesOnS: number | null;
}

interface Kept extends Doubt {
  mark: Mark;
}

/** Events and labels of a killed program under an untrusted clock, with their present time. */
export interface TakenUp {
  count: number;
  labelIds: number[];
  /** Steady time counts from another start: nobody knows by how much that clock was wrong. */
  guessed: 'none' | 'by the samples before' | 'before this start';
}

const LAST = Number.MAX_SAFE_INTEGER;

/**
 * Events, labels, calibrations and scales stamped by an untrusted clock. Where they begin, and by which clock, is on disk as long as it is
 * in doubt: a killed program leaves it to the next one.
 */
export class Said {
  readonly #sql;
  readonly #kept: JobNote<Kept>;
  /** Ids at the opening of the store. */
  #atOpening!: Mark;
  #mark!: Mark;
  #inDoubt: boolean;

  constructor(private readonly db: Database) {
    this.#sql = {
      last: db
        .prepare<[], Mark>(
          `SELECT ${SAID.map(({ table, number }) => `(SELECT coalesce(max(${number}), 0) FROM ${table})`).join(', ')}`,
        )
        .raw(),
      shift: SAID.map(({ table, number }) =>
        db.prepare<[number, number, number, number]>(
          `UPDATE ${table} SET ts = ts + ? WHERE ${number} > ? AND ${number} <= ? AND ts >= ?`,
        ),
      ),
      shiftGiven: db.prepare<[number, number, number]>(
        'UPDATE label SET given_ts = given_ts + ? WHERE id > ? AND id <= ?',
      ),
      labels: db.prepare<[number, number], number>('SELECT id FROM label WHERE id > ? AND id <= ? ORDER BY id').pluck(),
      newestTs: db
        .prepare<[number, number, number, number], number | null>(
          `SELECT max(ts) FROM (SELECT max(ts) ts FROM event WHERE id > ? AND id <= ?
           UNION ALL SELECT max(given_ts) FROM label WHERE id > ? AND id <= ?)`,
        )
        .pluck(),
      count: SAID.map(({ table, number }) =>
        db
          .prepare<[number, number], number>(`SELECT count(*) FROM ${table} WHERE ${number} > ? AND ${number} <= ?`)
          .pluck(),
      ),
    };
    this.#kept = new JobNote(db, 'said');
    this.opened();
    this.#inDoubt = this.#kept.get() !== null;
  }

  /** Takes all that is there for said before this start: once more where some of it has come from a standby. */
  opened(): void {
    this.#atOpening = this.#sql.last.get()!;
    this.#mark = this.#atOpening;
  }

  /** Present ids; for a new store, those at its opening. */
  get markNow(): Mark {
    return this.#mark;
  }

  get inDoubt(): boolean {
    return this.#inDoubt;
  }

  /** Marks that later events and labels are stamped by another clock. */
  mark(): void {
    this.#mark = this.#sql.last.get()!;
  }

  /** Marks that later events and labels, or those since the start, are stamped by a doubted clock. */
  doubt(doubt: Doubt, fromTheStart: boolean): void {
    if (!fromTheStart) this.mark();
    inTransaction(this.db, () => this.#keep({ ...doubt, mark: this.#mark }));
  }

  /** Ids of the labels behind one, or behind the mark. */
  labelsSince(id = this.#mark[LABELS]!): number[] {
    return this.#sql.labels.all(id, LAST);
  }

  /** Moves events and labels since the mark; their state is `doubt` until it is `sure`. */
  shift(byS: number, doubt: Doubt): void {
    inTransaction(this.db, () => {
      this.#shiftAll(this.#mark, LAST, byS, Number.NEGATIVE_INFINITY);
      this.#keep({ ...doubt, mark: this.#mark });
    });
  }

  /** Ends the doubt: a sample of now has its right time, and by the same clock all that was stamped. */
  sure(): void {
    inTransaction(this.db, () => this.#kept.drop());
    this.#inDoubt = false;
  }

  /** Inside a transaction: moves events and labels since another mark that are stamped at that time or later. */
  move(mark: Mark, byS: number, sinceS: number): void {
    this.#shiftAll(mark, LAST, byS, sinceS);
    this.#kept.drop();
    this.#inDoubt = false;
  }

  /**
   * Takes over, at a start, what a killed program left in doubt. On the same steady time it is stamped as this start would have stamped
   * it, and shares the fate of this start's events. After a restart of the machine it goes by the samples before it, as after an orderly
   * stop; where there were none, it was before this start, and nothing more is known.
   */
  takeUp(boot: string, offsetS: number, nowS: number): TakenUp | null {
    const kept = this.#kept.get();
    if (kept === null) return null;
    const until = this.#atOpening;
    const newestTs = this.#sql.newestTs.get(kept.mark[0]!, until[0]!, kept.mark[LABELS]!, until[LABELS]!) ?? null;
    const same = boot !== '' && kept.boot === boot;
    const known = same ? offsetS : kept.goesOnS;
    const byS = known === null ? (newestTs === null ? 0 : nowS - 1 - newestTs) : known - kept.offsetS;
    inTransaction(this.db, () => {
      this.#shiftAll(kept.mark, until, byS, Number.NEGATIVE_INFINITY);
      if (!same && known !== null) this.#kept.drop();
      else this.#keep({ boot, offsetS, goesOnS: kept.goesOnS, mark: kept.mark });
    });
    if (same || known === null) this.#mark = kept.mark;
    else this.#inDoubt = false;
    return {
      count: this.#sql.count.reduce((sum, count, i) => sum + count.get(kept.mark[i]!, until[i]!)!, 0),
      labelIds: this.#sql.labels.all(kept.mark[LABELS]!, until[LABELS]!),
      guessed: same ? 'none' : known === null ? 'before this start' : 'by the samples before',
    };
  }

  #shiftAll(mark: Mark, until: Mark | number, byS: number, sinceS: number): void {
    const end = (i: number) => (typeof until === 'number' ? until : until[i]!);
    for (const [i, shift] of this.#sql.shift.entries()) shift.run(byS, mark[i]!, end(i), sinceS);
    this.#sql.shiftGiven.run(byS, mark[LABELS]!, end(LABELS));
  }

  #keep(kept: Kept): void {
    this.#kept.put(kept);
    this.#inDoubt = true;
  }
}
