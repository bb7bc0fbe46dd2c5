/** Share of the paths that have passed the value, lead time by lead time. */
export type Course = readonly { leadS: number; share: number }[];

/** A share of the paths that has passed a value by a lead time, as a chance that can be trusted. */
export type Trusting = (share: number, leadS: number) => number;
export const asIs: Trusting = (share) => share;

/** Chance from a course: straight between two leads; the most that is trusted of any lead before is trusted of a later one. */
export function chanceBy(course: Course, leadS: number, trusted: Trusting): number {
  let before = { leadS: 0, chance: 0 };
  for (const [k, at] of course.entries()) {
    const chance = Math.max(before.chance, trusted(at.share, at.leadS));
    if (at.leadS < leadS) before = { leadS: at.leadS, chance };
    else if (k === 0) return chance;
    else return before.chance + ((leadS - before.leadS) / (at.leadS - before.leadS)) * (chance - before.chance);
  }
  return before.chance;
}
