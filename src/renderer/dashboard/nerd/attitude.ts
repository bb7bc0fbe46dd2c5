/** Point of the board, in its own axes. */
export interface Point3 {
  x: number;
  y: number;
  z: number;
}
const RAD = Math.PI / 180;

/** Point after roll, pitch and yaw, in this order (aerospace: heading, pitch, roll from the outside in). */
export function turned({ x, y, z }: Point3, rollDeg: number, pitchDeg: number, yawDeg: number): Point3 {
  const [cr, sr] = [Math.cos(rollDeg * RAD), Math.sin(rollDeg * RAD)];
  const [cp, sp] = [Math.cos(pitchDeg * RAD), Math.sin(pitchDeg * RAD)];
  const [cy, sy] = [Math.cos(yawDeg * RAD), Math.sin(yawDeg * RAD)];
  const y1 = y * cr - z * sr;
  const z1 = y * sr + z * cr;
  const x2 = x * cp + z1 * sp;
  const z2 = -x * sp + z1 * cp;
  return { x: x2 * cy - y1 * sy, y: x2 * sy + y1 * cy, z: z2 };
}

const CAMERA_DEG = 58;

/** Orthographic, seen from 32° above the horizon; x runs right, the picture's y down. */
export const seen = ({ x, y, z }: Point3): { x: number; y: number } => ({
  x: y,
  y: -x * Math.cos(CAMERA_DEG * RAD) - z * Math.sin(CAMERA_DEG * RAD),
});
