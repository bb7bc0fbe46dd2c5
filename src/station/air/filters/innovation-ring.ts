import type { Histogram } from '../../../contract/models.ts';

const CAPACITY = 600;
const FEWEST = 20;
const BINS = 21;
const EDGE = 4;

const EDGES = Array.from({ length: BINS + 1 }, (_, i) => Number((-EDGE + (2 * EDGE * i) / BINS).toFixed(2)));

/** The last 600 innovations of one signal. */
export class InnovationRing {
  readonly #values: number[] = [];
  #next = 0;

  push(innovation: number): void {
    if (!Number.isFinite(innovation)) return;
    this.#values[this.#next] = innovation;
    this.#next = (this.#next + 1) % CAPACITY;
  }

  /** Mean square: the normalised innovation squared, near 1 where a filter knows its own noise. Null before the first value. */
  get meanSquare(): number | null {
    const n = this.#values.length;
    return n === 0 ? null : this.#values.reduce((sum, value) => sum + value ** 2, 0) / n;
  }

  /** Moments about the mean, population form. Null while there are too few values to say. */
  moments(): { mean: number; std: number; skew: number | null; kurtosis: number | null } | null {
    const n = this.#values.length;
    if (n < FEWEST) return null;
    const mean = this.#values.reduce((sum, value) => sum + value, 0) / n;
    let [m2, m3, m4] = [0, 0, 0];
    for (const value of this.#values) {
      const deviation = value - mean;
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
    if (moments === null) return { counts: [], n: this.#values.length };
    const counts = new Array<number>(BINS).fill(0);
    for (const value of this.#values) {
      const clipped = Math.min(EDGE, Math.max(-EDGE, value));
      const bin = Math.min(BINS - 1, Math.floor(((clipped + EDGE) / (2 * EDGE)) * BINS)); // the last bin is closed
      counts[bin] = counts[bin]! + 1;
    }
    return { counts, edges: EDGES, n: this.#values.length, ...moments };
  }
}
