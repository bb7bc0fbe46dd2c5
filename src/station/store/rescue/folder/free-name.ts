import { existsSync } from 'node:fs';

/**
 * A name with a time in it that nothing bears yet: two within a second, or a board without a clock that starts at the same time each
 * day, would put the second history in the place of the first.
 */
export function freeName(path: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? path : `${path}-${n}`;
    if (!existsSync(name)) return name;
  }
}
