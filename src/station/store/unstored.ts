import { type Refused, refused, type Sentence, sentence } from '../../words/sentence.ts';

/** A change that was not stored, in one sentence. */
export interface Unstored extends Refused {
  unavailable: true;
}

/** Refusal that passes: the disk cannot be written now. */
export const unstored = (words: Sentence): Unstored => ({ ...refused(words), unavailable: true });

export const takesNothing = (why: string): Unstored => unstored(sentence('refusal.disk-change', { why }));
