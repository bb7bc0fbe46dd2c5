import { decodeFloats, encodeFloats } from '../learned/codec.ts';
import { mulberry32 } from './random.ts';

/** What trees are grown from: one row of whole numbers from −127 to 127 per lesson, behind one another. */
export interface TreeLessons {
  /** Inputs of a lesson. */
  width: number;
  inputs: Int8Array;
  y: Float32Array;
  weights: Float32Array;
}

export interface TreeSettings {
  trees: number;
  /** Questions of a tree: it has 2 to the power of this many leaves. */
  depth: number;
  /** How much of what is left a tree takes away. */
  rate: number;
  /** Of the lessons and of the inputs, what one tree gets to see: trees that differ err less together. */
  rowShare: number;
  inputShare: number;
  /** Lessons of "no change" that every leaf is thought to have seen. */
  ridge: number;
  seed: number;
}

export interface BoostedTreesState {
  depth: number;
  /** Per question: which input, and above which value the answer is yes. Base64 of bytes. */
  questions: string;
  /** Base64 of float32. */
  leaves: string;
}

const BINS = 32;
const OFFSET = 128;
const MOST_LEAVES = 1 << 20;

/**
 * Gradient boosting of squared errors by symmetric trees: all branches of a level ask the same question, so a tree is a few comparisons
 * and one look-up, and a hundred of them answer in a microsecond. The same lessons and the same seed give the same trees.
 */
export class BoostedTrees {
  private constructor(
    private readonly depth: number,
    /** Input and bound of one question after another. */
    private readonly questions: Int8Array,
    private readonly leaves: Float32Array,
  ) {}

  static grow(lessons: TreeLessons, settings: TreeSettings): BoostedTrees {
    const { trees, depth } = settings;
    const grower = new Grower(lessons, settings);
    const questions = new Int8Array(2 * trees * depth);
    const leaves = new Float32Array(trees << depth);
    for (let tree = 0; tree < trees; tree++) {
      grower.grow(
        questions.subarray(2 * tree * depth, 2 * (tree + 1) * depth),
        leaves.subarray(tree << depth, (tree + 1) << depth),
      );
    }
    return new BoostedTrees(depth, questions, leaves);
  }

  predict(inputs: Int8Array): number {
    const { depth, questions, leaves } = this;
    let sum = 0;
    for (let at = 0, base = 0; base < leaves.length; base += 1 << depth) {
      let leaf = 0;
      for (let bit = 0; bit < depth; bit++, at += 2) {
        leaf |= ((questions[at + 1]! - inputs[questions[at]!]!) >>> 31) << bit; // 1 where the input is above: no branch to guess
      }
      sum += leaves[base + leaf]!;
    }
    return sum;
  }

  toJSON(): BoostedTreesState {
    return {
      depth: this.depth,
      questions: Buffer.from(this.questions.buffer).toString('base64'),
      leaves: encodeFloats(this.leaves),
    };
  }

  /** `width`: inputs that there are to ask about. */
  static fromJSON({ depth, questions, leaves }: BoostedTreesState, width: number): BoostedTrees {
    const values = decodeFloats(leaves, MOST_LEAVES);
    const asked = Int8Array.from(Buffer.from(questions, 'base64'));
    const trees = values.length / 2 ** depth;
    if (!Number.isInteger(trees) || asked.length !== 2 * depth * trees)
      throw new Error('saved trees do not fit together');
    for (let at = 0; at < asked.length; at += 2) {
      if (asked[at]! < 0 || asked[at]! >= width) throw new Error(`saved trees ask for input ${asked[at]} of ${width}`);
    }
    return new BoostedTrees(depth, asked, values);
  }
}

/** What is left to explain, and the trees that explain it one after another. */
class Grower {
  readonly #n: number;
  /** Bin of every lesson, one input behind another. */
  readonly #binned: Uint8Array;
  /** The largest value of each bin of each input. */
  readonly #bounds: Int8Array;
  readonly #left: Float64Array;
  readonly #weights: Float64Array;
  readonly #leaf: Uint16Array;
  readonly #rows: Int32Array;
  readonly #uniform: () => number;
  readonly #sums: Float64Array;
  readonly #masses: Float64Array;

  constructor(
    private readonly lessons: TreeLessons,
    private readonly settings: TreeSettings,
  ) {
    const n = lessons.y.length;
    this.#n = n;
    this.#binned = new Uint8Array(n * lessons.width);
    this.#bounds = new Int8Array(BINS * lessons.width);
    for (let input = 0; input < lessons.width; input++) this.#bin(input);
    this.#left = Float64Array.from(lessons.y);
    const mean = lessons.weights.reduce((sum, weight) => sum + weight, 0) / n;
    this.#weights = Float64Array.from(lessons.weights, (weight) => weight / mean);
    this.#leaf = new Uint16Array(n);
    this.#rows = new Int32Array(n);
    this.#uniform = mulberry32(settings.seed);
    this.#sums = new Float64Array(BINS << settings.depth);
    this.#masses = new Float64Array(BINS << settings.depth);
  }

