import type { Sample, Vec3 } from '../sensors/sample.ts';
import { headingDeg, pitchDeg, rollDeg, showsGravity, showsNorth } from './attitude.ts';
import { GyroBias } from './gyro-bias.ts';
import { HardIron } from './hard-iron.ts';
import { type AxisMap, mountedBy } from './mounting.ts';
import { type Move, MoveWatch } from './move-watch.ts';
import { SmoothDirection } from './smooth-direction.ts';
import { circle, minus } from './vectors.ts';

export interface OrientationSettings {
  axes: AxisMap;
  /** The board's turn about the vertical, clockwise from above. */
  rotationDeg: number;
  /** Added to the compass: magnetic declination, east positive, and what the mounting is off. */
  headingOffsetDeg: number;
}

/** In the station's frame. Null what this turn does not show. */
export interface Attitude {
  pitchDeg: number | null;
  rollDeg: number | null;
  /** Turn about the vertical against magnetic north, 0..360: steady, but until `compassDeg` speaks off by the board's own field. */
  yawDeg: number | null;
  /** True heading, 0..360; null until the board's own field is known well enough for it. */
  compassDeg: number | null;
  accelG: Vec3 | null;
  /** Angular rate without the gyroscope's bias. */
  gyroDps: Vec3 | null;
}

const COMPASS_ERROR_DEG = 8;

/**
 * Orientation of the board from gravity and magnetic field alone: at one sample in 2 s a gyroscope cannot be integrated. Directions are
 * smoothed as vectors, since angles cannot be averaged across north. Learned state is in the board's own axes, so it survives a changed
 * mounting.
 */
export class Orientation {
  readonly #mounted: (board: Vec3) => Vec3;
  readonly state = {
    hardIron: new HardIron(),
    gyroBias: new GyroBias(),
    moves: new MoveWatch(),
    down: new SmoothDirection(),
    field: new SmoothDirection(),
  };

  constructor(private readonly settings: OrientationSettings) {
    this.#mounted = mountedBy(settings.axes, settings.rotationDeg);
  }

  /** Takes one sample and says what it shows. */
  learn({ accelG, gyroDps, fieldUt }: Pick<Sample, 'accelG' | 'gyroDps' | 'fieldUt'>, tS: number): Attitude {
    if (accelG && gyroDps) this.state.gyroBias.learn(accelG, gyroDps);
    const upright = accelG !== null && showsGravity(accelG);
    const down = upright ? this.state.down.learn(accelG, tS) : null;
    const field = fieldUt && this.state.field.learn(fieldUt, tS);
    if (upright && fieldUt) this.state.hardIron.learn(fieldUt); // unsmoothed: while the board turns, a mean lies inside the sphere
    if (down) this.state.moves.learn(down, field, tS);
    const gravity = down && this.#mounted(down);
    return {
      pitchDeg: gravity && pitchDeg(gravity),
      rollDeg: gravity && rollDeg(gravity),
      ...(down && gravity && field ? this.#heading(down, gravity, field) : { yawDeg: null, compassDeg: null }),
      accelG: accelG && this.#mounted(accelG),
      gyroDps: gyroDps && this.#mounted(this.state.gyroBias.correct(gyroDps)),
    };
  }

  /** A lasting change of attitude, told once. */
  takeMove(): Move | null {
    return this.state.moves.take();
  }

  #heading(down: Vec3, gravity: Vec3, field: Vec3): Pick<Attitude, 'yawDeg' | 'compassDeg'> {
    const north = this.#mounted(minus(field, this.state.hardIron.offsetUt));
    if (!showsNorth(gravity, north)) return { yawDeg: null, compassDeg: null };
    const yawDeg = headingDeg(gravity, north);
    const known = this.state.hardIron.headingErrorDeg(down, field) <= COMPASS_ERROR_DEG;
    return { yawDeg, compassDeg: known ? circle(yawDeg + this.settings.headingOffsetDeg) : null };
  }
}
