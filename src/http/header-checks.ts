import type { IncomingMessage } from 'node:http';

const ORIGIN = /^https?:\/\/([^/?#@\s]+)$/i;

/** First header of this list that is given twice: Node shows one value or both, and a proxy on the way may have believed the other. */
export function givenTwice(rawHeaders: readonly string[], once: ReadonlySet<string>): string | null {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (!once.has(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}

/**
 * Site of the page that sends a request, by `Sec-Fetch-Site`: our own (`none` is what a person typed) or foreign. Null where nothing says
 * so: programs send neither this nor `Origin`, and older browsers `Origin` alone.
 */
export function siteOf({ headers }: Pick<IncomingMessage, 'headers'>): 'own' | 'foreign' | null {
  const site = headers['sec-fetch-site'];
  if (site === undefined) return null;
  return site === 'same-origin' || site === 'none' ? 'own' : 'foreign';
}

/** Whether `Origin` names a page of another host. An opaque origin is `null`; without one, no page asks. */
export const isForeignOrigin = (origin: string | undefined, host: string | undefined): boolean =>
  origin !== undefined && ORIGIN.exec(origin)?.[1]?.toLowerCase() !== host?.toLowerCase();
