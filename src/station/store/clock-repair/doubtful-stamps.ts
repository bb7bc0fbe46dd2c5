import { type Database, inTransaction, unless } from '../sqlite/database.ts';
import { JobNote } from '../sqlite/job-note.ts';
import { isStoreRefusal } from '../sqlite/store-refusal.ts';

/** Tables with times of events and labels, by growing ids. */
const STAMPED = [
  { table: 'event', number: 'id' },
  { table: 'label', number: 'id' },
  { table: 'calibration', number: 'id' },
  { table: 'scale', number: 'epoch' },
] as const;
const LABELS = STAMPED.findIndex(({ table }) => table === 'label');
/** A clock may have stamped entries so long before its first sample, or before the event that it is not believed. */
export const EARLIER_S = 60;
/** 2024-01-01. Before it no station of this kind existed: a clock that shows an earlier time has not been set since power came. */
export const EARLIEST_S = 1_704_067_200;

/** The newest number of each table in `STAMPED`. */
export type Mark = readonly [event: number, label: number, calibration: number, scale: number];

/** Clock by which events and labels are stamped, while it is not known to be right. */
export interface Doubt {
  boot: string;
  /** Stamp less steady time. */
  offsetS: number;
  /** The same of the samples before it, by which a station goes on after an orderly stop; null where there are none. */
  goesOnS: number | null;
}

/** Label of a moment from before the clock that stamped its giving. */
type Named = [labelId: number, ts: number];

interface Kept extends Doubt {
  mark: Mark;
  /** Absent in the note of an older program. */
  named?: Named[];
}

/** Events and labels that a killed program left under a doubted clock, as a start has stamped them. */
export interface TakenUp {
  count: number;
  labelIds: number[];
  /** By what their time was guessed, after a reboot: steady time no longer tells by how much that clock was wrong. */
  guessed: 'none' | 'by the samples before' | 'before this start';
}

const END = Number.MAX_SAFE_INTEGER;
const LAST: Mark = [END, END, END, END];

/**
 * Events, labels, calibrations and scales stamped by an untrusted clock. Where they begin, and by which clock, is on disk as long as it is
 * in doubt: a killed program leaves it to the next one.
 */
export class DoubtfulStamps {
  readonly #sql;
  readonly #kept: JobNote<Kept>;
  /** Labels that stayed behind when the newest segment moved. */
  readonly #named: JobNote<Named[]>;
  /** Ids at the opening of the store. */
  #atOpening!: Mark;
  #mark!: Mark;
  #inDoubt: boolean;

