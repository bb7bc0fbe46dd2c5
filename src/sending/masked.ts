import { MASK } from '../config/mask.ts';
import { ANY, type Decoded, decodings } from './decodings.ts';

const SHOWN_BYTES = 2000;
/** Longest text kept of an error in a list. */
const TOLD = 200;
/** Read of it: with whatever is masked in it, more than is shown. */
const READ = 8192;
/** The longest way to write one character: `&amp;#x00e4;` and the like, twice. */
const LONGEST = 24;
/** A shorter secret is found in the base64 of anything. */
const LEAST_IN_BASE64 = 4;

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/**
 * Pattern of a secret in a decoded text, whatever the case. Of characters beyond ASCII a server may have made several (UTF-8 read as Latin-1) or fewer, or
 * question marks, or letters with combining accents.
 */
function patternOf(secret: string): RegExp {
  const parts = secret.match(/\P{ASCII}+|[\s\S]/gu) ?? [];
  const pattern = parts.map((part) => {
    if (part > '\x7f') {
      const [least, most] = [Math.ceil([...part].length / 4), 4 * part.length];
      const apart = escaped(part.normalize('NFD'));
      return `(?:${apart}|\\P{ASCII}{${least},${most}}|\\?{${least},${most}})`;
    }
    if (part === '+' || /\s/.test(part)) return `[+\\s${ANY}]+`;
    const one = `[${/[\]\\^-]/.test(part) ? '\\' : ''}${part}${ANY}]`; // compiled in half the time of two alternatives
    return part === "'" || part === '"' ? `${one}+` : one;
  });
  return new RegExp(pattern.join(''), 'giu');
}

interface Span {
  from: number;
  to: number;
}

function spansIn({ text, from, to }: Decoded, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)]
    .filter(([found]) => found !== '')
    .map(({ index, 0: found }) => ({ from: from[index]!, to: to[index + found.length - 1]! }));
}

/** Tokens that hold the secret in base64, alone or behind a name, at any of the four alignments. */
function base64SpansIn({ text, from, to }: Decoded, secret: string): Span[] {
  if (secret.length < LEAST_IN_BASE64) return [];
  const wanted = [Buffer.from(secret), Buffer.from(secret, 'latin1')];
  const holds = (token: string): boolean =>
    [0, 1, 2, 3].some((shift) => wanted.some((one) => Buffer.from(token.slice(shift), 'base64').includes(one)));
  return [...text.matchAll(/[a-z0-9+/_-]{5,}={0,2}/gi)]
    .filter(([token]) => token.length > secret.length && holds(token))
    .map(({ index, 0: token }) => ({ from: from[index]!, to: to[index + token.length - 1]! }));
}

/** Takes these secrets out of a text, in whatever encoding a client or a server has written them; nothing is shown from `untilI` on. */
export function maskerOf(secrets: readonly string[]): (text: string, untilI?: number) => string {
  const known = [...new Set(secrets)]
    .filter((one) => one.length > 0)
    .map((secret) => ({ secret, pattern: patternOf(secret) }));
  return (text, untilI = text.length) => {
    if (known.length === 0) return text.slice(0, untilI);
    const all = decodings(text);
    const spans = known
      .flatMap(({ secret, pattern }) => all.flatMap((one) => [...spansIn(one, pattern), ...base64SpansIn(one, secret)]))
      .filter(({ from }) => from < untilI)
      .sort((a, b) => a.from - b.from);
    let shown = '';
    let at = 0;
    for (const { from, to } of spans) {
      if (from >= at) shown += text.slice(at, from) + MASK;
      at = Math.max(at, to);
    }
    return shown + text.slice(at, Math.max(at, untilI));
  };
}

/** Long words of letters and digits, which could be a key or token. */
const LIKE_A_KEY = /[a-z0-9_+=~%-]{20,}|[a-z0-9_+/=~%-]{20,}/gi;
const withoutKeys = (text: string): string =>
  text.replaceAll(LIKE_A_KEY, (word) => (/[a-z]/i.test(word) && /\d/.test(word) && isMixed(word) ? MASK : word));
/** A path or a name of several words is none. */
const isMixed = (word: string): boolean => !word.includes('/') || (/[a-z]/.test(word) && /[A-Z]/.test(word));

/** Masks a receiver's text: without our secrets and anything that could be a key, and short enough to read. */
export function masked(text: string, secrets: readonly string[]): string {
  const longest = LONGEST * Math.max(0, ...secrets.map(({ length }) => length));
  return cut(withoutKeys(maskerOf(secrets)(text.slice(0, READ + longest), READ)), SHOWN_BYTES);
}

/** Text on a single line, cut to length, for a log or an answer. */
export const told = (text: string): string => cut(text.replaceAll(/\s+/g, ' ').trim(), TOLD);

/** Text cut to a number of bytes, with a sign that it goes on. */
export function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const kept = new TextDecoder().decode(Buffer.from(text).subarray(0, bytes - 3)); // a letter cut in two becomes a mark
  return `${kept.replace(/\uFFFD$/, '')}…`;
}
