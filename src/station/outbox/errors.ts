import type { Sentence } from '../../words/sentence.ts';
import type { Store } from '../store/store.ts';

/** Last error of a receiver: HTTP status and message. */
export interface LastError extends Sentence {
  status: number | null;
}

/** Beside the English that stands in the table: which sentence it is, by receiver. */
type State = Record<string, LastError>;

const NAME = 'connections.errors';
const VERSION = 1;

/** As the table has it, for older programs and whoever opens it by hand. */
export const inEnglish = ({ status, detail }: LastError): string => (status === null ? detail : `${status}: ${detail}`);

/** Remembers which sentences the errors of the receivers are, so that each reader has them in his language, also after a restart. */
export class SaidErrors {
  readonly #store: Store;
  readonly #nowS: () => number;
  #state: State | null = null;

  constructor(store: Store, nowS: () => number) {
    this.#store = store;
    this.#nowS = nowS;
  }

  note(name: string, error: LastError): void {
    const before = this.#load();
    if (JSON.stringify(before[name]) === JSON.stringify(error)) return;
    const state = { ...before, [name]: error };
    const save = () => this.#store.learned.saveAll([{ name: NAME, version: VERSION, state }], this.#nowS());
    if (this.#store.attempt(save)) this.#state = state;
  }

  /** `english` is what the table says; what is remembered of another error says nothing of this one. */
  of(name: string, english: string): LastError {
    const kept = this.#load()[name];
    return kept !== undefined && inEnglish(kept) === english ? kept : { status: null, detail: english, said: null };
  }

  #load(): State {
    if (this.#state !== null || !this.#store.atHome) return this.#state ?? {};
    const saved = this.#store.learned.load(NAME, VERSION);
    this.#state = saved.found ? (saved.state as State) : {};
    return this.#state;
  }
}
