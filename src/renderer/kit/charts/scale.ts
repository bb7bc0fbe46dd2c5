/** Linear scale from data to pixels. */
export const linear =
  (from: number, to: number, startPx: number, endPx: number) =>
  (value: number): number =>
    startPx + ((value - from) * (endPx - startPx)) / (to - from || 1);

export type Axis = ReturnType<typeof axisFor>;

const MOST_LABELS = 4;

/**
 * Bounds and round ticks (1, 2, 4 or 5 times a power of ten) for an axis of at most four labels. It begins at the floor where only its
 * margin would reach below: rain is never negative.
 */
export function axisFor(low: number, high: number, leastSpan = 1, floor = Number.NEGATIVE_INFINITY) {
  const middle = (low + high) / 2;
  const span = Math.max(high - low, leastSpan);
  const up = low < floor ? 0 : Math.max(0, floor - middle + span * 0.56);
  const from = middle - span * 0.56 + up;
  const to = middle + span * 0.56 + up;
  const steps = [1, 2, 4, 5, 10]
    .flatMap((m) => [-3, -2, -1, 0, 1, 2, 3, 4, 5].map((p) => m * 10 ** p))
    .sort((a, b) => a - b);
  const step = steps.find((s) => Math.floor(to / s) - Math.ceil(from / s) + 1 <= MOST_LABELS) ?? span;
  const ticks: number[] = [];
  for (let k = Math.ceil(from / step); k * step <= to; k++) ticks.push(Number((k * step).toPrecision(12)));
  return { from, to, ticks, decimals: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

/** Smallest and largest of what is known; null when nothing is. */
export function extent(...columns: ReadonlyArray<ReadonlyArray<number | null>>): [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const column of columns) {
    for (const value of column) {
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : null;
}
