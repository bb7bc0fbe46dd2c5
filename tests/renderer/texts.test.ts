import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/languages.ts';
import { describedSections } from '../../src/station/settings/describe.ts';

const TEXTS = join(import.meta.dirname, '../../src/renderer/texts');
const modules = import.meta.glob<{ en?: unknown; words?: Record<string, unknown> }>('../../src/renderer/texts/*.ts', {
  eager: true,
});
const nameOf = (path: string): string => /([^/]+)\.ts$/.exec(path)![1]!;
const named = Object.entries(modules).map(([path, module]) => [nameOf(path), module] as const);
const english = new Map(named.flatMap(([name, { en }]) => (en ? [[name, en] as const] : [])));
const others = new Map(named.flatMap(([name, { words }]) => (words ? [[name, words] as const] : [])));

/** Every text of a catalogue by its path, functions as they are: `page.header.ago`. */
function leaves(of: unknown, path: string): Array<readonly [string, unknown]> {
  if (typeof of !== 'object' || of === null) return [[path, of]];
  return Object.entries(of).flatMap(([key, value]) => leaves(value, `${path}.${key}`));
}

/** Numbers stand in for whatever is put into a text: they can be counted, and be found again in what it says. */
const PROBES = [41, 53, 67, 79];
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 22, 100];

/** What a text says, for every kind of number in the place of the first thing it takes in. */
function saidBy(text: unknown, first: number): string[] {
  if (typeof text !== 'function') return [String(text)];
  const said: unknown = text(...PROBES.with(0, first));
  return Array.isArray(said) ? said.map(String) : [String(said)];
}

const numbersIn = (said: readonly string[]): string[] =>
  PROBES.map(String).filter((probe) => said.some((part) => part.includes(probe)));

describe('English', () => {
  it('knows each catalogue by the name of its file, and words.ts has every one', () => {
    const listed = readFileSync(join(TEXTS, 'words.ts'), 'utf8');
    for (const name of english.keys()) {
      expect(readFileSync(join(TEXTS, `${name}.ts`), 'utf8')).toContain(`inLanguage('${name}', en)`);
      expect(listed).toContain(`import('./${name}.ts').en>`);
    }
    expect(english.size).toBeGreaterThan(8);
  });
});

describe.each([...others])('%s', (language, words) => {
  it('is one of the languages, and takes nothing from the page, which waits for it', () => {
    expect(LANGUAGES).toContain(language);
    const files = import.meta.glob<string>('../../src/renderer/texts/*/*.ts', {
      query: '?raw',
      eager: true,
      import: 'default',
    });
    const own = Object.entries(files).filter(([path]) => path.includes(`/texts/${language}/`));
    for (const [path, text] of own) {
      const taken = [...text.matchAll(/^import (?!type ).*'(.*)';$/gm)].map(([, from]) => from);
      expect(
        taken.filter((from) => from !== './plural.ts'),
        path,
      ).toEqual([]);
    }
    expect(own.filter(([path]) => english.has(nameOf(path))).length).toBe(english.size);
  });

  // English has no words for the settings: the station's own schema has them.
  const compared = [...english].filter(([name]) => name !== 'settings-words');

  it.each(compared)('has every text of %s and no other, and puts in what is put in', (name, en) => {
    const ours = new Map(leaves(words[name], name));
    const theirs = leaves(en, name);
    expect([...ours.keys()].sort()).toEqual(theirs.map(([path]) => path).sort());
    for (const [path, text] of theirs) {
      const own = ours.get(path);
      expect(typeof own, path).toBe(typeof text);
      if (typeof text === 'number') {
        expect(own, path).toBe(text);
        continue;
      }
      expect(numbersIn(saidBy(own, PROBES[0]!)), path).toEqual(numbersIn(saidBy(text, PROBES[0]!)));
      for (const count of COUNTS) {
        const said = saidBy(own, count);
        expect(said.length, path).toBe(saidBy(text, count).length);
        expect(said.join(''), path).not.toMatch(/\b(?:undefined|NaN|null)\b|\[object/);
        if (saidBy(text, count).every((part) => part !== ''))
          expect(
            said.every((part) => part.trim() !== ''),
            path,
          ).toBe(true);
      }
    }
  });

  it('has words for every setting, and for none that there is not', () => {
    const { settingWords } = words['settings-words'] as { settingWords: Record<string, readonly [string, string]> };
    const sections = describedSections();
    const keys = sections.flatMap(({ settings }) => settings.map(({ key }) => key));
    const parts = [...sections.map(({ name }) => name), ...keys.map((key) => key.split('.').slice(0, -1).join('.'))];
    const star = (key: string): string => key.replace(/(?<=\.).+(?=\.)/, '*');
    expect(keys.filter((key) => !settingWords[key] && !settingWords[star(key)])).toEqual([]);
    expect(Object.keys(settingWords).filter((key) => ![...keys, ...keys.map(star), ...parts].includes(key))).toEqual(
      [],
    );
    const silent = Object.entries(settingWords).filter(
      ([key, [title, help]]) => !title || !(help || parts.includes(key)),
    );
    expect(silent).toEqual([]);
  });

  it('is not English that was left standing', () => {
    const left = [...english].flatMap(([name, en]) =>
      leaves(en, name).flatMap(([path, text]) => {
        const own = new Map(leaves(words[name], name)).get(path);
        const isSentence = typeof text === 'string' && text.split(' ').length > 3;
        return isSentence && own === text ? [path] : [];
      }),
    );
    expect(left).toEqual([]);
  });
});
