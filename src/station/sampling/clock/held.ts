/** Never two samples with one stamp. */
const APART_S = 0.001;
const FIRST_ROOM = 64;

/** Samples that have been stamped: as they were held, and when they belong. */
export interface Stamped<T> {
  samples: readonly T[];
  stamps: Float64Array;
}

/** Samples that wait for their time, and the steady time of each: all numbers in one place, since a day of them is stamped in one turn. */
export class Held<T> {
  #samples: T[] = [];
  #steadyS = new Float64Array(FIRST_ROOM);

  get length(): number {
    return this.#samples.length;
  }

  /** Steady time of the oldest held sample; there is one. */
  get firstSteadyS(): number {
    return this.#steadyS[0]!;
  }

  add(sample: T, steadyS: number): void {
    const { length } = this.#samples;
    if (length === this.#steadyS.length) {
      const room = new Float64Array(2 * length);
      room.set(this.#steadyS);
      this.#steadyS = room;
    }
    this.#steadyS[length] = steadyS;
    this.#samples.push(sample);
  }

  /** All of them, stamped by their age, none before its predecessor or `afterS`; nothing is held afterwards. */
  take(offsetS: number, afterS: number): Stamped<T> & { lastStampS: number; lastSteadyS: number } {
    const samples = this.#samples;
    const stamps = this.#steadyS.slice(0, samples.length);
    const lastSteadyS = stamps.at(-1) ?? Number.NaN;
    let lastStampS = afterS;
    for (let i = 0; i < stamps.length; i++) {
      lastStampS = Math.max(stamps[i]! + offsetS, lastStampS + APART_S);
      stamps[i] = lastStampS;
    }
    this.#samples = [];
    this.#steadyS = new Float64Array(FIRST_ROOM);
    return { samples, stamps, lastStampS, lastSteadyS };
  }
}
