import type { Note } from '../../contract/notes.ts';
import type { NotesFacet } from '../api.ts';
import type { Store } from '../store/store.ts';
import type { StoredLabel } from '../store/tables/labels.ts';

/** Notes. Nothing learns from a note, and no event repeats it: a deleted note is gone. */
export function noteAnswers(store: Store): NotesFacet {
  const stored = (id: number): Note | null => {
    const row = store.labels.note(id);
    return row && toNote(row);
  };
  return {
    list(asked) {
      const { rows, total } = store.labels.page({ ...asked, notes: true });
      return { notes: rows.map(toNote), total };
    },
    write(text, tS, givenS) {
      const done = store.change(() => ({ note: stored(store.labels.addNote(text, tS, givenS)) }));
      return 'error' in done ? done : done.note!;
    },
    change(id, { text, tS }) {
      const done = store.change(() => {
        const before = stored(id);
        if (before) store.labels.reword(id, text ?? before.text, tS ?? before.ts);
        return { note: stored(id) };
      });
      return 'error' in done ? done : done.note;
    },
    remove(id) {
      const done = store.change(() => ({ removed: stored(id) !== null && store.labels.remove(id) }));
      if ('error' in done) return done;
      return done.removed ? { removed: true, id } : null;
    },
  };
}

const toNote = ({ id, ts, givenTs, note }: StoredLabel): Note => ({ id, ts, given_ts: givenTs, text: note });
