/** Weyl's sequence by the square root of a prime for each dimension: as even as draws can be, and the same for everybody. */
const PRIMES = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
  113, 127, 131, 137, 139,
];
/** The first of them are for normal draws: no other draw is the same as one of those. */
const NORMAL = 6;
const made = new Map<string, Float64Array>();

/** `count` draws from the standard normal distribution; those of two dimensions know next to nothing of each other. */
export const normals = (dimension: number, count: number): Float64Array =>
  known(`normal ${dimension} ${count}`, () => weyl(dimension % NORMAL, count).map(normalQuantile));

/** The same from the exponential distribution of mean 1. */
export const exponentials = (dimension: number, count: number): Float64Array =>
  known(`exponential ${dimension} ${count}`, () =>
    weyl(NORMAL + (dimension % (PRIMES.length - NORMAL)), count).map((share) => -Math.log(share)),
  );

function weyl(place: number, count: number): Float64Array {
  const irrational = Math.sqrt(PRIMES[place]!) % 1;
  return Float64Array.from({ length: count }, (_, i) => (0.5 + (i + 1) * irrational) % 1);
}

function known(name: string, make: () => Float64Array): Float64Array {
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}

/** Within .0005 of the truth (Abramowitz & Stegun 1964, 26.2.23). */
function normalQuantile(share: number): number {
  const tail = Math.min(Math.max(1e-9, Math.min(share, 1 - share)), 0.5);
  const t = Math.sqrt(-2 * Math.log(tail));
  const z =
    t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3);
  return share < 0.5 ? -z : z;
}
