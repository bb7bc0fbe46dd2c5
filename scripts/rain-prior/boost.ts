import type { Ensemble, Pair } from '../../src/station/forecast/rain/prior.ts';

/** Examples by column, so that one input of all of them lies together. */
export interface Examples {
  columns: Float64Array[];
  truth: Float64Array;
  weight: Float64Array;
  /** Logit before anything is learned: that of the place's base rate. */
  offset: Float64Array;
}

/** Which way an input may pull: 1 only towards rain as it grows, −1 only away from it, 0 either way, null not at all. */
export type Pull = 1 | -1 | 0 | null;

const BINS = 48;
const RATE = 0.08;
const RIDGE = 30;
/** Least Hessian of a leaf: some 60 examples' worth of doubt. */
const LEAST = 60;
const ALONE = 300;
const TOGETHER = 50;

interface Split {
  input: number;
  bin: number;
  below: number;
  above: number;
}

/**
 * Gradient boosting of the logistic loss with Newton steps and monotone inputs (Friedman 2001; Chen & Guestrin 2016, eq. 5 and 7): first
 * what each input is worth alone, then what two of them are worth together. No chance is in it: the same examples give the same sum.
 */
export function boost(examples: Examples, pulls: readonly Pull[]): Ensemble {
  const { columns, truth, weight, offset } = examples;
  const cuts = columns.map(cutsOf);
  const bins = columns.map((column, input) => Uint8Array.from(column, (value) => binOf(cuts[input]!, value)));
  const score = Float64Array.from(offset);
  const gradient = new Float64Array(score.length);
  const hessian = new Float64Array(score.length);
  const differentiate = () => {
    for (let i = 0; i < score.length; i++) {
      const p = 1 / (1 + Math.exp(-score[i]!));
      gradient[i] = weight[i]! * (truth[i]! - p);
      hessian[i] = weight[i]! * p * (1 - p);
    }
  };
  const best = (of: Uint32Array, low: number, high: number) =>
    bestSplit(of, { gradient, hessian, bins, cuts, pulls }, low, high);
  const everything = Uint32Array.from(score, (_, i) => i);

  const worth = cuts.map((of) => new Float64Array(of.length + 1));
  for (let round = 0; round < ALONE; round++) {
    differentiate();
    const split = best(everything, -4, 4);
    if (!split) break;
    const of = worth[split.input]!;
    for (let bin = 0; bin < of.length; bin++) of[bin]! += RATE * (bin <= split.bin ? split.below : split.above);
    const at = bins[split.input]!;
    for (let i = 0; i < score.length; i++) score[i]! += RATE * (at[i]! <= split.bin ? split.below : split.above);
  }

  const pairs: Pair[] = [];
  for (let round = 0; round < TOGETHER; round++) {
    differentiate();
    const root = best(everything, -4, 4);
    if (!root) break;
    const at = bins[root.input]!;
    const middle = (root.below + root.above) / 2;
    const pull = pulls[root.input]!;
    const children = [true, false].map((isBelow) => {
      const of = everything.filter((i) => at[i]! <= root.bin === isBelow);
      const capped = isBelow ? pull === 1 : pull === -1;
      const floored = isBelow ? pull === -1 : pull === 1;
      const own = isBelow ? root.below : root.above;
      const split = best(of, floored ? middle : -4, capped ? middle : 4);
      return { of, split: split ?? { input: root.input, bin: root.bin, below: own, above: own } };
    });
    for (const { of, split } of children) {
      const inside = bins[split.input]!;
      for (const i of of) score[i]! += RATE * (inside[i]! <= split.bin ? split.below : split.above);
    }
    const [b, c] = [children[0]!.split, children[1]!.split];
    const cut = ({ input, bin }: Split) => [input, cuts[input]![bin]!] as const;
    const leaves = [b.below, b.above, c.below, c.above].map((leaf) => rounded(RATE * leaf));
    pairs.push([...cut(root), ...cut(b), ...cut(c), ...(leaves as [number, number, number, number])]);
  }
  return { steps: worth.flatMap((of, input) => stepsOf(input, cuts[input]!, of)), pairs };
}

const rounded = (value: number): number => Number(value.toFixed(4));

/** Quantiles, without those that say the same, to four digits so that the table is what was learned. */
function cutsOf(column: Float64Array): number[] {
  const sorted = column.toSorted();
  const cuts = Array.from({ length: BINS - 1 }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / BINS)]!);
  return [...new Set(cuts.map((cut) => Number(cut.toPrecision(4))))].sort((a, b) => a - b);
}

function binOf(cuts: readonly number[], value: number): number {
  const bin = cuts.findIndex((cut) => value <= cut);
  return bin < 0 ? cuts.length : bin;
}

/** Neighbours that are worth the same are one. */
function stepsOf(input: number, cuts: readonly number[], worth: Float64Array): Ensemble['steps'] {
  const told = Array.from(worth, rounded);
  const kept = cuts.flatMap((cut, i) => (told[i] === told[i + 1] ? [] : [{ cut, worth: told[i]! }]));
  if (kept.length === 0) return [];
  return [{ input, cuts: kept.map(({ cut }) => cut), worth: [...kept.map((step) => step.worth), told.at(-1)!] }];
}

interface Table {
  gradient: Float64Array;
  hessian: Float64Array;
  bins: Uint8Array[];
  cuts: number[][];
  pulls: readonly Pull[];
}

/** The question that gains most, with answers within bounds; null where none gains. */
function bestSplit(of: Uint32Array, { gradient, hessian, bins, cuts, pulls }: Table, low: number, high: number) {
  let allG = 0;
  let allH = 0;
  for (const i of of) {
    allG += gradient[i]!;
    allH += hessian[i]!;
  }
  const value = (g: number, h: number) => Math.min(high, Math.max(low, g / (h + RIDGE)));
  const gainOf = (g: number, h: number) => (g * g) / (h + RIDGE);
  let best: Split | null = null;
  let most = gainOf(allG, allH) + 1e-6;
  for (const [input, pull] of pulls.entries()) {
    if (pull === null) continue;
    const size = cuts[input]!.length;
    const sumG = new Float64Array(size + 1);
    const sumH = new Float64Array(size + 1);
    const at = bins[input]!;
    for (const i of of) {
      const bin = at[i]!;
      sumG[bin]! += gradient[i]!;
      sumH[bin]! += hessian[i]!;
    }
    let g = 0;
    let h = 0;
    for (let bin = 0; bin < size; bin++) {
      g += sumG[bin]!;
      h += sumH[bin]!;
      if (h < LEAST || allH - h < LEAST) continue;
      const below = value(g, h);
      const above = value(allG - g, allH - h);
      if (pull * (above - below) < 0) continue;
      const gain = gainOf(g, h) + gainOf(allG - g, allH - h);
      if (gain <= most) continue;
      most = gain;
      best = { input, bin, below, above };
    }
  }
  return best;
}
