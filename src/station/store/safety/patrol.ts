import { statSync } from 'node:fs';
import { type Database, PAGE_BYTES, relaxed } from '../database.ts';
import { eachPage, loadSums, sumOf } from './page-sums.ts';
import { readWal } from './wal.ts';

/** Hourly turns that take the round once through the file, within a week. */
const TURNS = 150;
/** Two megabytes: a small file is seen through in a turn or two. */
const AT_LEAST = 2048;
const JOB = 'patrol';

export interface Patrolled {
  /** The page the next turn begins with; 1 after the last one. */
  next: number;
  looked: number;
}

/** Pages that are not as they were written: damage like any that a statement meets. */
class WrongPages extends Error {
  readonly code = 'SQLITE_CORRUPT_PAGES';
  constructor(pages: readonly number[]) {
    super(`${pages.length === 1 ? 'a page is' : `${pages.length} pages are`} not as written, from page ${pages[0]} on`);
  }
}

/**
 * One turn of the round through the database of a running station: compares the next pages of the file with their sums, and
 * remembers how far it came. Throws for pages that are not as they were written.
 *
 * A page of the file changes only in a checkpoint, and a checkpoint copies no more of the log than the oldest reader sees. So this
 * one reads before it looks into the log: whatever anybody copies meanwhile is in the log it has seen, and a page that is in the
 * log is vouched for by the log.
 */
export function patrol(db: Database, turns = TURNS, atLeast = AT_LEAST, nowS: number | null = null): Patrolled {
  const pages = pagesOf(db);
  const { next: from, roundS } = stateOf(db);
  const until = from + Math.max(atLeast, Math.ceil(pages / turns));
  const wrong = lookAt(db, from > pages ? 1 : from, until);
  if (wrong.length > 0) throw new WrongPages(wrong);
  const next = until > pages ? 1 : until;
  // An older program reads `next` alone.
  const state = JSON.stringify({ next, roundS: next === 1 ? nowS : roundS } satisfies Round);
  relaxed(db, () =>
    db.prepare('INSERT OR REPLACE INTO job (name, started_ts, state) VALUES (?, 0, ?)').run(JOB, state),
  );
  return { next, looked: Math.min(until, pages + 1) - from };
}

interface Round {
  next: number;
  /** When the last one was whole. */
  roundS: number | null;
}

const pagesOf = (db: Database): number => Math.floor(statSync(db.name).size / PAGE_BYTES);

function stateOf(db: Database): Round {
  const state = db.prepare<[string], string>('SELECT state FROM job WHERE name = ?').pluck().get(JOB);
  return { next: 1, roundS: null, ...(state === undefined ? {} : (JSON.parse(state) as Partial<Round>)) };
}

/** How far the round has come, and when the last one was whole. */
export function roundOf(db: Database): { share: number; lastS: number | null } {
  const { next, roundS } = stateOf(db);
  return { share: db.memory ? 0 : Math.min(1, (next - 1) / Math.max(1, pagesOf(db))), lastS: roundS };
}

function lookAt(db: Database, from: number, until: number): number[] {
  const wrong: number[] = [];
  db.exec('BEGIN');
  try {
    db.prepare('SELECT count(*) FROM sqlite_master').get();
    const { pages: inLog } = readWal(`${db.name}-wal`);
    const sums = loadSums(db.name);
    if (sums === null) return []; // the next start makes them
    eachPage(db.name, from, (number, page) => {
      if (number >= until) return false;
      const sum = sums[number - 1] ?? 0;
      if (sum !== 0 && sum !== sumOf(page) && !inLog.has(number)) wrong.push(number);
      return true;
    });
  } finally {
    db.exec('COMMIT');
  }
  return wrong;
}
