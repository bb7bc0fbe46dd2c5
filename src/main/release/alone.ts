import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { type Database, openBare, sqliteCode } from '../../station/store/sqlite/database.ts';
import { UserError } from '../user-error.ts';
import type { Layout } from './layout.ts';

const LOCK = 'upgrade.lock';

/** Kept for the life of the process: a connection that is collected would let go. */
const held: Database[] = [];

/**
 * Exclusive lock for upgrade, rollback and resume, held from the first step: one could delete the folder that another unpacks to. A system
 * lock ends with its process; a pid in a file could be anybody's after a reboot.
 */
export function holdAlone(layout: Layout): void {
  if (!tryHold(layout)) throw new UserError('another upgrade is running; wait until it ends.');
}

/** Waits for an upgrade that is under way. False when it ended as it should: nothing is left to be done. */
export async function holdAfter(layout: Layout, clock: Clock): Promise<boolean> {
  const never = new AbortController().signal;
  while (existsSync(layout.journalFile)) {
    if (tryHold(layout)) return true;
    await clock.sleep(1_000, never);
  }
  return false;
}

/** Whether an upgrade is running. Any user can ask: a shared lock is refused while the exclusive one is held. */
export function isHeld(layout: Layout): boolean {
  const path = join(layout.home, LOCK);
  if (!existsSync(path)) return false;
  const db = openBare(path);
  try {
    db.pragma('busy_timeout = 0');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    db.close();
  }
}

const isBusy = (error: unknown): boolean => /^SQLITE_BUSY/.test(sqliteCode(error) ?? '');

function tryHold(layout: Layout): boolean {
  layout.make();
  const db = openBare(join(layout.home, LOCK));
  try {
    db.pragma('busy_timeout = 0');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (!isBusy(error)) throw error;
    return false;
  }
  held.push(db);
  return true;
}
