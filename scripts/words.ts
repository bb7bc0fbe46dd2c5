// npm run words: how complete each language is; keys that are missing, unknown or used nowhere; arguments that English does not give.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argumentsOf, catalogue, languages } from './locales.ts';

const SRC = join(import.meta.dirname, '..', 'src');
const english = catalogue('en');
const keys = Object.keys(english);

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('locales/made'))
  .map((file) => readFileSync(join(SRC, file), 'utf8'))
  .join('\n');

/** A key is used where its last step is named: `t.header.ago`, `['gas']`, `sentence('clock.gap')`. */
function isUsed(key: string): boolean {
  if (key.startsWith('settings-words.')) return true; // by the keys of the schema; a test holds them equal
  const code = key.replace(/^station\./, '');
  const steps = code.split('.');
  if (key.startsWith('station.'))
    return (
      sources.includes(`'${code}'`) ||
      sources.includes(`'${steps.slice(0, -1).join('.')}'`) ||
      steps.some((_, n) => n > 0 && sources.includes(`\`${steps.slice(0, n).join('.')}.\${`))
    );
  const named = steps.filter((step) => !/^\d+$/.test(step)).at(-1)!;
  return new RegExp(`[.'"\\[\`]${named}\\b|\\b${named}:`).test(sources);
}

const list = (title: string, among: readonly string[], isOne: (key: string) => boolean): void => {
  const found = among.filter(isOne);
  if (found.length > 0) console.log(`  ${title}: ${found.join(', ')}`);
};

console.log(`en  ${keys.length} messages`);
list('named nowhere in the sources (may be chosen by a computed name)', keys, (key) => !isUsed(key));
for (const language of languages().filter((one) => one !== 'en')) {
  const own = catalogue(language);
  const said = keys.filter((key) => key in own);
  console.log(`${language}  ${said.length} of ${keys.length}`);
  list('missing, so English is shown', keys, (key) => !(key in own));
  list('unknown to English', Object.keys(own), (key) => !(key in english));
  list('take in what English does not give', said, (key) =>
    [...argumentsOf(own[key]!).keys()].some((name) => !argumentsOf(english[key]!).has(name)),
  );
}
