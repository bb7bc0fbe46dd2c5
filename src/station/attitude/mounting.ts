import type { Vec3 } from '../sensors/sample.ts';
import { radians } from './vectors.ts';

/** Which of the board's axes, with sign, each of the station's axes is: forward, right, down. */
export type AxisMap = readonly [forward: SignedAxis, right: SignedAxis, down: SignedAxis];
type SignedAxis = `${'+' | '-'}${'x' | 'y' | 'z'}`;

export const AS_BUILT: AxisMap = ['+x', '+y', '+z'];

/** Mountings of the board, by their names in the settings. */
export const MOUNTS = {
  flat: AS_BUILT,
  'upside-down': ['+x', '-y', '-z'],
  wall: ['+z', '+y', '-x'],
} as const satisfies Record<string, AxisMap>;

const along = (axis: SignedAxis): Vec3 => {
  const sign = axis[0] === '-' ? -1 : 1;
  return { x: axis[1] === 'x' ? sign : 0, y: axis[1] === 'y' ? sign : 0, z: axis[1] === 'z' ? sign : 0 };
};

const determinant = (a: Vec3, b: Vec3, c: Vec3): number =>
  a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x);

/**
 * Turns a vector of the board into the station's frame: first the axes (a board on a wall has its z forward), then the turn about
 * the vertical, clockwise seen from above. Throws for axes no board can have: one twice, or left-handed.
 */
export function mountedBy(axes: AxisMap, rotationDeg: number): (board: Vec3) => Vec3 {
  const [forward, right, down] = [along(axes[0]), along(axes[1]), along(axes[2])];
  if (determinant(forward, right, down) !== 1) {
    throw new Error(`the axes ${axes.join(' ')} are no turned board: each axis once, right-handed`);
  }
  const pick = (axis: Vec3, v: Vec3): number => axis.x * v.x + axis.y * v.y + axis.z * v.z;
  const [c, s] = [Math.cos(radians(rotationDeg)), Math.sin(radians(rotationDeg))];
  return (board) => {
    const [x, y, z] = [pick(forward, board), pick(right, board), pick(down, board)];
    return { x: c * x - s * y, y: s * x + c * y, z };
  };
}
