import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Units } from '../../quantities/imperial.ts';
import { bestLocale, localeOf, unitsOf } from '../../words/languages.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import { speakerAtHand, speakerOf } from '../../words/speakers.ts';

const WORDED = new Set(
  Object.values<Endpoint>(endpoints)
    .filter(({ worded }) => worded)
    .map(({ path }) => path),
);

/** `?lang=` before the browser's own wish: a page may speak another language than its browser, and an event source sends no headers. */
const ASKED = /[?&]lang=([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*)(?:&|$)/;

/** Language and region that a request names; null where it names none. */
function askedFor({ url = '', headers }: IncomingMessage): string | null {
  const asked = ASKED.exec(url)?.[1];
  const named = asked === undefined ? null : localeOf(asked);
  return named ?? bestLocale(headers['accept-language'] ?? '');
}
const localeFor = (req: IncomingMessage): string => askedFor(req) ?? 'en';

/**
 * Speaker for the language and region of a request; a promise for the first one in them. A reader, who names a language, is told moments
 * on the clock of the station, in `zone`, and temperatures in the units that the language names (`en-u-ms-ussystem`) or the station's; a
 * program, which names none, in UTC and °C.
 */
export const speakerFor = (
  req: IncomingMessage,
  { zone = null, units = 'metric' }: { zone?: string | null; units?: Units } = {},
): Speaker | Promise<Speaker> => {
  const asked = askedFor(req);
  if (asked === null) return ENGLISH;
  const read = unitsFor(req) ?? units;
  return speakerAtHand(asked, zone, read) ?? speakerOf(asked, zone, read);
};

const unitsFor = ({ url = '', headers }: IncomingMessage): Units | null =>
  unitsOf(ASKED.exec(url)?.[1] ?? headers['accept-language'] ?? '');

/** Cache key of a request: includes the language only where the answer has sentences. */
export function questionOf(req: IncomingMessage & { path: string; url: string }): string {
  return WORDED.has(req.path) ? `${askedFor(req) ?? ''} ${unitsFor(req) ?? ''} ${req.url}` : req.url;
}

/** `Vary` header for caches on the way. */
export function markLanguage(req: IncomingMessage & { path: string }, res: ServerResponse): void {
  if (!WORDED.has(req.path)) return;
  res.appendHeader('Vary', 'Accept-Language');
  res.setHeader('Content-Language', localeFor(req));
}
