import { statSync } from 'node:fs';
import { isDamage, openReadOnly, unless, using } from '../sqlite/database.ts';
import { userVersionOf as schemaIn } from '../sqlite/migrations/migrate.ts';

/**
 * The schema a database is at, its log included; null when there is none, 'damaged' where it cannot be read. A pipe of that name would
 * be waited for without end.
 */
export function schemaOf(path: string): number | 'damaged' | null {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return null;
  return unless(isDamage, () => using(openReadOnly(path), schemaIn)) ?? 'damaged';
}
