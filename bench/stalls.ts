// What heavy work does to the samples: a database of ten years at full policy, the whole station over it, and while each heavy job
// runs, how late a timer of ten milliseconds comes, and how long the sampling thread itself computed between two of its turns: the one
// depends on what else the machine does, the other hardly. Then how long a stop takes in the middle of each job. With --quarter the same
// with the process held to a quarter of one core (a control group where one can be made, cpulimit otherwise).
// usage: stalls [--years N] [--quarter] [--folder DIR] [--only JOB]
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { systemClock } from '../src/main/clock.ts';
import { openHistory, storeOptions } from '../src/main/open-history.ts';
import { type Service, startService } from '../src/main/service.ts';
import type { Settings } from '../src/main/settings.ts';
import { Config } from '../src/station/config.ts';
import { Threads } from '../src/station/heavy/thread.ts';
import { openDatabase } from '../src/station/store/database.ts';
import { deskPlan } from '../src/station/store/desk.ts';
import { Turnstile } from '../src/station/store/turnstile.ts';
import { writeHistory } from './_history-data.ts';

const { values } = parseArgs({
  options: {
    years: { type: 'string', default: '10' },
    quarter: { type: 'boolean' },
    folder: { type: 'string' },
    make: { type: 'boolean' },
    run: { type: 'boolean' },
    only: { type: 'string', default: '' },
  },
});
const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-stalls-'));
const kept = values.folder ?? join(scratch, 'made');
const nowS = () => Math.floor(systemClock.nowS() / 3600) * 3600;
const never = new AbortController().signal;
const quiet = { signal: never, progress: () => {} };

const settings = (dataDir: string): Settings => ({
  dataDir,
  configFile: null,
  config: Config.parse({
    site: { latitude: 55.8, longitude: 12.5, altitude_m: 30, timezone: 'Europe/Copenhagen' },
    sensors: { source: 'simulator', sample_interval_s: 0.5 },
    server: { host: '127.0.0.1', port: 0 },
    log: { level: 'silent' },
  }),
});

/** Ten years, and the five-minute rows that training replays. */
async function make(): Promise<void> {
  mkdirSync(kept, { recursive: true });
  const path = join(kept, 'weatherglass.db');
  writeHistory(path, Number(values.years), nowS());
  const db = openDatabase(path);
  db.exec(`INSERT INTO tick (ts, temp, hum, press, dew, temp_rate, hum_rate, press_rate, sea_level_ratio, temp_raw, cpu_excess, hum_raw)
    SELECT ts, temp, hum, press_raw, dew, temp_rate, hum_rate, press_rate, 1.0035, temp_raw, cpu_excess, hum_raw FROM five_min`);
  db.close();
  (await openHistory(settings(kept), systemClock, () => 'simulator', false)).store.close();
}

/** What this thread has computed, µs; @types/node does not know it yet. */
function ownCpuUs(): number {
  const { user, system } = (process as unknown as { threadCpuUsage(): NodeJS.CpuUsage }).threadCpuUsage();
  return user + system;
}

/** How late turns of ten milliseconds come, from `start` to `end`. */
class Lateness {
  #late: number[] = [];
  #timer: NodeJS.Timeout;
  #dueMs = performance.now() + 10;
  #ownUs = ownCpuUs();
  #longestUs = 0;

  constructor() {
    this.#timer = setTimeout(this.#turn, 10);
  }

