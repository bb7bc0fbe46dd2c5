import { BLACK, Canvas, darkFrame, type Frame, fade } from '../frame.ts';
import { ALARM, COOLING, INK, PRESSURE, RAIN, SUN, WARMING } from '../palette.ts';
import type { AlarmSign, AlertKind, DisplayState } from '../state.ts';

// Alarms are told apart by their shape alone: a ring, a triangle, a full field with a mark cut out.
const RING = ['  ####  ', ' #    # ', '#      #', '#  ##  #', '#  ##  #', '#      #', ' #    # ', '  ####  '];
const TRIANGLE = ['   ##   ', '   ##   ', '  #  #  ', '  #  #  ', ' #    # ', ' # ## # ', '#      #', '########'];
const FIELD = ['########', '###  ###', '###  ###', '###  ###', '###  ###', '########', '###  ###', '########'];

const BOLT = ['    ##  ', '   ##   ', '  ##    ', ' #####  ', '   ##   ', '  ##    ', ' ##     ', ' #      '];
const FLAKE = ['   #    ', ' # # #  ', '  ###   ', '####### ', '  ###   ', ' # # #  ', '   #    '];
const RAYS = ['   #    ', ' #   #  ', '  ###   ', '# ### # ', '  ###   ', ' #   #  ', '   #    '];
const MARK = ['   ##   ', '   ##   ', '   ##   ', '   ##   ', '   ##   ', '        ', '   ##   ', '   ##   '];
const DROP = ['   #    ', '   #    ', '  ###   ', '  ###   ', ' #####  ', ' #####  ', '  ###   '];

/** `breathS`: seconds from bright to bright. */
type Sign = readonly [rows: readonly string[], colour: number, breathS: number, leastLight: number];

/** Signs and how they breathe: graver alarms breathe faster, none is a strobe, and none goes dark, so that it is seen from afar. */
const SIGNS: Readonly<Record<AlarmSign | AlertKind, Sign>> = {
  info: [RING, PRESSURE, 4, 0.3],
  warning: [TRIANGLE, WARMING, 3, 0.3],
  critical: [FIELD, ALARM, 2, 0.3],
  storm: [BOLT, SUN, 2, 0.5],
  frost: [FLAKE, COOLING, 2, 0.5],
  heat: [RAYS, WARMING, 2, 0.5],
  fault: [MARK, ALARM, 2, 0.5],
};

/** Sign of an alarm by its severity, breathing. The panel dims it by night as it dims everything. */
export const alarm = (state: DisplayState): Frame | null => breathing(state.alarm, state.animationS);

/** The sign of what is wrong, breathing. */
export const alert = (state: DisplayState): Frame | null => breathing(state.alert, state.animationS);

function breathing(sign: keyof typeof SIGNS | null, animationS: number): Frame | null {
  if (sign === null) return null;
  const [rows, colour, breathS, leastLight] = SIGNS[sign];
  const breath = 0.5 + 0.5 * Math.cos((2 * Math.PI * animationS) / breathS);
  return fade(darkFrame, draw(rows, colour, BLACK), leastLight + (1 - leastLight) * breath);
}

/** The answer to a label given by the stick: a drop on blue for rain, a sun on amber for dry. */
export const confirmation = (kind: 'dry' | 'rain'): Frame =>
  kind === 'rain' ? draw(DROP, INK, RAIN) : draw(RAYS, INK, SUN);

function draw(rows: readonly string[], colour: number, background: number): Frame {
  const canvas = new Canvas(background);
  canvas.picture(rows, 0, 0, colour);
  return canvas.frame;
}