  /** Grows the next tree into these places and takes away what it explains. */
  grow(questions: Int8Array, leaves: Float32Array): void {
    const { depth, rate, ridge, rowShare, inputShare } = this.settings;
    const { width } = this.lessons;
    const rows = this.#sample(rowShare);
    const inputs: number[] = [];
    for (let input = 0; input < width; input++) if (this.#uniform() < inputShare) inputs.push(input);
    if (inputs.length === 0) inputs.push(Math.floor(this.#uniform() * width));
    this.#leaf.fill(0);
    for (let level = 0; level < depth; level++) {
      const { input, bin } = this.#bestQuestion(inputs, rows, 1 << level);
      questions[2 * level] = input;
      questions[2 * level + 1] = this.#bounds[input * BINS + bin]!;
      const column = this.#column(input);
      for (let i = 0; i < this.#n; i++) if (column[i]! > bin) this.#leaf[i] = this.#leaf[i]! | (1 << level);
    }
    const sums = this.#sums.fill(0, 0, leaves.length);
    const masses = this.#masses.fill(0, 0, leaves.length);
    for (const i of rows) {
      const leaf = this.#leaf[i]!;
      sums[leaf] = sums[leaf]! + this.#weights[i]! * this.#left[i]!;
      masses[leaf] = masses[leaf]! + this.#weights[i]!;
    }
    for (let leaf = 0; leaf < leaves.length; leaf++) leaves[leaf] = (rate * sums[leaf]!) / (masses[leaf]! + ridge);
    for (let i = 0; i < this.#n; i++) this.#left[i] = this.#left[i]! - leaves[this.#leaf[i]!]!;
  }

  /** Bins of about as many lessons each. */
  #bin(input: number): void {
    const { width, inputs } = this.lessons;
    const counts = new Uint32Array(256);
    for (let i = 0; i < this.#n; i++) {
      const value = inputs[i * width + input]! + OFFSET;
      counts[value] = counts[value]! + 1;
    }
    const binOf = new Uint8Array(256);
    let bin = 0;
    let seen = 0;
    for (let value = 0; value < 256; value++) {
      if (bin < BINS - 1 && seen >= ((bin + 1) * this.#n) / BINS) bin += 1;
      binOf[value] = bin;
      this.#bounds[input * BINS + bin] = value - OFFSET;
      seen += counts[value]!;
    }
    const column = this.#column(input);
    for (let i = 0; i < this.#n; i++) column[i] = binOf[inputs[i * width + input]! + OFFSET]!;
  }

  #column(input: number): Uint8Array {
    return this.#binned.subarray(input * this.#n, (input + 1) * this.#n);
  }

  #sample(share: number): Int32Array {
    let count = 0;
    for (let i = 0; i < this.#n; i++) if (this.#uniform() < share) this.#rows[count++] = i;
    return this.#rows.subarray(0, count);
  }

  /** The question that, asked in all branches at once, explains most. */
  #bestQuestion(inputs: readonly number[], rows: Int32Array, branches: number): { input: number; bin: number } {
    const gains = new Float64Array(BINS);
    const best = { input: inputs[0]!, bin: BINS - 1, gain: -1 };
    for (const input of inputs) {
      this.#tally(this.#column(input), rows, branches);
      gains.fill(0);
      for (let branch = 0; branch < branches; branch++) this.#addGains(branch * BINS, gains);
      for (let bin = 0; bin < BINS - 1; bin++) {
        if (gains[bin]! > best.gain) Object.assign(best, { input, bin, gain: gains[bin]! });
      }
    }
    return best;
  }

  #tally(column: Uint8Array, rows: Int32Array, branches: number): void {
    const sums = this.#sums.fill(0, 0, branches * BINS);
    const masses = this.#masses.fill(0, 0, branches * BINS);
    for (let k = 0; k < rows.length; k++) {
      const i = rows[k]!;
      const at = this.#leaf[i]! * BINS + column[i]!;
      const weight = this.#weights[i]!;
      sums[at] = sums[at]! + weight * this.#left[i]!;
      masses[at] = masses[at]! + weight;
    }
  }

  /** By how much one branch would be explained better by each cut. */
  #addGains(from: number, gains: Float64Array): void {
    const { ridge } = this.settings;
    let sum = 0;
    let mass = 0;
    for (let at = from; at < from + BINS; at++) {
      sum += this.#sums[at]!;
      mass += this.#masses[at]!;
    }
    let below = 0;
    let massBelow = 0;
    for (let bin = 0; bin < BINS - 1; bin++) {
      below += this.#sums[from + bin]!;
      massBelow += this.#masses[from + bin]!;
      const above = sum - below;
      gains[bin] = gains[bin]! + below ** 2 / (massBelow + ridge) + above ** 2 / (mass - massBelow + ridge);
    }
  }
}
