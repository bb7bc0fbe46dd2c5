import type { Point } from '../../kit/charts/path.ts';
import { pinched, type Sight } from './projection.ts';

/** Grip of the fingers on the picture: their middle, and their mean distance from it in pixels. */
interface Grip extends Point {
  spreadPx: number;
}

/** A single finger, or two on one spot, spread nothing and enlarge nothing. */
const LEAST_SPREAD_PX = 1;

function gripOf(points: readonly Point[]): Grip {
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spreadPx = mean((point) => Math.hypot(point.x - x, point.y - y));
  return { x, y, spreadPx: Math.max(LEAST_SPREAD_PX, spreadPx) };
}

/** Fingers on the map, or the mouse, by their pointer ids. One drags it, two pinch it; one that lifts or joins moves nothing. */
export class Fingers {
  readonly #at = new Map<number, Point>();
  /** Way of all fingers since the first came down. */
  draggedPx = 0;

  /** `isFirst`: whatever the map still holds never told that it lifted. */
  down(id: number, at: Point, isFirst: boolean): void {
    if (isFirst) {
      this.#at.clear();
      this.draggedPx = 0;
    }
    this.#at.set(id, at);
  }

  up(id: number): void {
    this.#at.delete(id);
  }

  /** Change of the map by a finger that moved; null for one that is not down. */
  move(id: number, to: Point): ((sight: Sight) => Sight) | null {
    const from = this.#at.get(id);
    if (!from) return null;
    this.draggedPx += Math.hypot(to.x - from.x, to.y - from.y);
    const before = gripOf([...this.#at.values()]);
    this.#at.set(id, to);
    const after = gripOf([...this.#at.values()]);
    return (sight) => pinched(sight, before, after, after.spreadPx / before.spreadPx);
  }
}
