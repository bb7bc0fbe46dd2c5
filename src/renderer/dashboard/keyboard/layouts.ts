/**
 * Layers of the keyboard. A key is one character. Rows are those of the language's own keyboards; every other letter of Europe is one layer
 * away.
 */
export type Layer = 'letters' | 'accents' | 'symbols' | 'number';
export type Rows = readonly (readonly string[])[];

const rows = (...lines: string[]): Rows => lines.map((line) => [...line]);

const QWERTY = rows('qwertyuiop', 'asdfghjkl', 'zxcvbnm');
const ARABIC = rows('ضصثقفغعهخحجد', 'شسيبلاتنمكطذ', 'ئءؤرىةوزظأإآ');
const LETTERS: Readonly<Record<string, Rows>> = {
  en: QWERTY,
  nl: QWERTY,
  de: rows('qwertzuiopü', 'asdfghjklöä', 'yxcvbnmß'),
  fr: rows('azertyuiop', 'qsdfghjklm', 'wxcvbnéèàç'),
  es: rows('qwertyuiop', 'asdfghjklñ', 'zxcvbnm'),
  it: rows('qwertyuiopè', 'asdfghjklòà', 'zxcvbnmùì'),
  da: rows('qwertyuiopå', 'asdfghjklæø', 'zxcvbnm'),
  pl: rows('qwertyuiop', 'asdfghjklł', 'zxcvbnmąęó'),
  ar: ARABIC,
};

const ACCENTS = rows('àáâäåæąçćèéê', 'ëęìíîïłñńòóô', 'öøœśßùúûüźżč');
const SYMBOLS = rows('1234567890', '@#/:;-_&+=', '.,?!\'"()*%');
const MORE_SYMBOLS = rows('1234567890', '$€£§°^~`|\\', '<>[]{}«»¿¡');
const NUMBER = rows('12345', '67890', '-.');

/** `de-AT` is German; a language without rows of its own has the English ones. */
export const languageOf = (tag: string): string => {
  const [language = 'en'] = tag.toLowerCase().split('-');
  return language in LETTERS ? language : 'en';
};

/** Whether a language has other letters; it needs Latin ones, too, for addresses and passwords. */
export const isOtherScript = (language: string): boolean => LETTERS[language] === ARABIC;

interface Asked {
  layer: Layer;
  language: string;
  shifted: boolean;
  /** Latin letters for a language that has others. */
  latin: boolean;
  /** Keys in a row where ten would be narrower than a finger: then they are in alphabetical order. Else null. */
  columns: number | null;
}

export function rowsOf({ layer, language, shifted, latin, columns }: Asked): Rows {
  if (layer === 'number') return NUMBER;
  if (layer === 'symbols') return wrapped(shifted ? MORE_SYMBOLS : SYMBOLS, columns, false);
  const plain = layer === 'accents' ? ACCENTS : latin ? QWERTY : (LETTERS[language] ?? QWERTY);
  const shown = wrapped(plain, columns, layer === 'letters');
  return shifted ? shown.map((row) => row.map(upper)) : shown;
}

/** Capital letter, one for one: ß becomes ẞ and not SS. */
const upper = (letter: string): string => (letter === 'ß' ? 'ẞ' : letter.toLocaleUpperCase('en'));

function wrapped(all: Rows, columns: number | null, sorted: boolean): Rows {
  if (columns === null) return all;
  const keys = all.flat();
  if (sorted) keys.sort(new Intl.Collator('en').compare);
  return Array.from({ length: Math.ceil(keys.length / columns) }, (_, i) => keys.slice(i * columns, (i + 1) * columns));
}
