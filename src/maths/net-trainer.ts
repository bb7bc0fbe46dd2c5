import { mulberry32 } from '../base/random.ts';
import { ABREAST, backAbreast, forwardAbreast, gradientAbreast, type Layer, roomFor } from './net-layers.ts';
import { LEAK, leak, type NetShape, SmallNet, standardised } from './small-net.ts';

/** Training set: inputs and targets row by row in flat arrays. NaN is a missing input or target. */
export interface NetLessons {
  inputs: Float32Array;
  answers: Float32Array;
}

export interface NetSettings {
  shape: NetShape;
  /** Passes over the training set. */
  epochs: number;
  /** Lessons between two steps. */
  batch: number;
  /** Initial learning rate; it falls to 0 along half a cosine. */
  rate: number;
  /** Weight decay per step, times the rate. */
  decay: number;
  /** Input dropout: share of inputs hidden at each step, so that the net relies on none alone. */
  hidden: number;
  /** Errors beyond so many standard deviations of an answer pull no harder. */
  bound: number;
  seed: number;
}

const LEAST_DEVIATION = 1e-6;
/** Adam's own (Kingma & Ba 2015), with decay apart from the gradient (Loshchilov & Hutter 2019). */
const MOMENTUM = 0.9;
const SQUARES = 0.999;
const FLOOR = 1e-8;

/** The same lessons and the same seed give the same net. A yield after each pass over the lessons. */
export function* trainNet({ inputs, answers }: NetLessons, settings: NetSettings): Generator<number, SmallNet> {
  const { shape, epochs, batch, seed } = settings;
  const lessons = inputs.length / shape[0];
  const net = new SmallNet(shape);
  const { centre, stretch, scale, weights } = net.state;
  standards(inputs, centre, stretch);
  deviations(answers, scale);
  const uniform = mulberry32(seed);
  drawWeights(weights, shape, uniform);
  const seen = inputs.map((_, i) => standardised(inputs[i]!, i % shape[0], centre, stretch));
  const asked = answers.map((answer, i) => (scale[i % shape[3]] === 0 ? Number.NaN : answer / scale[i % shape[3]]!));
  const descent = new Descent(weights, { inputs: seen, answers: asked }, settings, uniform);
  const steps = epochs * Math.max(1, Math.floor(lessons / batch));
  const order = Uint32Array.from({ length: lessons }, (_, i) => i);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, uniform);
    for (let from = 0; from === 0 || from + batch <= lessons; from += batch) {
      const until = Math.min(lessons, from + batch);
      for (let at = from; at < until; at += ABREAST) descent.learn(order.subarray(at, Math.min(until, at + ABREAST)));
      step += 1;
      descent.step(0.5 * (1 + Math.cos((Math.PI * step) / steps)));
    }
    yield (epoch + 1) / epochs;
  }
  return net;
}

/** Backpropagation through both hidden layers, and Adam's steps. */
class Descent {
  readonly #layers: readonly [Layer, Layer, Layer];
  readonly #seen: Float64Array;
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  readonly #said: Float64Array;
  readonly #atFirst: Float64Array;
  readonly #atSecond: Float64Array;
  readonly #atSaid: Float64Array;
  readonly #gradient: Float64Array;
  readonly #mean: Float64Array;
  readonly #square: Float64Array;
  #steps = 0;

