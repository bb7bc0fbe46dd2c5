// Compiles src/locales/<language>.json, ICU messages by key, into the modules that the program and its pages import: src/locales/made,
// and texts/<area>.ts of the pages, which say them in the reader's language. They are made anew when a catalogue is newer; git does not
// keep them. Keys and arguments are typed by English.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import compile from 'icu-minify/compile';
import type { Compiled } from '../src/messages/message.ts';
import './root.mjs'; // which Node this needs

const LOCALES = join(import.meta.dirname, '..', 'src', 'locales');
const MADE = join(LOCALES, 'made');
const PAGES = join(LOCALES, '..', 'renderer');
const HEAD = '// Made by scripts/locales.ts.\n';

/** Areas of the dashboard; a fleet's page has its own and the first. What is left is said by the station. */
const PAGE = [
  ...['page', 'about', 'connections', 'first-run', 'forecast', 'history', 'keyboard', 'methods', 'models'],
  ...['models-in-common', 'nerd', 'now', 'over', 'settings', 'wall'],
];
/** Areas of views that are seldom the first: a file of their own, which these views wait for (withMoreWords). */
const MORE = ['alarm-bar', 'alarms', 'bring', 'outdoors', 'sensor-sheet', 'sensors', 'settings-words'];
const FLEET = ['page', 'fleet'];
/** Areas of each part of the pages that says them, as its texts/<area>.ts; `shared` are those whose words come along. */
const TEXTS: ReadonlyArray<readonly [part: string, shared: string | null, areas: readonly string[]]> = [
  ['kit', null, ['keyboard', 'page']],
  ['kit', './page.ts', ['models-in-common', 'over']],
  ['dashboard', null, ['about', 'alarm-bar', 'wall']],
  ['dashboard', '../../kit/texts/page.ts', ['alarms', 'connections', 'history', 'methods', 'now', 'outdoors']],
  ['dashboard', '../../kit/texts/page.ts', ['bring', 'first-run', 'sensors', 'settings']],
  ['dashboard', '../../kit/texts/models-in-common.ts', ['forecast', 'models', 'nerd']],
  ['dashboard', './sensors.ts', ['sensor-sheet']],
  ['fleet', '../../kit/texts/page.ts', ['fleet']],
];

export const languages = (): string[] =>
  readdirSync(LOCALES)
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'));
export const catalogue = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(LOCALES, `${language}.json`), 'utf8')) as Record<string, string>;
export const areaOf = (key: string): string => key.slice(0, key.indexOf('.'));

/** Latin letters, digits and signs in one go, words and all; what only ends a sentence is not of them. */
const LATIN = /[A-Za-z0-9/~°](?:[!-;=?-z|~²³°]| (?=[A-Za-z0-9/~°]))*/g;
const ENDS = /[.,;:!?)]+$/;
/** A name or an address within a sentence that runs from right to left: `1-wire` would be read as `wire-1`. */
export const withLatinNames = (text: string): string =>
  text.replaceAll(LATIN, (found) => {
    const name = found.replace(ENDS, '');
    return /[A-Za-z]/.test(name) ? `\u2066${name}\u2069${found.slice(name.length)}` : found;
  });
const isArabic = (text: string): boolean => /[\u0600-\u06ff]/.test(text);

/** The texts of a compiled message that runs from right to left: names in them, and whatever is put in, keep their own direction. */
function isolated(node: unknown): unknown[] {
  if (typeof node === 'string') return [withLatinNames(node)];
  if (!Array.isArray(node)) return [node];
  const [name, type, choices] = node as [string, unknown, Record<string, unknown>];
  if (type === undefined) return ['\u2068', node, '\u2069'];
  if (typeof type !== 'number' || type === 0) return [[name, ...node.slice(1).flatMap(isolated)]];
  if (type > 3) return [node];
  const changed = Object.entries(choices).map(([word, branch]) => [word, [branch].flat().flatMap(isolated)]);
  return [[name, type, Object.fromEntries(changed)]];
}

function compiled(language: string, key: string, message: string): unknown {
  try {
    const made = compile(message);
    // What the station says is marked when it is said, for its values bring signs and units of their own (words/latin-runs).
    if (language !== 'ar' || !isArabic(message) || areaOf(key) === 'station') return made;
    return typeof made === 'string' ? withLatinNames(made) : made.flatMap(isolated);
  } catch (error) {
    throw new Error(
      `src/locales/${language}.json: ${key} is not an ICU message (${(error as Error).message}): ${message}`,
    );
  }
}

