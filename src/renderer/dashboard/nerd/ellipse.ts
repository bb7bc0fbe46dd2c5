/** The axes of a 2×2 covariance, as an ellipse at one standard deviation: pure, for drawing. */
export interface Ellipse {
  /** Half axes in the units of the matrix after scaling, the longer first. */
  major: number;
  minor: number;
  angleDeg: number;
}

/** Eigenvalues of [a c; c b] in closed form; null when the matrix is no covariance. */
export function ellipseOf(a: number | null, b: number | null, c: number | null): Ellipse | null {
  if (a === null || b === null || c === null || a <= 0 || b <= 0) return null;
  const middle = (a + b) / 2;
  const swing = Math.sqrt(((a - b) / 2) ** 2 + c * c);
  return {
    major: Math.sqrt(middle + swing),
    minor: Math.sqrt(Math.max(0, middle - swing)),
    angleDeg: (Math.atan2(2 * c, a - b) / 2) * (180 / Math.PI),
  };
}
