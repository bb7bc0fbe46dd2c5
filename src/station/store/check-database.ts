import { isDamage, isDiskTrouble, openReadOnly, sqliteCode } from './database.ts';

/**
 * Null when the database at `path` is sound, else one sentence. Reads every page but writes nothing, beside a running station too.
 * The quick check leaves out the comparison of indices with their tables, which takes minutes on a card.
 */
export function checkDatabase(path: string): string | null {
  try {
    const db = openReadOnly(path);
    try {
      const said = db.pragma('quick_check(1)', { simple: true });
      return said === 'ok' ? null : `it is damaged: ${said}`;
    } finally {
      db.close();
    }
  } catch (error) {
    if (isDamage(error)) return 'it is damaged, or no database at all';
    if (isDiskTrouble(error)) return `it cannot be read (${sqliteCode(error)})`;
    throw error;
  }
}
