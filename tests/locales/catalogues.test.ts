import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areaOf, argumentsOf, catalogue, compiledOf, languages } from '../../scripts/locales.ts';
import { LANGUAGES } from '../../src/base/languages.ts';
import { describedSections } from '../../src/config/describe.ts';
import { speakOf } from '../../src/messages/message.ts';
import { formatsOf } from '../../src/words/formats.ts';

const english = catalogue('en');
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 22, 100, 1000000, 2.5];

const ODD = /\b(?:undefined|NaN)\b|\[object/;

/** What could be put into a message, for every count of what is counted and each word that it chooses by. */
function givens(message: string): Array<Record<string, unknown>> {
  const taken = [...argumentsOf(message)];
  const chosen = new Set(taken.flatMap(([, { words }]) => [...words]));
  const counts = taken.some(([, { kind }]) => kind === 'number') ? COUNTS : [0];
  return counts.flatMap((count) =>
    [...(chosen.size > 0 ? chosen : ['other'])].map((word) =>
      Object.fromEntries(
        taken.map(([name, { kind, words }]) => {
          if (kind === 'number') return [name, count];
          if (kind === 'date') return [name, new Date(0)];
          if (kind === 'tag') return [name, (parts: unknown[]) => parts.join('')];
          return [name, words.size > 0 ? word : `[${name}]`];
        }),
      ),
    ),
  );
}

describe('English', () => {
  it('is complete: every message is compiled, and says something for every count and every word it chooses by', () => {
    const speak = speakOf('en', formatsOf('en'));
    const made = compiledOf('en');
    expect(Object.keys(made).sort()).toEqual(Object.keys(english).sort());
    const odd: string[] = [];
    for (const [key, message] of Object.entries(english))
      for (const given of givens(message)) {
        const said = speak(made[key]!, given);
        if (ODD.test(said)) odd.push(`${key}: ${said}`);
      }
    expect(odd).toEqual([]);
  });

  it('has at most twenty words in a sentence, but for the one that the specification gives', () => {
    const speak = speakOf('en', formatsOf('en'));
    const made = compiledOf('en');
    const long = Object.entries(english).flatMap(([key, message]) =>
      givens(message).flatMap((given) =>
        speak(made[key]!, given)
          .split(/(?<=[.!?])\s+/)
          .filter((one) => one.split(/\s+/).length > 20)
          .map(() => key),
      ),
    );
    expect([...new Set(long)]).toEqual(['station.outlook.caveat']);
  });

  it('keeps the typographic apostrophe: the plain one hides what follows in an ICU message', () => {
    expect(Object.entries(english).filter(([, message]) => /\w'\w/.test(message))).toEqual([]);
  });
});

it('has a catalogue for every language and for no other', () => {
  expect(languages().sort()).toEqual([...LANGUAGES].sort());
});

describe.each(LANGUAGES.filter((language) => language !== 'en'))('%s', (language) => {
  const ours = catalogue(language);
  const own = Object.entries(ours);
  const made = compiledOf(language);
  const speak = speakOf(language, formatsOf(language));

  it('has no key that English lacks, and takes in what English gives', () => {
    expect(own.map(([key]) => key).filter((key) => !(key in english))).toEqual([]);
    for (const [key, message] of own) {
      const given = argumentsOf(english[key]!);
      for (const [name, { kind }] of argumentsOf(message)) {
        expect([...given.keys()], key).toContain(name);
        if (kind === 'number') expect(given.get(name)?.kind, `${key}: ${name}`).toBe('number');
      }
    }
  });

  it('says something for every count and every word that it chooses by', () => {
    const odd: string[] = [];
    for (const [key] of own)
      for (const given of givens(english[key]!)) {
        const said = speak(made[key]!, given);
        if (ODD.test(said) || (english[key] !== '' && said.trim() === '')) odd.push(`${key}: ${said}`);
      }
    expect(odd).toEqual([]);
  });

  it('is not English that was left standing', () => {
    const words = (message: string) => message.replaceAll(/\{[^{}]*\}/g, '').match(/\p{L}{2,}/gu) ?? [];
    const left = own.filter(([key, message]) => message === english[key] && words(message).length > 4);
    expect(left).toEqual([]);
  });
});

it.each(['de', 'es', 'fr', 'it'] as const)('the hub of a fleet has one name, that of its setting: %s', (language) => {
  const ofFleets = /^(?:connections\.connections\.services|settings-words|fleet|station)\..*(?:fleet|hub)/;
  const other = /(?<!weatherglass )\b(?:hubs?(?! add)|concentrador|concentrateur)\b(?!\.example)/i;
  const found = Object.entries(catalogue(language)).filter(([key, text]) => ofFleets.test(key) && other.test(text));
  expect(found).toEqual([]);
});

it('French keeps its signs on the line of the word before them: no common space stands there', () => {
  const found = Object.entries(catalogue('fr')).filter(([, text]) => /« | (?:[;?!»]|:(?!:))/.test(text));
  expect(found).toEqual([]);
});

it.each(LANGUAGES)('the language that the station chooses itself is no second English: %s', (language) => {
  expect(catalogue(language)['settings.settings.options.site-language-auto']).toMatch(/.+ \(.+\)$/);
});

/** Sentences for whoever writes the file of settings, a command or a request: these have its keys. */
const FOR_THE_FILE = /^(settings-words\.|station\.(doctor\.|settings\.|field\.alarm-no-chance$|refusal\.reference-))/;

it.each(LANGUAGES)(
  'no sentence of the page has a key of settings or API, but the title of the setting: %s',
  (language) => {
    const sections = describedSections().map(({ name }) => name);
    const isKey = new RegExp(
      `(?<![./=\\w])(?:(?:${sections.join('|')})(?:\\.[a-z\\d_]+)+|[a-z\\d]+_[a-z\\d_]+)(?![/\\w])`,
    );
    const speak = speakOf(language, formatsOf(language));
    const made = compiledOf(language);
    const found = Object.keys(made).filter(
      (key) =>
        !FOR_THE_FILE.test(key) &&
        givens(english[key]!).some((given) =>
          isKey.test(speak(made[key]!, given).replaceAll(/\[[^\]]*\]|rtl_433/g, '')),
        ),
    );
    expect(found).toEqual([]);
  },
);

it('English has words for every setting and section, and for none that there is not', () => {
  const flat = (key: string) => key.replaceAll('.', '-');
  const each = (key: string) => flat(key.replace(/(?<=\.).+(?=\.)/, 'each'));
  const sections = describedSections();
  const keys = sections.flatMap(({ settings }) => settings.map(({ key }) => key));
  const groupsOf = (key: string) => {
    const way = key.split('.');
    return way.slice(2).map((_, i) => way.slice(0, i + 2).join('.'));
  };
  const groups = keys.flatMap(groupsOf);
  const parts = [...sections.map(({ name }) => name), ...groups];
  const has = (name: string, of: string) => Boolean(english[`settings-words.${name}.${of}`]);
  expect(parts.filter((part) => !has(flat(part), 'title'))).toEqual([]);
  expect(keys.filter((key) => ![flat(key), each(key)].some((name) => has(name, 'title') && has(name, 'help')))).toEqual(
    [],
  );
  const known = new Set([...keys.map(flat), ...keys.map(each), ...parts.map(flat)]);
  const worded = Object.keys(english).filter((key) => areaOf(key) === 'settings-words');
  expect(worded.filter((key) => !known.has(key.split('.')[1]!))).toEqual([]);
});

it('keeps no program beside the languages', () => {
  const folder = join(import.meta.dirname, '../../src/locales');
  expect(readdirSync(folder).filter((name) => !name.endsWith('.json') && name !== 'made')).toEqual([]);
});

it('a temperature and a height are written in the reader’s units', () => {
  const made = compiledOf('en');
  const [metric, imperial] = (['metric', 'imperial'] as const).map((units) => {
    const speak = speakOf('en', formatsOf('en', null, units));
    return speak(made['station.methods.value.metres']!, { n: 20 });
  });
  expect([metric, imperial]).toEqual(['20\u00a0m', '66\u00a0ft']);
});

/** Keys of the names of settings and their sections, by what they are called in English. */
const titled = Object.entries(english).filter(([key]) => /^settings-words\..*\.title$/.test(key));
const sending = Object.entries(english).filter(([, text]) => /\bin Settings\b/.test(text));

it.each(LANGUAGES)('sentences that send somebody to Settings call them as Settings does, in %s', (language) => {
  const own = catalogue(language);
  expect(sending.length).toBeGreaterThan(5);
  for (const [key, text] of sending) {
    const names = [...text.matchAll(/“([^{”]+)”/g)];
    expect(names, key).not.toEqual([]);
    for (const [, name] of names) {
      const called = titled.filter(([, title]) => title === name).map(([title]) => own[title]!);
      expect(called, `“${name}” of ${key}`).not.toEqual([]);
      expect(
        called.some((title) => own[key]!.includes(title)),
        `${key}: ${own[key]}, called ${called}`,
      ).toBe(true);
    }
  }
});
