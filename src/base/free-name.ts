import { existsSync } from 'node:fs';

/**
 * Free name: the name itself, or the first of `-2`, `-3` … that nothing bears yet. Two within a second, or a board without a clock that
 * starts at the same time each day, would put the second history in the place of the first.
 */
export function freeName(name: string, isTaken: (name: string) => boolean = existsSync): string {
  for (let n = 1; ; n += 1) {
    const one = n === 1 ? name : `${name}-${n}`;
    if (!isTaken(one)) return one;
  }
}
