import { join } from 'node:path';
import { type Database, openBare, sqliteCode } from '../../station/store/database.ts';
import { UserError } from '../user-error.ts';
import type { Layout } from './layout.ts';

/** Kept for the life of the process: a connection that is collected would let go. */
const held: Database[] = [];

/**
 * One upgrade, rollback or end of an interrupted one at a time, from its first step on: while one unpacks, the end of another
 * would clear its folder away. As with the data folder the lock is the system's own and gone with the process; the number of a
 * process in a file may be anybody's after a boot.
 */
export function holdAlone(layout: Layout): void {
  layout.make();
  const db = openBare(join(layout.home, 'upgrade.lock'));
  try {
    db.pragma('busy_timeout = 0');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (!/^SQLITE_BUSY/.test(sqliteCode(error) ?? '')) throw error;
    throw new UserError('an upgrade, or the end of an interrupted one, is already under way; wait until it has ended.');
  }
  held.push(db);
}
