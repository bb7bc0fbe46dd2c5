import { BLACK, Canvas, type Frame, mix, SIDE } from '../frame.ts';
import { MUTED, RAIN } from '../palette.ts';
import type { DisplayState } from '../state.ts';

const DROP = [' ## ', ' ## ', '####', '####', '####', ' ## '];
const LIKELY = 0.5;

/** The probability of rain as a column that fills from below, one row for an eighth; beside it a drop, lit when rain is likely. */
export function rain(state: DisplayState): Frame {
  const canvas = new Canvas();
  const probability = state.rainProbability;
  const level = (probability ?? 0) * SIDE;
  for (let row = 0; row < SIDE; row++) {
    const share = Math.min(1, Math.max(0, level - row));
    for (let x = 0; x < 3; x++) canvas.set(x, SIDE - 1 - row, mix(row === 0 ? MUTED : BLACK, RAIN, share));
  }
  canvas.picture(DROP, 4, 1, probability !== null && probability >= LIKELY ? RAIN : MUTED);
  return canvas.frame;
}
