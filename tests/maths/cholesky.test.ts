import { describe, expect, it } from 'vitest';
import { factorise, solveFactorised } from '../../src/maths/cholesky.ts';
import { seeded } from '../support/seeded.ts';

/** M Mᵀ + I: symmetric and positive definite whatever M is. */
function definite(seed: number, n: number): Float64Array {
  const { normal } = seeded(seed);
  const m = Float64Array.from({ length: n * n }, () => normal());
  return Float64Array.from({ length: n * n }, (_, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    let sum = i === j ? 1 : 0;
    for (let k = 0; k < n; k++) sum += m[i * n + k]! * m[j * n + k]!;
    return sum;
  });
}

describe('the Cholesky factor', () => {
  it.each([1, 2, 7, 33])('solves %i equations', (n) => {
    const a = definite(n, n);
    const wanted = Float64Array.from({ length: n }, (_, i) => i - 2.5);
    const b = Array.from({ length: n }, (_, i) => wanted.reduce((sum, x, j) => sum + a[i * n + j]! * x, 0));
    const l = a.slice();
    expect(factorise(l, n)).toBe(true);
    const x = solveFactorised(l, b, n);
    for (let i = 0; i < n; i++) expect(x[i]).toBeCloseTo(wanted[i]!, 9);
  });

  it('is that of the textbook', () => {
    const l = Float64Array.of(4, 0, 0, 12, 37, 0, -16, -43, 98);
    expect(factorise(l, 3)).toBe(true);
    expect([l[0], l[3], l[4], l[6], l[7], l[8]]).toEqual([2, 6, 1, -8, 5, 3]);
  });

  it('refuses what is not definite, unless it is told the least pivot', () => {
    const flat = () => Float64Array.of(1, 0, 1, 1);
    expect(factorise(flat(), 2)).toBe(false);
    const l = flat();
    expect(factorise(l, 2, 1e-4)).toBe(true);
    expect(l[3]).toBeCloseTo(0.01, 12);
  });
});
