import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/languages.ts';
import { en } from '../../src/renderer/fleet/texts/fleet.ts';

const modules = import.meta.glob<{ words: { fleet: unknown; page: unknown } }>('../../src/renderer/fleet/texts/??.ts', {
  eager: true,
});
const sources = import.meta.glob<string>('../../src/renderer/fleet/texts/**/*.ts', {
  query: '?raw',
  eager: true,
  import: 'default',
});

/** Every text by its path, functions as they are. */
function leaves(of: unknown, path: string): Array<readonly [string, unknown]> {
  if (typeof of !== 'object' || of === null) return [[path, of]];
  return Object.entries(of).flatMap(([key, value]) => leaves(value, `${path}.${key}`));
}
const english = leaves(en, 'fleet');
const PROBES = [41, 53, 67];
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 22, 100];
const said = (text: unknown, first = PROBES[0]!): string =>
  typeof text === 'function' ? String(text(...PROBES.with(0, first))) : String(text);
const taken = (text: unknown): string[] => PROBES.map(String).filter((probe) => said(text).includes(probe));

describe('the words of the page of a fleet', () => {
  it('are there in every language', () => {
    const found = Object.keys(modules).map((path) => path.slice(-5, -3));
    expect(found.sort()).toEqual(LANGUAGES.filter((one) => one !== 'en').sort());
  });

  it.each(Object.entries(modules))(
    '%s says all of it, puts in what is put in, and is not English left standing',
    (path, { words }) => {
      const own = new Map(leaves(words.fleet, 'fleet'));
      expect([...own.keys()].sort()).toEqual(english.map(([name]) => name).sort());
      for (const [name, text] of english) {
        const ours = own.get(name);
        expect(typeof ours, name).toBe(typeof text);
        expect(taken(ours), name).toEqual(taken(text));
        for (const count of COUNTS) {
          expect(said(ours, count), name).not.toMatch(/\b(?:undefined|NaN|null)\b|\[object/);
          expect(said(ours, count).trim(), name).not.toBe('');
        }
        if (said(text).split(' ').length > 3) expect(said(ours), name).not.toBe(said(text));
      }
      // The page waits for its words: they would wait for each other.
      const files = Object.entries(sources).filter(([file]) => file === path || file.includes(`${path.slice(0, -3)}/`));
      const imports = files.flatMap(([, code]) =>
        [...code.matchAll(/^import (?!type ).*'(.*)';$/gm)].map(([, from]) => from!),
      );
      expect(files.length).toBe(2);
      expect(imports.every((from) => /texts\/\w\w\/(?:page|plural)\.ts$|^\.\/\w\w\/fleet\.ts$/.test(from))).toBe(true);
    },
  );
});
