// npm run -s bench -- cholesky: our Cholesky solver against that of ml-matrix, at the sizes of its three users. Results must agree to 1e-9.
import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { factorise, solveFactorised } from '../src/maths/cholesky.ts';
import { ANNUAL_TERMS } from '../src/station/forecast/climate/harmonics.ts';
import { EXPANDED_COUNT } from '../src/station/forecast/learners/expansion.ts';
import { seeded } from '../tests/support/seeded.ts';

const SIZES = { novelty: 8, climatology: ANNUAL_TERMS, 'wide expert': EXPANDED_COUNT } as const;
const ROUNDS = 25;
const ROUND_US = 40_000;

/** M Mᵀ/n + I of random M: symmetric and positive definite. */
function definite(n: number): Float64Array {
  const { normal } = seeded(n);
  const m = Array.from({ length: n }, () => Float64Array.from({ length: n }, normal));
  return Float64Array.from({ length: n * n }, (_, at) => {
    const [a, b] = [m[Math.floor(at / n)]!, m[at % n]!];
    return a.reduce((sum, x, k) => sum + (x * b[k]!) / n, Math.floor(at / n) === at % n ? 1 : 0);
  });
}

function ours(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const l = a.slice();
  factorise(l, n);
  return solveFactorised(l, b, n);
}

/** As a user would have to: our sums are flat arrays. */
function theirs(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const matrix = Matrix.from1DArray(n, n, a as unknown as number[]);
  return Float64Array.from(
    new CholeskyDecomposition(matrix).solve(Matrix.columnVector(b as unknown as number[])).to1DArray(),
  );
}

/** This thread's own time: a busy machine takes time away, but adds no work. */
const computedUs = (): number => process.threadCpuUsage().user;

function roundUs(work: () => unknown): number {
  const startUs = computedUs();
  let count = 0;
  for (; computedUs() - startUs < ROUND_US; count += 5) for (let i = 0; i < 5; i++) work();
  return (computedUs() - startUs) / count;
}

/** Microseconds of one solve of each: the best of many rounds in turn. */
function costsUs(works: readonly (() => unknown)[]): number[] {
  const rounds = Array.from({ length: ROUNDS }, () => works.map(roundUs));
  return works.map((_, i) => Math.min(...rounds.map((round) => round[i]!)));
}

for (const [user, n] of Object.entries(SIZES)) {
  const a = definite(n);
  const b = Float64Array.from({ length: n }, (_, i) => Math.sin(i));
  const [x, y] = [ours(a, b, n), theirs(a, b, n)];
  const apart = x.reduce((most, value, i) => Math.max(most, Math.abs(value - y[i]!)), 0);
  if (apart > 1e-9) throw new Error(`${user}: the results are ${apart} apart`);
  const [own = 0, other = 0] = costsUs([() => ours(a, b, n), () => theirs(a, b, n)]);
  console.log(
    `${user.padEnd(12)} n=${String(n).padStart(3)}  ours ${own.toFixed(1)} µs  ml-matrix ${other.toFixed(1)} µs  ratio ${(other / own).toFixed(2)}  apart ${apart.toExponential(0)}`,
  );
}
