import { HOUR_S } from '../../../base/durations.ts';
import { BLACK, Canvas, type Frame, mix, SIDE } from '../frame.ts';
import { INK, temperatureColour } from '../palette.ts';
import { type DisplayState, type RibbonPoint, ribbonStart } from '../state.ts';

const SPAN_S = 24 * HOUR_S;
const LEAST_SPAN_C = 4; // a calm day is a flat ribbon, not its noise blown up

/** The next 24 hours of temperature from left to right, true to scale; around the line its interval as a faint band. */
export function forecast(state: DisplayState): Frame | null {
  const now = ribbonStart(state);
  if (now === null || state.ribbon.length === 0) return null;
  const canvas = new Canvas();
  const points = [{ leadS: 0, muC: now, loC: now, hiC: now }, ...state.ribbon];
  const columns = Array.from({ length: SIDE }, (_, x) => at(points, (x * SPAN_S) / (SIDE - 1)));
  const lowest = Math.min(...columns.map((point) => point.muC));
  const highest = Math.max(...columns.map((point) => point.muC));
  const span = Math.max(LEAST_SPAN_C, highest - lowest);
  const middle = (lowest + highest) / 2;
  // A calm day sits on a row; between two of them its smallest change would show as a step.
  const middleRow = span > LEAST_SPAN_C ? (SIDE - 1) / 2 : SIDE / 2;
  const row = (celsius: number) => {
    const exact = middleRow - ((celsius - middle) / span) * (SIDE - 1);
    return Math.min(SIDE - 1, Math.max(0, Math.round(exact)));
  };
  columns.forEach((point, x) => {
    const colour = temperatureColour(point.muC);
    for (let y = row(point.hiC); y <= row(point.loC); y++) {
      canvas.set(x, y, mix(BLACK, colour, 0.32));
    }
    canvas.set(x, row(point.muC), x === 0 ? INK : colour);
  });
  return canvas.frame;
}

/** Straight between the points; beyond the last one it holds. */
function at(points: readonly RibbonPoint[], leadS: number): RibbonPoint {
  const next = points.findIndex((point) => point.leadS >= leadS);
  if (next <= 0) return next === 0 ? points[0]! : points.at(-1)!;
  const from = points[next - 1]!;
  const to = points[next]!;
  const share = (leadS - from.leadS) / (to.leadS - from.leadS);
  const between = (a: number, b: number) => a + (b - a) * share;
  return {
    leadS,
    muC: between(from.muC, to.muC),
    loC: between(from.loC, to.loC),
    hiC: between(from.hiC, to.hiC),
  };
}
