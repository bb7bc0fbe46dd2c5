import type { Canvas } from './frame.ts';

/** Digits three wide and five high; no two differ in fewer than two pixels, so one dead LED does not turn one into another. */
const DIGITS: readonly (readonly string[])[] = [
  ['###', '# #', '# #', '# #', '###'],
  [' # ', '## ', ' # ', ' # ', '###'],
  ['###', '  #', '###', '#  ', '###'],
  ['###', '  #', ' ##', '  #', '###'],
  ['# #', '# #', '###', '  #', '  #'],
  ['###', '#  ', '###', '  #', '###'],
  ['#  ', '#  ', '###', '# #', '###'],
  ['###', '  #', ' # ', ' # ', ' # '],
  ['###', '# #', '###', '# #', '###'],
  ['###', '# #', '###', '  #', '  #'],
];
const DASH = ['   ', '   ', '###'];

/**
 * A whole number of -99..99, its digits from row 1 down. Two digits fill the panel: their minus is a bar above the tens, and they
 * move one row down for it. Null and numbers beyond are two dashes.
 */
export function drawNumber(canvas: Canvas, value: number | null, colour: number, unknown: number): void {
  if (value === null || Math.abs(value) > 99) {
    canvas.picture(DASH, 0, 1, unknown);
    canvas.picture(DASH, 4, 1, unknown);
    return;
  }
  const size = Math.abs(value);
  const below = value < 0;
  const ones = DIGITS[size % 10]!;
  if (size < 10) {
    if (below) canvas.picture(DASH, 0, 1, colour);
    canvas.picture(ones, below ? 4 : 3, 1, colour);
    return;
  }
  const y = below ? 2 : 1;
  if (below) canvas.picture(['###'], 0, 0, colour);
  canvas.picture(DIGITS[Math.floor(size / 10)]!, 0, y, colour);
  canvas.picture(ones, 4, y, colour);
}
