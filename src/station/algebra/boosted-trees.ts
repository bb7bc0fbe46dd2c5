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
  /** Of the lessons that one tree sees: their bins of one input behind those of another, what they are worth, and which branch they are in. */
  readonly #sampled: Uint8Array;
  readonly #pulls: Float64Array;
  readonly #weighs: Float64Array;
  readonly #branch: Uint16Array;
  /** Per branch and bin: what pulls there, and what it weighs. */
  readonly #tallied: Float64Array;

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
    this.#sampled = new Uint8Array(n * lessons.width);
    this.#pulls = new Float64Array(n);
    this.#weighs = new Float64Array(n);
    this.#branch = new Uint16Array(n);
    this.#tallied = new Float64Array(2 * (BINS << settings.depth));
  }

  /** Grows the next tree into these places and takes away what it explains. */
  grow(questions: Int8Array, leaves: Float32Array): void {
    const { depth, rate, ridge, rowShare, inputShare } = this.settings;
    const { width } = this.lessons;
    const rows = this.#sample(rowShare);
    const inputs: number[] = [];
    for (let input = 0; input < width; input++) if (this.#uniform() < inputShare) inputs.push(input);
    if (inputs.length === 0) inputs.push(Math.floor(this.#uniform() * width));
    this.#gather(inputs, rows);
    this.#leaf.fill(0);
    for (let level = 0; level < depth; level++) {
      const { input, bin } = this.#bestQuestion(inputs, rows.length, 1 << level);
      questions[2 * level] = input;
      questions[2 * level + 1] = this.#bounds[input * BINS + bin]!;
      answer(this.#column(input), bin, level, this.#leaf);
      answer(this.#seen(inputs.indexOf(input), rows.length), bin, level, this.#branch);
    }
    const sums = new Float64Array(leaves.length);
    const masses = new Float64Array(leaves.length);
    for (let k = 0; k < rows.length; k++) {
      const leaf = this.#branch[k]!;
      sums[leaf] = sums[leaf]! + this.#pulls[k]!;
      masses[leaf] = masses[leaf]! + this.#weighs[k]!;
    }
    for (let leaf = 0; leaf < leaves.length; leaf++) leaves[leaf] = (rate * sums[leaf]!) / (masses[leaf]! + ridge);
    const [left, leafOf] = [this.#left, this.#leaf];
    for (let i = 0; i < this.#n; i++) left[i] = left[i]! - leaves[leafOf[i]!]!;
  }

  /** The lessons of one tree side by side: every question looks at all of them. */
  #gather(inputs: readonly number[], rows: Int32Array): void {
    for (const [k, input] of inputs.entries()) {
      const column = this.#column(input);
      const seen = this.#seen(k, rows.length);
      for (let i = 0; i < rows.length; i++) seen[i] = column[rows[i]!]!;
    }
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      this.#pulls[i] = this.#weights[row]! * this.#left[row]!;
      this.#weighs[i] = this.#weights[row]!;
    }
    this.#branch.fill(0);
  }

  /** The bins of the k-th input of this tree. */
  #seen(k: number, rows: number): Uint8Array {
    return this.#sampled.subarray(k * rows, (k + 1) * rows);
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
  #bestQuestion(inputs: readonly number[], rows: number, branches: number): { input: number; bin: number } {
    const gains = new Float64Array(BINS);
    const best = { input: inputs[0]!, bin: BINS - 1, gain: -1 };
    for (let k = 0; k < inputs.length; k++) {
      this.#tally(this.#seen(k, rows), branches);
      gains.fill(0);
      for (let branch = 0; branch < branches; branch++) this.#addGains(2 * branch * BINS, gains);
      for (let bin = 0; bin < BINS - 1; bin++) {
        if (gains[bin]! > best.gain) Object.assign(best, { input: inputs[k]!, bin, gain: gains[bin]! });
      }
    }
    return best;
  }

  #tally(bins: Uint8Array, branches: number): void {
    const [tallied, branch, pulls, weighs] = [this.#tallied, this.#branch, this.#pulls, this.#weighs];
    tallied.fill(0, 0, 2 * branches * BINS);
    for (let i = 0; i < bins.length; i++) {
      const at = 2 * (branch[i]! * BINS + bins[i]!);
      tallied[at] = tallied[at]! + pulls[i]!;
      tallied[at + 1] = tallied[at + 1]! + weighs[i]!;
    }
  }

  /** By how much one branch would be explained better by each cut. */
  #addGains(from: number, gains: Float64Array): void {
    const { ridge } = this.settings;
    const tallied = this.#tallied;
    let sum = 0;
    let mass = 0;
    for (let at = from; at < from + 2 * BINS; at += 2) {
      sum += tallied[at]!;
      mass += tallied[at + 1]!;
    }
    let below = 0;
    let massBelow = 0;
    for (let bin = 0, at = from; bin < BINS - 1; bin++, at += 2) {
      below += tallied[at]!;
      massBelow += tallied[at + 1]!;
      const above = sum - below;
      gains[bin] = gains[bin]! + (below * below) / (massBelow + ridge) + (above * above) / (mass - massBelow + ridge);
    }
  }
}

/** Lessons whose bin is above a bound have answered yes: one more bit of where they are. No branch to guess. */
function answer(bins: Uint8Array, bound: number, level: number, places: Uint16Array): void {
  for (let i = 0; i < bins.length; i++) places[i] = places[i]! | (((bound - bins[i]!) >>> 31) << level);
}
