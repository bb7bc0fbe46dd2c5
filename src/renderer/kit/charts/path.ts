/** Point in pixels. Below, points become the `d` of an SVG path; a gap in the data stays a gap in the line. */
export interface Point {
  x: number;
  y: number;
}

/** `12.5 3.0`: a point as a path has it. */
export const at = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Straight pieces between neighbours that are both known. */
export function gappedLine(points: ReadonlyArray<Point | null>): string {
  let path = '';
  let penDown = false;
  for (const point of points) {
    if (point) path += `${penDown ? 'L' : 'M'}${at(point)}`;
    penDown = point !== null;
  }
  return path;
}

/** Puts nulls where two neighbours are further apart than `widestS`, so that hours without a station are not drawn over. */
export function withGaps(times: readonly number[], values: ReadonlyArray<number | null>, widestS: number) {
  const out: Array<{ tS: number; value: number | null }> = [];
  times.forEach((tS, i) => {
    const before = times[i - 1];
    if (before !== undefined && tS - before > widestS) out.push({ tS: (tS + before) / 2, value: null });
    out.push({ tS, value: values[i] ?? null });
  });
  return out;
}

/**
 * Slopes of the cubic that overshoots nowhere: a band must not bulge beyond its own points.
 * Fritsch & Butland (1984), SIAM J. Sci. Stat. Comput. 5, 300: the harmonic mean of the neighbouring chords.
 */
function slopes(points: readonly Point[]): number[] {
  const chord = points.slice(1).map((p, i) => (p.y - points[i]!.y) / (p.x - points[i]!.x || 1));
  return points.map((_, i) => {
    const before = chord[i - 1];
    const after = chord[i];
    if (before === undefined) return after ?? 0;
    if (after === undefined) return before;
    if (before * after <= 0) return 0;
    const h0 = points[i]!.x - points[i - 1]!.x;
    const h1 = points[i + 1]!.x - points[i]!.x;
    const w = (h0 + 2 * h1) / (3 * (h0 + h1));
    return (before * after) / (w * after + (1 - w) * before);
  });
}

/** A smooth curve through the points, which must run one way. `start` is M, or L to join what was drawn before. */
export function smoothLine(points: readonly Point[], start: 'M' | 'L' = 'M'): string {
  const first = points[0];
  if (!first) return '';
  const m = slopes(points);
  let path = `${start}${at(first)}`;
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1]!;
    const b = points[i]!;
    const third = (b.x - a.x) / 3;
    path += `C${at({ x: a.x + third, y: a.y + m[i - 1]! * third })} ${at({ x: b.x - third, y: b.y - m[i]! * third })} ${at(b)}`;
  }
  return path;
}

/** The area between two smooth curves. */
export function smoothBand(upper: readonly Point[], lower: readonly Point[]): string {
  if (upper.length < 2) return '';
  return `${smoothLine(upper)}${smoothLine(lower.toReversed(), 'L')}Z`;
}
