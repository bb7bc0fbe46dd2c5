import { plus, radians } from '../../src/station/attitude/vectors.ts';
import type { Vec3 } from '../../src/station/sensors/sample.ts';

/** Horizontal 20 uT north and 44 uT down: central Europe. */
export const EARTH: Vec3 = { x: 20, y: 0, z: 44 };

export interface Pose {
  rollDeg?: number;
  pitchDeg?: number;
  headingDeg?: number;
}

/**
 * A vector given as north, east, down, as a body in this pose sees it: rotations about z, then y, then x (aerospace order), written
 * out as matrices so that nothing is shared with the formulas under test.
 */
export function inBody(v: Vec3, { rollDeg = 0, pitchDeg = 0, headingDeg = 0 }: Pose): Vec3 {
  const [cr, sr] = [Math.cos(radians(rollDeg)), Math.sin(radians(rollDeg))];
  const [cp, sp] = [Math.cos(radians(pitchDeg)), Math.sin(radians(pitchDeg))];
  const [ch, sh] = [Math.cos(radians(headingDeg)), Math.sin(radians(headingDeg))];
  const a = { x: ch * v.x + sh * v.y, y: -sh * v.x + ch * v.y, z: v.z };
  const b = { x: cp * a.x - sp * a.z, y: a.y, z: sp * a.x + cp * a.z };
  return { x: b.x, y: cr * b.y + sr * b.z, z: -sr * b.y + cr * b.z };
}

/** What a board at rest in this pose reads, with a field of its own. */
export const atRest = (pose: Pose, hardIronUt: Vec3 = { x: 0, y: 0, z: 0 }, noise: () => number = () => 0) => {
  const shaken = (v: Vec3, by: number): Vec3 => plus(v, { x: by * noise(), y: by * noise(), z: by * noise() });
  return {
    accelG: shaken(inBody({ x: 0, y: 0, z: 1 }, pose), 0.002),
    gyroDps: shaken({ x: 1.2, y: -0.7, z: 2.1 }, 0.1),
    fieldUt: shaken(plus(inBody(EARTH, pose), hardIronUt), 0.2),
  };
};
