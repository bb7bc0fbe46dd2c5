/**
 * The smallest and the largest eigenvalue of a symmetric n×n matrix, row by row: brought to three diagonals by reflections, then
 * found by counting how many lie below a value. Golub & Van Loan (2013), Matrix Computations, §8.3.1 and §8.4.1. A general solver
 * works out all of them, and the first time it is compiled that alone keeps a sample waiting.
 */
export function extremeEigenvalues(matrix: ArrayLike<number>, n: number): [least: number, most: number] {
  const { diagonal, beside } = tridiagonal(Float64Array.from(matrix), n);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const reach = Math.abs(i > 0 ? beside[i - 1]! : 0) + Math.abs(i < n - 1 ? beside[i]! : 0);
    low = Math.min(low, diagonal[i]! - reach);
    high = Math.max(high, diagonal[i]! + reach);
  }
  /** Where the count of smaller eigenvalues first reaches `rank`. */
  const find = (rank: number): number => {
    for (let [a, b] = [low, high]; ; ) {
      const middle = a + (b - a) / 2;
      if (!(middle > a && middle < b)) return middle;
      if (countBelow(middle, diagonal, beside) >= rank) b = middle;
      else a = middle;
    }
  };
  return [find(1), find(n)];
}

/** Overwrites the lower triangle of `a`. */
function tridiagonal(a: Float64Array, n: number): { diagonal: Float64Array; beside: Float64Array } {
  const beside = new Float64Array(Math.max(0, n - 1));
  const v = new Float64Array(n);
  const w = new Float64Array(n);
  for (let k = 0; k < n - 1; k++) {
    let norm = 0;
    for (let i = k + 1; i < n; i++) {
      v[i] = a[i * n + k]!;
      norm += v[i]! ** 2;
    }
    const alpha = v[k + 1]! > 0 ? -Math.sqrt(norm) : Math.sqrt(norm);
    beside[k] = alpha;
    v[k + 1] = v[k + 1]! - alpha;
    const square = norm - alpha * a[(k + 1) * n + k]!; // half of v·v
    if (square === 0) continue;
    let along = 0;
    for (let i = k + 1; i < n; i++) {
      let sum = 0;
      for (let j = k + 1; j <= i; j++) sum += a[i * n + j]! * v[j]!;
      for (let j = i + 1; j < n; j++) sum += a[j * n + i]! * v[j]!;
      w[i] = sum / square;
      along += w[i]! * v[i]!;
    }
    for (let i = k + 1; i < n; i++) w[i] = w[i]! - (along / (2 * square)) * v[i]!;
    for (let i = k + 1; i < n; i++)
      for (let j = k + 1; j <= i; j++) a[i * n + j] = a[i * n + j]! - v[i]! * w[j]! - w[i]! * v[j]!;
  }
  return { diagonal: Float64Array.from({ length: n }, (_, i) => a[i * n + i]!), beside };
}

/** How many eigenvalues lie below x: the signs of a sequence that Sturm found. */
function countBelow(x: number, diagonal: Float64Array, beside: Float64Array): number {
  let count = 0;
  let q = 1;
  for (let i = 0; i < diagonal.length; i++) {
    const e = i > 0 ? beside[i - 1]! : 0;
    q = diagonal[i]! - x - (e * e) / (q === 0 ? Number.MIN_VALUE : q);
    if (q < 0) count += 1;
  }
  return count;
}