  #turn = () => {
    const atMs = performance.now();
    this.#late.push(Math.max(0, atMs - this.#dueMs));
    this.#dueMs = Math.max(this.#dueMs + 10, atMs);
    const ownUs = ownCpuUs();
    this.#longestUs = Math.max(this.#longestUs, ownUs - this.#ownUs);
    this.#ownUs = ownUs;
    this.#timer = setTimeout(this.#turn, this.#dueMs - atMs);
  };

  end(): { p50: number; p99: number; max: number; ownMax: number; turns: number } {
    clearTimeout(this.#timer);
    const sorted = this.#late.sort((a, b) => a - b);
    const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
    return { p50: at(0.5), p99: at(0.99), max: at(1), ownMax: this.#longestUs / 1000, turns: sorted.length };
  }
}

/** Private memory, MB. */
const rssAnonMb = () => Number(/RssAnon:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
const say = (text: string) => process.stdout.write(`${text}\n`);

interface Job {
  name: string;
  run(service: Service, threads: Threads): Promise<unknown>;
}

const jobs: Job[] = [
  { name: 'nothing', run: () => wait(15_000) },
  {
    name: 'folding two days',
    run: (_service, threads) => threads.run('upkeep', { confirmedNowS: nowS() + 2 * 86_400 }, quiet),
  },
  { name: 'backup', run: (_service, threads) => threads.run('backup', { keep: 1, nowS: nowS() }, quiet) },
  {
    name: 'recompute',
    run: async ({ station }) => {
      station.calibrate((await station.telemetry()).temperature_compensated! - 1);
      return station.recompute();
    },
  },
  { name: 'train, 30 days', run: ({ station }) => station.train(720) },
  {
    name: 'export, 30 days',
    run: async ({ url }) => {
      const from = nowS() - 30 * 86_400;
      const answer = await fetch(`${url}/api/export.csv?start=${from}&end=${nowS()}`);
      if (answer.status !== 200) throw new Error(`the export answers ${answer.status}: ${await answer.text()}`);
      for await (const _ of answer.body!) void _;
    },
  },
];

async function stalls(): Promise<void> {
  const dataDir = join(scratch, 'stalls');
  cpSync(kept, dataDir, { recursive: true });
  const service = await startService(settings(dataDir));
  const threads = new Threads(
    join(process.cwd(), 'dist/main/heavy.js'),
    deskPlan(storeOptions(settings(dataDir), systemClock), new Turnstile()),
    { heavy: { run: () => Promise.reject(new Error('no thread')) }, tell: say },
  );
  if (values.quarter) holdToAQuarter();
  await wait(3000);
  while (service.station.status().jobs.length > 0) await wait(500); // it learns from what it finds
  say(`private memory after the start ${rssAnonMb().toFixed(0)} MB`);
  say('                     p50      p99      max   own max ms  turns    s  private MB');
  for (const { name, run } of jobs.filter((job) => job.name.startsWith(values.only))) {
    const lateness = new Lateness();
    const startMs = performance.now();
    const result = await run(service, threads);
    const seconds = (performance.now() - startMs) / 1000;
    const { p50, p99, max, ownMax, turns } = lateness.end();
    const numbers = [p50, p99, max, ownMax]
      .map((ms) => ms.toFixed(1))
      .map((text) => text.padStart(8))
      .join(' ');
    const more = `${String(turns).padStart(8)} ${seconds.toFixed(1).padStart(6)} ${rssAnonMb().toFixed(0).padStart(8)}`;
    say(`${name.padEnd(18)} ${numbers} ${more}`);
    if (result && typeof result === 'object' && 'error' in result) throw new Error(String(result.error));
    await wait(2000);
  }
  const { samplingLateness, storeCommits, missedSamples } = service.station.figures();
  say(
    `samples late p99 ${((samplingLateness.p99S ?? 0) * 1000).toFixed(1)} ms, most ${((samplingLateness.maxS ?? 0) * 1000).toFixed(1)} ms, ${missedSamples} missed`,
  );
  say(
    `commits p99 ${((storeCommits.p99S ?? 0) * 1000).toFixed(1)} ms, most ${((storeCommits.maxS ?? 0) * 1000).toFixed(1)} ms`,
  );
  await service.stop();
}

/** A station each, stopped in the middle of its job. */
async function stops(): Promise<void> {
  say('stopped while        takes ms');
  for (const { name, run } of jobs.filter((job) => job.name.startsWith(values.only))) {
    const dataDir = join(scratch, 'stops');
    rmSync(dataDir, { recursive: true, force: true });
    cpSync(kept, dataDir, { recursive: true });
    const service = await startService(settings(dataDir));
    await wait(1500);
    const job = name.startsWith('folding') || name === 'backup' ? null : run(service, null as unknown as Threads);
    job?.catch(() => undefined); // the answer that its stop cuts short
    await wait(700);
    const startMs = performance.now();
    await service.stop();
    say(`${(job === null ? 'sampling' : name).padEnd(18)} ${(performance.now() - startMs).toFixed(0).padStart(9)}`);
  }
}

function holdToAQuarter(): void {
  const group = '/sys/fs/cgroup/cpu/weatherglass-bench';
  try {
    mkdirSync(group, { recursive: true });
    writeFileSync(join(group, 'cpu.cfs_period_us'), '10000');
    writeFileSync(join(group, 'cpu.cfs_quota_us'), '2500');
    writeFileSync(join(group, 'cgroup.procs'), String(process.pid));
    say('held to a quarter of one core by a control group of 10 ms');
  } catch (error) {
    say(`no control group (${(error as Error).message}): held to a quarter of one core by cpulimit`);
    spawn('cpulimit', ['-l', '25', '-p', String(process.pid)], { stdio: 'ignore' });
  }
}

/** In processes of their own: the bundler's memory and the making of ten years are not counted. Flags as of bin/weatherglass.mjs. */
function aside(step: 'make' | 'run'): void {
  const flags = ['--max-semi-space-size=1', '--semi-space-growth-factor=1'];
  const options = [
    `--${step}`,
    '--years',
    values.years,
    '--folder',
    kept,
    ...(values.quarter ? ['--quarter'] : []),
    '--only',
    values.only,
  ];
  const { status } = spawnSync(process.execPath, [...flags, fileURLToPath(import.meta.url), ...options], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`to ${step} ended with ${status}`);
}

try {
  if (values.make) await make();
  else if (values.run) {
    await stalls();
    if (!values.quarter) await stops();
  } else {
    if (!existsSync(join(kept, 'weatherglass.db'))) aside('make');
    aside('run');
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(0);
