import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import { invalid, notFound } from '../../http/api-error.ts';
import type { NotesFacet } from '../../station/api.ts';
import { sentence } from '../../words/sentence.ts';
import { type Answering, newRouter } from '../answers/answering.ts';

/** Allowed lead of the client's clock, seconds. */
const AHEAD_S = 60;

export function noteRoutes({ read, change }: Answering<NotesFacet>): Router {
  const router = newRouter();
  const notAhead = (tS: number, of: NotesFacet): number => {
    if (tS > of.nowS() + AHEAD_S) throw invalid(sentence('refusal.future', { seconds: AHEAD_S }), 'body', 'ts');
    return tS;
  };
  read(router, endpoints.notes, ({ of, query: { limit, offset, start: startS, end: endS } }) => {
    if (startS !== undefined && endS !== undefined && endS <= startS) {
      throw invalid(sentence('refusal.window-order'), 'query', 'end');
    }
    return of.list({ limit, offset, startS, endS });
  });
  change(router, endpoints.writeNote, ({ of, body: { text, ts } }) => of.write(text, notAhead(ts ?? of.nowS(), of)));
  change(router, endpoints.changeNote, ({ of, params: { id }, body: { text, ts } }) => {
    const note = of.change(id, { text, tS: ts === undefined ? undefined : notAhead(ts, of) });
    if (!note) throw notFound(sentence('refusal.note', { id }));
    return note;
  });
  change(router, endpoints.removeNote, ({ of, params: { id } }) => {
    const removed = of.remove(id);
    if (!removed) throw notFound(sentence('refusal.note', { id }));
    return removed;
  });
  return router;
}
