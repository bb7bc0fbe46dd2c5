import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { Fetch } from '../../sending/ports.ts';

/** Statuses whose answers have no body, which `Response` insists on. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Resolver that knows these addresses and asks nobody. */
const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, answer) => {
    const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    if (all) answer(null, known);
    else answer(null, known[0]!.address, known[0]!.family);
  };

/** A status or a header that no answer may have is told as an error: thrown in an event it would end the program. */
function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode!;
  const hasBody = !BODILESS.has(status);
  const said = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
  if (!hasBody) answer.resume();
  return new Response(hasBody ? (Readable.toWeb(answer) as ReadableStream<Uint8Array>) : null, {
    status,
    headers: said,
  });
}

/**
 * Fetch that trusts one certificate authority (PEM) and no other, or goes to given addresses. Node's own fetch takes neither without a
 * dispatcher of a library that is not ours, and an authority for the whole process would be trusted for every other receiver, too.
 */
export const fetchTrusting =
  (ca: string | null, addresses?: readonly string[]): Fetch =>
  (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const options = {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        agent: false as const,
        ...(signal && { signal }),
        ...(addresses && { lookup: lookupOf(addresses) }),
      };
      const trusting = ca === null ? options : { ...options, ca };
      const asked = url.startsWith('https:') ? request(url, trusting) : plainRequest(url, options);
      asked.on('error', reject);
      asked.on('response', (answer) => {
        try {
          resolve(responseOf(answer));
        } catch (error) {
          reject(error as Error);
          asked.destroy();
        }
      });
      asked.end(body ?? undefined);
    });
