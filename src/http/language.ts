import type { IncomingMessage } from 'node:http';
import type { Units } from '../quantities/imperial.ts';
import { bestLocale, localeOf, unitsOf } from '../words/languages.ts';
import { ENGLISH, type Speaker } from '../words/speaker.ts';
import { speakerAtHand, speakerOf } from '../words/speakers.ts';

/** `?lang=` before the browser's own wish: a page may speak another language than its browser, and an event source sends no headers. */
const ASKED = /[?&]lang=([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*)(?:&|$)/;

/** Language and region that a request names; null where it names none. */
export function localeAsked({ url = '', headers }: IncomingMessage): string | null {
  const asked = ASKED.exec(url)?.[1];
  const named = asked === undefined ? null : localeOf(asked);
  return named ?? bestLocale(headers['accept-language'] ?? '');
}

/**
 * Speaker for the language and region of a request; a promise for the first one in them. A reader, who names a language, is told moments
 * on the clock of the station, in `zone`, and temperatures in the units that the language names (`en-u-ms-ussystem`) or the station's; a
 * program, which names none, in UTC and °C.
 */
export const speakerFor = (
  req: IncomingMessage,
  { zone = null, units = 'metric' }: { zone?: string | null; units?: Units } = {},
): Speaker | Promise<Speaker> => {
  const asked = localeAsked(req);
  if (asked === null) return ENGLISH;
  const read = unitsAsked(req) ?? units;
  return speakerAtHand(asked, zone, read) ?? speakerOf(asked, zone, read);
};

export const unitsAsked = ({ url = '', headers }: IncomingMessage): Units | null =>
  unitsOf(ASKED.exec(url)?.[1] ?? headers['accept-language'] ?? '');
