import { BLACK, Canvas, type Frame, mix, SIDE } from '../frame.ts';
import { MUTED, RAIN } from '../palette.ts';
import type { DisplayState } from '../state.ts';

const DROP = [' ## ', ' ## ', '####', '####', '####', ' ## '];
const LIKELY = 0.5;

/** The probability of rain as a column that fills from below, one row for an eighth; beside it a drop, lit when rain is likely. */
export function rain({ rainProbability: probability }: DisplayState): Frame | null {
  if (probability === null) return null;
  const canvas = new Canvas();
  for (let row = 0; row < SIDE; row++) {
    const colour = mix(row === 0 ? MUTED : BLACK, RAIN, probability * SIDE - row);
    for (let x = 0; x < 3; x++) canvas.set(x, SIDE - 1 - row, colour);
  }
  canvas.picture(DROP, 4, 1, probability >= LIKELY ? RAIN : MUTED);
  return canvas.frame;
}
