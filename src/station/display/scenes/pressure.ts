import { Canvas, type Frame } from '../frame.ts';
import { ALARM, PRESSURE } from '../palette.ts';
import type { DisplayState } from '../state.ts';

// Met Office terms over three hours: "steady" below 0.1, "slowly" to 1.5, then "rising", from 3.6 "quickly". Half a hectopascal of
// three hours is the least that says anything about the weather here.
const STEADY_HPA_PER_H = 0.5 / 3;
const QUICK_HPA_PER_H = 3.6 / 3;

const FLAT = ['     #  ', '      # ', '########', '########', '      # ', '     #  '];
const SLANTED = ['  ######', '     ###', '    ####', '   ### #', '  ###  #', ' ###   #', '###     ', '##      '];
const STEEP = ['   ##   ', '  ####  ', ' ###### ', '## ## ##', '   ##   ', '   ##   ', '   ##   ', '   ##   '];

/** Pressure scene: a level, slanted or upright arrow for the tendency. A quick fall has the alarm colour. */
export function pressure({ pressureHpaPerH: rate }: DisplayState): Frame | null {
  if (rate === null) return null;
  const canvas = new Canvas();
  if (Math.abs(rate) < STEADY_HPA_PER_H) {
    canvas.picture(FLAT, 0, 1, PRESSURE);
    return canvas.frame;
  }
  const quick = Math.abs(rate) >= QUICK_HPA_PER_H;
  const up = quick ? STEEP : SLANTED;
  canvas.picture(rate > 0 ? up : up.toReversed(), 0, 0, quick && rate < 0 ? ALARM : PRESSURE);
  return canvas.frame;
}
