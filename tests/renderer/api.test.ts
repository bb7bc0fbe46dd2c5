import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ApiProblem, createApi } from '../../src/renderer/kit/data/api.ts';
import { problemText } from '../../src/renderer/kit/parts/problem-text.ts';
import { settled } from './support/fake-time.ts';
import { guarded, reason } from './support/guarded.ts';
import { FakeServer, refusal } from './support/played-station.ts';

describe('a question that is put again', () => {
  /** Answers as the station does: a tag with every text, and 304 to who has it. */
  function tagged() {
    const server = new FakeServer();
    const texts = new Map<string, string>();
    const sent: Array<{ path: string; tag: string | undefined; status: number }> = [];
    const ask = (path: string, text: string): void => {
      texts.set(path, text);
      server.answers.set(path, (init) => {
        const tag = (init.headers as Record<string, string> | undefined)?.['if-none-match'];
        const mine = `"${texts.get(path)!.length}"`;
        const status = tag === mine ? 304 : 200;
        sent.push({ path, tag, status });
        return new Response(status === 304 ? null : texts.get(path)!, { status, headers: { etag: mine } });
      });
    };
    return {
      api: createApi(server.fetch, null, () => 'silent'),
      ask,
      sent,
    };
  }

  it('is answered from what is known, until the station has something new to say', async () => {
    const { api, ask, sent } = tagged();
    ask('/api/status', '{"n":1}');
    expect([await api.getText('/api/status'), await api.getText('/api/status')]).toEqual(['{"n":1}', '{"n":1}']);
    ask('/api/status', '{"n":12}');
    expect([await api.getText('/api/status'), await api.getText('/api/status')]).toEqual(['{"n":12}', '{"n":12}']);
    expect(sent.map(({ status }) => status)).toEqual([200, 304, 200, 304]);
  });

  it('is unanswered where the answer ends in its middle, as of a station that goes down', async () => {
    const { server, api } = guarded();
    const half = new ReadableStream({
      start(way) {
        way.enqueue(new TextEncoder().encode('{"uptime'));
        way.error(new TypeError('network error'));
      },
    });
    server.answers.set('/api/status', () => new Response(half));
    expect(await reason(api.getText('/api/status'))).toMatchObject({ status: 0, message: 'silent' });
  });

  it('is unanswered where only a proxy speaks, and refused where the station does', async () => {
    const { server, api } = guarded();
    const page = '<html><head><title>502 Bad Gateway</title></head></html>';
    for (const status of [500, 502, 503, 504]) {
      server.answers.set('/api/status', () => new Response(page, { status, statusText: 'Bad Gateway' }));
      expect(await reason(api.getText('/api/status'))).toMatchObject({ status: 0, message: 'silent' });
    }
    // A hub that is not well tells how it is without a sentence: for its page alone.
    server.answers.set('/api/health', () => Response.json({ ok: false }, { status: 503 }));
    expect(await reason(api.getText('/api/health'))).toMatchObject({
      status: 0,
      message: 'silent',
      body: { ok: false },
    });
    server.answers.set('/api/status', () => refusal(503, 'station not started'));
    expect(await reason(api.getText('/api/status'))).toMatchObject({ status: 503, message: 'station not started' });
    // A refusal in the words of this page, whatever a proxy says in its own: by its number.
    for (const text of [page, '{"message":"too large"}', '{"detail":""}'])
      for (const status of [401, 403, 413, 429]) {
        server.answers.set('/api/status', () => new Response(text, { status, statusText: 'Forbidden' }));
        const told = (await reason(api.getText('/api/status'))) as ApiProblem;
        expect(told).toMatchObject({ status, message: `HTTP ${status}` });
        expect(problemText(told)).toBe(`Not done: HTTP ${status}`);
      }
  });

  it('asks for no PIN where a proxy wants a login of its own', async () => {
    const { server, api, questions } = guarded();
    for (const page of ['<html></html>', '{"message":"log in"}']) {
      server.answers.set('/api/train', () => new Response(page, { status: 401, statusText: 'Unauthorized' }));
      expect(await reason(api.post('/api/train'))).toMatchObject({ status: 401, message: 'HTTP 401' });
    }
    expect(questions).toEqual([]);
  });

  it('of the newest sample carries no tag: it is always new', async () => {
    const { api, ask, sent } = tagged();
    ask('/api/telemetry', '{"temperature":1}');
    await api.getText('/api/telemetry');
    await api.getText('/api/telemetry');
    expect(sent.map(({ tag }) => tag)).toEqual([undefined, undefined]);
  });

  it('is forgotten when many others were asked since, as by somebody who wanders through years', async () => {
    const { api, ask, sent } = tagged();
    for (let day = 0; day < 60; day++) {
      ask(`/api/day/${day}`, '{}');
      await api.getText(`/api/day/${day}`);
    }
    await api.getText('/api/day/0');
    await api.getText('/api/day/59');
    expect(sent.slice(-2).map(({ status }) => status)).toEqual([200, 304]);
  });
});

describe('a change that is not answered', () => {
  afterEach(() => vi.restoreAllMocks());
  const apiOver = (fetch: typeof globalThis.fetch) => createApi(fetch, null, () => 'look, and try again');

  it('is waited for within a limit, and a job of minutes within another', async () => {
    const patience: Array<{ ms: number; end: () => void }> = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const over = new AbortController();
      patience.push({ ms, end: () => over.abort(new DOMException('', 'TimeoutError')) });
      return over.signal;
    });
    const mute = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_answer, refuse) => {
        init!.signal!.addEventListener('abort', () => refuse(init!.signal!.reason));
      });
    const api = apiOver(mute);
    const sent = [
      api.post('/api/label', {}),
      api.remove('/api/label/1'),
      api.patch('/api/settings', {}),
      api.work('/api/train'),
    ];
    await settled();
    expect(patience).toHaveLength(sent.length);
    expect(patience[3]!.ms).toBeGreaterThan(10 * patience[0]!.ms);
    for (const { end } of patience) end();
    for (const one of sent) expect(await reason(one)).toMatchObject({ status: 0, message: 'look, and try again' });
  });

  it('or whose answer breaks off, is one that nobody knows of', async () => {
    const api = apiOver(async () => new Response('{"id":'));
    expect(await reason(api.post('/api/label', {}))).toMatchObject({ status: 0, message: 'look, and try again' });
  });
});
