import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PLACES = ['src', 'tests', 'bench', 'scripts', 'bin'];
/** Read by programs that are not ours: the bundler starts at these. */
const ENTRIES = /^(src\/main\/(cli|index|heavy)\.ts|src\/renderer\/dashboard\/main\.tsx|tests\/.*\.test\.tsx?)$/;

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const files = PLACES.flatMap((place) =>
  readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('node_modules'))
    .map((file) => relative(ROOT, join(ROOT, place, file))),
);
const texts = new Map(files.map((file) => [file, read(file)]));

const EXPORT = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm;

/**
 * Values that a file gives away and no other file takes (a type may be there for the signature of one). By name alone, so a word that two
 * files export is only missed when one of them is used: a tool that parses could do better, but the one we know does not install from a
 * portable lock.
 */
function unused(among: ReadonlyMap<string, string>): string[] {
  const namedIn = new Map<string, Set<string>>();
  for (const [file, text] of among)
    for (const [word] of text.matchAll(/\w+/g)) namedIn.set(word, (namedIn.get(word) ?? new Set()).add(file));
  return [...among].flatMap(([file, text]) =>
    !file.startsWith('src/') || ENTRIES.test(file)
      ? []
      : [...text.matchAll(EXPORT)].flatMap(([, name]) => (namedIn.get(name!)!.size > 1 ? [] : [`${file}: ${name}`])),
  );
}

describe('exports', () => {
  it('are taken by somebody', () => {
    expect(unused(texts)).toEqual([]);
  });

  it('that nobody takes would be seen', () => {
    const among = new Map([
      ['src/a.ts', 'export const used = 1;\nexport function forgotten() {}\n'],
      ['src/b.ts', "import { used } from './a.ts';\nvoid used;\n"],
    ]);
    expect(unused(among)).toEqual(['src/a.ts: forgotten']);
  });
});
