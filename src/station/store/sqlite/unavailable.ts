import { type Sentence, sentence } from '../../../words/sentence.ts';
import { isBusy, isDamage, isDiskTrouble } from './database.ts';

/** A statement of yesterday's tables: they were left while an answer was being read from them. */
const isLeft = (error: unknown): boolean =>
  error instanceof TypeError && /database connection is not open/.test(error.message);

/** Sentence of an answer that met damage or a full disk; null for a bug. */
export function whyUnavailable(error: unknown): Sentence | null {
  if (isDamage(error) || isLeft(error)) return sentence('refusal.rebuilding');
  if (isBusy(error)) return sentence('refusal.busy-writing');
  return isDiskTrouble(error) ? sentence('refusal.disk-silent') : null;
}
