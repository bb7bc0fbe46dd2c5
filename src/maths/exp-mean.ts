import { finite } from './check.ts';

export interface ExpMeanState {
  mean: number;
  n: number;
}

/**
 * Exponentially weighted mean: m += a (x − m), a = max(1/n, 1 − exp(−step/memory)). Starting as a plain mean removes the bias
 * of the first value.
 */
export class ExpMean {
  #mean = 0;
  #n = 0;

  constructor(readonly memory: number) {}

  static fromJSON(saved: ExpMeanState, memory: number): ExpMean {
    const mean = new ExpMean(memory);
    mean.#mean = finite(saved.mean, 'mean');
    mean.#n = finite(saved.n, 'count');
    return mean;
  }

  toJSON(): ExpMeanState {
    return { mean: this.#mean, n: this.#n };
  }

  get value(): number | null {
    return this.#n === 0 ? null : this.#mean;
  }

  get n(): number {
    return this.#n;
  }

  /** `step` is in the unit of the memory: one observation, or the seconds since the last. */
  add(x: number, step = 1): void {
    this.#n += 1;
    this.#mean += Math.max(1 / this.#n, 1 - Math.exp(-step / this.memory)) * (x - this.#mean);
  }
}
