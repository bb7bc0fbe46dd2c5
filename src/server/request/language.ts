import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { localeAsked, unitsAsked } from '../../http/language.ts';

const WORDED = new Set(
  Object.values<Endpoint>(endpoints)
    .filter(({ worded }) => worded)
    .map(({ path }) => path),
);

/** Cache key of a request: includes the language only where the answer has sentences. */
export function questionOf(req: IncomingMessage & { path: string; url: string }): string {
  return WORDED.has(req.path) ? `${localeAsked(req) ?? ''} ${unitsAsked(req) ?? ''} ${req.url}` : req.url;
}

/** `Vary` header for caches on the way. */
export function markLanguage(req: IncomingMessage & { path: string }, res: ServerResponse): void {
  if (!WORDED.has(req.path)) return;
  res.appendHeader('Vary', 'Accept-Language');
  res.setHeader('Content-Language', localeAsked(req) ?? 'en');
}
