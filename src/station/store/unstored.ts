import { type Refused, refused, type Sentence, sentence } from '../../words/sentence.ts';

/** A change that was not stored, in one sentence. */
export interface Unstored extends Refused {
  unavailable: true;
  locked?: true;
}

/** Refusal that passes: the disk cannot be written now. */
export const unstored = (words: Sentence): Unstored => ({ ...refused(words), unavailable: true });

/** Refusal while another connection writes. Within a small transaction of ours the change waits for it, so it is another program's. */
export const lockedOut = (): Unstored => ({ ...unstored(sentence('refusal.busy-writing')), locked: true });

export const takesNothing = (why: string): Unstored => unstored(sentence('refusal.disk-change', { why }));

/** Refusal while the database is rebuilt. */
export const rebuilding = (): Unstored => unstored(sentence('refusal.rebuilding-change'));
