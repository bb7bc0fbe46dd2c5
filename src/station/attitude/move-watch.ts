import type { Vec3 } from '../sensors/sample.ts';
import { angleDegBetween } from './vectors.ts';

interface Pose {
  down: Vec3;
  field: Vec3 | null;
}

export interface MoveWatchState {
  /** Reference pose of the board. */
  pose: Pose | null;
  candidate?: Candidate | null;
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
  #pose: Pose | null;
  #candidate: Candidate | null;
  #move: Move | null = null;
  constructor(saved: MoveWatchState | null = null) {
    this.#pose = saved?.pose ? structuredClone(saved.pose) : null;
    this.#candidate = saved?.candidate ? structuredClone(saved.candidate) : null;
  }
  static fromJSON(saved: MoveWatchState | null): MoveWatch {
    return new MoveWatch(saved);
  }
  toJSON(): MoveWatchState {
    return structuredClone({ pose: this.#pose, candidate: this.#candidate });
  }

  learn(down: Vec3, field: Vec3 | null, tS: number): void {
    const pose: Pose = { down, field };
    if (this.#pose && !differ(this.#pose, pose)) {
      this.#pose.field ??= field;
      this.#candidate = null;
      return;
    }
    if (!this.#candidate || differ(this.#candidate.pose, pose)) {
      this.#candidate = { pose, heldS: 0, lastS: tS };
      return;
    }
    const candidate = this.#candidate;
    candidate.heldS += Math.min(LONGEST_STEP_S, Math.max(0, tS - candidate.lastS));
    candidate.lastS = tS;
    if (candidate.heldS < LASTING_S) return;
    if (this.#pose)
      this.#move = { tiltedDeg: angleDegBetween(this.#pose.down, down), turnedDeg: turnDeg(this.#pose, pose) };
    this.#pose = pose;
    this.#candidate = null;
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
