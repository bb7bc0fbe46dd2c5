// How long each answer holds the thread that samples: the program's service over a folder of history, every route asked from another
// process, and after each turn of the event loop how much this thread has computed in it. What the turn's own CPU time says does not
// depend on what else the machine does; it includes the collector's pauses.
// usage: pieces FOLDER (it is copied) [times each]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startService } from '../src/main/service.ts';
import { Config } from '../src/station/config.ts';
import { quantile } from './_http-load.ts';

const [folder = '', times = '10'] = process.argv.slice(2);
const PATHS = [
  '/api/health',
  '/api/telemetry',
  '/api/history?hours=6',
  '/api/history?hours=2160&max_points=5000',
  '/api/history/range?hours=168',
  '/api/history/range?hours=8784',
  '/api/history/range?hours=8784&bucket=30',
  '/api/history/daily?days=400',
  '/api/records',
  '/api/report',
  '/api/report.txt',
  '/api/storage',
  '/api/status',
  '/api/events?limit=500',
  '/api/forecast',
  '/api/forecast?refresh=true',
  '/api/outlook',
  '/api/precipitation',
  '/api/anomaly',
  '/api/models',
  '/api/nerd',
  '/api/scorecard',
  '/api/scorecard/history',
  '/api/methods',
  '/api/metrics',
  '/api/openapi.json',
  '/api/docs',
  '/',
];
const ASKER = `for (let n = 0; n < ${times}; n += 1) {
  await (await fetch(process.argv[1])).arrayBuffer();
  await new Promise((resolve) => setTimeout(resolve, 1100)); // no answer is shared for longer
}`;

/** What this thread has computed, µs; @types/node does not know it yet. */
function ownCpuUs(): number {
  const { user, system } = (process as unknown as { threadCpuUsage(): NodeJS.CpuUsage }).threadCpuUsage();
  return user + system;
}

let watching = false;
let turnsMs: number[] = [];
let lastUs = 0;
function turn(): void {
  const nowUs = ownCpuUs();
  turnsMs.push((nowUs - lastUs) / 1000);
  lastUs = nowUs;
  if (watching) setImmediate(turn);
}
async function watched(work: () => Promise<unknown>): Promise<number[]> {
  turnsMs = [];
  watching = true;
  lastUs = ownCpuUs();
  setImmediate(turn);
  await work();
  watching = false;
  return turnsMs.sort((a, b) => a - b);
}

const dataDir = mkdtempSync(join(tmpdir(), 'weatherglass-pieces-'));
try {
  cpSync(folder, dataDir, { recursive: true });
  const service = await startService({
    dataDir,
    configFile: null,
    config: Config.parse({
      site: { latitude: 55.8, longitude: 12.5, altitude_m: 30, timezone: 'Europe/Copenhagen' },
      sensors: { source: 'simulator' },
      server: { host: '127.0.0.1', port: 0 },
      log: { level: 'silent' },
    }),
  });
  await wait(5000);
  while (service.station.status().jobs.length > 0) await wait(500);
  const say = (name: string, turns: number[]) => {
    const worst = turns.slice(-3).reverse();
    const long = turns.filter((ms) => ms > 1);
    console.log(
      `${name.padEnd(44)} longest ${worst.map((ms) => ms.toFixed(1).padStart(5)).join(' ')} ms; of ${long.length} turns above 1 ms p50 ${quantile(long, 0.5).toFixed(1)} ms`,
    );
  };
  say('nothing', await watched(() => wait(10_000)));
  for (const path of PATHS) {
    const turns = await watched(() =>
      once(
        spawn(process.execPath, ['--input-type=module', '--eval', ASKER, service.url + path], { stdio: 'inherit' }),
        'exit',
      ),
    );
    say(path, turns);
  }
  await service.stop();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
