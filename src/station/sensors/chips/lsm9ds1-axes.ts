import type { Vec3 } from '../sample.ts';

export type AxesReading = ReturnType<typeof parseAxes>;

/** Burst of a three-axis sensor, in the unit of its scale, along the chip's own axes. */
export function parseAxes(block: Buffer, unitsPerCount: number) {
  const counts = [block.readInt16LE(0), block.readInt16LE(2), block.readInt16LE(4)] as const;
  const [x, y, z] = counts;
  return {
    chip: { x: x * unitsPerCount, y: y * unitsPerCount, z: z * unitsPerCount },
    /** An axis stands at its end: the true value lies somewhere beyond. */
    clipped: counts.some((count) => Math.abs(count) >= 32767),
  };
}

/** Adding 0 turns the -0 of a negated zero into 0. */
const flip = (value: number): number => -value + 0;

/**
 * From the chip's axes to the body's (x forward, y right, z down; gravity +1 g on z when level), as RTIMULib turns the Sense
 * HAT's. Each of the three sensors sits in its own handedness.
 */
export const bodyAccel = ({ x, y, z }: Vec3): Vec3 => ({ x: flip(x), y: flip(y), z });
export const bodyGyro = ({ x, y, z }: Vec3): Vec3 => ({ x, y, z: flip(z) });
export const bodyField = ({ x, y, z }: Vec3): Vec3 => ({ x: flip(x), y, z: flip(z) });
