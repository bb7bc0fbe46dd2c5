/**
 * npm run -s bench -- start [FOLDER]: how long the store takes to open a month of full samples (or a copy of that folder) with every
 * check on, and the program until it answers, after a stop in order and after a kill; and the longest turn of its thread meanwhile,
 * which is how long a question can wait for its 503. Exits 1 when the program or a turn takes longer than its limit.
 */
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Config } from '../src/config/config.ts';
import { systemClock } from '../src/main/clock.ts';
import { startService } from '../src/main/service.ts';
import { LongestTurn } from '../tests/support/longest-turn.ts';
import { openStore } from '../tests/support/open-store.ts';
import { writeHistory } from './_history-data.ts';
import { settled, start } from './_program.ts';

const TIMES = 5;
const LIMIT_MS = 700;
const TURN_LIMIT_MS = 50;
const DAYS = 30;

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-start-'));
const folder = join(scratch, 'month');
const clock = { nowS: () => Date.now() / 1000, steadyMs: () => performance.now(), sleep: () => Promise.resolve() };
const open = (at: string) =>
  openStore({ folder: at, clock, rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'UTC' });
const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;

async function timed<T>(work: () => T | Promise<T>): Promise<[number, T]> {
  const startMs = performance.now();
  const done = await work();
  return [performance.now() - startMs, done];
}

const given = process.argv[2];
if (given) cpSync(given, folder, { recursive: true });
else {
  open(folder).close();
  rmSync(join(folder, 'weatherglass.db'));
  writeHistory(join(folder, 'weatherglass.db'), DAYS / 365.25, Math.floor(Date.now() / 300_000) * 300);
  open(folder).close(); // judged whole, and summed
}

async function theStore(killed: boolean): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < TIMES; i += 1) {
    const store = open(folder);
    const left = join(scratch, `left-${i}`);
    if (killed) cpSync(folder, left, { recursive: true, preserveTimestamps: true }); // the files as a kill leaves them
    store.close();
    const [ms, again] = await timed(() => open(killed ? left : folder));
    took.push(ms);
    again.close();
    rmSync(left, { recursive: true, force: true });
  }
  return median(took);
}

async function theProgram(killed: boolean): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < TIMES + 1; i += 1) {
    const [ms, { child, port }] = await timed(() => start(resolve('.'), folder));
    if (i === 0)
      await settled(port); // what it learns from the month is none of this
    else took.push(ms);
    child.kill(killed ? 'SIGKILL' : 'SIGTERM');
    await new Promise((ended) => child.once('exit', ended));
  }
  return median(took);
}

/** In this process, because only there the thread can be looked at: by what it computes itself, so others do not count. */
async function longestTurn(): Promise<number> {
  const config = Config.parse({
    sensors: { source: 'simulator' },
    server: { host: '127.0.0.1', port: 0 },
    log: { level: 'silent' },
  });
  const took: number[] = [];
  for (let i = 0; i < TIMES; i += 1) {
    const turns = new LongestTurn();
    const service = await startService(
      {
        dataDir: folder,
        configFile: null,
        origin: { options: {}, env: {}, file: join(folder, 'config.yaml') },
        demo: false,
        config,
      },
      { clock: systemClock },
    );
    took.push(turns.end());
    await service.stop();
  }
  return median(took);
}

console.log(
  `${given ?? `${DAYS} days`}, ${(statSync(join(folder, 'weatherglass.db')).size / 1e6).toFixed(0)} MB, medians of ${TIMES}`,
);
let failed = false;
for (const [how, killed] of [
  ['a stop in order', false],
  ['a kill', true],
] as const) {
  console.log(`the store opens after ${how.padEnd(16)} ${(await theStore(killed)).toFixed(0).padStart(5)} ms`);
  const ms = await theProgram(killed);
  failed ||= ms > LIMIT_MS;
  console.log(`the program is ready after ${how.padEnd(16)} ${ms.toFixed(0).padStart(5)} ms, limit ${LIMIT_MS}`);
}
const turnMs = await longestTurn();
failed ||= turnMs > TURN_LIMIT_MS;
console.log(`the longest turn of its thread  ${turnMs.toFixed(0).padStart(17)} ms, limit ${TURN_LIMIT_MS}`);
rmSync(scratch, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
