import { isDamage, isDiskTrouble } from './database.ts';

/** A statement of yesterday's tables: they were left while an answer was being read from them. */
const isLeft = (error: unknown): boolean =>
  error instanceof TypeError && /database connection is not open/.test(error.message);

/** What an answer says that met damage or a disk that gives nothing; null for whatever is a fault of ours. */
export function unavailableText(error: unknown): string | null {
  if (isDamage(error) || isLeft(error))
    return 'The database has just proved damaged and is being rebuilt: ask again in a minute.';
  return isDiskTrouble(error) ? 'The disk neither gives nor takes anything now: ask again later.' : null;
}
