import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const english = JSON.parse(readFileSync(join(root, 'src/locales/en.json'), 'utf8')) as Record<string, string>;

/** Areas whose words are the second file of a language (those of alarm-bar are too short to be told apart). What speaks them is made in the words that are there when it is loaded. */
const SECOND = ['alarms', 'bring', 'outdoors', 'sensor-sheet', 'sensors'];
/** Parts of the page that wait for the first file alone. */
const BEFORE = /^(?:page|shared|forecast|history|models|nerd|methods|dialogs)-[^/]*\.js$/;

/** Sentences without arguments, as they stand in a script. */
const sentencesOf = (area: string): string[] =>
  Object.entries(english)
    .filter(([key, text]) => key.startsWith(`${area}.`) && /^[\w ,.]{20,}$/.test(text))
    .map(([, text]) => text);

/** These parts, and all that are loaded with them. */
function withImports(built: string, names: readonly string[]): Set<string> {
  const all = new Set(names);
  for (const name of all)
    for (const [, other] of readFileSync(join(built, name), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g))
      all.add(other!);
  return all;
}

describe('words of the second file of a language', () => {
  it.each(SECOND)('of %s are in no part that may be loaded before it', (area) => {
    const built = join(root, 'dist/renderer/assets');
    if (!existsSync(built)) {
      console.warn('SKIPPED: dist/renderer is not built');
      return;
    }
    const early = readdirSync(built).filter((name) => BEFORE.test(name));
    expect(early.length).toBeGreaterThanOrEqual(8);
    const sentences = sentencesOf(area);
    expect(sentences.length).toBeGreaterThan(0);
    for (const name of withImports(built, early)) {
      const code = readFileSync(join(built, name), 'utf8');
      expect(
        sentences.filter((text) => code.includes(text)),
        name,
      ).toEqual([]);
    }
  });
});
