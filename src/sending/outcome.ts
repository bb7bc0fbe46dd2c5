import type { Sentence } from '../words/sentence.ts';

/** A receiver's answer, unshortened: mask and cut it before it is shown. */
export interface ReceiverAnswer {
  status: number | null;
  text: string;
  /** Code and parameters of `text`, if it is a sentence of ours. */
  said?: Sentence['said'];
}

/** Our own sentence instead of an answer. */
export const ours = ({ detail, said }: Sentence, status: number | null = null): ReceiverAnswer => ({
  status,
  text: detail,
  said,
});

/** Outcome of one request, for the rows that it carried. */
export type Outcome = ReceiverAnswer &
  (
    | { kind: 'ok' }
    /** Not now; `afterS` when the receiver named a time. */
    | {
        kind: 'retry';
        afterS?: number;
        /** Accepted, but the receiver holds less than it should. */
        short?: true;
        /** First day of a gap: rows that the receiver acknowledged and no longer has. */
        lacksFromS?: number;
      }
    /** Not with these words: a wrong key, an unknown station. Tried every hour. */
    | { kind: 'refused' }
    /** Not these rows, or not one of them; the next ones may be taken. `isSure` when the receiver has said itself that it took the others. */
    | { kind: 'passed'; isSure?: true }
  );

/** Receiver that gets nothing: switched off, or lacking a setting. */
export interface Idle {
  readonly name: string;
  readonly enabled: boolean;
  readonly lacks?: string;
}

/** Last error of a receiver: HTTP status and message. */
export interface LastError extends Sentence {
  status: number | null;
}

/** Outcome for data that is not searched for a refused part: a refusal counts for all of it. */
export const neverPassed = (outcome: Outcome): Outcome =>
  outcome.kind === 'passed' && !outcome.isSure ? { ...outcome, kind: 'refused' } : outcome;
