import { argumentsOf, catalogue, languages, type Taken } from '../../scripts/locales.ts';
import type { Code } from '../../src/words/sentence.ts';

const messages = catalogue('en');
const others = languages().map(catalogue);
const isMember = (key: string): boolean => {
  const list = key.slice(key.lastIndexOf('.') + 1);
  return messages[key.slice(0, -list.length - 1)]?.includes(`{${list}}`) ?? false;
};

/** Numbers are such that nothing else in a sentence looks like them. */
function exampleOf({ kind, words }: Taken, name: string, place: number): unknown {
  if (kind === 'date') return 1_700_000_000 + 3600 * place;
  if (words.has('true')) return true;
  const named = [...words].find((word) => word !== 'other' && word !== 'null');
  if (named !== undefined) return named;
  return kind === 'number' || /^[a-z]+(?:S|C|Pct|Deg)$/.test(name) ? 71 + 11 * place : `NAME${71 + 11 * place}`;
}

/** Example of what a message could be made of; a list has one member. */
function givenFor(key: string): Record<string, unknown> {
  const taken = argumentsOf(messages[key]!);
  // A language may choose by a word that English shows as it is.
  for (const own of others)
    for (const [name, { words }] of argumentsOf(own[key] ?? ''))
      for (const word of words) if (taken.get(name)?.kind === 'text') (taken.get(name)!.words as Set<string>).add(word);
  const counted = [...taken.keys()].flatMap((name) => (name.endsWith('Count') ? [name.slice(0, -5)] : []));
  const lists = new Set([...counted, ...[...taken.keys()].filter((name) => `${key}.${name}` in messages)]);
  return Object.fromEntries(
    [...taken].flatMap(([name, of], place) => {
      if (counted.includes(name.slice(0, -5)))
        return lists.has(name) ? [] : [[name.slice(0, -5), [memberOf(key, name.slice(0, -5))]]];
      return [[name, lists.has(name) ? [memberOf(key, name)] : exampleOf(of, name, place)]];
    }),
  );
}
function memberOf(key: string, list: string): unknown {
  if (!(`${key}.${list}` in messages)) return 'NAME71';
  const given = givenFor(`${key}.${list}`);
  return list in given && Object.keys(given).length === 1 ? given[list] : given;
}

/** An example of every sentence of the station, derived from the English message. */
export const SAMPLES = Object.fromEntries(
  Object.keys(messages).flatMap((key) =>
    key.startsWith('station.') && !isMember(key) ? [[key.slice('station.'.length), givenFor(key)]] : [],
  ),
) as { readonly [C in Code]: object };
