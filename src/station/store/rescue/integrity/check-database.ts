import { type Database, isDamage, openReadOnly, using } from '../../sqlite/database.ts';

/** Result of `quick_check` for one table or all, in one line; null if sound. */
export function quickCheck(db: Database, what: string | 1): string | null {
  const found = db.pragma(`quick_check(${what})`, { simple: true }) as string;
  return found === 'ok' ? null : found.replaceAll('\n', ' ');
}

/** Damage found by SQLite, in one line; null if sound. */
export function damageOf(path: string): string | null {
  try {
    return using(openReadOnly(path), (db) => quickCheck(db, 1));
  } catch (error) {
    if (!isDamage(error)) throw error;
    return (error as Error).message;
  }
}

/** Some milliseconds of reading. */
const ROWS_PER_TURN = 2000;

/**
 * The same of a finished copy, without the one call that takes seconds a hundred megabytes and hears no abort: every row of the big
 * tables is walked to its last column in slices, the small ones are left to SQLite.
 */
export async function damageOfCopy(path: string, signal: AbortSignal): Promise<string | null> {
  try {
    const db = openReadOnly(path);
    try {
      for (const { name, sql } of tablesOf(db)) {
        if (/WITHOUT ROWID/i.test(sql)) {
          const found = quickCheck(db, `'${name}'`);
          if (found !== null) return found;
        } else await walk(db, name, signal);
      }
      return null;
    } finally {
      db.close();
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    return (error as Error).message;
  }
}

const tablesOf = (db: Database) =>
  db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name",
    )
    .all();

async function walk(db: Database, table: string, signal: AbortSignal): Promise<void> {
  const last = (db.pragma(`table_info('${table}')`) as { name: string }[]).at(-1)!.name;
  const page = db
    .prepare<[number], [number, number | null, unknown]>(
      `SELECT count(*), max(row), max(value) FROM
       (SELECT rowid AS row, "${last}" AS value FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_PER_TURN})`,
    )
    .raw();
  for (let after: number | null = Number.MIN_SAFE_INTEGER; after !== null; ) {
    const [rows, newest]: [number, number | null, unknown] = page.get(after)!;
    after = rows < ROWS_PER_TURN ? null : newest;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
}
