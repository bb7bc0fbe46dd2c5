import { BLACK, Canvas, darkFrame, type Frame, fade } from '../frame.ts';
import { ALARM, COOLING, INK, RAIN, SUN, WARMING } from '../palette.ts';
import type { AlertKind, DisplayState } from '../state.ts';

const BOLT = ['    ##  ', '   ##   ', '  ##    ', ' #####  ', '   ##   ', '  ##    ', ' ##     ', ' #      '];
const FLAKE = ['   #    ', ' # # #  ', '  ###   ', '####### ', '  ###   ', ' # # #  ', '   #    '];
const RAYS = ['   #    ', ' #   #  ', '  ###   ', '# ### # ', '  ###   ', ' #   #  ', '   #    '];
const MARK = ['   ##   ', '   ##   ', '   ##   ', '   ##   ', '   ##   ', '        ', '   ##   ', '   ##   '];

const SIGNS: Record<AlertKind, { rows: readonly string[]; colour: number }> = {
  storm: { rows: BOLT, colour: SUN },
  frost: { rows: FLAKE, colour: COOLING },
  heat: { rows: RAYS, colour: WARMING },
  fault: { rows: MARK, colour: ALARM },
};

const BREATH_S = 2;

/** The sign of what is wrong, breathing slowly between full and a quarter of its light: seen from afar, but no strobe. */
export function alert(state: DisplayState): Frame | null {
  if (state.alert === null) return null;
  const { rows, colour } = SIGNS[state.alert];
  const breath = 0.5 + 0.5 * Math.cos((2 * Math.PI * state.animationS) / BREATH_S);
  const lit = draw(rows, colour, BLACK);
  return fade(fade(darkFrame, lit, 0.5), lit, breath);
}

/** The answer to a label given by the stick: a drop on blue for rain, a sun on amber for dry. */
export function confirmation(kind: 'dry' | 'rain'): Frame {
  return kind === 'rain' ? draw(DROP, INK, RAIN) : draw(RAYS, INK, SUN);
}
const DROP = ['   #    ', '   #    ', '  ###   ', '  ###   ', ' #####  ', ' #####  ', '  ###   '];

function draw(rows: readonly string[], colour: number, background: number): Frame {
  const canvas = new Canvas(background);
  canvas.picture(rows, 0, 0, colour);
  return canvas.frame;
}
