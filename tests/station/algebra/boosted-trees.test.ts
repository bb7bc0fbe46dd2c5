import { describe, expect, it } from 'vitest';
import { BoostedTrees, type TreeLessons, type TreeSettings } from '../../../src/station/algebra/boosted-trees.ts';
import { seeded } from '../../support/seeded.ts';

const WIDTH = 6;
const SETTINGS: TreeSettings = { trees: 60, depth: 3, rate: 0.2, rowShare: 0.7, inputShare: 0.7, ridge: 5, seed: 3 };

/** What no sum of functions of one input each can say: the sign of two together. */
function corners(seed: number, n: number, noise = 0.1): TreeLessons {
  const { normal, uniform } = seeded(seed);
  const inputs = Int8Array.from({ length: n * WIDTH }, () => Math.floor(255 * uniform()) - 127);
  const y = Float32Array.from({ length: n }, (_, i) => {
    const [a = 0, b = 0] = inputs.subarray(i * WIDTH, (i + 1) * WIDTH);
    return Math.sign(a * b) + noise * normal();
  });
  return { width: WIDTH, inputs, y, weights: new Float32Array(n).fill(1) };
}

const row = ({ inputs }: TreeLessons, i: number): Int8Array => inputs.subarray(i * WIDTH, (i + 1) * WIDTH);

function loss(trees: BoostedTrees, lessons: TreeLessons): number {
  let sum = 0;
  for (const [i, y] of lessons.y.entries()) sum += (y - trees.predict(row(lessons, i))) ** 2;
  return sum / lessons.y.length;
}

describe('boosted trees', () => {
  const taught = corners(1, 1500);
  const unseen = corners(2, 500);
  const trees = BoostedTrees.grow(taught, SETTINGS);

  it('learn what is in no single input, on lessons they have not seen', () => {
    expect(loss(trees, unseen)).toBeLessThan(0.2); // the variance is 1
  });

  it('are the same from the same lessons and seed, and others from another seed', () => {
    expect(BoostedTrees.grow(taught, SETTINGS).toJSON()).toEqual(trees.toJSON());
    expect(BoostedTrees.grow(taught, { ...SETTINGS, seed: 4 }).toJSON()).not.toEqual(trees.toJSON());
  });

  it('come back from what is saved to the last bit', () => {
    const back = BoostedTrees.fromJSON(JSON.parse(JSON.stringify(trees)), WIDTH);
    for (let i = 0; i < 100; i++) expect(back.predict(row(unseen, i))).toBe(trees.predict(row(unseen, i)));
  });

  it('leave less unexplained with every tree, where each sees all lessons', () => {
    const losses = [1, 2, 5, 10, 20, 40].map((count) =>
      loss(BoostedTrees.grow(taught, { ...SETTINGS, rowShare: 1, inputShare: 1, trees: count }), taught),
    );
    expect(losses).toEqual([...losses].sort((a, b) => b - a));
  });

  it('say the mean of a leaf, drawn to 0 by the ridge', () => {
    const two: TreeLessons = {
      width: 1,
      inputs: Int8Array.of(-5, -5, -5, 7, 7, 7),
      y: Float32Array.of(1, 2, 3, 10, 10, 13),
      weights: Float32Array.of(1, 1, 1, 1, 1, 1),
    };
    const one = BoostedTrees.grow(two, { trees: 1, depth: 1, rate: 1, rowShare: 1, inputShare: 1, ridge: 1, seed: 1 });
    expect(one.predict(Int8Array.of(-5))).toBeCloseTo(6 / 4, 6);
    expect(one.predict(Int8Array.of(-100))).toBeCloseTo(6 / 4, 6);
    expect(one.predict(Int8Array.of(7))).toBeCloseTo(33 / 4, 6);
  });

  it('believe a lesson of more weight more', () => {
    const both: TreeLessons = {
      width: 1,
      inputs: Int8Array.of(0, 0),
      y: Float32Array.of(0, 4),
      weights: Float32Array.of(1, 3),
    };
    const one = BoostedTrees.grow(both, {
      trees: 1,
      depth: 1,
      rate: 1,
      rowShare: 1,
      inputShare: 1,
      ridge: 0.001,
      seed: 1,
    });
    expect(one.predict(Int8Array.of(0))).toBeCloseTo(3, 2);
  });

  it('learn nothing from answers that are in no input', () => {
    const { normal } = seeded(5);
    const shuffled = { ...taught, y: taught.y.map(() => normal()) };
    const guess = BoostedTrees.grow(shuffled, { ...SETTINGS, ridge: 50 });
    const fresh = { ...unseen, y: unseen.y.map(() => normal()) };
    expect(loss(guess, fresh)).toBeGreaterThan(0.95 * fresh.y.reduce((sum, y) => sum + (y * y) / fresh.y.length, 0));
  });

  it('refuse saved trees that do not fit together', () => {
    const saved = trees.toJSON();
    expect(() => BoostedTrees.fromJSON({ ...saved, depth: 4 }, WIDTH)).toThrow('do not fit together');
    expect(() => BoostedTrees.fromJSON(saved, 2)).toThrow('of 2');
  });
});
