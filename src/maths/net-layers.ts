/** Lessons that pass through a layer together, a sum each. In such arrays, value i of lesson k is at ABREAST * i + k. */
export const ABREAST = 4;

/** Room for so many values of lessons abreast. */
export const roomFor = (values: number): Float64Array => new Float64Array(ABREAST * values);

/** From one layer of so many values to the next. Its weights begin at `at`, as (to, from), then biases. */
export interface Layer {
  at: number;
  from: number;
  to: number;
}

/** Four lessons through a layer: a loaded weight serves all of them, and no addition waits for the one before it. */
export function forwardAbreast(weights: Float32Array, { at, from, to }: Layer, x: Float64Array, y: Float64Array): void {
  for (let j = 0, w = at, out = 0; j < to; j++, out += ABREAST) {
    const bias = weights[at + from * to + j]!;
    let a = bias;
    let b = bias;
    let c = bias;
    let d = bias;
    for (let i = 0, k = 0; i < from; i++, w++, k += ABREAST) {
      const weight = weights[w]!;
      a += weight * x[k]!;
      b += weight * x[k + 1]!;
      c += weight * x[k + 2]!;
      d += weight * x[k + 3]!;
    }
    y[out] = a;
    y[out + 1] = b;
    y[out + 2] = c;
    y[out + 3] = d;
  }
}

/** Adds the weight gradients of four lessons behind a layer. */
export function gradientAbreast(
  gradient: Float64Array,
  { at, from, to }: Layer,
  x: Float64Array,
  errors: Float64Array,
) {
  for (let j = 0, w = at, out = 0; j < to; j++, out += ABREAST) {
    const a = errors[out]!;
    const b = errors[out + 1]!;
    const c = errors[out + 2]!;
    const d = errors[out + 3]!;
    for (let i = 0, k = 0; i < from; i++, w++, k += ABREAST)
      gradient[w] = gradient[w]! + (a * x[k]! + b * x[k + 1]! + c * x[k + 2]! + d * x[k + 3]!);
    const bias = at + from * to + j;
    gradient[bias] = gradient[bias]! + (a + b + c + d);
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
