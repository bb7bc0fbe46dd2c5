import type { Vec3 } from '../sensors/sample.ts';
import { angleDegBetween } from './vectors.ts';

interface Pose {
  down: Vec3;
  field: Vec3 | null;
}

/** A new pose that has not lasted long enough yet. */
interface Candidate {
  pose: Pose;
  heldS: number;
  lastS: number;
}

/** Lasting change of the board's pose. */
export interface Move {
  tiltedDeg: number;
  /** Change of the field's direction in the board, which a turn about the vertical shows as; null without a field. */
  turnedDeg: number | null;
}

const TILT_DEG = 8;
const TURN_DEG = 20;
const LASTING_S = 60;
const LONGEST_STEP_S = 10; // however far apart two samples are, or the clock jumps, one sample is no minute of evidence

/** Tells a board that was moved from one that was knocked: the new pose has to hold for a minute. */
export class MoveWatch {
  /** `pose` is the reference pose of the board. */
  readonly state = { pose: null as Pose | null, candidate: null as Candidate | null };
  #move: Move | null = null;

  learn(down: Vec3, field: Vec3 | null, tS: number): void {
    const pose: Pose = { down, field };
    if (this.state.pose && !differ(this.state.pose, pose)) {
      this.state.pose.field ??= field;
      this.state.candidate = null;
      return;
    }
    if (!this.state.candidate || differ(this.state.candidate.pose, pose)) {
      this.state.candidate = { pose, heldS: 0, lastS: tS };
      return;
    }
    const candidate = this.state.candidate;
    candidate.heldS += Math.min(LONGEST_STEP_S, Math.max(0, tS - candidate.lastS));
    candidate.lastS = tS;
    if (candidate.heldS < LASTING_S) return;
    if (this.state.pose)
      this.#move = {
        tiltedDeg: angleDegBetween(this.state.pose.down, down),
        turnedDeg: turnDeg(this.state.pose, pose),
      };
    this.state.pose = pose;
    this.state.candidate = null;
  }

  take(): Move | null {
    const move = this.#move;
    this.#move = null;
    return move;
  }
}

const turnDeg = (a: Pose, b: Pose): number | null => (a.field && b.field ? angleDegBetween(a.field, b.field) : null);

const differ = (a: Pose, b: Pose): boolean =>
  angleDegBetween(a.down, b.down) > TILT_DEG || (turnDeg(a, b) ?? 0) > TURN_DEG;
