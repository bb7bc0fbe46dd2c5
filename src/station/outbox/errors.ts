import type { LastError } from '../../sending/outcome.ts';
import type { Kept } from './kept.ts';

/** Beside the English that stands in the table: which sentence it is, by receiver. */
type State = Record<string, LastError>;

/** As the table has it, for older programs and whoever opens it by hand. */
export const inEnglish = ({ status, detail }: LastError): string => (status === null ? detail : `${status}: ${detail}`);

/** Remembers which sentences the errors of the receivers are, so that each reader has them in his language, also after a restart. */
export class SaidErrors {
  constructor(private readonly kept: Kept<State>) {}

  note(name: string, error: LastError): void {
    const before = this.kept.get();
    if (JSON.stringify(before?.[name]) !== JSON.stringify(error)) this.kept.put({ ...before, [name]: error });
  }

  /** `english` is what the table says; what is remembered of another error says nothing of this one. */
  of(name: string, english: string): LastError {
    const kept = this.kept.get()?.[name];
    return kept !== undefined && inEnglish(kept) === english ? kept : { status: null, detail: english, said: null };
  }
}
