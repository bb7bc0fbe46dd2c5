import { type Database, inTransaction } from '../sqlite/database.ts';
import { JobNote } from '../sqlite/job-note.ts';
import { DoubtfulStamps, EARLIER_S } from './doubtful-stamps.ts';

/**
 * A stretch of samples stamped by one clock. All of them are right, or all are wrong by the same amount: when the clock is set,
 * exactly these move.
 */
export interface ClockSegment {
  id: number;
  /** Stamp of its first sample. */
  fromS: number;
  /** Stamp less steady time, as of the newest sample. */
  offsetS: number;
  /** Wall clock less steady time; differs from the above while the station goes by a time of its own. */
  wallOffsetS: number;
  /** Which start of the machine steady time counts from; '' when that is not known. */
  boot: string;
  /** Began further ahead of the record than a restart explains. */
  leapt: boolean;
  /** Something vouches for it: network time, or long agreement with steady time. */
  confirmed: boolean;
}

/** A move that a stop may have interrupted: rows have been moved up to here, counted in their new stamps' order. */
export interface UnfinishedMove {
  byMs: number;
  movedToMs: number | null;
}

/** Samples that had their time when a stop came, and had yet to go through the filters. */
interface LeftSamples {
  /** Which start of the machine steady time counts from. */
  boot: string;
  all: { sample: unknown; steadyS: number; tS: number }[];
}

/** Stored segment: with the progress of its move, and the newest numbers of events and labels before it. */
interface Row extends Omit<ClockSegment, 'leapt' | 'confirmed'> {
  leapt: number;
  confirmed: number;
  byMs: number | null;
  movedToMs: number | null;
  eventId: number;
  labelId: number;
  calibrationId: number;
}

const FIELDS = `id, from_ms / 1000.0 fromS, offset_s offsetS, wall_offset_s wallOffsetS, boot, leapt, confirmed,
  moving_by_ms byMs, moved_to_ms movedToMs, event_id eventId, label_id labelId, calibration_id calibrationId`;
const NEWEST = '(SELECT max(id) FROM clock_segment)';
/** A stop may leave a newer one behind a move that goes on at the next start. */
const MOVING = `coalesce((SELECT max(id) FROM clock_segment WHERE moving_by_ms IS NOT NULL), ${NEWEST})`;

/** Clock segments, and the learned state from before the newest one while that is not confirmed. */
export class ClockSegments {
  readonly #sql;
  readonly words: DoubtfulStamps;
  /** Samples that a stop had no time to walk through the filters: the next start does, before its own. */
  readonly left: JobNote<LeftSamples>;
  /** Whether kept state belongs to a segment that is no longer the newest. */
  #outlived = false;

