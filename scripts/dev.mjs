// npm run dev [-- PORT]: a simulated station that starts again whenever its sources change, and its page with hot reload, on one port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, watch, writeFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer as createPort } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { build, createServer } from 'vite';
import { buildStaleAside } from './build.mjs';
import { makeLocales } from './locales.ts';
import { root } from './root.mjs';

const PORT = Number(process.argv[2] ?? 5173);
if (!Number.isInteger(PORT) || PORT < 1 || PORT > 65535) ends(`"${process.argv[2]}" is no port: npm run dev [-- PORT]`);
/** Data and settings of its own, which stay from one day to the next. */
const DATA = join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local/share'), 'weatherglass-dev');
const CONFIG = join(DATA, 'config.yaml');
const SITE = 'site:\n  name: Development\n  latitude: 55.79\n  longitude: 12.52\n  altitude_m: 50\n';

function ends(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

/** A port that nobody has, at this moment: `wanted`, or any. Throws where another program has it. */
async function freePort(wanted, host) {
  const server = createPort().listen(wanted, host);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** A port for the stations, below those that the kernel gives to anybody: while a station restarts, another program could get one of these. */
async function portForStations() {
  for (let next = 1024 + (PORT % 10_000); next < 12_000; next++) {
    const own = await freePort(next, '127.0.0.1').catch(() => null);
    if (own !== null) return own;
  }
  return freePort(0, '127.0.0.1');
}

// Asked before anything is built or started.
await freePort(PORT, 'localhost').catch((error) => ends(`${error.message}; on another one: npm run dev -- PORT`));
mkdirSync(DATA, { recursive: true });
if (!existsSync(CONFIG)) writeFileSync(CONFIG, SITE);
buildStaleAside(); // what the station serves by itself: icons, fonts, the page of the wall
const stationPort = await portForStations();
const args = ['serve', '--source', 'simulator', '--data', DATA, '--config', CONFIG];
args.push('--host', '127.0.0.1', '--port', String(stationPort));
let station = null;
/** Restarts one after the other: two saves in quick succession must not leave two stations on one folder. */
let restarts = Promise.resolve();
/** A build that ends while this does starts no station: it would outlive it. */
let isOver = false;

async function stopped() {
  if (station?.exitCode !== null || station.signalCode !== null) return;
  const gone = once(station, 'exit');
  station.kill('SIGTERM');
  await gone;
}

async function restart() {
  await stopped();
  station = spawn(process.execPath, [join(root, 'scripts/dev-station.mjs'), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const watcher = await build({ configFile: join(root, 'vite.node.config.ts'), logLevel: 'error', build: { watch: {} } });
watcher.on('event', (event) => {
  if (event.code === 'END' && !isOver) restarts = restarts.then(restart);
  if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\n`);
});

/** Both watchers see the modules that are made of the words, not the words: those are made anew by whoever builds, once. */
let wordsTimer;
const words = watch(join(root, 'src/locales'), (_event, file) => {
  if (!file?.endsWith('.json')) return;
  clearTimeout(wordsTimer);
  wordsTimer = setTimeout(() => {
    try {
      makeLocales();
    } catch (error) {
      process.stderr.write(`${error.message}\n`); // a sentence that is not finished yet
    }
  }, 50);
});

const toStation = { target: `http://127.0.0.1:${stationPort}`, changeOrigin: true };
/** A port of our own under Vite as middleware: a port that Vite opens ends this process at SIGTERM, before the station has written. */
const port = createHttp();
const page = await createServer({
  configFile: join(root, 'vite.renderer.config.ts'),
  base: '/',
  server: {
    middlewareMode: { server: port },
    hmr: { server: port },
    proxy: { '/api': toStation, '/static': toStation },
  },
});
port.on('request', page.middlewares).listen(PORT, 'localhost');
await once(port, 'listening');
process.stdout.write(`http://localhost:${PORT}/ (station on a simulator, data in ${DATA}; ends with Ctrl+C)\n`);

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    isOver = true;
    words.close();
    await restarts.then(stopped); // its last rows are written when this ends
    await Promise.all([page.close(), watcher.close()]);
    process.exit(0);
  });
