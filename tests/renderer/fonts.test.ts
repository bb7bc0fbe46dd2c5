import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const css = readFileSync(join(root, 'src/renderer/kit/styles/tokens.css'), 'utf8');
const faces = [...css.matchAll(/inter-(\w+)\.woff2[^}]*unicode-range:([^;]*);/g)].map(([, name, ranges]) => ({
  name: name!,
  ranges: ranges!.split(',').map((range) => {
    const [from, to = from] = range.trim().slice(2).split('-');
    return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)] as const;
  }),
}));
const facesOf = (letter: string): string[] => {
  const code = letter.codePointAt(0)!;
  return faces.filter(({ ranges }) => ranges.some(([from, to]) => from <= code && code <= to)).map(({ name }) => name);
};
const sourcesOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) =>
      readFileSync(join(root, folder, name), 'utf8').replace(/\\u([\da-f]{4})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
    );
const lettersOf = (folder: string): Set<string> =>
  new Set(
    sourcesOf(folder)
      .map((text) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ''))
      .join('')
      .replace(/[\n\t]/g, ''),
  );

describe('the typeface', () => {
  it('is three files, and no letter is in two of them', () => {
    expect(faces.map(({ name }) => name)).toEqual(['plain', 'latin', 'signs']);
    for (let code = 0x20; code < 0x2300; code++) {
      const letter = String.fromCodePoint(code);
      expect(facesOf(letter).length, letter).toBeLessThanOrEqual(1);
    }
  });

  it('has every letter that the page writes, and Now needs the first file alone', () => {
    const missing = (letters: Iterable<string>) => [...letters].filter((letter) => facesOf(letter).length === 0);
    // Arabic is written in the letters of each system: a cut of them would weigh more than the page, and every system has them.
    const arabic = /\p{Script_Extensions=Arabic}/u;
    const isDrawn = (letter: string): boolean => !/\p{Format}/u.test(letter) && !arabic.test(letter);
    // U+1D40, a raised T of one formula, is in no cut of Inter, nor are the signs of two keys of the keyboard.
    expect(missing(lettersOf('src/renderer')).filter(isDrawn).sort()).toEqual(['ᵀ', '↵', '␣']);
    // Signs that TypeScript is written with are not of the page; what is really fetched is seen by tests/browser/wire.test.ts.
    const ofNow = [...lettersOf('src/renderer/dashboard/now')].filter(
      (letter) => !/["#$*<=>@[\\\]^_`{|}~]/.test(letter),
    );
    expect(ofNow.filter((letter) => facesOf(letter)[0] !== 'plain')).toEqual([]);
  });

  it.each(['Zürich', 'Kraków', 'Þórshöfn', 'Çeşme', 'İzmir', 'Ülemiste', 'Nîmes', 'Õismäe', 'Győr'])(
    'writes %s',
    (name) => {
      expect([...name].filter((letter) => facesOf(letter).length !== 1)).toEqual([]);
    },
  );
});
