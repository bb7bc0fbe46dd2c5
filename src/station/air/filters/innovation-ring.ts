import type { Histogram } from '../../../contract/models.ts';

const CAPACITY = 600;
const FEWEST = 20;
const BINS = 21;
const EDGE = 4;

const EDGES = Array.from({ length: BINS + 1 }, (_, i) => Number((-EDGE + (2 * EDGE * i) / BINS).toFixed(2)));

/** The last 600 innovations of one signal. */
export class InnovationRing {
  readonly #values = new Float64Array(CAPACITY);
  #count = 0;
  #next = 0;

  push(innovation: number): void {
    if (!Number.isFinite(innovation)) return;
    this.#values[this.#next] = innovation;
    this.#next = (this.#next + 1) % CAPACITY;
    this.#count = Math.min(this.#count + 1, CAPACITY);
  }

  /** Mean square: the normalised innovation squared, near 1 where a filter knows its own noise. Null before the first value. */
  get meanSquare(): number | null {
    if (this.#count === 0) return null;
    let sum = 0;
    for (let i = 0; i < this.#count; i++) sum += this.#values[i]! ** 2;
    return sum / this.#count;
  }

  /** Moments about the mean, population form. Null while there are too few values to say. */
  moments(): { mean: number; std: number; skew: number | null; kurtosis: number | null } | null {
    const n = this.#count;
    if (n < FEWEST) return null;
    let sum = 0;
    for (let i = 0; i < n; i++) sum += this.#values[i]!;
    const mean = sum / n;
    let [m2, m3, m4] = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      const deviation = this.#values[i]! - mean;
      const square = deviation * deviation;
      m2 += square / n;
      m3 += (square * deviation) / n;
      m4 += (square * square) / n;
    }
    const flat = m2 < 1e-24;
    return {
      mean,
      std: Math.sqrt(m2),
      skew: flat ? null : m3 / m2 ** 1.5,
      kurtosis: flat ? null : m4 / (m2 * m2) - 3,
    };
  }

  /** As `/api/nerd` shows it, spec 2.10. The innovations of a well-tuned filter are a unit Gaussian; kurtosis is in excess of its 3. */
  histogram(): Histogram {
    const moments = this.moments();
    if (moments === null) return { counts: [], n: this.#count };
    const counts = new Array<number>(BINS).fill(0);
    for (const value of this.#values.subarray(0, this.#count)) {
      const clipped = Math.min(EDGE, Math.max(-EDGE, value));
      const bin = Math.min(BINS - 1, Math.floor(((clipped + EDGE) / (2 * EDGE)) * BINS)); // the last bin is closed
      counts[bin] = counts[bin]! + 1;
    }
    return { counts, edges: EDGES, n: this.#count, ...moments };
  }
}
