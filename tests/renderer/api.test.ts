import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ApiProblem, createApi, GivenUp } from '../../src/renderer/kit/data/api.ts';
import { problemText } from '../../src/renderer/kit/parts/problem-text.ts';
import { settled } from './support/fake-time.ts';
import { FakeServer, json, refusal } from './support/played-station.ts';

/** A station that wants a PIN, and counts the tries as the real one does: a missing PIN is not a try, five wrong ones mean wait. */
function guarded(right = '01234') {
  const server = new FakeServer();
  const tries: string[] = [];
  const done: string[] = [];
  const state = { right, waits: false };
  const change = (path: string) => (init: RequestInit) => {
    const pin = (init.headers as Record<string, string>)['x-weatherglass-pin'];
    if (pin === undefined) return refusal(401, 'this station needs its PIN in the header X-Weatherglass-Pin');
    tries.push(pin);
    if (state.waits) return refusal(429, 'too many wrong PINs, try again in 4 s');
    if (pin !== state.right) return refusal(401, 'wrong PIN');
    done.push(path);
    return json({ done: path });
  };
  for (const path of ['/api/train', '/api/label', '/api/verify']) server.answers.set(path, change(path));

  const questions: Array<{ wasWrong: boolean; answer: (pin: string | null) => void }> = [];
  const seen = { isOpen: false };
  const api = createApi(
    server.fetch,
    () => {
      const stop = new AbortController();
      return {
        givenUp: stop.signal,
        ask: (wasWrong) =>
          new Promise((resolve) => {
            seen.isOpen = true;
            const answer = (pin: string | null): void => {
              if (pin === null) stop.abort();
              resolve(pin);
            };
            questions.push({ wasWrong, answer });
          }),
        over() {
          seen.isOpen = false;
        },
      };
    },
    () => 'silent',
  );
  return { server, api, tries, done, questions, seen, state };
}
const reason = (change: Promise<unknown>): Promise<unknown> =>
  change.then(
    () => 'done',
    (error: unknown) => error,
  );

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

