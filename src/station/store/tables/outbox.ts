import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { SENT, type SentColumn } from '../../../quantities/names.ts';
import { type Database, inTransaction, relaxed } from '../sqlite/database.ts';
import type { RollUps } from '../tiers/rollup.ts';
import { FIVE_MIN, floorTo, HOURLY } from '../tiers/tier.ts';
import type { Watermarks } from '../tiers/watermarks.ts';

/** Means of the quantities that leave the house, and how many samples lacked each. */
export type MeansRow = { ts: number; n: number } & Record<SentColumn, number | null> &
  Record<`${SentColumn}_gaps`, number>;

const COLUMNS = ['ts', 'n', ...SENT.flatMap(({ column }) => [column, `${column}_gaps`])].join(', ');

interface SinkRow {
  cursorS: number;
  lastSuccessS: number | null;
  lastError: string | null;
}

interface Arrived {
  cursorS: number | null;
  hourS: number | null;
  dayS?: number | undefined;
  nowS: number;
}

/**
 * Outbox: rows that may be sent, and a cursor for each receiver. Cursors are written without a sync: after a power cut a row is sent
 * twice with the same time, which to a receiver is the same as once. For a receiver that never overwrites a changed day has another number, its
 * revision, which is on the disk before any row is sent under it.
 */
export class OutboxTable {
  readonly #sql;

