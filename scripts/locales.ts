// Compiles src/locales/<language>.json, ICU messages by key, into the modules that the program and its pages import: src/locales/made.
// They are made anew when a catalogue is newer; git does not keep them. Keys and arguments are typed by English.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import compile from 'icu-minify/compile';
import type { Compiled } from '../src/locales/message.ts';
import './root.mjs'; // which Node this needs

const LOCALES = join(import.meta.dirname, '..', 'src', 'locales');
const MADE = join(LOCALES, 'made');
const HEAD = '// Made by scripts/locales.ts.\n';

/** Areas of the dashboard; a fleet's page has its own and the first. What is left is said by the station. */
const PAGE = [
  ...['page', 'about', 'connections', 'first-run', 'forecast', 'history', 'keyboard', 'methods', 'models'],
  ...['models-in-common', 'nerd', 'now', 'over', 'settings', 'settings-words'],
];
const FLEET = ['page', 'fleet'];

export const languages = (): string[] =>
  readdirSync(LOCALES)
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'));
export const catalogue = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(LOCALES, `${language}.json`), 'utf8')) as Record<string, string>;
export const areaOf = (key: string): string => key.slice(0, key.indexOf('.'));

/** Latin letters, digits and signs in one go, words and all; what only ends a sentence is not of them. */
const LATIN = /[A-Za-z0-9/~](?:[!-;=?-z|~²³°]| (?=[A-Za-z0-9/~]))*/g;
const ENDS = /[.,;:!?)]+$/;
/** A name or an address within a sentence that runs from right to left: `1-wire` would be read as `wire-1`. */
export const withLatinNames = (text: string): string =>
  text.replaceAll(LATIN, (found) => {
    const name = found.replace(ENDS, '');
    return /[A-Za-z]/.test(name) ? `\u2066${name}\u2069${found.slice(name.length)}` : found;
  });
const isArabic = (text: string): boolean => /[\u0600-\u06ff]/.test(text);

type Change = (text: string) => string;

/** Texts of a compiled message, wherever they stand in it; arguments and keys of choices stay. */
function mapTexts(node: unknown, change: Change): unknown {
  if (typeof node === 'string') return change(node);
  if (!Array.isArray(node)) return node;
  const [name, type, choices] = node as [string, unknown, unknown];
  if (typeof type === 'number' && type !== 0) {
    if (typeof choices !== 'object' || choices === null || type > 3) return node;
    const changed = Object.entries(choices).map(([key, branch]) => [key, mapNodes(branch, change)]);
    return [name, type, Object.fromEntries(changed)];
  }
  return type === undefined ? node : [name, ...node.slice(1).map((child) => mapTexts(child, change))];
}
const mapNodes = (message: unknown, change: Change): unknown =>
  Array.isArray(message) ? message.map((node) => mapTexts(node, change)) : mapTexts(message, change);

function compiled(language: string, key: string, message: string): unknown {
  try {
    const made = compile(message);
    return language === 'ar' && isArabic(message) ? mapNodes(made, withLatinNames) : made;
  } catch (error) {
    throw new Error(
      `src/locales/${language}.json: ${key} is not an ICU message (${(error as Error).message}): ${message}`,
    );
  }
}

type Kind = 'text' | 'number' | 'date' | 'tag' | ReadonlySet<string>;

/** What a message takes in, by name: `number`, `text`, `date`, `tag`, or the set of words it chooses by. */
export function argumentsOf(message: string): Map<string, Kind> {
  const found = new Map<string, Kind>();
  const walk = (nodes: readonly MessageFormatElement[]): void => {
    for (const node of nodes) {
      if (node.type === TYPE.argument && !found.has(node.value)) found.set(node.value, 'text');
      if (node.type === TYPE.number || node.type === TYPE.plural) found.set(node.value, 'number');
      if (node.type === TYPE.date || node.type === TYPE.time) found.set(node.value, 'date');
      if (node.type === TYPE.select) found.set(node.value, new Set(Object.keys(node.options)));
      if (node.type === TYPE.tag) found.set(node.value, 'tag');
      if ('children' in node) walk(node.children);
      if ('options' in node) for (const option of Object.values(node.options)) walk(option.value);
    }
  };
  walk(parse(message));
  return found;
}

