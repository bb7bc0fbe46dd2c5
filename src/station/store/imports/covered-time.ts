import { HOUR_S } from '../../../base/durations.ts';
import { REACH_S, type Stretch } from './past.ts';

/** Stretch that a row of an import covers. */
export interface CoveredBy extends Stretch {
  job: number;
  /** A pause or the end follows. */
  isLast: boolean;
}

const ascending = (a: Stretch, b: Stretch): number => a.startS - b.startS;

/** Stretches of each import, without the gaps between one line and the next. A row of which no more is known is as long as the shortest step. */
function withoutGaps(covered: readonly CoveredBy[]): Stretch[] {
  return [...Map.groupBy(covered, ({ job }) => job).values()].flatMap((unsorted) => {
    const of = unsorted.toSorted(ascending);
    const apart = of.slice(1).map(({ startS }, i) => startS - of[i]!.startS);
    const shortestS = Math.min(HOUR_S, ...apart.filter((s) => s > 0));
    return of.map(({ startS, endS, isLast }, i) => {
      const nextS = of[i + 1]?.startS ?? Number.POSITIVE_INFINITY;
      const untilS = nextS - endS < REACH_S ? nextS : startS + shortestS;
      return { startS, endS: isLast ? endS : Math.max(endS, untilS) };
    });
  });
}

/** Time that something stored covers, ascending: by imports, and by rows of the station's own. */
export function allCovered(byImports: readonly CoveredBy[], own: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const { startS, endS } of [...withoutGaps(byImports), ...own].sort(ascending)) {
    const last = all.at(-1);
    if (last && startS <= last.endS) last.endS = Math.max(last.endS, endS);
    else all.push({ startS, endS });
  }
  return all;
}

/** Parts of an interval, or a moment, that are in none of these stretches, which ascend. */
export function uncoveredParts(startS: number, endS: number, covered: readonly Stretch[]): Stretch[] {
  if (startS === endS) {
    const isCovered = covered.some((one) => one.startS <= startS && startS <= one.endS);
    return isCovered ? [] : [{ startS, endS }];
  }
  const parts: Stretch[] = [];
  let atS = startS;
  for (const one of covered) {
    if (one.startS >= endS) break;
    if (one.startS > atS) parts.push({ startS: atS, endS: one.startS });
    atS = Math.max(atS, one.endS);
  }
  if (atS < endS) parts.push({ startS: atS, endS });
  return parts;
}

export const lengthOf = (parts: readonly Stretch[]): number =>
  parts.reduce((sum, { startS, endS }) => sum + endS - startS, 0);