/** How a message takes something in, and the words that it chooses by. */
export interface Taken {
  kind: 'text' | 'number' | 'date' | 'tag';
  words: ReadonlySet<string>;
}

/** What a message takes in, by name. */
export function argumentsOf(message: string): Map<string, Taken> {
  const found = new Map<string, Taken>();
  const take = (name: string, kind: Taken['kind'], words: readonly string[] = []): void => {
    const known = found.get(name) ?? { kind, words: new Set() };
    found.set(name, { kind: kind === 'text' ? known.kind : kind, words: new Set([...known.words, ...words]) });
  };
  const walk = (nodes: readonly MessageFormatElement[]): void => {
    for (const node of nodes) {
      if (node.type === TYPE.argument) take(node.value, 'text');
      if (node.type === TYPE.number || node.type === TYPE.plural) take(node.value, 'number');
      if (node.type === TYPE.date || node.type === TYPE.time) take(node.value, 'date');
      if (node.type === TYPE.select) take(node.value, 'text', Object.keys(node.options));
      if (node.type === TYPE.tag) take(node.value, 'tag');
      if ('children' in node) walk(node.children);
      if ('options' in node) for (const option of Object.values(node.options)) walk(option.value);
    }
  };
  walk(parse(message));
  return found;
}

function typeOf({ kind, words }: Taken): string {
  const orNull = words.has('null') ? ' | null' : '';
  if (kind === 'number' || kind === 'date') return `number${orNull}`;
  if (kind === 'tag') return 'Tag';
  const named = [...words].filter((word) => word !== 'other' && word !== 'null');
  if (named.length === 0) return `string${orNull}`;
  if (named.every((word) => word === 'true' || word === 'false')) return `boolean${orNull}`;
  return `${named.map((word) => `'${word}'`).join(' | ')} | Other${orNull}`;
}

