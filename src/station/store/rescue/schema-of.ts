import { statSync } from 'node:fs';
import { isDamage, openReadOnly } from '../sqlite/database.ts';

/**
 * The schema a database is at, its log included; null when there is none, 'damaged' where it cannot be read. A pipe of that name would
 * be waited for without end.
 */
export function schemaOf(path: string): number | 'damaged' | null {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return null;
  const db = openReadOnly(path);
  try {
    return db.pragma('user_version', { simple: true }) as number;
  } catch (error) {
    if (isDamage(error)) return 'damaged';
    throw error;
  } finally {
    db.close();
  }
}
