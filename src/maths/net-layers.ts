/**
 * Lessons that pass through a layer together: a loaded weight serves all of them, and no addition waits for the one before it. In such
 * arrays, value i of lesson k is at ABREAST * i + k.
 */
export const ABREAST = 4;

/** Room for so many values of lessons abreast. An odd last one has a neighbour that means nothing, so that rows can go in pairs. */
export const roomFor = (values: number): Float64Array => new Float64Array(ABREAST * (values + (values % 2)));

/** From one layer of so many values to the next. Its weights begin at `at`, as (to, from), then biases. */
export interface Layer {
  at: number;
  from: number;
  to: number;
}

/** Four lessons through a layer, two rows of weights at a time. */
export function forwardAbreast(weights: Float32Array, { at, from, to }: Layer, x: Float64Array, y: Float64Array): void {
  const biases = at + from * to;
  for (let j = 0, out = 0; j < to; j += 2, out += 2 * ABREAST) {
    const other = j + 1 < to ? 1 : 0; // of an odd last row the neighbour is itself
    const row = at + j * from;
    const below = row + other * from;
    const bias = weights[biases + j]!;
    const biasBelow = weights[biases + j + other]!;
    let a0 = bias;
    let a1 = bias;
    let a2 = bias;
    let a3 = bias;
    let b0 = biasBelow;
    let b1 = biasBelow;
    let b2 = biasBelow;
    let b3 = biasBelow;
    for (let i = 0, k = 0; i < from; i++, k += ABREAST) {
      const a = weights[row + i]!;
      const b = weights[below + i]!;
      const x0 = x[k]!;
      const x1 = x[k + 1]!;
      const x2 = x[k + 2]!;
      const x3 = x[k + 3]!;
      a0 += a * x0;
      a1 += a * x1;
      a2 += a * x2;
      a3 += a * x3;
      b0 += b * x0;
      b1 += b * x1;
      b2 += b * x2;
      b3 += b * x3;
    }
    y[out] = a0;
    y[out + 1] = a1;
    y[out + 2] = a2;
    y[out + 3] = a3;
    y[out + 4] = b0;
    y[out + 5] = b1;
    y[out + 6] = b2;
    y[out + 7] = b3;
  }
}

/** Adds the weight gradients of four lessons behind a layer. Beyond the last row errors are 0. */
export function gradientAbreast(
  gradient: Float64Array,
  { at, from, to }: Layer,
  x: Float64Array,
  errors: Float64Array,
) {
  const biases = at + from * to;
  for (let j = 0, out = 0; j < to; j += 2, out += 2 * ABREAST) {
    const other = j + 1 < to ? 1 : 0;
    const row = at + j * from;
    const below = row + other * from;
    const a0 = errors[out]!;
    const a1 = errors[out + 1]!;
    const a2 = errors[out + 2]!;
    const a3 = errors[out + 3]!;
    const b0 = errors[out + 4]!;
    const b1 = errors[out + 5]!;
    const b2 = errors[out + 6]!;
    const b3 = errors[out + 7]!;
    for (let i = 0, k = 0; i < from; i++, k += ABREAST) {
      const x0 = x[k]!;
      const x1 = x[k + 1]!;
      const x2 = x[k + 2]!;
      const x3 = x[k + 3]!;
      gradient[row + i] = gradient[row + i]! + (a0 * x0 + a1 * x1 + a2 * x2 + a3 * x3);
      gradient[below + i] = gradient[below + i]! + (b0 * x0 + b1 * x1 + b2 * x2 + b3 * x3);
    }
    gradient[biases + j] = gradient[biases + j]! + (a0 + a1 + a2 + a3);
    gradient[biases + j + other] = gradient[biases + j + other]! + (b0 + b1 + b2 + b3);
  }
}

/** Backpropagation through a layer for four lessons at a time. */
export function backAbreast(weights: Float32Array, { at, from, to }: Layer, errors: Float64Array, onto: Float64Array) {
  for (let i = 0, out = 0; i < from; i++, out += ABREAST) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let j = 0, k = 0, w = at + i; j < to; j++, k += ABREAST, w += from) {
      const weight = weights[w]!;
      a += weight * errors[k]!;
      b += weight * errors[k + 1]!;
      c += weight * errors[k + 2]!;
      d += weight * errors[k + 3]!;
    }
    onto[out] = a;
    onto[out + 1] = b;
    onto[out + 2] = c;
    onto[out + 3] = d;
  }
}
