/**
 * Ellipse of two quantities of unit variance by their correlation ρ: eigenvalues 1 ± |ρ| of [1 ρ; ρ 1], on its diagonals. A half axis of 1 is
 * one standard deviation.
 */
export const ellipseOf = (rho: number) => ({
  major: Math.sqrt(1 + Math.abs(rho)),
  minor: Math.sqrt(1 - Math.abs(rho)),
  angleDeg: 45 * Math.sign(rho),
});