  constructor(
    private readonly db: Database,
    private readonly rollUps: RollUps,
    private readonly watermarks: Watermarks,
  ) {
    const page = (table: string) =>
      db.prepare<[number, number, number], MeansRow>(
        `SELECT ${COLUMNS} FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts LIMIT ?`,
      );
    this.#sql = {
      get: db.prepare<[string], SinkRow>(
        'SELECT cursor_ts cursorS, last_success_ts lastSuccessS, last_error lastError FROM outbox WHERE name = ?',
      ),
      begin: db.prepare<[string, number, number, string | null]>(
        `INSERT INTO outbox (name, cursor_ts, corrects, receiver) VALUES (?, ?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET corrects = excluded.corrects`,
      ),
      anew: db.prepare<[{ name: string; cursorS: number; receiver: string }]>(
        `UPDATE outbox SET cursor_ts = @cursorS, receiver = @receiver, last_success_ts = NULL, last_error = NULL
         WHERE name = @name AND receiver IS NOT @receiver`,
      ),
      rewind: db.prepare<[number, number, string]>(
        'UPDATE outbox SET cursor_ts = ?, tried_ts = min(tried_ts, ?) WHERE name = ?',
      ),
      setTried: db.prepare<[number, string, number]>('UPDATE outbox SET tried_ts = ? WHERE name = ? AND tried_ts < ?'),
      setCursor: db.prepare<[number, string]>('UPDATE outbox SET cursor_ts = ? WHERE name = ?'),
      succeeded: db.prepare<[number, string]>(
        'UPDATE outbox SET last_success_ts = ?, last_error = NULL WHERE name = ?',
      ),
      failed: db.prepare<[string, string]>('UPDATE outbox SET last_error = ? WHERE name = ?'),
      fives: page(FIVE_MIN.table),
      hours: page(HOURLY.table),
      newest: db.prepare<[], MeansRow>(`SELECT ${COLUMNS} FROM ${FIVE_MIN.table} ORDER BY ts DESC LIMIT 1`),
      nextDirty: db
        .prepare<[string, number], number | null>(
          'SELECT min(hour_ts) FROM outbox_dirty WHERE sink = ? AND hour_ts < ?',
        )
        .pluck(),
      countDirty: db
        .prepare<[string, number], number>(
          'SELECT count(DISTINCT hour_ts) FROM outbox_dirty WHERE sink = ? AND hour_ts < ?',
        )
        .pluck(),
      take: db.prepare<[string, number, number]>(
        'UPDATE OR REPLACE outbox_dirty SET taken = 1 WHERE sink = ? AND hour_ts >= ? AND hour_ts < ? AND taken = 0',
      ),
      giveBack: db.prepare<[string]>('UPDATE OR REPLACE outbox_dirty SET taken = 0 WHERE sink = ? AND taken = 1'),
      done: db.prepare<[string, number, number]>(
        'DELETE FROM outbox_dirty WHERE sink = ? AND hour_ts >= ? AND hour_ts < ? AND taken = 1',
      ),
      forget: db.prepare<[string]>('DELETE FROM outbox_dirty WHERE sink = ?'),
      rev: db.prepare<[string, number], number>('SELECT rev FROM outbox_rev WHERE sink = ? AND day_ts = ?').pluck(),
      putRev: db.prepare<[string, number, number]>(
        'INSERT OR REPLACE INTO outbox_rev (sink, day_ts, rev) VALUES (?, ?, ?)',
      ),
      nextRev: db.prepare<[string, number]>('UPDATE outbox_rev SET rev = rev + 1 WHERE sink = ? AND day_ts = ?'),
      forgetRevs: db.prepare<[string]>('DELETE FROM outbox_rev WHERE sink = ?'),
    };
  }

  get(name: string): SinkRow | null {
    return this.#sql.get.get(name) ?? null;
  }

  /** Resets a receiver at a start: nothing is in flight. Another receiver under the same name begins anew. */
  begin(name: string, cursorS: number, corrects: boolean, receiver: string | null = null): void {
    relaxed(this.db, () => {
      const isOther = receiver !== null && this.#sql.anew.run({ name, cursorS, receiver }).changes > 0;
      if (isOther) this.#sql.forgetRevs.run(name); // those that it holds are yet to be asked
      this.#sql.begin.run(name, cursorS, Number(corrects), receiver);
      if (corrects) this.#sql.giveBack.run(name);
      else this.#sql.forget.run(name);
    });
  }

  /** The cursor stands before every row that is not sent yet; `hourS` and `dayS` are an hour or a day that was sent once more. */
  succeeded(name: string, { cursorS, hourS, dayS, nowS }: Arrived): void {
    relaxed(this.db, () => {
      if (cursorS !== null) this.#sql.setCursor.run(cursorS, name);
      if (hourS !== null) this.#sql.done.run(name, hourS, hourS + HOUR_S);
      if (dayS !== undefined) this.#sql.done.run(name, dayS, dayS + DAY_S);
      this.#sql.succeeded.run(nowS, name);
    });
  }

  passBy(name: string, cursorS: number): void {
    relaxed(this.db, () => this.#sql.setCursor.run(cursorS, name));
  }

  /** Back to a time before a clock ran ahead: what is measured from now on is news again. */
  rewind(name: string, cursorS: number, nowS: number): void {
    relaxed(this.db, () => this.#sql.rewind.run(cursorS, Math.floor(nowS), name));
  }

  /** Rows before this moment are on their way; whatever becomes of them, the receiver may have them. */
  tried(name: string, untilS: number): void {
    relaxed(this.db, () => this.#sql.setTried.run(untilS, name, untilS));
  }

  failed(name: string, error: string): void {
    relaxed(this.db, () => this.#sql.failed.run(error, name));
  }

  /** Time before which all rows are complete, and change only by corrections. */
  get closedUntilS(): number {
    return this.rollUps.closedUntil(FIVE_MIN);
  }

  /** Oldest first, from `fromS` on and before `untilS`: five-minute rows, and hours from before those that are kept. */
  rows(fromS: number, untilS: number, atMost: number): { widthS: number; rows: MeansRow[] } {
    const keptS = this.watermarks.fiveFrom;
    if (fromS < keptS) {
      const rows = this.#sql.hours.all(floorTo(fromS, HOUR_S), Math.min(untilS, keptS), atMost);
      if (rows.length > 0) return { widthS: HOURLY.widthS, rows };
    }
    return { widthS: FIVE_MIN.widthS, rows: this.#sql.fives.all(fromS, untilS, atMost) };
  }

  newest(): MeansRow | null {
    return this.#sql.newest.get() ?? null;
  }

  /** Number of rows that `rows` would give. */
  waiting(fromS: number, untilS: number): number {
    const { fiveFrom } = this.watermarks;
    const hours =
      fromS < fiveFrom ? this.rollUps.rowsIn(HOURLY, floorTo(fromS, HOUR_S), Math.min(untilS, fiveFrom)) : 0;
    return hours + this.rollUps.rowsIn(FIVE_MIN, Math.max(fromS, fiveFrom), untilS);
  }

  /** Hours before a moment that are to be sent once more. */
  dirtyHours(name: string, beforeS: number): number {
    return this.#sql.countDirty.get(name, beforeS)!;
  }

  /** The oldest hour before a moment that is to be sent once more; null when there is none. */
  nextDirty(name: string, beforeS = Number.MAX_SAFE_INTEGER): number | null {
    return this.#sql.nextDirty.get(name, beforeS) ?? null;
  }

  /** From now on it is on its way. */
  take(name: string, hourS: number): void {
    relaxed(this.db, () => this.#sql.take.run(name, hourS, hourS + HOUR_S));
  }

  /** From now on the day is on its way, under a number of its own; the same again where nothing changed since. */
  takeDay(name: string, dayS: number): void {
    inTransaction(this.db, () => {
      const { changes } = this.#sql.take.run(name, dayS, dayS + DAY_S);
      if (changes > 0) this.#sql.nextRev.run(name, dayS);
    });
  }

  /** Drops an hour, or a day, that is empty or that the receiver refuses in its present form. */
  drop(name: string, fromS: number, widthS = HOUR_S): void {
    relaxed(this.db, () => this.#sql.done.run(name, fromS, fromS + widthS));
  }

  /** Revision of a day; null where nothing of it has been on its way. */
  rev(name: string, dayS: number): number | null {
    return this.#sql.rev.get(name, dayS) ?? null;
  }

  /** From now on the day goes under this number. */
  claim(name: string, dayS: number, rev: number): void {
    inTransaction(this.db, () => this.#sql.putRev.run(name, dayS, rev));
  }
}
