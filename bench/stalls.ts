// What heavy work does to the samples: a database of ten years at full policy, the whole station over it, and while each heavy job
// runs, how late the event loop comes round and how long its longest turn was. Then how long a stop takes in the middle of each. With
// --quarter the same with the process held to a quarter of one core (a control group where one can be made, cpulimit otherwise).
// --why: where the longest turns were spent. --only: jobs whose names begin so, with commas between.
// usage: stalls [--years N] [--quarter] [--folder DIR] [--only JOBS] [--part stalls|stops] [--why]
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../src/base/clock.ts';
import { systemClock } from '../src/main/clock.ts';
import { openHistory, storeOptions } from '../src/main/open-history.ts';
import { startService } from '../src/main/service.ts';
import { Threads } from '../src/station/jobs/thread.ts';
import { openDatabase } from '../src/station/store/sqlite/database.ts';
import { Turnstile } from '../src/station/store/sqlite/turnstile.ts';
import { workerStorePlan } from '../src/station/store/worker-store.ts';
import { writeHistory } from './_history-data.ts';
import { Lateness, rssAnonMb } from './_lateness.ts';
import {
  download,
  holdToAQuarter,
  jobs,
  kept,
  lived,
  nowS,
  say,
  scratch,
  settings,
  values,
  wanted,
} from './_stalls-jobs.ts';
import { stops } from './_stops.ts';

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
