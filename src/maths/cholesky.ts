/**
 * A = L Lᵀ for a symmetric positive definite A, n×n and row by row. Only the lower triangle is read, and it is overwritten with L; the rest
 * is ignored. A pivot below `leastPivot` is raised to it; without one, such a matrix is refused. Golub & Van Loan (2013), Matrix
 * Computations, §4.2.
 */
export function factorise(a: Float64Array, n: number, leastPivot: number | null = null): boolean {
  for (let i = 0; i < n; i++) {
    const row = i * n;
    for (let j = 0; j <= i; j++) {
      const rest = a[row + j]! - partialDot(a, row, j * n, j);
      if (j < i) a[row + j] = rest / a[j * n + j]!;
      else if (leastPivot !== null) a[row + i] = Math.sqrt(Math.max(rest, leastPivot));
      else if (rest > 0) a[row + i] = Math.sqrt(rest);
      else return false;
    }
  }
  return true;
}

/** Solves L Lᵀ x = b with the factor that `factorise` left behind. */
export function solveFactorised(l: Float64Array, b: ArrayLike<number>, n: number): Float64Array {
  const x = Float64Array.from(b);
  for (let i = 0; i < n; i++) {
    let rest = x[i]!;
    for (let k = 0; k < i; k++) rest -= l[i * n + k]! * x[k]!;
    x[i] = rest / l[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    let rest = x[i]!;
    for (let k = i + 1; k < n; k++) rest -= l[k * n + i]! * x[k]!;
    x[i] = rest / l[i * n + i]!;
  }
  return x;
}

/** Four sums side by side: one alone waits for its own last addition most of the time. */
function partialDot(l: Float64Array, a: number, b: number, length: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let k = 0;
  for (; k + 3 < length; k += 4) {
    s0 += l[a + k]! * l[b + k]!;
    s1 += l[a + k + 1]! * l[b + k + 1]!;
    s2 += l[a + k + 2]! * l[b + k + 2]!;
    s3 += l[a + k + 3]! * l[b + k + 3]!;
  }
  for (; k < length; k++) s0 += l[a + k]! * l[b + k]!;
  return s0 + s1 + (s2 + s3);
}
