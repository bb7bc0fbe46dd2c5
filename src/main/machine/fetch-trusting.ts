import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { Readable } from 'node:stream';
import type { Fetch } from '../../connections/ports.ts';

/** Statuses whose answers have no body, which `Response` insists on. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Fetch that trusts one certificate authority (PEM) and no other. Node's own fetch takes none without a dispatcher of a library that is not
 * ours, and an authority for the whole process would be trusted for every other receiver, too.
 */
export const fetchTrusting =
  (ca: string): Fetch =>
  (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const options = {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        agent: false as const,
        ...(signal && { signal }),
      };
      const asked = url.startsWith('https:') ? request(url, { ...options, ca }) : plainRequest(url, options);
      asked.on('error', reject);
      asked.on('response', (answer) => {
        const status = answer.statusCode!;
        const hasBody = !BODILESS.has(status);
        if (!hasBody) answer.resume();
        const said = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
        const stream = hasBody ? (Readable.toWeb(answer) as ReadableStream<Uint8Array>) : null;
        resolve(new Response(stream, { status, headers: said }));
      });
      asked.end(body ?? undefined);
    });
