import type { Note, NoteRemoved, Notes } from '../../../src/contract/notes.ts';
import type { NotesFacet } from '../../../src/station/api.ts';
import type { LabelPage } from '../../../src/station/store/tables/labels.ts';

export class FakeNotes implements NotesFacet {
  readonly #notes = new Map<number, Note>();
  #id = 0;

  list({ limit, offset, startS = -Infinity, endS = Infinity }: LabelPage): Notes {
    const all = [...this.#notes.values()].filter(({ ts }) => ts >= startS && ts < endS);
    all.sort((a, b) => b.ts - a.ts || b.id - a.id);
    return { notes: all.slice(offset, offset + limit), total: all.length };
  }
  write(text: string, tS: number, givenS: number): Note {
    const same = [...this.#notes.values()].find((one) => one.text === text && one.ts === tS);
    if (same) return same;
    const note = { id: ++this.#id, ts: tS, given_ts: givenS, text };
    this.#notes.set(note.id, note);
    return note;
  }
  change(id: number, { text, tS }: { text?: string | undefined; tS?: number | undefined }): Note | null {
    const before = this.#notes.get(id);
    if (!before) return null;
    const note = { ...before, text: text ?? before.text, ts: tS ?? before.ts };
    this.#notes.set(id, note);
    return note;
  }
  remove(id: number): NoteRemoved | null {
    return this.#notes.delete(id) ? { removed: true, id } : null;
  }
}
