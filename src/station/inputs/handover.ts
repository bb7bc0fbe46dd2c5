/** Last sender that counted each of rain and lightning, and when. */
export type Counted = Record<string, { by: string; atS: number }>;

/**
 * Increment of a counter at a handover: what it gained since `sinceS`, or 0 where another sender has counted in that time, because it is
 * the same rain. `sinceS` is null for an amount of one minute, which always counts. Notes the sender that counted.
 */
export function notCountedYet(
  counted: Counted,
  what: 'rain' | 'lightning',
  { by, amount, sinceS, nowS }: { by: string; amount: number; sinceS: number | null; nowS: number },
): number {
  const last = counted[what];
  if (sinceS !== null && last && last.by !== by && last.atS > sinceS) return 0;
  if (amount > 0) counted[what] = { by, atS: nowS };
  return amount;
}
