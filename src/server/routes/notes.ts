import { endpoints } from '../../contract/endpoints.ts';
import { found } from '../../http/api-error.ts';
import type { NotesFacet } from '../../station/api.ts';
import { sentence } from '../../words/sentence.ts';
import type { Answering } from '../answers/answering.ts';
import { inOrder, pastMoment } from '../gate/window.ts';

export function noteRoutes({ read, change }: Answering<NotesFacet>): void {
  read(endpoints.notes, ({ of, query: { limit, offset, start: startS, end: endS } }) => {
    inOrder(startS, endS);
    return of.list({ limit, offset, startS, endS });
  });
  change(endpoints.writeNote, ({ of, body: { text, ts }, cameS }) => of.write(text, pastMoment(ts, cameS), cameS));
  change(endpoints.changeNote, ({ of, params: { id }, body: { text, ts }, cameS }) => {
    const tS = ts === undefined ? undefined : pastMoment(ts, cameS);
    return found(of.change(id, { text, tS }), sentence('refusal.note', { id }));
  });
  change(endpoints.removeNote, ({ of, params: { id } }) => found(of.remove(id), sentence('refusal.note', { id })));
}
