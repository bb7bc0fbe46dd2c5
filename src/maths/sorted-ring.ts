import { decodedInto, encoded } from './codec.ts';

/** The newest `capacity` values in order of arrival and, at the same time, in order of size. */
export class SortedRing {
  readonly #arrival: Float32Array;
  readonly #sorted: Float32Array;
  #count = 0;
  #next = 0;

  constructor(readonly capacity: number) {
    this.#arrival = new Float32Array(capacity);
    this.#sorted = new Float32Array(capacity);
  }

  get size(): number {
    return this.#count;
  }

  push(raw: number): void {
    const value = Math.fround(raw);
    if (this.#count === this.capacity) this.#remove(this.#arrival[this.#next]!);
    const at = this.#lowerBound(value);
    this.#sorted.copyWithin(at + 1, at, this.#count);
    this.#sorted[at] = value;
    this.#count += 1;
    this.#arrival[this.#next] = value;
    this.#next = (this.#next + 1) % this.capacity;
  }

  /** The k-th smallest, k from 1. */
  smallest(k: number): number {
    return this.#sorted[k - 1]!;
  }

  /** Linear between order statistics, the i-th of N standing for (i − 1/2)/N. */
  quantile(tau: number): number {
    const at = Math.min(this.#count - 1, Math.max(0, tau * this.#count - 0.5));
    const below = Math.floor(at);
    const low = this.#sorted[below]!;
    return low + (at - below) * (this.#sorted[Math.min(below + 1, this.#count - 1)]! - low);
  }

  /** Lets every second value go, in order of arrival; the newest stays. */
  thin(): void {
    this.#fill(this.#ordered().filter((_, i) => (this.#count - i) % 2 === 1));
  }

  /** Oldest first. */
  toJSON(): string {
    return encoded(this.#ordered());
  }

  restore(saved: string): this {
    const size = Math.min(this.capacity, Math.floor(Buffer.byteLength(saved, 'base64') / 4)); // what is more, or no whole number, is damage
    return this.#fill(decodedInto(new Float32Array(size), saved));
  }

  #fill(values: Float32Array): this {
    this.#arrival.set(values);
    this.#sorted.set(values);
    this.#sorted.subarray(0, values.length).sort(); // one by one they would take as long as a turn may
    this.#count = values.length;
    this.#next = values.length % this.capacity;
    return this;
  }

  #ordered(): Float32Array<ArrayBuffer> {
    const ordered = new Float32Array(this.#count);
    const oldest = this.#count === this.capacity ? this.#next : 0;
    for (let i = 0; i < this.#count; i++) ordered[i] = this.#arrival[(oldest + i) % this.capacity]!;
    return ordered;
  }

  #remove(value: number): void {
    const at = this.#lowerBound(value);
    this.#sorted.copyWithin(at, at + 1, this.#count);
    this.#count -= 1;
  }

  #lowerBound(value: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
