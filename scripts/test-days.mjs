// npm run test:days: plays the tests on other days and in other zones, so that a newcomer's second command passes on every one. The gate plays
// its `npm test` on two of them (WEATHERGLASS_TEST_DAYS=drawn, tests/support/days.ts).
//
//   npm run test:days                         all days
//   npm run test:days -- --date 2028-02-29T12:00:00Z --zone Asia/Kolkata [--north]
//
// Of the browser tests one file is played, whose page gets the day from Playwright: Chromium fails under libfaketime.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DAYS, environmentOf } from '../tests/support/days.ts';
import { root } from './root.mjs';

/** Moves its own clock. */
const OWN_CLOCK = 'tests/durability/clock-faketime.test.ts';
const PAGE = 'tests/browser/today.test.ts';

const { values } = parseArgs({
  options: {
    date: { type: 'string' },
    zone: { type: 'string', default: 'UTC' },
    north: { type: 'boolean' },
  },
});
/**
 * Tests of programs that keep the machine's day: time series databases are Go programs, which libfaketime does not reach. What they expect
 * depends on no day (tests/repo/days.test.ts).
 */
const isOfToday = (file) =>
  /support\/(fleet-\w+|engines)\.ts'|realNowS\('an engine/.test(readFileSync(join(root, file), 'utf8'));
/** Named one by one: Vitest takes no `--exclude` from its command line for projects that exclude files of their own. */
const files = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !/^(tools|browser)\//.test(file))
  .map((file) => join('tests', file))
  .filter((file) => file !== OWN_CLOCK && !isOfToday(file));
const whole = ['unit', 'lives', 'own', 'server', 'durability'].flatMap((name) => ['--project', name]);

function play({ date, zone, what, north }) {
  const env = { ...process.env, ...environmentOf({ date, zone, north }) };
  const startedMs = performance.now();
  const vitest = (...args) =>
    spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
      cwd: root,
      env,
      stdio: 'inherit',
    }).status === 0;
  process.stdout.write(`\n=== ${date} ${zone}: ${what}\n`);
  const passed = [vitest(...whole, ...files), vitest('--project', 'browser', PAGE)].every(Boolean);
  return { date, zone, what, north, passed, s: (performance.now() - startedMs) / 1000 };
}

const { date, zone, north = false } = values;
const days = date === undefined ? DAYS : [{ date, zone, what: 'asked for', north }];
process.stdout.write(`playing unit, lives, own, server and durability, and ${PAGE}\n`);
const played = days.map(play);
process.stdout.write('\n');
for (const { date, zone, what, passed, s } of played)
  process.stdout.write(
    `${passed ? 'passed' : 'FAILED'}  ${date}  ${zone.padEnd(18)} ${s.toFixed(0).padStart(5)} s  ${what}\n`,
  );
const failed = played.filter(({ passed }) => !passed);
for (const { date, zone, north } of failed)
  process.stdout.write(`again: npm run test:days -- --date ${date} --zone ${zone}${north ? ' --north' : ''}\n`);
process.exit(failed.length === 0 ? 0 : 1);
