/**
 * npm run -s bench -- engine: what a sample costs, how long a start takes on a month of history, and what an idle service uses.
 * Exits 1 when a limit is missed.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Config } from '../src/config/config.ts';
import { Station } from '../src/station/app/station.ts';
import { InThread } from '../src/station/jobs/in-thread.ts';
import { SimulatorBoard } from '../src/station/sensors/boards/simulator.ts';
import { Turnstile } from '../src/station/store/sqlite/turnstile.ts';
import { workerStorePlan } from '../src/station/store/worker-store.ts';
import { openStore } from '../tests/support/open-store.ts';
import { load } from './_http-load.ts';
import { rssAnonMb } from './_lateness.ts';

const LOADED = ['/api/telemetry', '/api/history/range?hours=720', '/api/nerd', '/api/status'];
const launcher = resolve('bin/weatherglass.mjs');
const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-bench-'));
let failed = false;

function show(what: string, value: number, unit: string, limit: number, digits = 3): void {
  const ok = value <= limit;
  failed ||= !ok;
  console.log(
    `${what.padEnd(58)} ${value.toFixed(digits).padStart(9)} ${unit.padEnd(5)} limit ${limit} ${ok ? 'ok' : 'MISSED'}`,
  );
}

const sorted = (values: number[]): number[] => values.sort((a, b) => a - b);
const at = (values: number[], q: number): number => values[Math.min(values.length - 1, Math.floor(q * values.length))]!;

/** Two simulated days, sample by sample, through the whole station: board, pipeline, health, queue, and the five-minute work. */
async function ticks(): Promise<void> {
  let nowS = 1_750_500_000;
  const never = new Promise<void>(() => {});
  const clock = { nowS: () => nowS, steadyMs: () => nowS * 1000, sleep: () => never };
  const config = Config.parse({ site: { latitude: 55.8, longitude: 12.5, altitude_m: 30 }, log: { level: 'silent' } });
  const folder = join(scratch, 'ticks');
  const stored = { folder, clock, rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'Europe/Copenhagen' };
  const station = new Station({
    config,
    version: 'bench',
    clock,
    timeZone: 'Europe/Copenhagen',
    store: openStore(stored),
    heavy: new InThread(workerStorePlan(stored, new Turnstile()), clock),
    board: new SimulatorBoard({ seed: 1, place: config.site, altitudeM: 30 }),
    files: null,
    notices: [],
    log: () => {},
  });
  await station.start();
  const plain: number[] = [];
  const five: number[] = [];
  for (let i = 0; i < 86_400; i++) {
    nowS += 2;
    const startMs = performance.now();
    await station.sampleNow();
    const tookMs = performance.now() - startMs;
    if (i < 2000) continue; // the just-in-time compiler's share
    (nowS % 300 === 0 ? five : plain).push(tookMs);
    if (i % 900 === 0) station.commitNow();
  }
  sorted(plain);
  sorted(five);
  const total = [...plain, ...five].reduce((sum, v) => sum + v, 0) / (plain.length + five.length);
  show('one sample, median', at(plain, 0.5), 'ms', 0.15);
  console.log(`${'one sample, p99 / worst'.padEnd(58)} ${at(plain, 0.99).toFixed(3)} / ${at(plain, 1).toFixed(1)} ms`);
  show('one five-minute row: 18 forecasts scored, learned, issued, median', at(five, 0.5), 'ms', 5);
  show('mean per sample, five-minute work included, above the median', total - at(plain, 0.5), 'ms', 0.05);
}

interface Service {
  url: string;
  pid: number;
  readyMs: number;
  stop(): Promise<number>;
}

async function serve(data: string): Promise<Service> {
  const startMs = performance.now();
  const child = spawn(process.execPath, [launcher, 'serve', '--source', 'simulator', '--data', data, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, HOME: scratch },
  });
  const url = await new Promise<string>((done) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const line = /ready (\S+)/.exec(chunk.toString());
      if (line) done(line[1]!);
    });
  });
  const readyMs = performance.now() - startMs;
  return {
    url,
    pid: child.pid!,
    readyMs,
    stop: async () => {
      const stopMs = performance.now();
      child.kill('SIGTERM');
      await new Promise((done) => child.once('exit', done));
      return performance.now() - stopMs;
    },
  };
}

const run = (args: string[]): Promise<void> =>
  new Promise((done, fail) => {
    spawn(process.execPath, [launcher, ...args], { stdio: 'ignore', env: { ...process.env, HOME: scratch } })
      .once('exit', (code) => (code === 0 ? done() : fail(new Error(`${args[0]} ended with ${code}`))))
      .once('error', fail);
  });

async function startsAndIdles(): Promise<void> {
  const data = join(scratch, 'month');
  const seedMs = performance.now();
  await run(['seed', '--days', '30', '--data', data]);
  show('seeding 30 days at 30 s', (performance.now() - seedMs) / 1000, 's', 10, 1);

  const starts: number[] = [];
  const stops: number[] = [];
  for (let i = 0; i < 5; i++) {
    const service = await serve(data);
    starts.push(service.readyMs);
    if (i === 0) {
      await trained(service.url);
      console.log(`private memory after the first training: ${rssAnonMb(service.pid).toFixed(1)} MB`);
    }
    stops.push(await service.stop());
  }
  show('start to ready on 30 days, median of 5', at(sorted(starts), 0.5), 'ms', 700, 0);
  console.log(
    `${'  the first start, before it has learned from them'.padEnd(58)} ${starts.at(-1)!.toFixed(0).padStart(9)} ms (slowest)`,
  );
  show('stop, slowest of 5', at(sorted(stops), 1), 'ms', 2000, 0);

  const service = await serve(data);
  const request = get(`${service.url}/api/stream`, (response) => response.resume());
  await sleep(10_000);
  const before = cpuS(service.pid);
  const seconds = 60;
  await sleep(seconds * 1000);
  show(`idle with one stream client, over ${seconds} s`, ((cpuS(service.pid) - before) / seconds) * 100, '%', 1, 2);
  show('resident memory', rssMb(service.pid), 'MB', 110, 1);
  show('private memory', rssAnonMb(service.pid), 'MB', 60, 1);
  request.destroy();
  for (const path of LOADED) await load(Number(new URL(service.url).port), path, 8, 4000);
  show('private memory after 8 askers of each of four reads', rssAnonMb(service.pid), 'MB', 90, 1);
  await service.stop();
}

async function trained(url: string): Promise<void> {
  for (let i = 0; i < 300; i++) {
    const status = (await (await fetch(`${url}/api/status`)).json()) as { last_train: number | null; jobs: unknown[] };
    if (status.last_train !== null && status.jobs.length === 0) return;
    await sleep(200);
  }
  throw new Error('the first training did not end within a minute');
}

/** User and system time of a process, from fields 14 and 15 of its stat line; a tick is 10 ms on Linux. */
function cpuS(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const rssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

await ticks();
await startsAndIdles();
rmSync(scratch, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
