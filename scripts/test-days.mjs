// npm run test:days: plays the tests on other days and in other zones, so that a newcomer's second command passes on every one.
//
//   npm run test:days                         all days, with the whole of the suites named below
//   npm run test:days -- --drawn              two days drawn from the commit's hash, with the quick suites named below
//   npm run test:days -- --date 2028-02-29T12:00:00Z --zone Asia/Kolkata [--north]
//
// libfaketime moves the wall clock of the test runner and of every program that it starts, by one offset for all; steady time goes on.
// Chromium stands it badly: one file of pages is played, whose browser gets the day from Playwright.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.mjs';

const DAYS = [
  ['2027-01-01T00:30:00Z', 'Europe/Berlin', 'New Year'],
  ['2028-02-29T12:00:00Z', 'Asia/Kolkata', 'leap day'],
  ['2027-03-28T00:58:00Z', 'Europe/Berlin', 'two minutes before summer time'],
  ['2027-10-31T00:58:00Z', 'Europe/Berlin', 'two minutes before the hour that comes twice'],
  ['2027-11-07T05:58:00Z', 'America/New_York', 'the hour that comes twice, in America'],
  ['2026-12-31T23:50:00Z', 'UTC', 'ten minutes before New Year'],
  ['2030-06-15T09:00:00Z', 'Pacific/Auckland', 'far ahead'],
  ['2027-02-01T08:00:00Z', 'UTC', 'a Monday, the first of a month'],
  ['2027-02-28T20:00:00Z', 'America/New_York', 'a Sunday, the last of a month'],
  ['2026-12-21T11:00:00Z', 'Pacific/Auckland', 'polar night in Tromsø', 'north'],
  ['2027-06-21T23:00:00Z', 'Asia/Kolkata', 'midnight sun in Tromsø', 'north'],
  ['2027-08-15T03:33:00Z', 'America/New_York', 'nothing in particular'],
];
const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));
/** Moves its own clock. */
const OWN_CLOCK = 'tests/durability/clock-faketime.test.ts';
const PAGE = 'tests/browser/today.test.ts';
/** Where stations of the tests stand on some days (tests/support/real-station.ts): a sun that never rises, or never sets. */
const TROMSO = '69.65,18.96';

const { values } = parseArgs({
  options: {
    drawn: { type: 'boolean' },
    date: { type: 'string' },
    zone: { type: 'string', default: 'UTC' },
    north: { type: 'boolean' },
  },
});
if (!LIBRARY) {
  process.stderr.write('test:days needs libfaketime: sudo apt-get install faketime\n');
  process.exit(1);
}

/** Two of the days, which differ from commit to commit and are the same for everybody who plays this one. */
function drawn() {
  const hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const first = Number.parseInt(hash.slice(0, 8), 16) % DAYS.length;
  const step = 1 + (Number.parseInt(hash.slice(8, 16), 16) % (DAYS.length - 1));
  return [DAYS[first], DAYS[(first + step) % DAYS.length]];
}

/**
 * Files whose programs live on the day of the machine: time series databases are Go programs, which libfaketime does not reach. What they
 * expect depends on no day (tests/repo/days.test.ts).
 */
const ofToday = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !/^tools\//.test(file))
  .map((file) => join('tests', file))
  .filter((file) =>
    /support\/(fleet-\w+|engines)\.ts'|realNowS\('an engine/.test(readFileSync(join(root, file), 'utf8')),
  );

const leftOut = [OWN_CLOCK, ...ofToday].flatMap((file) => ['--exclude', file]);
const whole = ['unit', 'lives', 'server', 'durability'].flatMap((name) => ['--project', name]);
/** The parts of the station, its API, and programs that start, measure and are killed. */
const quick = [
  ...['unit', 'server', 'durability'].flatMap((name) => ['--project', name]),
  ...['words', 'station', 'renderer', 'server', 'http'].map((folder) => `tests/${folder}/`),
  'tests/durability/kill.test.ts',
];

function play([date, zone, what, north]) {
  const offsetS = Math.round((Date.parse(date) - Date.now()) / 1000);
  const env = {
    ...process.env,
    TZ: zone,
    ...(north && { WEATHERGLASS_TEST_PLACE: TROMSO }),
    LD_PRELOAD: LIBRARY,
    FAKETIME: `${offsetS < 0 ? '' : '+'}${offsetS}`,
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const seen = spawnSync(process.execPath, ['-p', 'Date.now()'], { env, encoding: 'utf8' }).stdout;
  if (!(Math.abs(Number(seen) - Date.parse(date)) < 60_000)) {
    process.stderr.write(
      `test:days: a program that starts on ${date} does not see that day, so nothing would be proven\n`,
    );
    process.exit(1);
  }
  const startedMs = performance.now();
  const vitest = (...args) =>
    spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
      cwd: root,
      env,
      stdio: 'inherit',
    }).status === 0;
  process.stdout.write(`\n=== ${date} ${zone}: ${what}\n`);
  const passed = values.drawn
    ? vitest(...quick, '--project', 'browser', PAGE, ...leftOut)
    : [vitest(...whole, ...leftOut), vitest('--project', 'browser', PAGE)].every(Boolean);
  return {
    date,
    zone,
    what,
    north,
    passed,
    s: (performance.now() - startedMs) / 1000,
  };
}

const days = values.date ? [[values.date, values.zone, 'asked for', values.north]] : values.drawn ? drawn() : DAYS;
process.stdout.write(
  `playing ${values.drawn ? `${quick.filter((word) => word.startsWith('tests/')).join(' ')} of unit, server, durability` : 'unit, lives, server and durability'}, and ${PAGE}\n`,
);
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
