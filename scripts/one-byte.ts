const escaped = (letters: string): string =>
  letters.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A letter behind a backslash of its own stays: its escape would be the backslash's. */
const inAscii = (line: string): string =>
  line.replaceAll(/(\\*)([^\0-\x7f])/gu, (all, backslashes: string, letter: string) =>
    backslashes.length % 2 === 1 ? all : backslashes + escaped(letter),
  );

/**
 * Text of a built file with escapes in place of letters beyond ASCII: a single `°` has V8 keep all of it in two bytes a letter for as long as the
 * program runs. A line of raw text stays as it is, for there an escape is another text, and so does a file that escapes would make larger: a language.
 */
export function oneByte(code: string): string {
  const lines = code.split('\n').map((line) => (line.includes('String.raw') ? line : inAscii(line)));
  const built = lines.join('\n');
  return built.length < 2 * code.length ? built : code;
}
