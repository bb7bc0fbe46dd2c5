import { describe, expect, it } from 'vitest';
import { Blend, minimiseOnSimplex } from '../../../../src/station/forecast/learners/blend.ts';
import { remembering } from '../../../support/remembering.ts';
import { seeded } from '../../../support/seeded.ts';

/** Errors with the covariance L L'. */
function errorsOf(seed: number, l: number[][]): () => Float64Array {
  const { normal } = seeded(seed);
  return () => {
    const z = l.map(() => normal());
    return Float64Array.from(l, (row) => row.reduce((sum, value, i) => sum + value * z[i]!, 0));
  };
}

const cost = (a: number[][], w: ArrayLike<number>): number =>
  a.reduce((sum, row, i) => sum + row.reduce((inner, value, j) => inner + w[i]! * value * w[j]!, 0), 0);

describe('weights on the simplex', () => {
  it('are the best of a fine grid, whatever the moments', () => {
    const { normal } = seeded(21);
    for (let round = 0; round < 40; round++) {
      const l = Array.from({ length: 3 }, () => Array.from({ length: 3 }, normal));
      const a = l.map((x) => l.map((y) => x.reduce((sum, value, k) => sum + value * y[k]!, 0)));
      const w = new Float64Array(3);
      minimiseOnSimplex(Float64Array.from(a.flat()), 3, w);
      expect(w[0]! + w[1]! + w[2]!).toBeCloseTo(1, 12);
      expect(Math.min(...w)).toBeGreaterThanOrEqual(0);
      for (let i = 0; i <= 20; i++)
        for (let j = 0; i + j <= 20; j++) {
          expect(cost(a, w)).toBeLessThanOrEqual(cost(a, [i / 20, j / 20, 1 - (i + j) / 20]) + 1e-9);
        }
    }
  });

  it('come within .03 of the optimum of a known error covariance', () => {
    const l = [
      [1, 0, 0],
      [0.5, 0.9, 0],
      [0.4, 0.2, 0.8],
    ];
    const a = l.map((x) => l.map((y) => x.reduce((sum, value, k) => sum + value * y[k]!, 0)));
    const best = new Float64Array(3);
    minimiseOnSimplex(Float64Array.from(a.flat()), 3, best);
    const blend = new Blend(3, remembering(17280));
    const next = errorsOf(22, l);
    for (let i = 0; i < 20_000; i++) blend.learn(next());
    blend.weights.forEach((weight, i) => {
      expect(Math.abs(weight - best[i]!)).toBeLessThan(0.03);
    });
  });

  it('have room for eight experts, and refuse a ninth', () => {
    expect(() => new Blend(9, remembering(100))).toThrow('room for 8 experts');
  });

  it('stay with persistence until there is evidence', () => {
    const blend = new Blend(3, remembering(10000));
    for (let i = 0; i < 23; i++) blend.learn(Float64Array.of(1, 0.1, 0.1));
    expect([...blend.weights]).toEqual([1, 0, 0]);
  });

  it('survive two experts that always say the same', () => {
    const blend = new Blend(3, remembering(10000));
    const { normal } = seeded(23);
    for (let i = 0; i < 500; i++) {
      const e = normal();
      blend.learn(Float64Array.of(2 * normal(), e, e));
    }
    expect(blend.weights.every(Number.isFinite)).toBe(true);
    expect(blend.weights[1]! + blend.weights[2]!).toBeGreaterThan(0.7);
  });

  it('give an expert that was silent at first what its later errors deserve', () => {
    const { normal } = seeded(24);
    const blend = new Blend(3, remembering(10000));
    for (let i = 0; i < 2000; i++) {
      const still = normal();
      const clever = 0.5 * normal();
      blend.learn(Float64Array.of(still, i < 600 ? still : 3 * normal(), clever));
    }
    expect(blend.weights[1]).toBeLessThan(0.05);
    expect(blend.weights[2]).toBeGreaterThan(0.6);
  });

  it('return to a learner after a spell in which only persistence was good', () => {
    const { normal } = seeded(25);
    const blend = new Blend(3, remembering(2000));
    for (let i = 0; i < 2000; i++) blend.learn(Float64Array.of(0.1 * normal(), normal(), 0.5 * normal()));
    expect(blend.weights[2]).toBeLessThan(0.2);
    for (let i = 0; i < 12_000; i++) blend.learn(Float64Array.of(normal(), normal(), 0.5 * normal()));
    expect(blend.weights[2]).toBeGreaterThan(0.6);
  });

  it('end at persistence where a coarse sensor makes "no change" exactly right most of the time', () => {
    const { uniform, normal } = seeded(26);
    const blend = new Blend(3, remembering(10000));
    for (let i = 0; i < 5000; i++) {
      const step = uniform() < 0.1 ? 1 : 0; // one in ten times the display moves by a whole unit
      blend.learn(Float64Array.of(step, step, step - 0.1 + 0.02 * normal())); // the mean is right in squares, wrong in size
    }
    expect(blend.weights[0]! + blend.weights[1]!).toBeGreaterThan(0.99);
    expect(blend.reach).toBe(0);
  });

  it('go all the way where the errors that speak against it are one weather', () => {
    const few = (overlap: number): number => {
      const blend = new Blend(2, remembering(10000, overlap));
      for (let i = 0; i < 200; i++) {
        const step = (9 * i) % 20 < 9 ? 1 : 0;
        blend.learn(Float64Array.of(step, step - 0.45)); // better in squares, in size worse by a tenth
      }
      return blend.reach;
    };
    expect(few(1)).toBeLessThan(1);
    expect(few(200)).toBe(1);
  });

  it('takes a perfect expert at its word', () => {
    const blend = new Blend(2, remembering(10000));
    for (let i = 0; i < 100; i++) blend.learn(Float64Array.of(0, 0));
    expect([...blend.weights]).toEqual([1, 0]);
  });
});
