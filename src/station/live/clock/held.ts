/** Never two samples with one stamp. */
const APART_S = 0.001;
const FIRST_ROOM = 64;
/** So many are let go before the others move up together. */
const MOVED_UP = 1024;

/** Samples that have been stamped: as they were held, and when they belong. */
export interface Stamped<T> {
  samples: readonly T[];
  stamps: Float64Array;
}

/** Samples that wait for their time, and the steady time of each: all numbers in one place, since a day of them is stamped in one turn. */
export class Held<T> {
  #samples: T[] = [];
  #steadyS = new Float64Array(FIRST_ROOM);
  /** So many were let go at the front. */
  #gone = 0;

  get length(): number {
    return this.#samples.length - this.#gone;
  }

  /** Of the oldest; there is one. */
  get firstSteadyS(): number {
    return this.#steadyS[this.#gone]!;
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

  /** The oldest is given up. */
  dropFirst(): void {
    this.#gone += 1;
    if (this.#gone < MOVED_UP) return;
    this.#samples = this.#samples.slice(this.#gone);
    this.#steadyS.copyWithin(0, this.#gone);
    this.#gone = 0;
  }

  /** All of them, stamped by their age, none before its predecessor or `afterS`; nothing is held afterwards. */
  take(offsetS: number, afterS: number): Stamped<T> & { lastStampS: number; lastSteadyS: number } {
    const samples = this.#gone === 0 ? this.#samples : this.#samples.slice(this.#gone);
    const stamps = this.#steadyS.slice(this.#gone, this.#samples.length);
    const lastSteadyS = stamps.at(-1) ?? Number.NaN;
    let lastStampS = afterS;
    for (let i = 0; i < stamps.length; i++) {
      lastStampS = Math.max(stamps[i]! + offsetS, lastStampS + APART_S);
      stamps[i] = lastStampS;
    }
    this.#samples = [];
    this.#steadyS = new Float64Array(FIRST_ROOM);
    this.#gone = 0;
    return { samples, stamps, lastStampS, lastSteadyS };
  }
}
