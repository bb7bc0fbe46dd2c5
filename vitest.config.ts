import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const hasBrowser = existsSync(chromium);
if (!hasBrowser) {
  console.warn(
    `\nSKIPPED: the dashboard's browser tests, because ${chromium} does not exist (apt-get install chromium)\n`,
  );
}

const project = (name: string, include: string[], more: object = {}) => ({
  test: { name, include, environment: 'node', testTimeout: 60_000, hookTimeout: 60_000, ...more },
});

/** Four suites: the engine and its parts; the API as a contract; real browsers; the real thing killed, filled and damaged. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('unit', ['tests/{contract,station,main,renderer,repo}/**/*.test.{ts,tsx}']),
      project('server', ['tests/server/**/*.test.ts'], { testTimeout: 60_000 }),
      project('durability', ['tests/durability/**/*.test.ts'], { testTimeout: 300_000 }),
      project('browser', [...(hasBrowser ? ['tests/browser/**/*.test.ts'] : []), 'tests/kiosk/**/*.test.ts'], {
        testTimeout: 120_000,
        hookTimeout: 120_000,
        fileParallelism: false,
      }),
    ],
  },
});
