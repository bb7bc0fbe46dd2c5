import fc from 'fast-check';
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, it } from 'vitest';
import { extremeEigenvalues } from '../../../src/station/algebra/extreme-eigenvalues.ts';

const all = (rows: number[][]) =>
  new EigenvalueDecomposition(new Matrix(rows), { assumeSymmetric: true }).realEigenvalues;

describe('the extreme eigenvalues', () => {
  it('are those a general solver finds, for every symmetric matrix', () => {
    const matrices = fc
      .integer({ min: 1, max: 12 })
      .chain((n) => fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: n * n, maxLength: n * n }));
    fc.assert(
      fc.property(matrices, (flat) => {
        const n = Math.sqrt(flat.length);
        const rows = Array.from({ length: n }, (_, i) =>
          Array.from({ length: n }, (_, j) => flat[i * n + j]! + flat[j * n + i]!),
        );
        const [least, most] = extremeEigenvalues(rows.flat(), n);
        expect(least).toBeCloseTo(Math.min(...all(rows)), 9);
        expect(most).toBeCloseTo(Math.max(...all(rows)), 9);
      }),
    );
  });

  it('of a covariance that spans seven decades keep their ratio', () => {
    const n = 33;
    const scales = Array.from({ length: n }, (_, i) => 10 ** (-7 * (i / (n - 1))));
    // D − 2 u uᵀ D … : a reflection of a diagonal has the same eigenvalues
    const u = Array.from({ length: n }, (_, i) => Math.sin(i + 1));
    const square = u.reduce((sum, x) => sum + x * x, 0);
    const h = (i: number, j: number) => (i === j ? 1 : 0) - (2 * u[i]! * u[j]!) / square;
    const flat = Array.from({ length: n * n }, (_, at) => {
      const [i, j] = [Math.floor(at / n), at % n];
      return scales.reduce((sum, scale, k) => sum + h(i, k) * scale * h(k, j), 0);
    });
    const [least, most] = extremeEigenvalues(flat, n);
    expect(most / least / 1e7).toBeCloseTo(1, 6);
  });

  it.each([
    ['a diagonal', [4, 0, 0, 0, -2, 0, 0, 0, 3], [-2, 4]],
    ['one number', [7], [7, 7]],
    ['nothing at all', [0, 0, 0, 0], [0, 0]],
  ])('of %s', (_, flat, [least, most]) => {
    const [a, b] = extremeEigenvalues(flat, Math.sqrt(flat.length));
    expect(a).toBeCloseTo(least!, 12);
    expect(b).toBeCloseTo(most!, 12);
  });
});
