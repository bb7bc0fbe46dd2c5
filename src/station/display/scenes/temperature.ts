import { drawNumber } from '../font.ts';
import { Canvas, type Frame, SIDE } from '../frame.ts';
import { COOLING, MUTED, temperatureColour, WARMING } from '../palette.ts';
import type { DisplayState } from '../state.ts';

const C_PER_H_PER_PIXEL = 0.5;

/** The temperature in digits. The last row is its trend: from the middle to the right warming, to the left cooling. */
export function temperature(state: DisplayState): Frame {
  return digits(state.temperatureC, state.temperatureCPerH);
}

/** The probe's temperature, with a roof of two corners so that it is not taken for the other. */
export function outdoor(state: DisplayState): Frame {
  return digits(state.outdoorC, null, true);
}

function digits(celsius: number | null, rateCPerH: number | null, corners = false): Frame {
  const canvas = new Canvas();
  const whole = celsius === null ? null : Math.round(celsius);
  const colour = celsius === null ? MUTED : temperatureColour(celsius);
  drawNumber(canvas, whole, colour, MUTED);
  if (corners) {
    canvas.set(7, 7, colour);
    canvas.set(6, 7, MUTED);
    canvas.set(7, 6, MUTED);
  }
  if (rateCPerH !== null && whole !== null && whole > -10) {
    const length = Math.min(SIDE / 2, Math.round(Math.abs(rateCPerH) / C_PER_H_PER_PIXEL));
    for (let i = 0; i < length; i++) canvas.set(rateCPerH > 0 ? 4 + i : 3 - i, 7, rateCPerH > 0 ? WARMING : COOLING);
  }
  return canvas.frame;
}
