/** Text with, for each of its code units, where it stands in the text that was received. */
export interface Decoded {
  text: string;
  from: readonly number[];
  to: readonly number[];
}

/** Stands for a character that an HTML entity names and that is not looked up. */
export const ANY = '\uE000';

const PERCENT = /%u([0-9a-f]{4})|((?:%[0-9a-f]{2})+)/gi;
const ENTITY = /&#x([0-9a-f]{1,6});?|&#([0-9]{1,7});?|&(amp|lt|gt|quot);?|&([a-z][a-z0-9]{1,31});/gi;
const BACKSLASH = /\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}|((?:\\x[0-9a-f]{2})+)|((?:\\[0-3][0-7]{2})+)|\\(.)/gis;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const point = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : ANY);
const hex = (text: string): string => point(Number.parseInt(text, 16));

/** UTF-8, and Latin-1 where it is none. */
function bytesOf(text: string, radix: 8 | 16): string {
  const bytes = Uint8Array.from(text.match(radix === 8 ? /[0-7]{3}/g : /[0-9a-f]{2}/gi)!, (one) =>
    Number.parseInt(one, radix),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

type Groups = readonly (string | undefined)[];
const DECODINGS: readonly { token: RegExp; decode(groups: Groups): string }[] = [
  { token: PERCENT, decode: ([unit, run]) => (unit === undefined ? bytesOf(run!, 16) : hex(unit)) },
  {
    token: ENTITY,
    decode([x, decimal, basic, name]) {
      if (x !== undefined) return hex(x);
      if (decimal !== undefined) return point(Number(decimal));
      return NAMED[(basic ?? name!).toLowerCase()] ?? ANY;
    },
  },
  {
    token: BACKSLASH,
    decode([unit, braced, hexRun, octalRun, one]) {
      if (unit !== undefined || braced !== undefined) return hex((unit ?? braced)!);
      if (hexRun !== undefined) return bytesOf(hexRun, 16);
      return octalRun === undefined ? one! : bytesOf(octalRun, 8);
    },
  },
];

/** Encodings that lie over one another: percent in an entity in JSON, or one of them twice. */
const DEPTH = 3;

/** All decodings of a text: as received, and after every order of up to three (percent, HTML entities, backslashes). */
export function decodings(text: string): readonly Decoded[] {
  const as = Array.from({ length: text.length }, (_, i) => i);
  const found = new Map<string, Decoded>([[text, { text, from: as, to: as.map((i) => i + 1) }]]);
  let last = [...found.values()];
  for (let depth = 0; depth < DEPTH && last.length > 0; depth += 1) {
    const next: Decoded[] = [];
    for (const one of last)
      for (const { token, decode } of DECODINGS) {
        const decoded = decodedOnce(one, token, decode);
        if (decoded === null || found.has(decoded.text)) continue;
        found.set(decoded.text, decoded);
        next.push(decoded);
      }
    last = next;
  }
  return [...found.values()];
}

/** Null where there was nothing to decode. */
function decodedOnce({ text, from, to }: Decoded, token: RegExp, decode: (groups: Groups) => string): Decoded | null {
  const out: string[] = [];
  const outFrom: number[] = [];
  const outTo: number[] = [];
  let at = 0;
  const keep = (untilI: number) => {
    for (; at < untilI; at += 1) {
      out.push(text[at]!);
      outFrom.push(from[at]!);
      outTo.push(to[at]!);
    }
  };
  for (const match of text.matchAll(token)) {
    keep(match.index);
    const decoded = decode(match.slice(1));
    const end = match.index + match[0].length;
    for (const unit of decoded.split('')) {
      out.push(unit);
      outFrom.push(from[match.index]!);
      outTo.push(to[end - 1]!);
    }
    at = end;
  }
  if (at === 0) return null;
  keep(text.length);
  return { text: out.join(''), from: outFrom, to: outTo };
}
