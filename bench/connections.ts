// What it costs to be connected: memory of a station process with nothing switched on, and with MQTT, a database and the LAN. `npm run bench -- connections`
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = process.cwd();
const SETTLE_MS = 40_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Answers 204 to whatever it is sent. */
const receiver = createServer((req, res) => {
  req.resume();
  req.on('end', () => res.writeHead(204).end());
});
/** Lets every client in and says no more; MQTT_PORT names a real one. */
const broker = createTcp((socket) => {
  socket.once('data', () => socket.write(Buffer.from([0x20, 3, 0, 0, 0])));
  socket.on('error', () => {});
});

function rssMb(child: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024;
}

async function measured(settings: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-connected-'));
  const config = join(folder, 'config.yaml');
  writeFileSync(config, settings);
  const args = [
    'serve',
    '--data',
    join(folder, 'data'),
    '--source',
    'simulator',
    '--host',
    '0.0.0.0',
    '--port',
    '0',
    '--config',
    config,
  ];
  const child = spawn(process.execPath, [join(root, 'bin', 'weatherglass.mjs'), ...args], { stdio: 'ignore' });
  await wait(SETTLE_MS);
  const mb = rssMb(child);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
  rmSync(folder, { recursive: true, force: true });
  return mb;
}

receiver.listen(0, '127.0.0.1');
broker.listen(0, '127.0.0.1');
await wait(50);
const port = (receiver.address() as { port: number }).port;
const mqtt = (broker.address() as { port: number }).port;

const none = await measured('connections: {mdns: false}\n');
const quiet = await measured('{}\n');
const all = await measured(
  `connections: {allow_simulated: true}\nmqtt: {url: "mqtt://127.0.0.1:${process.env['MQTT_PORT'] ?? mqtt}"}\npush: {url: "http://127.0.0.1:${port}/write"}\n`,
);
const row = (name: string, mb: number) =>
  `${name.padEnd(44)} ${mb.toFixed(1).padStart(7)} MB  ${(mb - none).toFixed(1).padStart(6)}`;
console.log(row('nothing switched on, not found on the LAN', none));
console.log(row('as it comes: found on the LAN', quiet));
console.log(row('MQTT, a database and the LAN', all));
receiver.close();
broker.close();
process.exit(0);
