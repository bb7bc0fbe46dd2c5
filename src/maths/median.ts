/** Median; null where there is no value. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const ascending = values.toSorted((a, b) => a - b);
  const middle = ascending.length / 2;
  return (ascending[Math.floor(middle)]! + ascending[Math.ceil(middle) - 1]!) / 2;
}
