const [FROM, TO] = ['\u2068', '\u2069'];

/** Figures and names that are put into a sentence which runs from right to left keep their own direction. */
export function isolating<T>(words: T): T {
  if (typeof words === 'function')
    return ((...given: unknown[]) =>
      isolating(words(...given.map((one) => (typeof one === 'string' ? FROM + one + TO : one))))) as T;
  if (typeof words !== 'object' || words === null) return words;
  const isolated = Object.entries(words).map(([key, value]) => [key, isolating(value)] as const);
  return (Array.isArray(words) ? isolated.map(([, value]) => value) : Object.fromEntries(isolated)) as T;
}
