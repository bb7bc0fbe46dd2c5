import { Canvas, type Frame, mix, SIDE } from '../frame.ts';
import { CLOUD, INK, MUTED, SUN } from '../palette.ts';
import type { DisplayState } from '../state.ts';

const NIGHT = 0x000018;
const DAY = 0x0050d0;
const DUSK = 0xff6010;
const CIVIL_TWILIGHT_DEG = -6;
const STARS: readonly (readonly [number, number])[] = [
  [1, 1],
  [6, 0],
  [3, 3],
  [7, 4],
  [0, 5],
  [5, 6],
];
/** Threshold map of the clouds, 0..9 per pixel: a pixel is cloud if the cloud index x 10 is above it. */
const CLOUD_FIELD = ['96543689', '74322468', '52211246', '63322357', '85544579'];

/** Scene of the sky: colour by the sun's height, the sun from east to west, clouds by the light. */
export function sky(state: DisplayState): Frame | null {
  const elevation = state.sunElevationDeg;
  if (elevation === null) return null;
  const canvas = new Canvas();
  const light = (elevation - CIVIL_TWILIGHT_DEG) / (12 - CIVIL_TWILIGHT_DEG);
  const glow = Math.max(0, 1 - Math.abs(elevation) / 8);
  for (let y = 0; y < SIDE; y++) {
    const height = mix(NIGHT, DAY, light);
    const colour = mix(height, DUSK, glow * Math.max(0, (y - 3) / 5)); // dusk sits on the horizon
    for (let x = 0; x < SIDE; x++) canvas.set(x, y, colour);
  }
  if (elevation < CIVIL_TWILIGHT_DEG) for (const [x, y] of STARS) canvas.set(x, y, INK);
  if (elevation > -1) drawSun(canvas, elevation, state.sunAzimuthDeg ?? 180);
  drawClouds(canvas, state.cloudIndex, light);
  return canvas.frame;
}

/** Two pixels square, from east (left) to west (right) on either side of the equator; 60 degrees high is the upper rim. */
function drawSun(canvas: Canvas, elevationDeg: number, azimuthDeg: number): void {
  const west = -Math.sin((azimuthDeg * Math.PI) / 180);
  const x = Math.round(((1 + west) / 2) * (SIDE - 2));
  const y = Math.round((1 - Math.min(1, Math.max(0, elevationDeg / 60))) * (SIDE - 2));
  canvas.picture(['##', '##'], x, y, SUN);
}

function drawClouds(canvas: Canvas, cloudIndex: number | null, light: number): void {
  if (cloudIndex === null) return;
  const colour = mix(MUTED, CLOUD, light);
  CLOUD_FIELD.forEach((row, y) => {
    [...row].forEach((threshold, x) => {
      if (cloudIndex * 10 > Number(threshold)) canvas.set(x, y + 1, colour);
    });
  });
}