  constructor(private readonly db: Database) {
    this.words = new DoubtfulStamps(db);
    this.left = new JobNote(db, 'left samples');
    this.#sql = {
      newest: db.prepare<[], Row>(`SELECT ${FIELDS} FROM clock_segment ORDER BY id DESC LIMIT 1`),
      toMove: db.prepare<[], Row>(`SELECT ${FIELDS} FROM clock_segment WHERE id = ${MOVING}`),
      insert: db.prepare<[number, number, number, string, number, number, number, number, number]>(
        `INSERT INTO clock_segment (from_ms, offset_s, wall_offset_s, boot, leapt, confirmed, event_id, label_id, calibration_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      update: db.prepare<[number, number, string, number]>(
        `UPDATE clock_segment SET offset_s = ?, wall_offset_s = ?, boot = ?, leapt = ? WHERE id = ${NEWEST}`,
      ),
      confirm: db.prepare(`UPDATE clock_segment SET confirmed = 1 WHERE id = ${NEWEST}`),
      moving: db.prepare<[number | null, number | null, number]>(
        'UPDATE clock_segment SET moving_by_ms = ?, moved_to_ms = ? WHERE id = ?',
      ),
      stands: db.prepare<[number, number, number]>(
        'UPDATE clock_segment SET offset_s = offset_s + ?, wall_offset_s = offset_s + ?, confirmed = 0 WHERE id = ?',
      ),
      moved: db.prepare<[number, number]>(
        'UPDATE clock_segment SET from_ms = from_ms + ?, moving_by_ms = NULL, moved_to_ms = NULL WHERE id = ?',
      ),
      movedAlong: db.prepare<[number, number]>('UPDATE clock_segment SET from_ms = from_ms + ? WHERE id > ?'),
      messages: db.prepare<{ byS: number; sinceS: number }>(
        `UPDATE alarm_message SET ts = ts + @byS, ended_ts = ended_ts + @byS,
         started_ts = CASE WHEN started_ts >= @sinceS THEN started_ts + @byS ELSE started_ts END WHERE ts >= @sinceS`,
      ),
      endBefore: db
        .prepare<[number, number], number | null>(
          `SELECT coalesce((SELECT max(ts_ms) FROM main.sample WHERE ts_ms < ?),
           (SELECT (max(ts) + 299) * 1000 FROM five_min WHERE ts * 1000 + 300000 <= ?))`,
        )
        .pluck(),
    };
  }

  newest(): ClockSegment | null {
    return segmentIn(this.#sql.newest.get());
  }

  /** The one that is being moved; the newest where none is. */
  toMove(): ClockSegment | null {
    return segmentIn(this.#sql.toMove.get());
  }

  /** Time of the last sample before a moment; null when nothing is older. */
  endBefore(tS: number): number | null {
    const ms = Math.round(tS * 1000);
    const endMs = this.#sql.endBefore.get(ms, ms) ?? null;
    return endMs === null ? null : endMs / 1000;
  }

  /** Begins a segment. State kept for the former one is dropped, unless that one has yet to move. */
  begin({ fromS, offsetS, wallOffsetS, boot, leapt, confirmed }: Omit<ClockSegment, 'id'>): void {
    inTransaction(this.db, () => {
      if (this.unfinished() === null) this.#forget();
      const [event, label, calibration] = this.words.markNow;
      const flags = [leapt ? 1 : 0, confirmed ? 1 : 0] as const;
      this.#sql.insert.run(Math.round(fromS * 1000), offsetS, wallOffsetS, boot, ...flags, event, label, calibration);
    });
    this.words.mark();
  }

  /** Where its clock stands, for the start after this one. */
  note({ offsetS, wallOffsetS, boot, leapt }: Omit<ClockSegment, 'id'>): void {
    this.#sql.update.run(offsetS, wallOffsetS, boot, leapt ? 1 : 0);
  }

  confirm(): void {
    inTransaction(this.db, () => {
      this.#sql.confirm.run();
      this.#forget();
    });
  }

  /**
   * The newest segment, the end of the samples before it and the newest sample, at the times that an unfinished move will give them: the segment
   * has the new clock from the first transaction on, and stamps of the old one would differ from it by the move.
   */
  asMoved(newestS: number | null): { segment: ClockSegment | null; endBeforeS: number | null; newestS: number | null } {
    const segment = this.newest();
    if (segment === null) return { segment, endBeforeS: null, newestS };
    const move = this.unfinished();
    const byS = move === null || (move.byMs > 0 && this.toMove()!.id !== segment.id) ? 0 : move.byMs / 1000;
    const fromS = segment.fromS + byS;
    // A move back reaches the newest sample last, a move forward first. A sample that came after the move had begun is right as it is.
    const { byMs = 0, movedToMs = null } = move ?? {};
    const newestMs = newestS! * 1000;
    const hasMoved = movedToMs !== null && (byS < 0 ? newestMs <= movedToMs + 0.5 : newestMs > movedToMs - byMs - 0.5);
    return {
      segment: { ...segment, fromS },
      endBeforeS: this.endBefore(Math.min(segment.fromS, fromS)),
      newestS: newestS === null || hasMoved ? newestS : newestS + byS,
    };
  }

  unfinished(): UnfinishedMove | null {
    const { byMs = null, movedToMs = null } = this.#sql.toMove.get() ?? {};
    return byMs === null ? null : { byMs, movedToMs };
  }

  /** Inside the transaction that moved the rows up to there. */
  noteMove(id: number, byMs: number, movedToMs: number | null): void {
    this.#sql.moving.run(byMs, movedToMs, id);
  }

  /**
   * Begins a move, in its first transaction: events and labels of that clock move along. The segment has its new clock from now on, or a start
   * after a kill would find the same jump once more and move all of it twice. Nothing has confirmed that clock yet.
   */
  beginMove(byMs: number): void {
    const { id, fromS, eventId, labelId, calibrationId } = this.#sql.newest.get()!;
    this.#sql.moving.run(byMs, null, id);
    this.#sql.stands.run(byMs / 1000, byMs / 1000, id);
    const [byS, sinceS] = [byMs / 1000, fromS - EARLIER_S];
    // The segment notes no number of a scale: those of before it are older than its first sample.
    this.words.move([eventId, labelId, calibrationId, 0], byS, sinceS);
    this.#sql.messages.run({ byS, sinceS });
  }

  /** Last write of a move. A move back has taken along what a newer clock stamped: see `RestOfSteps`. */
  endMove(id: number, byMs: number): void {
    this.#sql.moved.run(byMs, id);
    if (byMs < 0) this.#sql.movedAlong.run(byMs, id);
    this.#outlived = this.#sql.newest.get()!.id > id;
  }

  /** Marks a move as done and saved. */
  livedAgain(): void {
    if (this.#outlived) inTransaction(this.db, () => this.#forget());
    this.#outlived = false;
  }

  /** Labels given under this clock, to be learned again at their right time. */
  labelIds(): number[] {
    const row = this.#sql.toMove.get();
    return row ? this.words.labelsSince(row.labelId) : [];
  }

  #forget(): void {
    this.db.exec('DELETE FROM learned_before');
  }
}

function segmentIn(row: Row | undefined): ClockSegment | null {
  if (!row) return null;
  const { id, fromS, offsetS, wallOffsetS, boot, leapt, confirmed } = row;
  return { id, fromS, offsetS, wallOffsetS, boot, leapt: leapt === 1, confirmed: confirmed === 1 };
}
