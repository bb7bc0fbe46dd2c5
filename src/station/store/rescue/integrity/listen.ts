import { type Database, isDamage, openReadOnly, sqliteCode, unless, using } from '../../sqlite/database.ts';
import { whichSchema } from '../../sqlite/which-schema.ts';

type Work = (...args: never[]) => unknown;

/**
 * Listener for damage in any statement of a connection, read or write. The error goes on to the caller, who need not know what to do
 * about damage.
 */
export function listenForDamage(db: Database, hear: (error: Error) => void): void {
  const heard = <W extends Work>(work: W): W =>
    ((...args: never[]) => {
      try {
        return work(...args);
      } catch (error) {
        if (isDamage(error) || lacksPart(db, error)) hear(error as Error);
        throw error;
      }
    }) as W;

  const prepare = db.prepare.bind(db);
  db.prepare = heard(((sql: string) => {
    const statement = prepare(sql);
    statement.run = heard(statement.run.bind(statement));
    statement.get = heard(statement.get.bind(statement));
    statement.all = heard(statement.all.bind(statement));
    return statement;
  }) as Work) as typeof db.prepare;
  db.exec = heard(db.exec.bind(db));
  db.pragma = heard(db.pragma.bind(db));
  const transaction = db.transaction.bind(db);
  db.transaction = ((work: Work) => {
    const made = transaction(work as () => unknown);
    const own = heard(made as Work) as typeof made;
    own.immediate = heard(made.immediate as Work) as typeof made.immediate;
    return own;
  }) as typeof db.transaction;
}

/** Another program has removed a part of ours, or left a trigger of its own that blocks us. */
function lacksPart(db: Database, error: unknown): boolean {
  if (sqliteCode(error) !== 'SQLITE_ERROR' || !/^no such (table|column|index)/.test((error as Error).message))
    return false;
  const schema = using(openReadOnly(db.name), whichSchema); // whose own tries are heard by nobody
  return schema.kind !== 'known' || schema.missing.length > 0 || schema.blocked.length > 0;
}

/**
 * Closes a database and leaves its files as they are, because it is damaged or could not be opened: the last connection that may write would
 * bring the log in. A reader that closes after it may not.
 */
export function closeUntouched(db: Database): void {
  const reader = openReadOnly(db.name);
  try {
    unless(isDamage, () => reader.prepare('SELECT count(*) FROM sqlite_master').get());
  } finally {
    db.close();
    reader.close();
  }
}
