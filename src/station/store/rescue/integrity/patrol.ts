import { bytesOf, type Database, relaxed } from '../../sqlite/database.ts';
import { quickCheck } from './check-database.ts';
import { type ChangedRows, checkStretch, heal, stretchesIn } from './row-sums.ts';

/** Hourly turns that take the round once through the database, within a week. */
const TURNS = 150;
/** Two megabytes: a small database is seen through in a turn or two. */
const AT_LEAST_BYTES = 2_097_152;
const JOB = 'patrol';

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
  backups: readonly string[] = [],
  nowS: number | null = null,
  turns = TURNS,
  atLeast = AT_LEAST_BYTES,
): ChangedRows[] {
  const position = stateOf(db);
  const changed: ChangedRows[] = [];
  if (position.last === null) checkSmallTables(db);
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
    position.last = { table: stretch.of.table, from: stretch.from };
  }
  const state = JSON.stringify(next);
  relaxed(db, () =>
    db.prepare('INSERT OR REPLACE INTO job (name, started_ts, state) VALUES (?, 0, ?)').run(JOB, state),
  );
  return changed;
}

/** How far the round has come, and when the last one was whole. */
export function roundOf(db: Database): { share: number; lastS: number | null } {
  const { seen, roundS } = stateOf(db);
  return { share: Math.min(1, seen / Math.max(1, bytesOf(db))), lastS: roundS };
}

function stateOf(db: Database): Position {
  const state = db.prepare<[string], string>('SELECT state FROM job WHERE name = ?').pluck().get(JOB);
  const begun = { last: null, seen: 0, roundS: null };
  return state === undefined ? begun : { ...begun, ...(JSON.parse(state) as Partial<Position>) };
}

/** All other tables, with their indexes. */
function checkSmallTables(db: Database): void {
  const names = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0
       AND name NOT LIKE 'sqlite%' AND name NOT IN ('sample', 'five_min', 'hourly', 'half_day')`,
    )
    .pluck()
    .all();
  for (const name of names) {
    const found = quickCheck(db, `"${name.replaceAll('"', '""')}"`);
    if (found !== null) throw Object.assign(new Error(found), { code: 'SQLITE_CORRUPT' });
  }
}
