import type { Sentence } from '../words/sentence.ts';

/** What is shown of an answer, bytes. */
const SHOWN_BYTES = 2000;
/** Of an error in a list. */
const TOLD = 200;

/** As addresses, forms, JSON (of PHP, too), HTML and headers write it. */
function formsOf(secret: string): Set<string> {
  const inAddress = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const bytes = Buffer.from(secret);
  return new Set([
    secret,
    inAddress,
    inAddress.replaceAll(/%../g, (one) => one.toLowerCase()),
    inAddress.replaceAll('%20', '+'),
    json,
    json.replaceAll('/', '\\/'),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ]);
}

/** A text of somebody else's, without our secrets, however they are written in it, and no longer than anybody reads. */
export function masked(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets.filter((one) => one.length > 0)) {
    for (const form of formsOf(secret)) shown = shown.replaceAll(form, '•••');
  }
  return cut(shown, SHOWN_BYTES);
}

/** Of a sentence that quotes somebody, what it quotes. */
export const eachText = (said: Sentence['said'], change: (text: string) => string): Sentence['said'] =>
  said && {
    code: said.code,
    given: Object.fromEntries(
      Object.entries(said.given).map(([key, value]) => [key, typeof value === 'string' ? change(value) : value]),
    ),
  };

/** One line of it. */
export const told = (text: string): string => cut(text.replaceAll(/\s+/g, ' ').trim(), TOLD);

function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const kept = new TextDecoder().decode(Buffer.from(text).subarray(0, bytes - 3)); // a letter cut in two becomes a mark
  return `${kept.replace(/\uFFFD$/, '')}…`;
}
