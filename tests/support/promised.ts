import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

/** File that `npm run bench -- promises` reads the figures from: a line of JSON for each. */
export const FIGURES = 'WEATHERGLASS_FIGURES';

export interface Figure {
  what: string;
  ms: number;
  promisedMs: number;
}

/** What a slow machine may take longer. What takes more hangs, or grows as it must not. */
const TIMES_AS_SLOW = 20;

/**
 * A promise of speed: a test fails when twenty times as long is taken, since a slow machine is no fault of the program. Whether the promise
 * itself is kept is for `npm run bench -- promises`. Milliseconds are those that a thread computes, not those of the wall.
 */
export function promised(what: string, ms: number, promisedMs: number): void {
  const file = process.env[FIGURES];
  if (file) appendFileSync(file, `${JSON.stringify({ what, ms, promisedMs } satisfies Figure)}\n`);
  expect(ms, `${what}: computed, in ms`).toBeLessThan(TIMES_AS_SLOW * promisedMs);
}
