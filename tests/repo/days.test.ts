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
    // A port counted from it may be taken; support/free-port.ts asks for one.
    /\bprocess\.pid\s*[%*+-]/,
    // The program's clock knows the day; its steady time does not. support/running-clock.ts has one with a day of its own.
    /\bsystemClock\b(?!\.(steadyMs|computedMs|sleep)\b)/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** What every test is given (vitest.config.ts). */
const SUITE_MS = 1_200_000;
const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file) && file !== 'repo/days.test.ts',
);

/** A line that asks for the time or for chance, and does not name its reason. */
const isUnexplained = (line: string): boolean =>
  !line.trim().startsWith('import ') && NOW.test(line) && !/\/\/ now: .{5,}/.test(line);

/** Lines of the tests that are so, each behind the name of its file. */
const linesThat = (are: (line: string) => boolean): string[] =>
  files.flatMap((file) =>
    readFileSync(join(TESTS, file), 'utf8')
      .split('\n')
      .filter(are)
      .map((line) => `${file}: ${line.trim()}`),
  );

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
    expect(linesThat(isUnexplained)).toEqual([]);
  });

  it('gives up no sooner than its suite (vitest.config.ts): a limit of its own tells how busy the machine is', () => {
    const limit = /^\s*\}, (\d+(?:_\d{3})+)\);|\b(?:it|describe)\b.*\{ timeout: ([\d_]+) \}, |^\s+(\w*LIMIT_MS),$/;
    const limitOf = (line: string) => (limit.exec(line) ?? []).slice(1).join('').replaceAll('_', '');
    expect(linesThat((line) => limitOf(line) !== '' && !(Number(limitOf(line)) >= SUITE_MS))).toEqual([]);
  });

  it('waits by expect.poll, for as long as the suite says, or says for how long: vi.waitFor gives up after a second', () => {
    const second = /\bvi\.wait(For|Until)\((?!.*(timeout|SOON|\d_000)).*\);/;
    expect(linesThat((line) => second.test(line))).toEqual([]);
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
    'port = 20_000 + (process.pid % 20_000);',
  ])('and %s would be seen', (line) => {
    expect([line, `${line} // now: a reason`].map(isUnexplained)).toEqual([true, false]);
  });
});
