// npm run test:night: what has to hold on a quiet machine and takes a night, one after the other, with its tables at the end: ten runs of the
// whole suite, five of them beside a busy loop, each on two other days; the twelve days one by one (test:days); the other machines
// (test:machines). Logs lie in artifacts/night.
// Of families of which an ordinary run draws a share (tests/support/share.ts), every member is played; with --drawn, that share.
//
//   npm run test:night -- --only runs                  one of runs, days, machines; may be given several times
//   npm run test:night -- --runs 4 tests/maths         four runs of some files, two of them beside a busy loop
//   npm run test:night -- --only runs --from 8         the rest of a row of runs that had to stop after the seventh
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DAYS, FAKETIME } from '../tests/support/days.ts';
import { root } from './root.mjs';

const PARTS = ['runs', 'days', 'machines'];
const { values, positionals: files } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: PARTS },
    runs: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    drawn: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const unknown = values.only.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  process.stderr.write(`test:night knows no part ${unknown.join(', ')}: ${PARTS.join(', ')}\n`);
  process.exit(2);
}
const isNumber = (text) => /^[1-9]\d*$/.test(text);
if (!isNumber(values.runs) || !isNumber(values.from) || Number(values.from) > Number(values.runs)) {
  process.stderr.write('test:night: --runs and --from are numbers from 1 on, and --from is at most --runs\n');
  process.exit(2);
}
const logs = join(root, 'artifacts', 'night');
mkdirSync(logs, { recursive: true });

/** Children end with this program, also by a signal. */
const children = [];
function start(program, args, options) {
  const child = spawn(program, args, options);
  children.push(child);
  return child;
}
process.on('exit', () => {
  for (const child of children) child.kill();
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Runs an npm script, shows and keeps its words. */
async function npm(name, args, more = {}) {
  const startedMs = performance.now();
  const env = { ...process.env, WEATHERGLASS_TEST_WHOLE: values.drawn ? '' : '1', ...more };
  const child = start('npm', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = createWriteStream(join(logs, `${name}.log`));
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      words += text;
      log.write(text);
      process.stdout.write(text);
    });
  const [status] = await once(child, 'close');
  log.end();
  return { status, lines: words.split('\n'), s: (performance.now() - startedMs) / 1000 };
}

/** Of a run: the quick tests live on the first, programs on the second. In twelve runs each day is both. */
const daysOf = (number) => [number - 1, number + 5].map((at) => DAYS[at % DAYS.length].date.slice(0, 10)).join(',');

async function run(number, isBusy) {
  const loop = isBusy ? start(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }) : null;
  const days = FAKETIME && daysOf(number);
  const args = ['test', ...(files.length > 0 ? ['--', ...files] : [])];
  const { status, lines, s } = await npm(`run-${number}`, args, days && { WEATHERGLASS_TEST_DAYS: days });
  loop?.kill();
  const counted = lines.findLast((line) => /^\d+ passed, \d+ failed, \d+ skipped$/.test(line)) ?? '';
  return {
    status,
    row: `| ${number} | ${isBusy ? 'a busy loop' : 'nothing'} | ${days ?? 'today'} | ${s.toFixed(0)} | ${counted} | ${status} |`,
  };
}

const tables = [];
let failed = 0;
if (values.only.includes('runs')) {
  const rows = [];
  const count = Number(values.runs);
  for (let number = Number(values.from); number <= count; number += 1) {
    const { status, row } = await run(number, number > count / 2);
    rows.push(row);
    if (status !== 0) failed += 1;
  }
  tables.push(`| run | beside | days | seconds | npm test | exit |\n|---|---|---|---|---|---|\n${rows.join('\n')}`);
}
/** Of what those scripts print, the table that they end with. */
const ENDS = { days: /^(passed|FAILED|again:) /, machines: /^\|/ };
for (const part of ['days', 'machines'].filter((name) => values.only.includes(name))) {
  const { status, lines } = await npm(part, ['run', '-s', `test:${part}`]);
  if (status !== 0) failed += 1;
  tables.push(lines.filter((line) => ENDS[part].test(line)).join('\n'));
}
process.stdout.write(`\n${tables.join('\n\n')}\n`);
process.exit(failed === 0 ? 0 : 1);
