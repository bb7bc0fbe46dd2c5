import type { Vec3 } from '../sensors/sample.ts';

export const norm = ({ x, y, z }: Vec3): number => Math.hypot(x, y, z);
export const dot = (a: Vec3, b: Vec3): number => a.x * b.x + a.y * b.y + a.z * b.z;
export const plus = (a: Vec3, b: Vec3): Vec3 => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z });
export const minus = (a: Vec3, b: Vec3): Vec3 => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
export const times = ({ x, y, z }: Vec3, factor: number): Vec3 => ({ x: x * factor, y: y * factor, z: z * factor });
export const unit = (v: Vec3): Vec3 => times(v, 1 / norm(v));

export const degrees = (radians: number): number => (radians * 180) / Math.PI;
export const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** Into 0..360. */
export const circle = (angleDeg: number): number => ((angleDeg % 360) + 360) % 360;
/** The angle between two directions, 0..180. */
export const angleDegBetween = (a: Vec3, b: Vec3): number =>
  degrees(Math.acos(Math.min(1, Math.max(-1, dot(a, b) / (norm(a) * norm(b))))));
