/**
 * Seeded noise as a pure function of time, so that the same seed and the same time always give the same weather, in any order
 * and without stepping there. Nodes of a lattice carry hashed normal deviates; between them a cubic spline keeps level, slope
 * and variance smooth. Seen from outside it is a mean-reverting process with the lattice step as its memory.
 */
export class LatticeNoise {
  constructor(
    private readonly seed: number,
    private readonly stepS: number,
  ) {}

  /** About standard normal. */
  at(tS: number): number {
    const position = tS / this.stepS;
    const i = Math.floor(position);
    const f = position - i;
    const a = normal(this.seed, i - 1);
    const b = normal(this.seed, i);
    const c = normal(this.seed, i + 1);
    const d = normal(this.seed, i + 2);
    // Uniform cubic B-spline: twice continuously differentiable; 1.43 restores the variance its averaging removes.
    const g = 1 - f;
    return (
      (1.43 / 6) *
      (g * g * g * a + (3 * f * f * f - 6 * f * f + 4) * b + (3 * g * g * g - 6 * g * g + 4) * c + f * f * f * d)
    );
  }
}

/** A uniform deviate in (0, 1) from two integers: the finaliser of MurmurHash3 over a mixed key. */
export function uniform(seed: number, i: number): number {
  let h =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^
    Math.imul(i | 0, 0xc2b2ae35) ^
    Math.imul((i / 4294967296) | 0, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296 + 2 ** -33;
}

/** A standard normal deviate from two integers (Box and Muller 1958). */
export const normal = (seed: number, i: number): number =>
  Math.sqrt(-2 * Math.log(uniform(seed, 2 * i))) * Math.cos(2 * Math.PI * uniform(seed, 2 * i + 1));
