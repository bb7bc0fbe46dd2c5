/**
 * Exponentially weighted mean: m += a (x − m), a = max(1/n, 1 − exp(−step/memory)). Starting as a plain mean removes the bias
 * of the first value.
 */
export class ExpMean {
  readonly state = {
    mean: 0,
    n: 0,
  };

  constructor(readonly memory: number) {}

  get value(): number | null {
    return this.state.n === 0 ? null : this.state.mean;
  }

  get n(): number {
    return this.state.n;
  }

  /** `step` is in the unit of the memory: one observation, or the seconds since the last. */
  add(x: number, step = 1): void {
    this.state.n += 1;
    this.state.mean += Math.max(1 / this.state.n, 1 - Math.exp(-step / this.memory)) * (x - this.state.mean);
  }
}