describe('a change of a station that wants its PIN', () => {
  it('asks once, sends it as typed, and remembers it', async () => {
    const { api, questions, tries, done } = guarded();
    const change = api.post('/api/label', { value: 1 });
    await settled();
    expect(questions.map((q) => q.wasWrong)).toEqual([false]);
    questions[0]!.answer('01234');
    expect(await change).toEqual({ done: '/api/label' });
    await api.post('/api/train');
    expect(questions).toHaveLength(1);
    expect(tries).toEqual(['01234', '01234']);
    expect(done).toEqual(['/api/label', '/api/train']);
  });

  it('keeps its question open until the PIN is judged, and a job of minutes runs without it', async () => {
    const { server, api, questions, seen } = guarded();
    const [judge, run] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    for (const [path, held] of [
      ['/api/label', judge],
      ['/api/train', run],
    ] as const) {
      const now = server.answers.get(path)!;
      server.answers.set(path, async (init) => {
        if ('x-weatherglass-pin' in init.headers!) await held.promise;
        return now(init);
      });
    }
    const change = api.post('/api/label');
    await settled();
    questions[0]!.answer('9999');
    await settled();
    expect(seen.isOpen).toBe(true);
    judge.resolve();
    await settled();
    expect(questions.map((q) => q.wasWrong)).toEqual([false, true]);
    expect(seen.isOpen).toBe(true);
    questions[1]!.answer(null);
    expect(await reason(change)).toBeInstanceOf(GivenUp);
    expect(seen.isOpen).toBe(false);
    const job = api.work('/api/train');
    await settled();
    expect(seen.isOpen).toBe(true);
    questions[2]!.answer('01234');
    await settled();
    expect(seen.isOpen).toBe(false);
    run.resolve();
    await job;
  });

  it('says that a PIN was wrong, and asks again', async () => {
    const { api, questions, done } = guarded();
    const change = api.post('/api/label');
    await settled();
    questions[0]!.answer('9999');
    await settled();
    expect(questions.map((q) => q.wasWrong)).toEqual([false, true]);
    questions[1]!.answer('01234');
    await change;
    expect(done).toEqual(['/api/label']);
  });

  it('waits its turn behind another: one question, both done, and a wrong PIN costs one try', async () => {
    const { api, questions, tries, done } = guarded();
    const both = [api.post('/api/label'), api.post('/api/train')];
    await settled();
    expect(questions).toHaveLength(1);
    questions[0]!.answer('9999');
    await settled();
    expect(tries).toEqual(['9999']);
    expect(questions).toHaveLength(2);
    questions[1]!.answer('01234');
    await Promise.all(both);
    expect(done).toEqual(['/api/label', '/api/train']);
    expect(questions).toHaveLength(2);
  });

  it('is given up with all that wait for the same answer, and the next one asks anew', async () => {
    const { api, questions, tries } = guarded();
    const both = [reason(api.post('/api/label')), reason(api.post('/api/train'))];
    await settled();
    questions[0]!.answer(null);
    for (const end of await Promise.all(both)) expect(end).toBeInstanceOf(GivenUp);
    expect(tries).toEqual([]);
    const later = api.post('/api/verify');
    await settled();
    expect(questions.map((q) => q.wasWrong)).toEqual([false, false]);
    questions[1]!.answer('01234');
    expect(await later).toEqual({ done: '/api/verify' });
  });

  it('is given up while its PIN is judged, with all that wait, and asks no more; again, it is the same change', async () => {
    const { server, api, questions, seen, done } = guarded();
    const keys: string[] = [];
    const judged = server.answers.get('/api/label')!;
    server.answers.set('/api/label', (init) => {
      const { 'x-weatherglass-pin': pin, 'idempotency-key': key } = init.headers as Record<string, string>;
      if (pin === undefined) return judged(init);
      keys.push(key!);
      if (keys.length > 1) return judged(init);
      return new Promise((_, refuse) =>
        init.signal!.addEventListener('abort', () => refuse(new DOMException('', 'AbortError'))),
      );
    });
    const both = [reason(api.post('/api/label')), reason(api.post('/api/train'))];
    await settled();
    questions[0]!.answer('01234');
    await settled();
    expect(seen.isOpen).toBe(true);
    questions[0]!.answer(null);
    for (const end of await Promise.all(both)) expect(end).toBeInstanceOf(GivenUp);
    expect(seen.isOpen).toBe(false);
    expect(questions).toHaveLength(1);
    const again = api.post('/api/label');
    await settled();
    questions[1]!.answer('01234');
    await again;
    expect(done).toEqual(['/api/label']);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it('does not send a wrong PIN again after it was told to wait', async () => {
    const { api, questions, tries, state } = guarded();
    const first = reason(api.post('/api/label'));
    await settled();
    questions[0]!.answer('9999');
    await settled();
    state.waits = true;
    questions[1]!.answer('8888');
    expect(((await first) as ApiProblem).status).toBe(429);
    state.waits = false;
    const second = api.post('/api/label');
    await settled();
    expect(tries).toEqual(['9999', '8888']); // the second change burned none
    questions[2]!.answer('01234');
    await second;
  });

  it('forgets a PIN that the station no longer takes', async () => {
    const { api, questions, state, done } = guarded();
    const first = api.post('/api/label');
    await settled();
    questions[0]!.answer('01234');
    await first;
    state.right = '7777';
    const second = api.post('/api/train');
    await settled();
    expect(questions[1]!.wasWrong).toBe(true);
    questions[1]!.answer('7777');
    await second;
    expect(done).toEqual(['/api/label', '/api/train']);
  });

  it('keeps a PIN that the station took before it refused what was sent', async () => {
    for (const status of [409, 412, 422]) {
      const { server, api, questions, tries } = guarded();
      const judged = server.answers.get('/api/train')!;
      server.answers.set('/api/train', async (init) => {
        const answer = await judged(init);
        return answer.ok ? refusal(status, 'no') : answer;
      });
      const first = reason(api.post('/api/train'));
      await settled();
      questions[0]!.answer('01234');
      expect(((await first) as ApiProblem).status).toBe(status);
      await api.post('/api/label');
      expect(questions).toHaveLength(1);
      expect(tries).toEqual(['01234', '01234']);
    }
  });

  it('does not keep a PIN that only a proxy has seen', async () => {
    for (const status of [409, 412, 422]) {
      const { server, api, questions } = guarded();
      const judged = server.answers.get('/api/train')!;
      server.answers.set('/api/train', (init) =>
        'x-weatherglass-pin' in init.headers! ? new Response('<html></html>', { status }) : judged(init),
      );
      const first = reason(api.post('/api/train'));
      await settled();
      questions[0]!.answer('9999');
      expect(await first).toMatchObject({ status });
      void api.post('/api/label');
      await settled();
      expect(questions.map((q) => q.wasWrong)).toEqual([false, false]);
    }
  });

  it('keeps a PIN through a 429 that is about haste and a 503 that is about starting', async () => {
    const { server, api, questions, tries } = guarded();
    const first = api.post('/api/label');
    await settled();
    questions[0]!.answer('01234');
    await first;
    for (const status of [429, 503]) {
      const before = server.answers.get('/api/train')!;
      server.answers.set('/api/train', () => refusal(status, 'not now'));
      expect(((await reason(api.post('/api/train'))) as ApiProblem).status).toBe(status);
      server.answers.set('/api/train', before);
    }
    await api.post('/api/train');
    expect(questions).toHaveLength(1);
    expect(tries).toEqual(['01234', '01234']);
  });

  it('is told when the station goes away while the reader types', async () => {
    const { server, api, questions } = guarded();
    const change = reason(api.post('/api/label'));
    await settled();
    server.isDown = true;
    questions[0]!.answer('01234');
    expect(((await change) as ApiProblem).status).toBe(0);
    server.isDown = false;
    const next = api.post('/api/label');
    await settled();
    questions[1]!.answer('01234');
    await next;
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
