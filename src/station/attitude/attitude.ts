import type { Vec3 } from '../sensors/sample.ts';
import { circle, degrees, norm, radians } from './vectors.ts';

/**
 * Attitude from gravity and field, in a frame with x forward, y right, z down where gravity reads +1 g on z when level:
 *   roll = atan2(ay, az)      pitch = -atan2(ax, sqrt(ay^2 + az^2))
 *   xh = mx cos(pitch) + sin(pitch) (my sin(roll) + mz cos(roll))      yh = my cos(roll) - mz sin(roll)
 *   heading = atan2(-yh, xh), clockwise from magnetic north
 * RTIMULib's convention. With the nose straight up or down roll and heading turn about the same axis and mean nothing alone.
 */
export const rollDeg = (gravity: Vec3): number => degrees(Math.atan2(gravity.y, gravity.z));
export const pitchDeg = (gravity: Vec3): number => -degrees(Math.atan2(gravity.x, Math.hypot(gravity.y, gravity.z)));

const levelled = (gravity: Vec3, field: Vec3): { xh: number; yh: number } => {
  const roll = radians(rollDeg(gravity));
  const pitch = radians(pitchDeg(gravity));
  return {
    xh: field.x * Math.cos(pitch) + Math.sin(pitch) * (field.y * Math.sin(roll) + field.z * Math.cos(roll)),
    yh: field.y * Math.cos(roll) - field.z * Math.sin(roll),
  };
};

/** 0..360, magnetic. */
export function headingDeg(gravity: Vec3, field: Vec3): number {
  const { xh, yh } = levelled(gravity, field);
  return circle(degrees(Math.atan2(-yh, xh)));
}

/** The part of the field that a compass needle feels, uT. */
export function horizontalFieldUt(gravity: Vec3, field: Vec3): number {
  const { xh, yh } = levelled(gravity, field);
  return Math.hypot(xh, yh);
}

/** Shaken, falling or clipped, an accelerometer does not show where down is. */
export const showsGravity = (accelG: Vec3): boolean => norm(accelG) >= 0.7 && norm(accelG) <= 1.3;

/** Earth's field is 25..65 uT. Far outside, a magnet speaks; with too little of it level, nobody does. */
export const showsNorth = (gravity: Vec3, field: Vec3): boolean =>
  norm(field) >= 10 && norm(field) <= 150 && horizontalFieldUt(gravity, field) >= 5;
