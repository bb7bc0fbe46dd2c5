import { commitHash } from './commit.ts';
import { seeded } from './seeded.ts';

/** Whether families are played whole, and random campaigns longer (times.ts). */
export const isWhole = process.env['WEATHERGLASS_TEST_WHOLE'] === '1';

/** Starts the line of a family on the console, from which the reporter takes it. */
export const DRAWN = 'DRAWN: ';

/**
 * Members of a family of tests that an ordinary run plays: a sample that covers every aspect (kind, screen, language …) of the family at
 * least once, drawn from the commit, so that the next commit plays others. Only for a family whose every member proves the same law on
 * another input. `WEATHERGLASS_TEST_WHOLE=1` plays all, as `npm run test:night` does; a failure is repeated so by its name.
 */
export function share<T>(family: string, members: readonly T[], aspectsOf: (member: T) => readonly string[]): T[] {
  if (isWhole) return [...members];
  const { hash, name } = whence();
  const drawn = covering(members, aspectsOf, `${hash} ${family}`);
  console.info(`${DRAWN}${drawn.length} of ${members.length} ${family}, by commit ${name}`);
  return drawn;
}

/** A sample in the order of its members: in the order that a word decides, each next one brings most aspects that are still missing. */
export function covering<T>(members: readonly T[], aspectsOf: (member: T) => readonly string[], word: string): T[] {
  const { uniform } = seeded(numberOf(word));
  const left = members
    .map((member, place) => ({ member, place, aspects: aspectsOf(member), rank: uniform() }))
    .sort((a, b) => a.rank - b.rank);
  const missing = new Set(left.flatMap(({ aspects }) => aspects));
  const taken: typeof left = [];
  const brings = ({ aspects }: (typeof left)[number]) => aspects.filter((aspect) => missing.has(aspect)).length;
  while (missing.size > 0) {
    const next = left.reduce((best, one) => (brings(one) > brings(best) ? one : best));
    taken.push(next);
    for (const aspect of next.aspects) missing.delete(aspect);
  }
  return taken.sort((a, b) => a.place - b.place).map(({ member }) => member);
}

/** FNV-1a of 32 bits. */
const numberOf = (word: string): number =>
  [...word].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);

/** Sources without a history draw what no commit draws. */
function whence(): { hash: string; name: string } {
  try {
    return { hash: commitHash(), name: commitHash().slice(0, 8) };
  } catch {
    return { hash: '', name: 'none' };
  }
}