function typeOf(kind: Kind): string {
  if (kind === 'text') return 'string';
  if (kind === 'number') return 'number';
  if (kind === 'date') return 'Date | number';
  if (kind === 'tag') return 'Tag';
  const words = [...kind].filter((word) => word !== 'other');
  if (words.every((word) => word === 'true' || word === 'false')) return 'boolean';
  return [
    ...words.map((word) => (word === 'null' ? 'null' : `'${word}'`)),
    ...(kind.has('other') ? ['Other'] : []),
  ].join(' | ');
}

/** The type of a message: text, or a function of what it takes in. */
function messageType(message: string): string {
  const taken = [...argumentsOf(message)].map(([name, kind]) => `${name}: ${typeOf(kind)}`);
  if (taken.length === 0) return 'string';
  return `${message.includes('</') ? 'SayTagged' : 'Say'}<{ ${taken.join('; ')} }>`;
}

type Typed = [path: string[], type: string];

/** `{ now: { title: string } }` of `now.title`; numbers as steps make a list. */
function treeType(entries: readonly Typed[]): string {
  const heads = Map.groupBy(entries, ([path]) => path[0]!);
  const parts = [...heads].map(([head, own]) => {
    const [path, type] = own[0]!;
    return [head, path.length === 1 ? type : treeType(own.map(([steps, of]) => [steps.slice(1), of]))] as const;
  });
  if (parts.every(([head], i) => head === String(i))) return `readonly [${parts.map(([, type]) => type).join(', ')}]`;
  if (parts.every(([head]) => /^\d+$/.test(head))) return `Readonly<Record<number, ${parts[0]![1]}>>`;
  return `{ ${parts.map(([head, type]) => `readonly '${head}': ${type}`).join('; ')} }`;
}

type Entries = ReadonlyArray<readonly [key: string, message: string]>;

/** Every message of a language as it is bundled. */
export const compiledOf = (language: string): Compiled =>
  Object.fromEntries(
    Object.entries(catalogue(language)).map(([key, message]) => [key, compiled(language, key, message)]),
  ) as Compiled;

const dataOf = (language: string, entries: Entries): string =>
  JSON.stringify(Object.fromEntries(entries.map(([key, message]) => [key, compiled(language, key, message)])));

function treeOf(entries: Entries): object {
  const tree: Record<string, unknown> = {};
  for (const [key, message] of entries) {
    const path = key.split('.');
    let at = tree;
    for (const step of path.slice(0, -1)) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at[path.at(-1)!] = compiled('en', key, message);
  }
  return tree;
}

function english(area: string, entries: Entries): string {
  const own = entries.map(([key, message]) => [key.slice(area.length + 1), message] as const);
  const type = treeType(own.map(([key, message]) => [key.split('.'), messageType(message)]));
  const used = ['Say', 'SayTagged', 'Tag', 'Other'].filter((name) => new RegExp(`\\b${name}\\b`).test(type));
  return [
    HEAD,
    `import type { ${['Texts', ...used].join(', ')} } from '../../message.ts';\n`,
    `export type Words = ${type};\n`,
    `export const english: Texts = ${JSON.stringify(treeOf(own))};\n`,
  ].join('');
}
const foreign = (language: string, entries: Entries): string =>
  `${HEAD}import type { Compiled } from '../../message.ts';\nexport const words: Compiled = ${dataOf(language, entries)};\n`;

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

export function makeLocales(): void {
  const stamp = join(MADE, '.made');
  const sources = [...languages().map((one) => join(LOCALES, `${one}.json`)), import.meta.filename];
  const version = sources.map((path) => statSync(path).mtimeMs).join(' ');
  try {
    if (readFileSync(stamp, 'utf8') === version) return;
  } catch {
    rmSync(MADE, { recursive: true, force: true });
  }
  for (const language of languages()) {
    const entries = Object.entries(catalogue(language));
    const of = (areas: readonly string[]): Entries => entries.filter(([key]) => areas.includes(areaOf(key)));
    if (language === 'en')
      for (const [area, own] of Map.groupBy(entries, ([key]) => areaOf(key)))
        write(join(MADE, 'en', `${area}.ts`), english(area, own));
    else {
      write(join(MADE, 'page', `${language}.ts`), foreign(language, of(PAGE)));
      write(join(MADE, 'fleet', `${language}.ts`), foreign(language, of(FLEET)));
    }
  }
  write(stamp, version);
}

if (process.argv[1] === import.meta.filename) makeLocales();
