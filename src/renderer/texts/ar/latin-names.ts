/** Latin letters, digits and signs in one go, words and all; what only ends a sentence is not of them. */
const LATIN = /[A-Za-z0-9/~](?:[!-~²³°]| (?=[A-Za-z0-9/~]))*/g;
const ENDS = /[.,;:!?)]+$/;

/**
 * A name or an address of Latin letters within a sentence that runs from right to left: each goes its own way from end to end. Without it
 * `1-wire` is read as `wire-1`, and the first slash of a path stands behind it.
 */
export const withLatinNames = (text: string): string =>
  text.replaceAll(LATIN, (found) => {
    const name = found.replace(ENDS, '');
    return /[A-Za-z]/.test(name) ? `\u2066${name}\u2069${found.slice(name.length)}` : found;
  });

/** Every sentence of them; the keys stay as they are. */
export const allWithLatinNames = <T>(words: T): T =>
  (typeof words === 'string'
    ? withLatinNames(words)
    : Array.isArray(words)
      ? words.map(allWithLatinNames)
      : Object.fromEntries(
          Object.entries(words as object).map(([key, value]) => [key, allWithLatinNames(value)]),
        )) as T;
