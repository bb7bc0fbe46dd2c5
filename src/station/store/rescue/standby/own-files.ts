import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sentence } from '../../../../words/sentence.ts';
import { type Database, removeDatabase } from '../../sqlite/database.ts';
import { DATABASE_FILE } from '../folder/last-stop.ts';
import { fileAt } from '../folder/lock.ts';
import { findingOf, type StartFinding, swapIn } from '../folder/swap.ts';
import { anewOf, asideFolder } from '../salvage.ts';

/**
 * Files of a database and its log. Somebody may move, remove or replace them while it is open: writing goes on as if nothing were, into files
 * that no start will find.
 */
export interface OwnFiles {
  main: string | null;
  log: string | null;
}

export const filesOf = (path: string): OwnFiles => ({ main: fileAt(path), log: fileAt(`${path}-wal`) });

/**
 * Writes a database whose files are gone from their place there again: the connection still has all of it. What lies in its
 * place goes aside. The connection is closed after that; until then whatever fails leaves it as it was.
 */
export function putBack(db: Database, files: OwnFiles, nowS: number): StartFinding {
  const path = db.name;
  const folder = dirname(path);
  const fresh = anewOf(join(folder, DATABASE_FILE));
  removeDatabase(fresh);
  db.prepare('VACUUM INTO ?').run(fresh);
  // Our own log belongs to no other database; its pages are in the new one.
  if (filesOf(path).log === files.log) for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
  const aside = existsSync(path) ? join(asideFolder(folder, nowS, 'found'), DATABASE_FILE) : null;
  const finding = findingOf('warn', sentence('database.put-back', { kept: aside && dirname(aside) }));
  swapIn(folder, { fresh, aside, finding });
  db.close(); // before the new one has a log: this removes whatever carries the name of its own
  return finding;
}
