// What it costs the samples that a receiver is sent the past: ninety days of rows go to a database that says yes at once, one request a
// second as the station does it; meanwhile how late the event loop comes round, how long its longest turn was, and the same while
// nothing is sent. `npm run -s bench -- catch-up [days]`
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { Config } from '../src/config/config.ts';
import { systemClock } from '../src/main/clock.ts';
import { openHistory } from '../src/main/open-history.ts';
import { startService } from '../src/main/service.ts';
import type { Settings } from '../src/main/settings/settings.ts';
import { seedHistory } from '../src/station/seed.ts';
import { SimulatorBoard } from '../src/station/sensors/boards/simulator.ts';
import { type Late, Lateness } from './_lateness.ts';

const days = Number(process.argv[2] ?? 90);
const DAY_S = 86_400;
const STEP_S = 300;
/** The first minute of a station is its own. */
const SETTLE_MS = 30_000;
const IDLE_MS = 30_000;

let rows = 0;
let requests = 0;
const receiver = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    requests += 1;
    rows += gunzipSync(Buffer.concat(chunks)).toString().split('\n').length - 1;
    res.writeHead(204).end();
  });
});
receiver.listen(0, '127.0.0.1');
await wait(50);
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/write`;

const dataDir = mkdtempSync(join(tmpdir(), 'weatherglass-catch-up-'));
const settings = (push: string | null): Settings => ({
  dataDir,
  configFile: null,
  origin: { options: {}, env: {}, file: join(dataDir, 'config.yaml') },
  demo: false,
  config: Config.parse({
    site: { latitude: 55.8, longitude: 12.5, altitude_m: 30, timezone: 'Europe/Copenhagen' },
    sensors: { source: 'simulator' },
    server: { host: '127.0.0.1', port: 0 },
    connections: { allow_simulated: true, mdns: false },
    push: { url: push },
    log: { level: 'silent' },
  }),
});

const { store } = await openHistory({ settings: settings(null), clock: systemClock, kindFor: () => 'simulator' });
const endS = Math.floor(systemClock.nowS());
const board = new SimulatorBoard({ seed: 1, place: settings(null).config.site, altitudeM: 30 });
for (const _ of seedHistory(store, board, settings(null).config, {
  startS: endS - days * DAY_S,
  endS,
  stepS: STEP_S,
})) {
}
store.close();

const told = (name: string, { p50, p99, max, ownMax, ofItPauses }: Late): void =>
  console.log(
    `${name.padEnd(34)} late ms: median ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, most ${max.toFixed(1)};` +
      ` longest turn ${ownMax.toFixed(1)} ms, of it the collector ${ofItPauses.toFixed(1)}`,
  );

async function measured(push: string | null, name: string, until: () => boolean): Promise<void> {
  const service = await startService(settings(push));
  const own = new Lateness();
  await wait(SETTLE_MS);
  own.end();
  const begun = rows;
  const startMs = performance.now();
  const lateness = new Lateness();
  while (!until() && performance.now() - startMs < 10 * IDLE_MS) await wait(250);
  told(name, lateness.end());
  const s = (performance.now() - startMs) / 1000;
  if (push !== null)
    console.log(`  ${rows} rows in ${requests} requests; ${rows - begun} of them in these ${s.toFixed(0)} s`);
  await service.stop();
}

const untilMs = performance.now() + SETTLE_MS + IDLE_MS;
await measured(null, 'nothing is sent', () => performance.now() > untilMs);
await measured(url, `${days} days are sent`, () => rows >= (days * DAY_S) / STEP_S - 300);
receiver.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
