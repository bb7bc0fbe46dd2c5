import { bytesOf, type Database, relaxed } from '../../sqlite/database.ts';
import { JobNote } from '../../sqlite/job-note.ts';
import { damageOfSmallTables } from './check-database.ts';
import { type ChangedRows, checkStretch, heal, stretchesIn } from './row-sums.ts';

/** Hourly turns that take the round once through the database, within a week. */
const TURNS = 150;
/** Two megabytes: a small database is seen through in a turn or two. */
const AT_LEAST_BYTES = 2_097_152;

interface Position {
  /** The stretch that was read last; null at the beginning of a round. */
  last: { table: string; from: number } | null;
  /** Bytes read in this round. */
  seen: number;
  /** When the last round was whole. */
  roundS: number | null;
}

/**
 * Background integrity check of a running station: one turn reads the next rows through SQLite, which throws where a page makes no sense
 * or the disk does not give it back, compares them with their checksums, and remembers how far it came. No file is opened: closing it
 * would drop SQLite's locks (https://www.sqlite.org/howtocorrupt.html, 2.2). Returns the rows that nobody wrote as they were.
 */
export function patrol(
  db: Database,
  backups: readonly string[],
  nowS: number,
  turns = TURNS,
  atLeast = AT_LEAST_BYTES,
): ChangedRows[] {
  const position = stateOf(db);
  const changed: ChangedRows[] = [];
  const damage = position.last === null ? damageOfSmallTables(db) : null;
  if (damage !== null) throw Object.assign(new Error(damage), { code: 'SQLITE_CORRUPT' });
  const until = position.seen + Math.max(atLeast, Math.ceil(bytesOf(db) / turns));
  let next: Position = { last: null, seen: 0, roundS: nowS };
  for (const stretch of stretchesIn(db, position.last)) {
    if (position.seen >= until) {
      next = position;
      break;
    }
    const { isSound, bytes } = checkStretch(db, stretch);
    const healed = isSound ? null : heal(db, stretch, backups);
    if (healed !== null) changed.push(healed);
    position.seen += bytes;
    position.last = { table: stretch.table, from: stretch.from };
  }
  relaxed(db, () => noteOf(db).put(next));
  return changed;
}

/** How far the round has come, and when the last one was whole. */
export function roundOf(db: Database): { share: number; lastS: number | null } {
  const { seen, roundS } = stateOf(db);
  return { share: Math.min(1, seen / Math.max(1, bytesOf(db))), lastS: roundS };
}

const noteOf = (db: Database) => new JobNote<Partial<Position>>(db, 'patrol');

const stateOf = (db: Database): Position => ({ last: null, seen: 0, roundS: null, ...noteOf(db).get() });
