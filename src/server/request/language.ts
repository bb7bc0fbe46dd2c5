import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '../../base/languages.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { bestLanguage, languageOf } from '../../words/languages.ts';
import type { Speaker } from '../../words/speaker.ts';
import { speakerAtHand, speakerOf } from '../../words/speakers.ts';

const WORDED = new Set(
  Object.values<Endpoint>(endpoints)
    .filter(({ worded }) => worded)
    .map(({ path }) => path),
);

/** `?lang=` before the browser's own wish: a page may speak another language than its browser, and an event source sends no headers. */
const ASKED = /[?&]lang=([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*)(?:&|$)/;

function languageFor({ url = '', headers }: IncomingMessage): Language {
  const asked = ASKED.exec(url)?.[1];
  const named = asked === undefined ? null : languageOf(asked);
  return named ?? bestLanguage(headers['accept-language'] ?? '') ?? 'en';
}

/** Speaker for the language of a request; a promise for the first request in that language. */
export const speakerFor = (req: IncomingMessage): Speaker | Promise<Speaker> => {
  const language = languageFor(req);
  return speakerAtHand(language) ?? speakerOf(language);
};

/** Cache key of a request: includes the language only where the answer has sentences. */
export function questionOf(req: IncomingMessage & { path: string; url: string }): string {
  return WORDED.has(req.path) ? `${languageFor(req)} ${req.url}` : req.url;
}

/** For whoever keeps answers on the way. */
export function markLanguage(req: IncomingMessage & { path: string }, res: ServerResponse): void {
  if (!WORDED.has(req.path)) return;
  res.appendHeader('Vary', 'Accept-Language');
  res.setHeader('Content-Language', languageFor(req));
}
