import type { Vec3 } from '../sensors/sample.ts';
import { minus, norm, plus, times } from './vectors.ts';

const TIME_CONSTANT_S = 10;
const FORGET_AFTER_S = 60;
const CHANGED = 0.2; // of its length: a turn by 12 degrees, or a magnet

export interface SmoothDirectionState {
  v: Vec3 | null;
  tS: number;
}

/** A direction without its noise: vectors are averaged, never angles. A real change is followed at once, not slid into. */
export class SmoothDirection {
  #v: Vec3 | null = null;
  #tS = 0;

  static fromJSON(saved: SmoothDirectionState | null): SmoothDirection {
    const smooth = new SmoothDirection();
    if (saved) [smooth.#v, smooth.#tS] = [saved.v, saved.tS];
    return smooth;
  }
  toJSON(): SmoothDirectionState {
    return { v: this.#v && { ...this.#v }, tS: this.#tS };
  }

  learn(v: Vec3, tS: number): Vec3 {
    const dtS = tS - this.#tS;
    const fresh = !this.#v || dtS < 0 || dtS > FORGET_AFTER_S || norm(minus(v, this.#v)) > CHANGED * norm(this.#v);
    this.#v = fresh || !this.#v ? v : plus(this.#v, times(minus(v, this.#v), 1 - Math.exp(-dtS / TIME_CONSTANT_S)));
    this.#tS = tS;
    return this.#v;
  }
}