/** The type of a message: text, or a function of what it takes in. */
function messageType(message: string): string {
  const taken = [...argumentsOf(message)].map(([name, of]) => `${name}: ${typeOf(of)}`);
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

/** Names of settings: the page has them with their help, the station says which were changed. */
const isTitle = ([key]: readonly [string, string]): boolean => /^settings-words\..*\.title$/.test(key);

type Entries = ReadonlyArray<readonly [key: string, message: string]>;

const withoutArea = (entries: Entries): Entries =>
  entries.map(([key, message]) => [key.slice(areaOf(key).length + 1), message]);

/** Every message of a language as it is bundled. */
export const compiledOf = (language: string): Compiled =>
  Object.fromEntries(
    Object.entries(catalogue(language)).map(([key, message]) => [key, compiled(language, key, message)]),
  ) as Compiled;

/** What the station says goes by its codes, the page's texts by their whole keys. */
function dataOf(language: string, entries: Entries): string {
  const data = entries.map(([key, message]) => [key.replace(/^station\./, ''), compiled(language, key, message)]);
  return JSON.stringify(Object.fromEntries(data));
}

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

function english(entries: Entries): string {
  const own = withoutArea(entries);
  const type = treeType(own.map(([key, message]) => [key.split('.'), messageType(message)]));
  const used = ['Say', 'SayTagged', 'Tag', 'Other'].filter((name) => new RegExp(`\\b${name}\\b`).test(type));
  return [
    HEAD,
    `import type { ${['Texts', ...used].join(', ')} } from '../../../messages/message.ts';\n`,
    `export type Words = ${type};\n`,
    `export const english: Texts = ${JSON.stringify(treeOf(own))};\n`,
  ].join('');
}
const foreign = (language: string, entries: Entries): string =>
  `${HEAD}import type { Compiled } from '../../../messages/message.ts';\nexport const words: Compiled = ${dataOf(language, entries)};\n`;

function textsOf(area: string, shared: string | null): string {
  const own = `inLanguage<Words>('${area}', english)`;
  return [
    HEAD,
    `import { english, type Words } from '../../../locales/made/en/${area}.ts';\n`,
    `import { inLanguage } from '../../kit/texts/in-language.ts';\n`,
    shared === null ? '' : `import { t as shared } from '${shared}';\n`,
    `\nexport const t = ${shared === null ? own : `{ ...shared, ...${own} }`};\n`,
  ].join('');
}

/** What a list is made of: the message `key.list` says each of its members. */
function membersOf(key: string, list: string, messages: Record<string, string>): string | undefined {
  const member = messages[`${key}.${list}`];
  if (member === undefined) return undefined;
  const given = givenOf(`${key}.${list}`, messages);
  return argumentsOf(member).has(list) && argumentsOf(member).size === 1
    ? 'readonly string[]'
    : `ReadonlyArray<${given}>`;
}

/** What a sentence of the station is made of; `listCount` counts the members of a list by itself. */
function givenOf(key: string, messages: Record<string, string>): string {
  const taken = argumentsOf(messages[key]!);
  const isCounted = (name: string) =>
    name.endsWith('Count') && [...taken.keys(), ...listsOf(key, messages)].includes(name.slice(0, -5));
  const own = [...taken].filter(([name]) => !isCounted(name));
  for (const [name] of taken)
    if (name.endsWith('Count') && !isCounted(name)) own.push([name.slice(0, -5), { kind: 'text', words: new Set() }]);
  if (own.length === 0) return 'undefined';
  const parts = own
    .filter(([name]) => !name.endsWith('Count'))
    .map(([name, of]) => {
      const list = membersOf(key, name, messages) ?? (taken.has(`${name}Count`) ? 'readonly string[]' : undefined);
      return `${name}: ${list ?? (of.kind === 'text' && of.words.size === 0 ? 'Text' : typeOf(of))}`;
    });
  return `{ ${parts.join('; ')} }`;
}
const listsOf = (key: string, messages: Record<string, string>): string[] =>
  Object.keys(messages).flatMap((other) => (other.startsWith(`${key}.`) ? [other.slice(key.length + 1)] : []));

/** English of the station, by code; a message that says the members of another one's list is no sentence. */
function sentences(entries: Entries): string {
  const own = withoutArea(entries);
  const messages = Object.fromEntries(own);
  const isMember = (key: string) => {
    const list = key.slice(key.lastIndexOf('.') + 1);
    const whole = messages[key.slice(0, key.lastIndexOf('.'))];
    return whole?.includes(`{${list}}`) ?? false;
  };
  const types = own.flatMap(([key]) => (isMember(key) ? [] : [`  '${key}': ${givenOf(key, messages)};\n`]));
  return [
    HEAD,
    `import type { Compiled, Other, Text } from '../../../messages/message.ts';\n`,
    `export interface Sentences {\n${types.join('')}}\n`,
    `export const words: Compiled = ${dataOf('en', entries)};\n`,
  ].join('');
}

function englishOf(area: string, entries: Entries): string {
  if (area === 'station') return sentences(entries);
  return area === 'settings-words' ? foreign('en', entries) : english(entries);
}

/** A module whose words are as they were is not touched: who watches it (npm run dev) builds nothing anew. */
function write(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
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
    // Not made yet.
  }
  const made = new Set([stamp]);
  const make = (path: string, text: string): void => {
    made.add(path);
    write(path, text);
  };
  for (const language of languages()) {
    const entries = Object.entries(catalogue(language));
    const of = (areas: readonly string[]): Entries => entries.filter(([key]) => areas.includes(areaOf(key)));
    if (language === 'en')
      for (const [area, own] of Map.groupBy(entries, ([key]) => areaOf(key)))
        make(join(MADE, 'en', `${area}.ts`), englishOf(area, own));
    else {
      make(join(MADE, 'page', `${language}.ts`), foreign(language, of(PAGE)));
      make(join(MADE, 'more', `${language}.ts`), foreign(language, of(MORE)));
      make(join(MADE, 'fleet', `${language}.ts`), foreign(language, of(FLEET)));
      make(join(MADE, 'station', `${language}.ts`), foreign(language, of(['station'])));
      make(join(MADE, 'titles', `${language}.ts`), foreign(language, entries.filter(isTitle)));
    }
  }
  for (const [part, shared, areas] of TEXTS)
    for (const area of areas) write(join(PAGES, part, 'texts', `${area}.ts`), textsOf(area, shared));
  for (const file of readdirSync(MADE, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts') && !made.has(join(MADE, file))) rmSync(join(MADE, file));
  write(stamp, version);
}

if (process.argv[1] === import.meta.filename) makeLocales();
