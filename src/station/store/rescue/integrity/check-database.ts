import { anotherTurn } from '../../../../base/clock.ts';
import { type Database, isDamage, openReadOnly, quoted, using } from '../../sqlite/database.ts';
import { checkStretch, SUMMED, stretchesIn } from './row-sums.ts';

/** Result of `quick_check` for one table or all, in one line; null if sound. */
function quickCheck(db: Database, what: string | 1): string | null {
  const found = db.pragma(`quick_check(${what})`, { simple: true }) as string;
  return found === 'ok' ? null : found.replaceAll('\n', ' ');
}

/** SQLite's words for damage; any other fault is thrown. */
function damageIn(error: unknown): string {
  if (!isDamage(error)) throw error;
  return (error as Error).message;
}

/** Damage found by SQLite, in one line; null if sound. */
export function damageOf(path: string, check = (db: Database) => quickCheck(db, 1)): string | null {
  try {
    return using(openReadOnly(path), check);
  } catch (error) {
    return damageIn(error);
  }
}

/**
 * The same of a finished copy, without the one call that takes seconds a hundred megabytes and hears no abort: the rows of the large tables are
 * read in stretches, the small tables are left to SQLite.
 */
export async function damageOfCopy(path: string, signal: AbortSignal): Promise<string | null> {
  const db = openReadOnly(path);
  try {
    const found = damageOfSmallTables(db);
    if (found !== null) return found;
    for (const stretch of stretchesIn(db)) {
      checkStretch(db, stretch);
      await anotherTurn();
      signal.throwIfAborted();
    }
    return null;
  } catch (error) {
    return damageIn(error);
  } finally {
    db.close();
  }
}

/** Of all tables but those whose rows are summed, with their indexes. */
export function damageOfSmallTables(db: Database): string | null {
  const names = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0").pluck();
  for (const name of names.all()) {
    if (/^sqlite/.test(name) || SUMMED.some(({ table }) => table === name)) continue;
    const found = quickCheck(db, quoted(name));
    if (found !== null) return found;
  }
  return null;
}
