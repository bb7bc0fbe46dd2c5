import type { Vec3 } from '../sensors/sample.ts';
import { radians } from './vectors.ts';

/** Which of the board's axes, with sign, each of the station's axes is: forward, right, down. */
export type AxisMap = readonly [forward: SignedAxis, right: SignedAxis, down: SignedAxis];
type SignedAxis = `${'+' | '-'}${keyof Vec3}`;

/** Mountings of the board, by their names in the settings. */
export const MOUNTS = {
  flat: ['+x', '+y', '+z'],
  'upside-down': ['+x', '-y', '-z'],
  wall: ['+z', '+y', '-x'],
} as const satisfies Record<string, AxisMap>;

/** Adding 0 turns the -0 of a negated zero into 0. */
const along = (axis: SignedAxis, v: Vec3): number => (axis[0] === '-' ? -1 : 1) * v[axis[1] as keyof Vec3] + 0;

/**
 * Turns a vector of the board into the station's frame: first the axes (a board on a wall has its z forward), then the turn about
 * the vertical, clockwise seen from above.
 */
export function mountedBy(axes: AxisMap, rotationDeg: number): (board: Vec3) => Vec3 {
  const [c, s] = [Math.cos(radians(rotationDeg)), Math.sin(radians(rotationDeg))];
  return (board) => {
    const [x, y, z] = [along(axes[0], board), along(axes[1], board), along(axes[2], board)];
    return { x: c * x - s * y, y: s * x + c * y, z };
  };
}
