import { describe, expect, it } from 'vitest';
import { Courier } from '../../src/connections/courier.ts';
import { noticesIn } from '../../src/connections/fleet/heard-notices.ts';
import { eventPayload } from '../../src/connections/mqtt/payloads.ts';
import type { Sink } from '../../src/connections/sink.ts';
import { scrubbedAll } from '../../src/main/care/machine-care.ts';
import { exchange, judge } from '../../src/sending/exchange.ts';
import { masked, maskerOf } from '../../src/sending/masked.ts';
import { seeded } from '../support/seeded.ts';
import { times } from '../support/times.ts';
import { Measured } from './support/measured.ts';
import { FakeNetwork } from './support/network.ts';

const KEYS = times(2500);

/** Printable ASCII, umlauts, Greek, Cyrillic, Chinese and a letter beyond the first plane. */
const BEYOND = [...'äöüßéñçåøÆÐþ¿£€žłőąΩλЖяיש中文漢字가🔑'];
const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
const LATIN_1 = Object.entries({
  ä: 'auml',
  ö: 'ouml',
  ü: 'uuml',
  ß: 'szlig',
  é: 'eacute',
  ñ: 'ntilde',
  å: 'aring',
  ø: 'oslash',
  '£': 'pound',
  '€': 'euro',
  Ω: 'Omega',
  λ: 'lambda',
});

const each = (text: string, change: (one: string) => string): string => [...text].map(change).join('');
const units = (text: string, change: (code: number) => string): string =>
  text
    .split('')
    .map((one) => change(one.charCodeAt(0)))
    .join('');
const bytes = (text: string, write: (byte: number) => string): string => [...Buffer.from(text)].map(write).join('');
const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');
const basics = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** How clients and servers write a text, each on its own. */
const ENCODINGS: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in an address': (text) => encodeURIComponent(text),
  'in an address, strictly': (text) => bytes(text, (byte) => `%${hex(byte, 2).toUpperCase()}`),
  'in an address, in small letters': (text) =>
    bytes(text, (byte) => (byte > 47 && byte < 58 ? String.fromCharCode(byte) : `%${hex(byte, 2)}`)),
  'as RFC 3986 wants it': (text) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${hex(one.charCodeAt(0), 2)}`),
  'by escape()': (text) =>
    units(text, (code) =>
      code > 255
        ? `%u${hex(code, 4)}`
        : /\w/.test(String.fromCharCode(code))
          ? String.fromCharCode(code)
          : `%${hex(code, 2)}`,
    ),
  'in a form': (text) => new URLSearchParams({ k: text }).toString().slice(2),
  'in HTML': basics,
  'in HTML, with named letters': (text) =>
    LATIN_1.reduce((html, [letter, name]) => html.replaceAll(letter, `&${name};`), basics(text)),
  'in HTML, with names for every sign': (text) =>
    basics(text)
      .replaceAll('&#39;', '&apos;')
      .replaceAll('(', '&lpar;')
      .replaceAll(')', '&rpar;')
      .replaceAll('/', '&sol;')
      .replaceAll('=', '&equals;'),
  'in HTML, decimal': (text) => each(text, (one) => `&#${one.codePointAt(0)};`),
  'in HTML, hexadecimal': (text) => each(text, (one) => `&#x${hex(one.codePointAt(0)!, 4)};`),
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  'in JSON of PHP': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'in JSON of Python': (text) =>
    units(JSON.stringify(text).slice(1, -1), (code) => (code > 126 ? `\\u${hex(code, 4)}` : String.fromCharCode(code))),
  'in JSON of Go': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[<>&]/g, (one) => `\\u${hex(one.charCodeAt(0), 4)}`),
  'with a backslash before each sign': (text) => text.replaceAll(/[^\w\s\P{ASCII}]/gu, '\\$&'),
  'as bytes of C': (text) =>
    bytes(text, (byte) => (byte > 126 || byte === 92 ? `\\x${hex(byte, 2)}` : String.fromCharCode(byte))),
  'as octals of C': (text) =>
    bytes(text, (byte) =>
      byte > 126 || byte === 92 ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte),
    ),
  'in SQL': (text) => text.replaceAll("'", "''").replaceAll('"', '""'),
  'as UTF-8 read as Latin-1': (text) => Buffer.from(text).toString('latin1'),
  'in plain ASCII': (text) => text.replaceAll(/\P{ASCII}/gu, '?'),
  'with accents apart': (text) => text.normalize('NFD'),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
  'as a login': (text) => Buffer.from(`KCPH1:${text}`).toString('base64'),
};
/** Those that lie over another one. */
const OVER = [
  'in an address',
  'in a form',
  'in HTML',
  'in HTML, decimal',
  'in JSON',
  'in JSON of PHP',
  'in JSON of Python',
];

const { uniform } = seeded(37);
const one = <T>(list: readonly T[]): T => list[Math.floor(uniform() * list.length)]!;
function keyOf(): string {
  const beyond = one([0, 0, 0.2, 0.5]);
  const length = 6 + Math.floor(uniform() * 40);
  return Array.from({ length }, () => one(uniform() < beyond ? BEYOND : PRINTABLE))
    .join('')
    .trim();
}

