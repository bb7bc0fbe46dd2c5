import { drawNumber } from '../font.ts';
import { Canvas, type Frame, SIDE } from '../frame.ts';
import { HUMIDITY, MUTED } from '../palette.ts';
import type { DisplayState } from '../state.ts';

/** Two digits: saturated air reads 99, and its bar is full. */
const MOST_PCT = 99;

/** Relative humidity in digits. The last row is a gauge from 0 to 100 %, so that it is not taken for a temperature. */
export function humidity({ humidityPct }: DisplayState): Frame | null {
  if (humidityPct === null) return null;
  const canvas = new Canvas();
  drawNumber(canvas, Math.min(MOST_PCT, Math.round(humidityPct)), HUMIDITY, MUTED);
  const lit = Math.round((humidityPct / 100) * SIDE);
  for (let x = 0; x < SIDE; x++) canvas.set(x, SIDE - 1, x < lit ? HUMIDITY : MUTED);
  return canvas.frame;
}
