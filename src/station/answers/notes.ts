import type { Note, NoteRemoved, Notes } from '../../contract/notes.ts';
import type { NotesFacet, Refusal } from '../api.ts';
import type { Store } from '../store/store.ts';
import type { LabelPage, StoredLabel } from '../store/tables/labels.ts';

/** Notes. Nothing learns from a note, and no event repeats it: a deleted note is gone. */
export class StoredNotes implements NotesFacet {
  constructor(
    private readonly store: Store,
    readonly nowS: () => number,
  ) {}

  list(asked: LabelPage): Notes {
    const { rows, total } = this.store.labels.notes(asked);
    return { notes: rows.map(toNote), total };
  }

  write(text: string, tS: number): Note | Refusal {
    const { store } = this;
    const done = store.whole(() => ({ note: this.#stored(store.labels.addNote(text, tS, this.nowS())) }));
    return 'error' in done ? done : done.note!;
  }

  change(id: number, { text, tS }: { text?: string | undefined; tS?: number | undefined }): Note | Refusal | null {
    const { store } = this;
    const done = store.whole(() => {
      const before = this.#stored(id);
      if (before) store.labels.reword(id, text ?? before.text, tS ?? before.ts);
      return { note: this.#stored(id) };
    });
    return 'error' in done ? done : done.note;
  }

  remove(id: number): NoteRemoved | Refusal | null {
    const { store } = this;
    const done = store.whole(() => ({ removed: this.#stored(id) !== null && store.labels.remove(id) }));
    if ('error' in done) return done;
    return done.removed ? { removed: true, id } : null;
  }

  #stored(id: number): Note | null {
    const row = this.store.labels.note(id);
    return row && toNote(row);
  }
}

const toNote = ({ id, ts, givenTs, note }: StoredLabel): Note => ({ id, ts, given_ts: givenTs, text: note });
