import { type Sentence, sentence } from '../../../words/sentence.ts';
import { isDamage, isDiskTrouble } from './database.ts';

/** A statement of yesterday's tables: they were left while an answer was being read from them. */
const isLeft = (error: unknown): boolean =>
  error instanceof TypeError && /database connection is not open/.test(error.message);

/** What an answer says that met damage or a disk that gives nothing; null for whatever is a fault of ours. */
export function whyUnavailable(error: unknown): Sentence | null {
  if (isDamage(error) || isLeft(error)) return sentence('refusal.rebuilding');
  return isDiskTrouble(error) ? sentence('refusal.disk-silent') : null;
}
