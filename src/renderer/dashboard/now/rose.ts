import type { Column } from '../../kit/charts/frame.ts';
import { CALM_MS } from './weather-words.ts';

/** Sectors of the rose, north first. */
const SECTORS = 8;

/** Shares of eight sectors in the directions of a stretch; calm air has none. Null where no wind blew. */
export function roseOf(directions: Column = [], speeds: Column = []): readonly number[] | null {
  const counts = new Array<number>(SECTORS).fill(0);
  let all = 0;
  for (const [i, direction] of directions.entries()) {
    if (direction === null || (speeds[i] ?? 0) < CALM_MS) continue;
    const sector = Math.round(direction / (360 / SECTORS)) % SECTORS;
    counts[sector]! += 1;
    all += 1;
  }
  return all === 0 ? null : counts.map((count) => count / all);
}

/** Outline of a petal, from the centre of a square of 100 to its length, 1 for the whole radius. */
export function petal(sector: number, length: number): string {
  const angle = (sector * 2 * Math.PI) / SECTORS;
  const at = (radius: number, turn: number): string =>
    `${(50 + radius * Math.sin(angle + turn)).toFixed(1)} ${(50 - radius * Math.cos(angle + turn)).toFixed(1)}`;
  const radius = 40 * Math.sqrt(length); // the area is the share
  return `M50 50L${at(radius, -0.3)}A${radius.toFixed(1)} ${radius.toFixed(1)} 0 0 1 ${at(radius, 0.3)}z`;
}
