import { decodedInto, encoded } from './codec.ts';

/** The newest `capacity` values in order of arrival and, at the same time, in order of size. They are kept as singles. */
export class SortedRing {
  #arrival: number[] = [];
  #sorted: number[] = [];

  constructor(readonly capacity: number) {}

  get size(): number {
    return this.#arrival.length;
  }

  push(raw: number): void {
    const value = Math.fround(raw);
    if (this.size === this.capacity) this.#sorted.splice(this.#placeOf(this.#arrival.shift()!), 1);
    this.#sorted.splice(this.#placeOf(value), 0, value);
    this.#arrival.push(value);
  }

  /** The k-th smallest, k from 1. */
  smallest(k: number): number {
    return this.#sorted[k - 1]!;
  }

  /** Linear between order statistics, the i-th of N standing for (i − 1/2)/N. */
  quantile(tau: number): number {
    const last = this.size - 1;
    const at = Math.min(last, Math.max(0, tau * this.size - 0.5));
    const below = Math.floor(at);
    const low = this.#sorted[below]!;
    return low + (at - below) * (this.#sorted[Math.min(below + 1, last)]! - low);
  }

  /** Lets every second value go, in order of arrival; the newest stays. */
  thin(): void {
    this.#fill(this.#arrival.filter((_, i) => (this.size - i) % 2 === 1));
  }

  /** Oldest first. */
  toJSON(): string {
    return encoded(Float32Array.from(this.#arrival));
  }

  restore(saved: string): this {
    const size = Math.min(this.capacity, Math.floor(Buffer.byteLength(saved, 'base64') / 4)); // what is more, or no whole number, is damage
    return this.#fill([...decodedInto(new Float32Array(size), saved)]);
  }

  #fill(values: number[]): this {
    this.#arrival = values;
    this.#sorted = values.toSorted((a, b) => a - b); // one by one they would take as long as a turn may
    return this;
  }

  /** Place of the first value that is not smaller. */
  #placeOf(value: number): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