/** Whether six characters in a row of the key are there; what is masked beside them leaves none. */
const tells = (shown: string, written: string): boolean => {
  for (let at = 0; at + 6 <= written.length; at += 1) if (shown.includes(written.slice(at, at + 6))) return true;
  return false;
};

describe('a key in what a receiver says', () => {
  it(`is shown in no encoding, nor in two over one another: ${KEYS} keys`, () => {
    const names = Object.keys(ENCODINGS);
    for (let n = 0; n < KEYS; n += 1) {
      const key = keyOf();
      if (key.length < 6) continue;
      const name = names[n % names.length]!;
      const over = uniform() < 0.4 && name !== 'in plain ASCII' ? one(OVER) : 'as it is';
      const written = ENCODINGS[over]!(ENCODINGS[name]!(key));
      const text = `no such key ${written} here`;
      const words = `${name}, ${over}: ${JSON.stringify(key)} as ${JSON.stringify(written)}`;
      for (const shown of [masked(text, [key]), maskerOf([key])(text), scrubbedAll({ text }, [key]).text]) {
        expect(tells(shown, written), words).toBe(false);
        expect(shown.startsWith('no such key'), words).toBe(true);
      }
    }
  });
  it('leaves what it has nothing to do with as it came', () => {
    const text = 'Bad Request: {"error":"partial write: dropped=1"} at 50% &amp; more \\n <b>x</b> Übertragung';
    expect(masked(text, ['geheim/7', 'k&y+ä'])).toBe(text);
  });

  it.each([
    ['in an address, in small letters', 'a%2fb%26%3cc%3e%20%22d'],
    ['in a form', 'a%2Fb%26%3Cc%3E+%22d'],
    ['in JSON', 'a/b&<c> \\"d'],
    ['in the JSON of PHP', 'a\\/b&<c> \\"d'],
    ['in HTML', 'a/b&amp;&lt;c&gt; &quot;d'],
  ])('is not shown where it is written as %s', (_, written) => {
    expect(masked(`no such key ${written}!`, ['a/b&<c> "d'])).toBe('no such key •••!');
  });

  it('is shown nowhere where an answer is nothing but keys, nor where it is cut', () => {
    const key = 'ä&"7\'(b)';
    const html = key.replaceAll(/./gsu, (letter) => `&#x${hex(letter.codePointAt(0)!, 4)};`);
    expect(masked(html.repeat(3000), [key])).toMatch(/^•+…?$/);
  });

  it.each([
    ['a token of somebody else', 'eyJhbGciOiJIUzI1NiJ9eyJzdWIi', true],
    ['a number of a station', '5f2b56f4263635001c1dd1fd', true],
    ['a name of several words', 'retention-policy-exceeded', false],
    ['a path', 'http://nas:8086/api/v2/write/of/the/year/2026', false],
    ['a sentence', 'points beyond retention policy dropped=288', false],
  ])('by length and alphabet: %s', (_, text, isHidden) => {
    expect(masked(`say ${text}.`, [])).toBe(isHidden ? 'say •••.' : `say ${text}.`);
  });

  // WEATHERGLASS_TEST_TIMES=371: ten thousand keys.
  it(
    'reaches neither the log nor the page, the events, a broker or the support file',
    async () => {
      const world = new Measured();
      await world.measure(600);
      const network = new FakeNetwork(world.clock);
      const ports = network.ports();
      const names = Object.keys(ENCODINGS);
      for (let n = 0; n < times(names.length); n += 1) {
        const name = names[n % names.length]!;
        const key = n < names.length ? `Schlüssel(${n})'\\"&<é> ${keyOf()}`.trim() : keyOf();
        if (key.length < 6) continue;
        const written = ENCODINGS[name]!(key);
        const tellsIt = (shown: string) => tells(shown, written) || shown.includes('lüssel');
        network.reply = () => new Response(`wrong key: ${written}`, { status: 401 + (n % 3) });
        const sink: Sink = {
          name: `net${n}`,
          pace: { staleS: null, catchUp: true, mostRows: 1 },
          secrets: [key],
          takes: () => true,
          send: async (_, signal) =>
            judge(await exchange(network.fetch, { url: 'http://net.example/', signal }), false),
        };
        const one = new Courier({ sink, outbox: world.outbox, ports, isHeld: false });
        world.store.outbox.begin(sink.name, 0, false);
        const answer = await one.test();
        const notices = noticesIn({ notices: [{ id: `n${n}`, text: `look: ${written}`, since_ts: 1 }] }, [key]);
        await world.clock.advance(61_000);
        world.outbox.notices.hear('hub', notices);
        const { lastError } = world.store.outbox.get(sink.name)!;
        expect(lastError, name).toContain('wrong key');
        const events = world.store.events.recent(3);
        const payloads = events.map((event) => eventPayload({ ...event, kind: 'state' }));
        const shown = [answer, one.status(), lastError, ports.told, notices, events, payloads];
        for (const part of shown) expect(tellsIt(JSON.stringify(part)), name).toBe(false);
        const support = scrubbedAll({ log: [written], events: [{ detail: `x ${written}` }] }, [key]);
        expect(tellsIt(JSON.stringify(support)), name).toBe(false);
      }
      world.close();
    },
    times(300_000),
  );
});
