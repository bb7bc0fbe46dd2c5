import { ask, type Reply } from './ask.ts';
import fc from './drawn.ts';
import { oddRequest } from './odd-requests.ts';

const AT_ONCE = 10;

/** Sends odd requests, ten at a time, and throws at the first answer that no request may ever get. */
export async function fuzz(port: number, requests: number, seed: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(
    fc.array(oddRequest, { minLength: AT_ONCE, maxLength: AT_ONCE }),
    async (questions) => {
      const replies = await Promise.all(questions.map((question) => ask(port, question)));
      for (const [i, reply] of replies.entries()) {
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        const fault = faultOf(reply);
        if (fault)
          throw new Error(`${fault}: ${JSON.stringify(questions[i]).slice(0, 500)} -> ${reply.text.slice(0, 300)}`);
      }
    },
  );
  await fc.assert(property, { numRuns: Math.ceil(requests / AT_ONCE), seed, endOnFailure: true });
  return statuses;
}

function faultOf({ status, json, text, headers }: Reply): string | null {
  if (status >= 500) return `status ${status}`;
  if (status >= 400 && text !== '' && typeof (json as { detail?: unknown })?.detail !== 'string') return 'no detail';
  if (status === 200 && String(headers['content-type']).includes('json') && text !== '' && json === undefined)
    return 'no JSON';
  return null;
}