  /** Lessons in the net's own units. */
  constructor(
    private readonly weights: Float32Array,
    private readonly lessons: NetLessons,
    private readonly settings: NetSettings,
    private readonly uniform: () => number,
  ) {
    const [inputs, first, second, outputs] = settings.shape;
    this.#layers = layersOf(settings.shape);
    this.#seen = roomFor(inputs);
    [this.#first, this.#atFirst] = [roomFor(first), roomFor(first)];
    [this.#second, this.#atSecond] = [roomFor(second), roomFor(second)];
    [this.#said, this.#atSaid] = [roomFor(outputs), roomFor(outputs)];
    this.#gradient = new Float64Array(weights.length);
    this.#mean = new Float64Array(weights.length);
    this.#square = new Float64Array(weights.length);
  }

  /** Adds what these lessons, at most four, say about every weight. */
  learn(lessons: Uint32Array): void {
    const weights = this.weights;
    const [toFirst, toSecond, toSaid] = this.#layers;
    this.#look(lessons);
    forwardAbreast(weights, toFirst, this.#seen, this.#first);
    leak(this.#first);
    forwardAbreast(weights, toSecond, this.#first, this.#second);
    leak(this.#second);
    forwardAbreast(weights, toSaid, this.#second, this.#said);
    this.#compare(lessons);
    gradientAbreast(this.#gradient, toSaid, this.#second, this.#atSaid);
    backAbreast(weights, toSaid, this.#atSaid, this.#atSecond);
    slope(this.#second, this.#atSecond);
    gradientAbreast(this.#gradient, toSecond, this.#first, this.#atSecond);
    backAbreast(weights, toSecond, this.#atSecond, this.#atFirst);
    slope(this.#first, this.#atFirst);
    gradientAbreast(this.#gradient, toFirst, this.#seen, this.#atFirst);
  }

  /** `part` of the first step's rate. */
  step(part: number): void {
    const weights = this.weights;
    const gradient = this.#gradient;
    const [mean, square] = [this.#mean, this.#square];
    const rate = this.settings.rate * part;
    this.#steps += 1;
    const length = (rate * Math.sqrt(1 - SQUARES ** this.#steps)) / (1 - MOMENTUM ** this.#steps);
    const keep = 1 - this.settings.decay * rate;
    for (let i = 0; i < weights.length; i++) {
      const g = gradient[i]!;
      const m = MOMENTUM * mean[i]! + (1 - MOMENTUM) * g;
      const v = SQUARES * square[i]! + (1 - SQUARES) * g * g;
      mean[i] = m;
      square[i] = v;
      weights[i] = keep * weights[i]! - (length * m) / (Math.sqrt(v) + FLOOR);
    }
    gradient.fill(0);
  }

  /** Inputs of a step, with dropout applied. */
  #look(lessons: Uint32Array): void {
    const { hidden, shape } = this.settings;
    const { inputs } = this.lessons;
    const [width] = shape;
    const seen = this.#seen;
    for (let k = 0; k < lessons.length; k++) {
      const at = lessons[k]! * width;
      for (let i = 0; i < width; i++) seen[ABREAST * i + k] = this.uniform() < hidden ? 0 : inputs[at + i]!;
    }
  }

  /** Errors of what was said, none where no answer is known. */
  #compare(lessons: Uint32Array): void {
    const { bound, batch, shape } = this.settings;
    const outputs = shape[3];
    const errors = this.#atSaid;
    errors.fill(0);
    for (let k = 0; k < lessons.length; k++) {
      const at = lessons[k]! * outputs;
      for (let i = 0; i < outputs; i++) {
        const error = this.#said[ABREAST * i + k]! - this.lessons.answers[at + i]!;
        if (!Number.isNaN(error)) errors[ABREAST * i + k] = Math.max(-bound, Math.min(bound, error)) / batch;
      }
    }
  }
}

function layersOf([inputs, first, second, outputs]: NetShape): [Layer, Layer, Layer] {
  const toSecond = (inputs + 1) * first;
  const toSaid = toSecond + (first + 1) * second;
  return [
    { at: 0, from: inputs, to: first },
    { at: toSecond, from: first, to: second },
    { at: toSaid, from: second, to: outputs },
  ];
}

function slope(values: Float64Array, errors: Float64Array): void {
  for (let i = 0; i < values.length; i++) if (values[i]! < 0) errors[i] = errors[i]! * LEAK;
}

function standards(inputs: Float32Array, centre: Float32Array, stretch: Float32Array): void {
  for (let i = 0; i < centre.length; i++) {
    const { mean, deviation } = spread(inputs, i, centre.length);
    centre[i] = mean;
    stretch[i] = deviation > LEAST_DEVIATION ? 1 / deviation : 0; // what never changes says nothing
  }
}

/** 0 where there was nothing to learn: no answer, or always the same. */
function deviations(answers: Float32Array, scale: Float32Array): void {
  for (let i = 0; i < scale.length; i++) {
    const { deviation } = spread(answers, i, scale.length);
    scale[i] = deviation > LEAST_DEVIATION ? deviation : 0;
  }
}

/** Sums of distances from the first value: squares of pressures would leave a deviation to one that never changed. */
function spread(rows: Float32Array, column: number, width: number): { mean: number; deviation: number } {
  let [n, first, sum, squares] = [0, 0, 0, 0];
  for (let at = column; at < rows.length; at += width) {
    const value = rows[at]!;
    if (Number.isNaN(value)) continue;
    if (n === 0) first = value;
    const apart = value - first;
    n += 1;
    sum += apart;
    squares += apart * apart;
  }
  if (n === 0) return { mean: 0, deviation: 0 };
  return { mean: first + sum / n, deviation: Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2)) };
}

/** Draws the first weights, He's: as large as keeps what passes through as large as it was; smaller for the answers, which begin near 0. */
function drawWeights(weights: Float32Array, shape: NetShape, uniform: () => number): void {
  let at = 0;
  for (let layer = 0; layer < 3; layer++) {
    const [from, to] = [shape[layer]!, shape[layer + 1]!];
    const size = Math.sqrt((layer < 2 ? 6 : 1.5) / from);
    for (let i = 0; i < from * to; i++) weights[at++] = size * (2 * uniform() - 1);
    at += to; // biases begin at 0
  }
}

function shuffle(order: Uint32Array, uniform: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(uniform() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
}
