import { isDamage, openReadOnly } from '../database.ts';

/** What SQLite finds wrong with a database, in one line; null when it is sound. */
export function damageOf(path: string): string | null {
  try {
    const db = openReadOnly(path);
    try {
      const found = db.pragma('quick_check(1)', { simple: true }) as string;
      return found === 'ok' ? null : found.replaceAll('\n', ' ');
    } finally {
      db.close();
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    return (error as Error).message;
  }
}

/** For the doctor, who may look while the station writes. */
export const checkDatabase = async (path: string): Promise<string | null> => damageOf(path);
