// What heavy work does to the samples: a database of ten years at full policy, the whole station over it, and while each heavy job
// runs, how late the event loop comes round and how long its longest turn was. Then how long a stop takes in the middle of each. With
// --quarter the same with the process held to a quarter of one core (a control group where one can be made, cpulimit otherwise).
// --why: where the longest turns were spent. --only: jobs whose names begin so, with commas between.
// usage: stalls [--years N] [--quarter] [--folder DIR] [--only JOBS] [--part stalls|stops] [--why]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Clock } from '../src/base/clock.ts';
import { Config } from '../src/config/config.ts';
import { systemClock } from '../src/main/clock.ts';
import { openHistory, storeOptions } from '../src/main/open-history.ts';
import { type Service, startService } from '../src/main/service.ts';
import type { Settings } from '../src/main/settings/settings.ts';
import { Threads } from '../src/station/jobs/thread.ts';
import { openDatabase } from '../src/station/store/sqlite/database.ts';
import { Turnstile } from '../src/station/store/sqlite/turnstile.ts';
import { SAMPLE_COLUMNS } from '../src/station/store/tiers/sample-row.ts';
import { workerStorePlan } from '../src/station/store/worker-store.ts';
import { boardRow, noise, writeHistory } from './_history-data.ts';
import { Lateness, rssAnonMb } from './_lateness.ts';

const { values } = parseArgs({
  options: {
    years: { type: 'string', default: '10' },
    quarter: { type: 'boolean' },
    folder: { type: 'string' },
    make: { type: 'boolean' },
    run: { type: 'boolean' },
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '' },
    why: { type: 'boolean' },
  },
});
const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-stalls-'));
const kept = values.folder ?? join(scratch, 'made');
/** What the station of the first part leaves behind: it has learned what there is to learn. */
const lived = join(scratch, 'stalls');
const nowS = () => Math.floor(systemClock.nowS() / 3600) * 3600;
const never = new AbortController().signal;
const quiet = { signal: never, progress: () => {} };

