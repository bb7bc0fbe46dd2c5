import { Canvas, darkFrame, type Frame, fade } from '../frame.ts';
import { ALARM, PRESSURE, WARMING } from '../palette.ts';
import type { AlarmSign, DisplayState } from '../state.ts';

interface Sign {
  rows: readonly string[];
  colour: number;
  /** Seconds from bright to bright: what is graver breathes faster, and none is a strobe. */
  breathS: number;
}

// Told apart by their shape alone: a ring, a triangle, a full field with a mark cut out.
const RING = ['  ####  ', ' #    # ', '#      #', '#  ##  #', '#  ##  #', '#      #', ' #    # ', '  ####  '];
const TRIANGLE = ['   ##   ', '   ##   ', '  #  #  ', '  #  #  ', ' #    # ', ' # ## # ', '#      #', '########'];
const FIELD = ['########', '###  ###', '###  ###', '###  ###', '###  ###', '########', '###  ###', '########'];

const SIGNS: Readonly<Record<AlarmSign, Sign>> = {
  info: { rows: RING, colour: PRESSURE, breathS: 4 },
  warning: { rows: TRIANGLE, colour: WARMING, breathS: 3 },
  critical: { rows: FIELD, colour: ALARM, breathS: 2 },
};

const LEAST_LIGHT = 0.3;

/** Sign of an alarm by its severity, breathing. The panel dims it by night as it dims everything. */
export function alarm(state: DisplayState): Frame | null {
  if (state.alarm === null) return null;
  const { rows, colour, breathS } = SIGNS[state.alarm];
  const breath = 0.5 + 0.5 * Math.cos((2 * Math.PI * state.animationS) / breathS);
  const canvas = new Canvas();
  canvas.picture(rows, 0, 0, colour);
  return fade(darkFrame, canvas.frame, LEAST_LIGHT + (1 - LEAST_LIGHT) * breath);
}
