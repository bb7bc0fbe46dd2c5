import { createApi } from '../../../src/renderer/kit/data/api.ts';
import { FakeServer, json, refusal } from './played-station.ts';

/** A station that wants a PIN, and counts the tries as the real one does: a missing PIN is not a try, five wrong ones mean wait. */
export function guarded(right = '01234') {
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

/** What a change ended with. */
export const reason = (change: Promise<unknown>): Promise<unknown> =>
  change.then(
    () => 'done',
    (error: unknown) => error,
  );
