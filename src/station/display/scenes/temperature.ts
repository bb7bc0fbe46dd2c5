import { drawNumber } from '../font.ts';
import { Canvas, type Frame, SIDE } from '../frame.ts';
import { COOLING, MUTED, temperatureColour, WARMING } from '../palette.ts';
import type { DisplayState } from '../state.ts';

const C_PER_H_PER_PIXEL = 0.5;

/** The temperature in digits. The last row is its trend: from the middle to the right warming, to the left cooling. */
export function temperature({ temperatureC, temperatureCPerH: rate }: DisplayState): Frame {
  const canvas = digits(temperatureC);
  if (rate !== null && temperatureC !== null && Math.round(temperatureC) > -10) {
    const length = Math.min(SIDE / 2, Math.round(Math.abs(rate) / C_PER_H_PER_PIXEL));
    for (let i = 0; i < length; i++) canvas.set(rate > 0 ? 4 + i : 3 - i, 7, rate > 0 ? WARMING : COOLING);
  }
  return canvas.frame;
}

/** The probe's temperature, with a roof of two corners so that it is not taken for the other. */
export function outdoor({ outdoorC }: DisplayState): Frame | null {
  if (outdoorC === null) return null;
  const canvas = digits(outdoorC);
  canvas.set(7, 7, temperatureColour(outdoorC));
  canvas.set(6, 7, MUTED);
  canvas.set(7, 6, MUTED);
  return canvas.frame;
}

function digits(celsius: number | null): Canvas {
  const canvas = new Canvas();
  const whole = celsius === null ? null : Math.round(celsius);
  drawNumber(canvas, whole, celsius === null ? MUTED : temperatureColour(celsius), MUTED);
  return canvas;
}
