import { describe, expect, it } from 'vitest';
import { type ApiProblem, GivenUp } from '../../src/renderer/kit/data/api.ts';
import { settled } from './support/fake-time.ts';
import { guarded, reason } from './support/guarded.ts';
import { refusal } from './support/played-station.ts';

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
