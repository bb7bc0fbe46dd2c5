// Heavy jobs of a station, its settings and the options of the bench: for both parts of stalls.ts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Config } from '../src/config/config.ts';
import { systemClock } from '../src/main/clock.ts';
import type { Service } from '../src/main/service.ts';
import type { Settings } from '../src/main/settings/settings.ts';
import type { Threads } from '../src/station/jobs/thread.ts';

export const { values } = parseArgs({
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
export const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-stalls-'));
export const kept = values.folder ?? join(scratch, 'made');
/** What the station of the first part leaves behind: it has learned what there is to learn. */
export const lived = join(scratch, 'stalls');
export const nowS = () => Math.floor(systemClock.nowS() / 3600) * 3600;
const never = new AbortController().signal;
const quiet = { signal: never, progress: () => {} };

export const settings = (dataDir: string, more: { source?: string; rawDays?: number } = {}): Settings => ({
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

export const wanted = (name: string) => values.only.split(',').some((only) => name.startsWith(only));
export const say = (text: string) => process.stdout.write(`${text}\n`);

const group = '/sys/fs/cgroup/cpu/weatherglass-bench';
const leaveGroup = (pid: number) => {
  if (existsSync(group)) writeFileSync('/sys/fs/cgroup/cpu/cgroup.procs', String(pid));
};

export function holdToAQuarter(): void {
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

interface Job {
  name: string;
  run(service: Service, threads: Threads): Promise<unknown>;
}

export const jobs: Job[] = [
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
export async function download(url: string, days: number): Promise<void> {
  const address = `${url}/api/export.csv?start=${nowS() - days * 86_400}&end=${nowS()}`;
  const read = `const answer = await fetch('${address}'); for await (const _ of answer.body); process.exit(answer.status === 200 ? 0 : 1)`;
  const reader = spawn(process.execPath, ['--input-type=module', '-e', read], { stdio: 'ignore' });
  if (values.quarter) leaveGroup(reader.pid!);
  const [status] = (await once(reader, 'exit')) as [number];
  if (status !== 0) throw new Error('the export was refused');
}
