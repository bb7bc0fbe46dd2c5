/** Never two samples with one stamp. */
const APART_S = 0.001;

/** Samples that wait for their time, and the steady time of each. */
export class Held<T> {
  #samples: T[] = [];
  #steadyS: number[] = [];

  get length(): number {
    return this.#samples.length;
  }

  /** Steady time of the oldest held sample; there is one. */
  get firstSteadyS(): number {
    return this.#steadyS[0]!;
  }

  add(sample: T, steadyS: number): void {
    this.#steadyS.push(steadyS);
    this.#samples.push(sample);
  }

  /** All of them, stamped by their age, none before its predecessor or `afterS`; nothing is held afterwards. */
  take(offsetS: number, afterS: number) {
    const samples = this.#samples;
    const stamps = Float64Array.from(this.#steadyS);
    const lastSteadyS = stamps.at(-1) ?? Number.NaN;
    let lastStampS = afterS;
    for (let i = 0; i < stamps.length; i++) {
      lastStampS = Math.max(stamps[i]! + offsetS, lastStampS + APART_S);
      stamps[i] = lastStampS;
    }
    this.#samples = [];
    this.#steadyS = [];
    return { samples, stamps, lastStampS, lastSteadyS };
  }
}
