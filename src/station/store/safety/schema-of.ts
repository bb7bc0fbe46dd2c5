import { existsSync } from 'node:fs';
import { openReadOnly } from '../database.ts';

/** The schema a database is at, its log included; null when there is none. */
export function schemaOf(path: string): number | null {
  if (!existsSync(path)) return null;
  const db = openReadOnly(path);
  try {
    return db.pragma('user_version', { simple: true }) as number;
  } finally {
    db.close();
  }
}
