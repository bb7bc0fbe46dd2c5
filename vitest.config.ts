import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const hasBrowser = existsSync(chromium);
if (!hasBrowser) {
  console.warn(
    `\nSKIPPED: the dashboard's browser tests, because ${chromium} does not exist (apt-get install chromium)\n`,
  );
}

/** One group of suites runs after the other; `workers` files of it at a time. */
const project = (name: string, group: { order: number; workers: number }, include: string[], more: object = {}) => ({
  test: {
    name,
    include,
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: group.workers,
    sequence: { groupOrder: group.order },
    ...more,
  },
});

/** These wait for disks, kills and sockets more than they compute. */
const waiting = { order: 0, workers: 3 };
/** Each keeps a browser busy, which takes more than one core while it paints. */
const painting = { order: 1, workers: 2 };
/** These tell what time and a window do: nobody beside them. */
const alone = { order: 2, workers: 1 };
const slow = { testTimeout: 120_000, hookTimeout: 120_000 };
const browserTests = hasBrowser ? ['tests/browser/**/*.test.ts'] : [];

/** The engine and its parts; the API as a contract; the real thing killed, filled and damaged; real browsers; their speed; the kiosk. */
export default defineConfig({
  test: {
    projects: [
      project('unit', waiting, ['tests/{contract,station,main,renderer,repo}/**/*.test.{ts,tsx}']),
      project('server', waiting, ['tests/server/**/*.test.ts']),
      project('durability', waiting, ['tests/durability/**/*.test.ts'], { testTimeout: 300_000 }),
      project('browser', painting, browserTests, { ...slow, exclude: ['**/lighthouse.test.ts'] }),
      project('lighthouse', alone, hasBrowser ? ['tests/browser/lighthouse.test.ts'] : [], slow),
      project('kiosk', alone, ['tests/kiosk/**/*.test.ts'], slow),
    ],
  },
});
