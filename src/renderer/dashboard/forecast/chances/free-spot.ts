import type { FanMark } from '../../../kit/charts/fan.ts';

interface Line {
  from: number;
  to: number;
  lineY: number;
  unit: number;
  /** Letters of the words. */
  letters: number;
}

/** Design pixels of a letter, of half a number at a point, and of the height of both. */
const LETTER = 7;
const NUMBER = 18;
const TALL = 14;

/** Place for the words of a line, away from points and their numbers. Tried in this order: beside "now", at the other end, each above the line, then below it, then between. */
export function freeSpot(
  marks: readonly Pick<FanMark, 'x' | 'y' | 'labelY'>[],
  { from, to, lineY, unit, letters }: Line,
) {
  const start = from + 8 * unit;
  const wide = letters * LETTER * unit;
  const isFree = (left: number, y: number): boolean =>
    !marks.some(
      (mark) =>
        mark.x > left - NUMBER * unit &&
        mark.x < left + wide + NUMBER * unit &&
        [mark.y, mark.labelY].some((at) => at !== null && Math.abs(at - y) < TALL * unit),
    );
  const heights = [lineY - 6 * unit, lineY + 16 * unit];
  for (const y of heights) {
    if (isFree(start, y)) return { x: start, y };
    if (isFree(to - wide, y)) return { x: to, y, 'text-anchor': 'end' as const };
  }
  for (const y of heights) for (let x = start; x < to - wide; x += LETTER) if (isFree(x, y)) return { x, y };
  return { x: start, y: heights[0]! };
}
