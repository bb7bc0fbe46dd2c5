import { finite } from '../../maths/check.ts';

const GAIN = 0.02;
const GAIN_STEP_S = 300;
const MOST_GAIN = 0.25;
/** A young quantile moves faster, so that finding its place does not cost an event for every two per cent. */
const EARLY = 5;
const EARLY_DAYS = 30;

/**
 * A quantile far out in the tail of a non-negative quantity, tracked in proportion to itself (Robbins & Monro 1951):
 *   Q += g max(Q, least) (I[x > Q] − tail)
 * The gain goes with the step of the grid, so that a sparse record moves it as fast in time as a dense one.
 */
export class RareQuantile {
  #q: number;

  constructor(
    private readonly least: number,
    private readonly tail: number,
    private readonly stepS: number,
  ) {
    this.#q = least;
  }

  restore(saved: number): this {
    this.#q = finite(saved, 'quantile');
    return this;
  }

  toJSON(): number {
    return this.#q;
  }

  /** Never below `least`, however calm it has been. */
  get value(): number {
    return Math.max(this.#q, this.least);
  }

  /** Before the tail can be tracked: at least as far out as anything seen. */
  reach(x: number): void {
    this.#q = Math.max(this.#q, x);
  }

  learn(x: number, days: number): void {
    const young = 1 + EARLY * Math.exp(-days / EARLY_DAYS);
    const gain = Math.min(MOST_GAIN, GAIN * (this.stepS / GAIN_STEP_S) * young);
    this.#q += gain * this.value * ((x > this.#q ? 1 : 0) - this.tail);
  }
}
