// npm run bench -- tests [FILE…]: plays test files one by one and tells what each costs; without files, the long ones that `npm test` begins with.
// CPU seconds are those of every process that a file started, so they hold beside other work; waiting is what is left of the wall time. As root.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LONGEST } from '../tests/support/longest-first.ts';

const root = join(dirname(process.argv[1]!), '..');
const files = process.argv.length > 2 ? process.argv.slice(2) : LONGEST.map((file) => `tests/${file}.test.ts`);

/** Without what `npm run bench` makes of the memory of a station. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MALLOC_')));

interface Cost {
  file: string;
  tests: number;
  failed: number;
  wallS: number;
  cpuS: number;
  importS: number;
}

/** Control group of the kernel (v2, alone or beside v1): counts every process that a file starts, waited for or not, as Chromium's are not. */
const hierarchy = ['/sys/fs/cgroup/unified', '/sys/fs/cgroup'].find((path) => existsSync(join(path, 'cgroup.procs')))!;
const group = join(hierarchy, `weatherglass-bench-${process.pid}`);
mkdirSync(group); // as root
const usedS = (): number => Number(/^usage_usec (\d+)/m.exec(readFileSync(join(group, 'cpu.stat'), 'utf8'))![1]) / 1e6;

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-bench-tests-'));
const reporter = join(folder, 'reporter.mjs');
const answer = join(folder, 'answer.json');
/** Vitest reporter that writes what a file counted: no reporter of its own tells the seconds of imports. */
writeFileSync(
  reporter,
  `import { writeFileSync } from 'node:fs';
  export default class {
    onTestRunEnd(modules) {
      const tests = modules.flatMap((module) => [...module.children.allTests()]);
      const failed = tests.filter((test) => test.result().state === 'failed').length + modules.flatMap((module) => module.errors()).length;
      const importS = modules.reduce((sum, module) => sum + module.diagnostic().collectDuration, 0) / 1000;
      writeFileSync(${JSON.stringify(answer)}, JSON.stringify({ tests: tests.length, failed, importS }));
    }
  }`,
);

function play(file: string): Cost {
  const [startMs, startS] = [performance.now(), usedS()];
  const vitest = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', file, '--reporter', reporter];
  spawnSync('sh', ['-c', `echo $$ >${group}/cgroup.procs; exec "$@"`, 'sh', ...vitest], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const wallS = (performance.now() - startMs) / 1000;
  return { ...JSON.parse(readFileSync(answer, 'utf8')), file, wallS, cpuS: usedS() - startS };
}

process.stdout.write('| file | tests | CPU, s | wall, s | waits, s | imports, s | |\n|---|---|---|---|---|---|---|\n');
const costs: Cost[] = [];
for (const file of files) {
  const cost = play(file);
  costs.push(cost);
  const { tests, failed, wallS, cpuS, importS } = cost;
  const cells = [tests, ...[cpuS, wallS, Math.max(0, wallS - cpuS), importS].map((s) => s.toFixed(1))];
  process.stdout.write(`| ${file} | ${cells.join(' | ')} | ${failed > 0 ? `**${failed} failed**` : ''} |\n`);
}
const sum = (of: (cost: Cost) => number): string => costs.reduce((all, cost) => all + of(cost), 0).toFixed(0);
process.stdout.write(
  `| all | ${sum(({ tests }) => tests)} | ${sum(({ cpuS }) => cpuS)} | ${sum(({ wallS }) => wallS)} | | | |\n`,
);
rmSync(folder, { recursive: true, force: true });
rmdirSync(group);
