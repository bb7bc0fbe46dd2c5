import type { Compiled } from '../locales/message.ts';

/** The longest text that is compared with the list: what is longer holds somebody's input. */
const LONGEST = 1000;

const literal = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&');
/** A message as its texts and the numbers of what stands between them. */
const partsOf = (message: Compiled[string]): (string | readonly unknown[])[] =>
  typeof message === 'string' ? [message] : (message as (string | readonly unknown[])[]);

/**
 * Says English texts by the messages of another language, and everything else as it is. `{1}` stands for whatever is between; where that
 * is a text of the list itself, it is said in other words, too.
 */
export function recogniser(english: Compiled, words: Compiled): (english: string) => string {
  const exact = new Map<string, string>();
  const patterns: { key: string; numbers: string[]; pattern: RegExp }[] = [];
  for (const [key, message] of Object.entries(english)) {
    if (typeof message === 'string') {
      const said = words[key];
      if (typeof said === 'string') exact.set(message, said);
      continue;
    }
    const parts = partsOf(message);
    const source = parts.map((part) => (typeof part === 'string' ? literal(part) : '([^]+?)')).join('');
    const numbers = parts.flatMap((part) => (typeof part === 'string' ? [] : [String(part[0])]));
    patterns.push({ key, numbers, pattern: new RegExp(`^${source}$`) });
  }
  return (told) => {
    const said = exact.get(told);
    if (said !== undefined || told.length > LONGEST) return said ?? told;
    for (const { key, numbers, pattern } of patterns) {
      const found = pattern.exec(told);
      const message = words[key];
      if (!found || message === undefined) continue;
      const between = new Map(numbers.map((number, i) => [number, exact.get(found[i + 1]!) ?? found[i + 1]!]));
      return partsOf(message)
        .map((part) => (typeof part === 'string' ? part : (between.get(String(part[0])) ?? '')))
        .join('');
    }
    return told;
  };
}
