import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAKETIME } from '../support/days.ts';

const TESTS = join(import.meta.dirname, '..');
/** Suites that vitest runs; the others are scripts that play real machines. */
const LEFT_OUT = /^(tools|machine|newcomer)\//;
const NOW = new RegExp(
  [
    /\b(Date\.now|performance\.now|Math\.random|process\.hrtime(\.bigint)?)\(|\bnew Date\(\)/,
    /\b(randomBytes|randomInt|randomUUID|getRandomValues)\(/,
    // The program's clock knows the day; its steady time does not. support/running-clock.ts has one with a day of its own.
    /\bsystemClock\b(?!\.(steadyMs|computedMs|sleep)\b)/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** What every test is given at least. */
const SUITE_MS = 300_000;
const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file) && file !== 'repo/days.test.ts',
);

/** Lines that ask for the time or for chance, and do not name their reason. */
const unexplained = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.trim().startsWith('import ') && NOW.test(line) && !/\/\/ now: .{5,}/.test(line));

it.skipIf(FAKETIME === undefined)('programs of another day share nothing that one of them, killed, could keep', () => {
  const says = 'console.log(process.pid, process.env.FAKETIME_SHARED)';
  const starts = `import { spawnSync } from 'node:child_process';
    import ${JSON.stringify(join(TESTS, 'support/own-semaphore.ts'))};
    spawnSync(process.execPath, ['-e', ${JSON.stringify(says)}], { stdio: 'inherit' });`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', starts], {
    env: { ...process.env, LD_PRELOAD: FAKETIME, FAKETIME: '+1d' },
    encoding: 'utf8',
  });
  // None where a killed process of the same number has left the name behind.
  expect(stdout).toMatch(/^(\d+) (undefined|\/faketime_sem_\1 \/faketime_shm_\1)\n$/);
});

describe('tests: know neither the day nor chance', () => {
  it('each use of a clock of the machine names its reason (`// now: …`), or goes through support/real-now.ts or patience.ts', () => {
    expect(files.length).toBeGreaterThan(300);
    const found = files.flatMap((file) =>
      unexplained(readFileSync(join(TESTS, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('gives up no sooner than its suite (vitest.config.ts): a limit of its own tells how busy the machine is', () => {
    const limit = /^\s*\}, (\d{1,3}_000)\);|\b(?:it|describe)\b.*\{ timeout: ([\d_]+) \}, /;
    const found = files
      .filter((file) => file.endsWith('.test.ts'))
      .flatMap((file) =>
        readFileSync(join(TESTS, file), 'utf8')
          .split('\n')
          .filter(
            (line) => Number((limit.exec(line) ?? []).slice(1).join('').replaceAll('_', '') || SUITE_MS) < SUITE_MS,
          )
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });

  it('fast-check draws from a seed: it is imported from support/drawn.ts alone', () => {
    const own = files.filter((file) => /from 'fast-check'/.test(readFileSync(join(TESTS, file), 'utf8')));
    expect(own).toEqual(['support/drawn.ts']);
  });

  it.each([
    'const t = Date.now();',
    'x = new Date()',
    'a(performance.now()); // later',
    'Math.random()',
    'const endS = systemClock.nowS();',
    'openHistory({ settings, clock: systemClock, kindFor })',
    'randomInt(1, 9)',
  ])('and %s would be seen', (line) => {
    expect(unexplained(line)).toEqual([line]);
    expect(unexplained(`${line} // now: a reason`)).toEqual([]);
  });
});
