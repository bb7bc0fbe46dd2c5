import { type ReadonlySignal, signal } from '@preact/signals';
import { LIMITS } from '../../../contract/names.ts';
import type { Note, Notes } from '../../../contract/notes.ts';
import type { Window } from './window.ts';

/** The notes beside a stretch of time, newest first. */
export interface NoteLog {
  notes: ReadonlySignal<readonly Note[]>;
  /** Fetches the notes of a window. */
  cover(window: Window): Promise<void>;
  /** Fetches the same window again after a note was written. */
  again(): Promise<void>;
  stop(): void;
}

export function createNoteLog(ask: (path: string, signal: AbortSignal) => Promise<Notes>): NoteLog {
  const notes = signal<readonly Note[]>([]);
  let abort = new AbortController();
  let path: string | null = null;

  const again = async (): Promise<void> => {
    if (path === null) return;
    abort.abort();
    const mine = new AbortController();
    abort = mine;
    const answer = await ask(path, mine.signal);
    // Nothing after nothing is no news: the list of events would be written once more.
    if (!mine.signal.aborted && answer.notes.length + notes.peek().length > 0) notes.value = answer.notes;
  };
  return {
    notes,
    cover({ fromS, toS }) {
      path = `/api/notes?limit=${LIMITS.notes}&start=${Math.floor(fromS)}&end=${Math.ceil(toS) + 1}`;
      return again();
    },
    again,
    stop: () => abort.abort(),
  };
}