const settings = (dataDir: string, more: { source?: string; rawDays?: number } = {}): Settings => ({
  dataDir,
  configFile: null,
  origin: { options: {}, env: {}, file: join(dataDir, 'config.yaml') },
  demo: false,
  config: Config.parse({
    site: { latitude: 55.8, longitude: 12.5, altitude_m: 30, timezone: 'Europe/Copenhagen' },
    sensors: { source: more.source ?? 'simulator', sample_interval_s: 0.5, replay_speed: 10_000 },
    storage: { raw_retention_days: more.rawDays ?? 7 },
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
  (await openHistory({ settings: settings(kept), clock: systemClock, kindFor: () => 'simulator' })).store.close();
}

const wanted = (name: string) => values.only.split(',').some((only) => name.startsWith(only));
const say = (text: string) => process.stdout.write(`${text}\n`);

interface Job {
  name: string;
  run(service: Service, threads: Threads): Promise<unknown>;
}

const jobs: Job[] = [
  { name: 'nothing', run: () => wait(15_000) },
  {
    name: 'folding two days',
    run: (_service, threads) => threads.run('upkeep', undefined, quiet),
  },
  { name: 'backup', run: (_service, threads) => threads.run('backup', { keep: 1, nowS: nowS() }, quiet) },
  {
    name: 'recompute',
    run: async ({ station }) => {
      station.calibration.calibrate((await station.telemetry()).temperature_compensated! - 1);
      return station.recomputing.recompute();
    },
  },
  { name: 'train, 30 days', run: ({ station }) => station.forecasts.train(720) },
  { name: 'export, 30 days', run: ({ url }) => download(url, 30) },
  {
    name: 'calibration, 3 times',
    run: async ({ station }) => {
      for (let i = 0; i < 3; i += 1) {
        const { temperature_compensated: shown } = await station.telemetry();
        const result = station.calibration.calibrate(shown! - 1);
        if ('error' in result) throw new Error(result.error);
        await wait(4000);
      }
    },
  },
];

/** By a process of its own, as a browser is one; not held to a quarter with the station. */
async function download(url: string, days: number): Promise<void> {
  const address = `${url}/api/export.csv?start=${nowS() - days * 86_400}&end=${nowS()}`;
  const read = `const answer = await fetch('${address}'); for await (const _ of answer.body); process.exit(answer.status === 200 ? 0 : 1)`;
  const reader = spawn(process.execPath, ['--input-type=module', '-e', read], { stdio: 'ignore' });
  if (values.quarter) leaveGroup(reader.pid!);
  const [status] = (await once(reader, 'exit')) as [number];
  if (status !== 0) throw new Error('the export was refused');
}

async function measured(name: string, run: () => Promise<unknown>): Promise<void> {
  const lateness = new Lateness(values.why);
  const startMs = performance.now();
  const result = await run();
  const seconds = (performance.now() - startMs) / 1000;
  const { p50, p99, max, ownMax, ofItPauses, turns, why } = lateness.end();
  const numbers = [p50, p99, max, ownMax, ofItPauses].map((ms) => ms.toFixed(1).padStart(8)).join(' ');
  const more = `${String(turns).padStart(8)} ${seconds.toFixed(1).padStart(6)} ${rssAnonMb().toFixed(0).padStart(8)}`;
  say(`${name.padEnd(20)} ${numbers} ${more}`);
  for (const line of why) say(line);
  if (result && typeof result === 'object' && 'error' in result) throw new Error(String(result.error));
}

async function stalls(): Promise<void> {
  const dataDir = lived;
  cpSync(kept, dataDir, { recursive: true });
  const service = await startService(settings(dataDir));
  const threads = new Threads(
    join(process.cwd(), 'dist/main/heavy.js'),
    workerStorePlan(storeOptions(settings(dataDir, { rawDays: 5 }), systemClock), new Turnstile()), // two days are due to fold
    { heavy: { run: () => Promise.reject(new Error('no thread')) }, tell: say },
  );
  if (values.quarter) holdToAQuarter();
  await wait(3000);
  while (service.station.status().jobs.length > 0) await wait(500); // it learns from what it finds
  await download(service.url, 1); // what answers a request is compiled with the first one
  await wait(1000);
  say(`private memory after the start ${rssAnonMb().toFixed(0)} MB`);
  say('                          p50      p99      max  own max    of GC    turns      s  private (ms, MB)');
  for (const { name, run } of jobs.filter((job) => wanted(job.name))) {
    await measured(name, () => run(service, threads));
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

/** A board without a battery whose clock is set after a day: what it measured is released while it goes on measuring. */
async function release(): Promise<void> {
  let aheadMs = 0;
  let isSet = false;
  const startMs = systemClock.steadyMs();
  const clock: Clock = {
    ...systemClock,
    steadyMs: () => systemClock.steadyMs() + aheadMs,
    nowS: () => (isSet ? systemClock.nowS() : 14 - startMs / 1000 + systemClock.steadyMs() / 1000) + aheadMs / 1000,
    synchronised: () => null,
    asleepMs: () => 0,
  };
  const service = await startService(settings(join(scratch, 'release')), { clock });
  for (let i = 0; i < 43_190; i += 1) {
    aheadMs += 2000;
    await service.station.sampleNow();
  }
  await wait(1000);
  const released = () => service.station.watch.events(5).some(({ detail }) => detail.includes('held samples'));
  await measured('held samples, a day', async () => {
    isSet = true;
    while (!released()) await wait(500);
  });
  await service.stop();
}

/** Every third of a second until it is so. */
async function until(so: () => boolean): Promise<void> {
  for (let i = 0; !so(); i += 1) {
    if (i > 300) throw new Error('the job to be stopped did not begin');
    await wait(100);
  }
}

/** Maintenance comes after a second instead of a minute. */
const hurried: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms > 30_000 ? 1000 : ms, signal) };

interface Stop {
  name: string;
  /** What differs from the usual station. */
  more?: Parameters<typeof settings>[1];
  clock?: Clock;
  empty?: boolean;
  prepare?(folder: string): Promise<void> | void;
  begin?(service: Service): Promise<unknown>;
  /** The job that has to be running. */
  job?: string;
}

const record = join(scratch, 'record.csv');

const stopping: Stop[] = [
  { name: 'sampling' },
  {
    name: 'recompute',
    job: 'recompute',
    begin: (service) => jobs.find(({ name }) => name === 'recompute')!.run(service, null!),
  },
  { name: 'train', job: 'train', begin: ({ station }) => station.forecasts.train(720) },
  { name: 'export', begin: ({ url }) => download(url, 60) },
  { name: 'fold', job: 'upkeep', more: { rawDays: 2 }, clock: hurried },
  {
    name: 'backup',
    job: 'backup',
    clock: hurried,
    prepare: async (folder) => {
      const { store } = await openHistory({
        settings: settings(folder),
        clock: systemClock,
        kindFor: () => 'simulator',
      });
      store.learned.saveAll([{ name: 'backup', version: 1, state: 0 }], nowS());
      store.close();
    },
  },
  { name: 'bringing home', prepare: leaveAway },
  {
    name: 'replay',
    empty: true,
    more: { source: `replay:${record}` },
    prepare: () => {
      const rows = Array.from(
        { length: 20_000 },
        (_, i) => `${1_700_000_000 + 300 * i},${15 + 5 * Math.sin(i / 46)},60,1012`,
      );
      writeFileSync(record, ['ts,temperature_c,humidity_pct,pressure_hpa', ...rows, ''].join('\n'));
    },
  },
];

/** Samples of an hour that were written beside the database and have to come home. */
function leaveAway(folder: string): void {
  const db = openDatabase(join(folder, 'weatherglass.away.db'));
  const put = db.prepare(
    `INSERT INTO sample (ts_ms, ${SAMPLE_COLUMNS.join(', ')}) VALUES (?${', ?'.repeat(SAMPLE_COLUMNS.length)})`,
  );
  const random = noise(3);
  db.transaction(() => {
    for (let i = 0; i < 20_000; i += 1) {
      const row = boardRow(nowS() + 0.1 * i, random);
      put.run(Math.round(row.ts * 1000), ...SAMPLE_COLUMNS.map((column) => row[column]));
    }
  })();
  db.close();
}

/** A station each, stopped in the middle of its job. */
async function stops(): Promise<void> {
  say('stopped while       takes ms');
  for (const { name, more, clock, empty, prepare, begin, job } of stopping.filter((one) => wanted(one.name))) {
    const dataDir = join(scratch, 'stops');
    rmSync(dataDir, { recursive: true, force: true });
    if (!empty) cpSync(existsSync(lived) ? lived : kept, dataDir, { recursive: true });
    await prepare?.(dataDir);
    const service = await startService(settings(dataDir, more), { ...(clock && { clock }) });
    await wait(1500);
    if (begin) await until(() => service.station.status().jobs.length === 0);
    begin?.(service).catch(() => undefined); // the answer that its stop cuts short
    if (job) await until(() => service.station.status().jobs[0]?.job === job);
    await wait(job ? 200 : 700);
    if (job && service.station.status().jobs[0]?.job !== job) throw new Error(`${name} was over before its stop`);
    const startMs = performance.now();
    await service.stop();
    say(`${name.padEnd(18)} ${(performance.now() - startMs).toFixed(0).padStart(9)}`);
  }
}

const group = '/sys/fs/cgroup/cpu/weatherglass-bench';
const leaveGroup = (pid: number) => {
  if (existsSync(group)) writeFileSync('/sys/fs/cgroup/cpu/cgroup.procs', String(pid));
};

function holdToAQuarter(): void {
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
    ...(values.why ? ['--why'] : []),
    '--only',
    values.only,
    '--part',
    values.part,
  ];
  const { status } = spawnSync(process.execPath, [...flags, fileURLToPath(import.meta.url), ...options], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`to ${step} ended with ${status}`);
}

try {
  if (values.make) await make();
  else if (values.run) {
    if (values.part !== 'stops') await stalls();
    if (values.part !== 'stops' && wanted('held samples, a day')) await release();
    if (values.part !== 'stalls' && !values.quarter) await stops();
  } else {
    if (!existsSync(join(kept, 'weatherglass.db'))) aside('make');
    aside('run');
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(0);
