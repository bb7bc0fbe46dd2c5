/** The longest text that is compared with the list: what is longer holds somebody's input. */
const LONGEST = 1000;

const literal = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&');

/**
 * Says the texts of a list in other words, and everything else as it is. `{1}` stands for whatever is between; where that is a text of
 * the list itself, it is said in other words, too.
 */
export function recogniser<T extends string>(
  list: readonly T[],
  words: Record<T, string>,
): (english: string) => string {
  const exactly = (english: string): string | null => (Object.hasOwn(words, english) ? words[english as T] : null);
  const patterns = list
    .filter((text) => text.includes('{1}'))
    .map((text) => ({
      text,
      pattern: new RegExp(
        `^${text
          .split(/\{\d\}/)
          .map(literal)
          .join('([^]+?)')}$`,
      ),
    }));
  return (english) => {
    const exact = exactly(english);
    if (exact !== null || english.length > LONGEST) return exact ?? english;
    for (const { text, pattern } of patterns) {
      const found = pattern.exec(english)?.map((part) => exactly(part) ?? part);
      if (found) return words[text].replaceAll(/\{(\d)\}/g, (_, n: string) => found[Number(n)] ?? '');
    }
    return english;
  };
}
