import type { Database } from '../../src/station/store/sqlite/database.ts';

/** The statements that made everything in a database, in words that do not depend on how they were typed. */
export function describeSchema(db: Database): string[] {
  return db
    .prepare<[], string>(
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'trigger', type DESC, name",
    )
    .pluck()
    .all()
    .map((sql) => `${sql.replaceAll(/\s+/g, ' ').trim()};`);
}
