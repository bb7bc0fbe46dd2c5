import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Labels } from '../../src/contract/conditions.ts';
import type { Note, Notes } from '../../src/contract/notes.ts';
import { ask, postJson } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { openRealStation } from '../support/real-station.ts';
import { type Served, serve } from '../support/serve.ts';

/** What people say to the station, and what becomes of it: the same of the real one and of the one that stands in for it. */
const played = async () => ({ station: new FakeStation(), close: async () => undefined });
const real = () =>
  openRealStation({
    clock: new FakeClock(),
    historyDays: 2,
    stepS: 300,
    settings: { forecast: { train_at_start_hours: 2 } }, // no forecast is asked for
  });
describe.each([
  ['the real station', real],
  ['its stand-in', played],
] as const)('%s', (_, open) => {
  let served: Served;
  let opened: Awaited<ReturnType<typeof open>>;
  let nowS: number;
  beforeAll(async () => {
    opened = await open();
    nowS = opened.station.nowS();
    served = await serve({ station: opened.station });
  });
  afterAll(async () => {
    await served.server.stop();
    await opened.close();
  });
  const get = async <T>(path: string) => (await ask(served.port, { path })).json as T;
  const send = (method: string, path: string, body?: object) =>
    ask(served.port, {
      method,
      path,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const post = async <T>(path: string, body: object) => (await postJson(served.port, path, body)).json as T;

  it('lists labels by the moment they speak of, page by page, and no notes among them', async () => {
    for (const [i, kind] of ['rain', 'fog', 'rain'].entries()) {
      await post('/api/label', { kind, value: i / 2, ts: nowS - 3600 * (i + 1) });
    }
    await post('/api/notes', { text: 'the window was cleaned' });
    const { labels, total } = await get<Labels>('/api/labels?limit=2');
    expect([total, ...labels.map(({ value }) => value)]).toEqual([3, 0, 0.5]);
    expect((await get<Labels>('/api/labels?limit=2&offset=2')).labels).toMatchObject([{ kind: 'rain', value: 1 }]);
    expect((await get<Labels>('/api/labels?kinds=fog')).total).toBe(1);
  });

  it('sets a label right, with what was learned from it, and says so in the log', async () => {
    const { labels } = await get<Labels>('/api/labels?kinds=rain');
    const { id } = labels[0]!;
    expect(labels[0]).toMatchObject({ learned: true, undoable: true, value: 0 });
    const { json } = await send('PATCH', `/api/label/${id}`, { value: 1 });
    expect(json).toMatchObject({ corrected: true, id, kind: 'rain', value: 1, relearned: true });
    expect((await get<Labels>('/api/labels?kinds=rain')).labels[0]).toMatchObject({ id, value: 1 });
    expect((await get<{ kind: string }[]>('/api/events?limit=1'))[0]).toMatchObject({ kind: 'label', data: { id } });
    expect(await send('PATCH', '/api/label/999', { value: 1 })).toMatchObject({ status: 404 });
    expect(await send('PATCH', `/api/label/${id}`, { value: 1.1 })).toMatchObject({ status: 422 });
    await send('DELETE', `/api/label/${id}`);
    expect((await get<Labels>('/api/labels')).total).toBe(2);
  });

  it('takes no note that shows nothing, whatever it is made of', async () => {
    const nothing = ['', ' \n ', '\0', '\u200b\u200d\ufeff', '\u2800', '\u3164\u00ad', '\u202e \u2060\0'];
    for (const text of nothing) {
      const { status, json } = await send('POST', '/api/notes', { text });
      expect({ text, status, json }).toMatchObject({
        text,
        status: 422,
        json: { detail: expect.stringContaining('text must') },
      });
    }
  });

  it('keeps notes: written now or beside a moment, in other words, at another moment, deleted', async () => {
    const written = await post<Note>('/api/notes', { text: '  Übergang\u0007: 🌧 \u202e<b>  ', ts: nowS - 7200 });
    expect(written).toMatchObject({ ts: nowS - 7200, text: 'Übergang: 🌧 \u202e<b>' });
    // Once more, because the answer did not come.
    expect(await post<Note>('/api/notes', { text: written.text, ts: written.ts })).toEqual(written);
    const window = `/api/notes?start=${nowS - 7300}&end=${nowS - 7100}`;
    expect(await get<Notes>(window)).toMatchObject({ total: 1, notes: [written] });
    const path = `/api/notes/${written.id}`;
    expect((await send('PATCH', path, { text: 'Regen' })).json).toMatchObject({ text: 'Regen', ts: nowS - 7200 });
    expect((await send('PATCH', path, { ts: nowS - 60 })).json).toMatchObject({ text: 'Regen', ts: nowS - 60 });
    expect((await get<Notes>(window)).total).toBe(0);
    expect(await send('PATCH', path, {})).toMatchObject({
      status: 422,
      json: { detail: 'the body must have text or ts' },
    });
    expect((await send('DELETE', path)).json).toEqual({ removed: true, id: written.id });
    for (const method of ['DELETE', 'PATCH']) {
      const body = method === 'PATCH' ? { text: 'gone' } : undefined;
      expect(await send(method, path, body)).toMatchObject({ status: 404 });
    }
    expect(await postJson(served.port, '/api/notes', { text: ' \u0000 ' })).toMatchObject({ status: 422 });
    expect(await postJson(served.port, '/api/notes', { text: 'x', ts: nowS + 61 })).toMatchObject({ status: 422 });
    expect(JSON.stringify(await get('/api/events'))).not.toContain('Regen');
  });

  it('takes no note for a label, and no label for a note', async () => {
    const { labels } = await get<Labels>('/api/labels');
    const { notes } = await get<Notes>('/api/notes');
    expect(notes).toMatchObject([{ text: 'the window was cleaned' }]);
    const [label, note] = [labels[0]!.id, notes[0]!.id];
    if (label === note) return; // the stand-in counts them apart
    for (const path of [`/api/label/${note}`, `/api/notes/${label}`]) {
      expect(await send('DELETE', path)).toMatchObject({ status: 404 });
    }
  });
});