  constructor(private readonly db: Database) {
    this.#sql = {
      last: db
        .prepare<[], Mark>(
          `SELECT ${STAMPED.map(({ table, number }) => `(SELECT coalesce(max(${number}), 0) FROM ${table})`).join(', ')}`,
        )
        .raw(),
      shift: STAMPED.map(({ table, number }) =>
        db.prepare<[number, number, number, number]>(
          `UPDATE ${table} SET ts = ts + ? WHERE ${number} > ? AND ${number} <= ? AND ts >= ?`,
        ),
      ),
      shiftLabels: db.prepare<{ byS: number; after: number; last: number; named: string }>(
        `UPDATE label SET given_ts = given_ts + @byS,
         ts = CASE WHEN id IN (SELECT value FROM json_each(@named)) THEN ts ELSE ts + @byS END
         WHERE id > @after AND id <= @last`,
      ),
      labels: db
        .prepare<[number, number], Named>('SELECT id, ts FROM label WHERE id > ? AND id <= ? ORDER BY id')
        .raw(),
      begun: db.prepare<[number, number], number | null>('SELECT min(ts) FROM event WHERE id > ? AND id <= ?').pluck(),
      newestTs: db
        .prepare<[number, number, number, number], number | null>(
          `SELECT max(ts) FROM (SELECT max(ts) ts FROM event WHERE id > ? AND id <= ?
           UNION ALL SELECT max(given_ts) FROM label WHERE id > ? AND id <= ?)`,
        )
        .pluck(),
    };
    this.#kept = new JobNote(db, 'said'); // as older versions have named it on the disk
    this.#named = new JobNote(db, 'named moments');
    this.opened();
    this.#inDoubt = this.#kept.get() !== null;
  }

  /** Counts all that is stored as from before this start. Called again when some of it has come from a standby. */
  opened(): void {
    this.#atOpening = this.#sql.last.get()!;
    this.#mark = this.#atOpening;
  }

  /** Numbers behind which the present clock has stamped; at first those at the opening. */
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
    inTransaction(this.db, () => this.#keep(doubt, this.#mark));
  }

  /** Ids of the labels behind one, or behind the mark. */
  labelsSince(id = this.#mark[LABELS]!, until = END): number[] {
    return this.#sql.labels.all(id, until).map(([label]) => label);
  }

  /** Moves events and labels since the mark; their state is `doubt` until it is `sure`. */
  shift(byS: number, doubt: Doubt): void {
    inTransaction(this.db, () => {
      this.#keep(doubt, this.#mark, this.#shiftDoubtful(this.#mark, LAST, byS).named);
    });
  }

  /** Ends the doubt: a sample of this clock has its right time, and so has all that it has stamped. */
  sure(): void {
    inTransaction(this.db, () => this.#kept.drop());
    this.#inDoubt = false;
  }

  /** Inside a transaction: moves events and labels since another mark that are stamped at that time or later. */
  move(mark: Mark, byS: number, sinceS: number): void {
    // Where the note is damaged, a label moves that should stay: no reason to leave the clock wrong.
    const known = unless(isStoreRefusal, () => this.#named.get());
    const { named } = this.#shiftAll(mark, LAST, byS, sinceS, known);
    if (named.length > 0) this.#named.put(named);
    else this.#named.drop();
    this.#kept.drop();
    this.#inDoubt = false;
  }

  /**
   * Takes over, at a start, what a killed program left in doubt. Without a reboot it is stamped as this start would have stamped it, and stays
   * in doubt with this start's events. After a reboot it goes by the samples before it, as after an orderly stop; where there were none, it is
   * put just before this start, for nothing more is known.
   */
  takeUp(boot: string, offsetS: number, nowS: number): TakenUp | null {
    const kept = this.#kept.get();
    if (kept === null) return null;
    const until = this.#atOpening;
    const newestTs = this.#sql.newestTs.get(kept.mark[0]!, until[0]!, kept.mark[LABELS]!, until[LABELS]!) ?? null;
    const same = boot !== '' && kept.boot === boot;
    const known = same ? offsetS : kept.goesOnS;
    const byS = known === null ? (newestTs === null ? 0 : nowS - 1 - newestTs) : known - kept.offsetS;
    const count = inTransaction(this.db, () => {
      const { named, shifted } = this.#shiftDoubtful(kept.mark, until, byS);
      if (!same && known !== null) this.#kept.drop();
      else this.#keep({ boot, offsetS, goesOnS: kept.goesOnS }, kept.mark, named);
      return shifted;
    });
    if (same || known === null) this.#mark = kept.mark;
    else this.#inDoubt = false;
    const guessed = same ? 'none' : known === null ? 'before this start' : 'by the samples before';
    return { count, labelIds: this.labelsSince(kept.mark[LABELS], until[LABELS]), guessed };
  }

  /** By a clock in doubt, which told of itself when it began to stamp. */
  #shiftDoubtful(mark: Mark, until: Mark, byS: number) {
    const begunS = this.#sql.begun.get(mark[0]!, until[0]!) ?? Number.NEGATIVE_INFINITY;
    return this.#shiftAll(mark, until, byS, begunS - EARLIER_S, this.#kept.get()?.named);
  }

  /**
   * Shifts the entries behind a mark that are stamped at `sinceS` or later. Of a label always when it was given; an earlier moment, which a
   * person has named, stays. The first shift decides that, and later ones go by `known`: a clock that goes back and forth comes to stand
   * before a moment that it never stamped. Under a clock that was never set a moment is an age, and moves with it. Returns the labels whose
   * moment stayed.
   */
  #shiftAll(mark: Mark, until: Mark, byS: number, sinceS: number, known: readonly Named[] | null = null) {
    const isKnown = new Set(known?.map(String));
    const [after, last] = [mark[LABELS]!, until[LABELS]!];
    const begunS = sinceS < EARLIEST_S ? Number.NEGATIVE_INFINITY : sinceS;
    const named = this.#sql.labels.all(after, last).filter((one) => one[1] < begunS || isKnown.has(String(one)));
    const ids = JSON.stringify(named.map(([id]) => id));
    let shifted = this.#sql.shiftLabels.run({ byS, after, last, named: ids }).changes;
    for (const [i, shift] of this.#sql.shift.entries())
      if (i !== LABELS) shifted += shift.run(byS, mark[i]!, until[i]!, sinceS).changes;
    return { named, shifted };
  }

  #keep(doubt: Doubt, mark: Mark, named = this.#kept.get()?.named ?? []): void {
    this.#kept.put({ ...doubt, mark, named });
    this.#inDoubt = true;
  }
}
