import { restored, type Saved } from './codec.ts';

/** Numbers in a layer: inputs, two hidden layers, outputs. */
export type NetShape = readonly [number, number, number, number];

export type SmallNetState = Saved<SmallNet>;

/** No input is farther from its mean, in standard deviations. */
const FARTHEST = 4;
/** Leaky ReLU slope below 0: a neuron that is always off could never learn. */
export const LEAK = 0.01;

/**
 * A network of two hidden layers with many outputs: what one output learns to see, the others can use. Answers a dozen questions in some
 * ten microseconds. How it is taught: `net-trainer.ts`.
 */
export class SmallNet {
  readonly state;
  readonly #seen: Float64Array;
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  readonly #said: Float64Array;

  constructor(readonly shape: NetShape) {
    const [inputs, first, second, outputs] = shape;
    this.state = {
      shape: [...shape],
      /** Mean and scale of each input. */
      centre: new Float32Array(inputs),
      stretch: new Float32Array(inputs),
      /** Factor of each output; 0 for one without lessons. */
      scale: new Float32Array(outputs),
      /** All layers in a row: weights as (to, from), then biases. */
      weights: new Float32Array((inputs + 1) * first + (first + 1) * second + (second + 1) * outputs),
    };
    this.#seen = new Float64Array(inputs);
    this.#first = new Float64Array(first);
    this.#second = new Float64Array(second);
    this.#said = new Float64Array(outputs);
  }

  /** NaN is an input that is missing. The answer is the net's own array, good until the next question. */
  predict(inputs: ArrayLike<number>): Float64Array {
    const { centre, stretch, scale, weights } = this.state;
    const seen = this.#seen;
    for (let i = 0; i < seen.length; i++) seen[i] = standardised(inputs[i]!, i, centre, stretch);
    let at = forward(weights, 0, this.#seen, this.#first);
    leak(this.#first);
    at = forward(weights, at, this.#first, this.#second);
    leak(this.#second);
    forward(weights, at, this.#second, this.#said);
    for (let i = 0; i < this.#said.length; i++) this.#said[i] = this.#said[i]! * scale[i]!;
    return this.#said;
  }

  /** False for an output that had no answers to learn from: its value means nothing. */
  knows(output: number): boolean {
    return (this.state.scale[output] ?? 0) > 0;
  }

  restore(saved: SmallNetState): this {
    const { shape } = this;
    if (saved.shape.join() !== shape.join()) throw new Error(`a net of ${saved.shape} was saved, expected ${shape}`);
    restored(this as SmallNet, saved);
    return this;
  }
}

/** Input `i` as the net takes it; a missing one is its own mean. */
export function standardised(input: number, i: number, centre: Float32Array, stretch: Float32Array): number {
  const value = (input - centre[i]!) * stretch[i]!;
  return Number.isNaN(value) ? 0 : value > FARTHEST ? FARTHEST : value < -FARTHEST ? -FARTHEST : value;
}

/** Forward pass of a layer whose weights begin at `at`. Returns where the next layer begins. Four rows share each input. */
function forward(weights: Float32Array, at: number, from: Float64Array, to: Float64Array): number {
  const n = from.length;
  const biases = at + n * to.length;
  const last = at + (to.length - 1) * n;
  for (let j = 0; j < to.length; j += 4) {
    const first = at + j * n;
    const second = Math.min(last, first + n); // beyond the last row it is the last once more
    const third = Math.min(last, second + n);
    const fourth = Math.min(last, third + n);
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0; i < n; i++) {
      const value = from[i]!;
      a += weights[first + i]! * value;
      b += weights[second + i]! * value;
      c += weights[third + i]! * value;
      d += weights[fourth + i]! * value;
    }
    to[j] = a + weights[biases + j]!;
    if (j + 1 < to.length) to[j + 1] = b + weights[biases + j + 1]!;
    if (j + 2 < to.length) to[j + 2] = c + weights[biases + j + 2]!;
    if (j + 3 < to.length) to[j + 3] = d + weights[biases + j + 3]!;
  }
  return biases + to.length;
}

export function leak(values: Float64Array): void {
  for (let i = 0; i < values.length; i++) if (values[i]! < 0) values[i] = values[i]! * LEAK;
}
