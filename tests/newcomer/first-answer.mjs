// `npm start -- --headless` until its first answer, then SIGTERM to npm alone: prints the seconds between, and ends with 1 where the station
// does not answer, does not stop, or does not stop in order. Arguments: the home folder. Runs as the user, where the station runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const [home] = process.argv.slice(2);
const ANSWERS_WITHIN_MS = 300_000;
const STOPS_WITHIN_MS = 30_000;

const free = createServer().listen(0, '127.0.0.1');
await once(free, 'listening');
const { port } = free.address();
free.close();

const startedMs = performance.now();
const npm = spawn('npm', ['start', '--', '--headless', '--port', String(port)], {
  stdio: ['ignore', 'pipe', 'pipe'],
  detached: true, // a group of its own, which goes with it where something fails
});
let said = '';
for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding('utf8').on('data', (piece) => (said += piece));
// Not npm's end alone: its pipes close when the last process that it started has ended.
let isOpen = true;
const closed = once(npm, 'close').then(() => {
  isOpen = false;
});

const give = (reason) => {
  process.stderr.write(`${reason}\n${said}`);
  if (isOpen) process.kill(-npm.pid, 'SIGKILL');
  process.exit(1);
};
const answer = async () => {
  const response = await fetch(`http://127.0.0.1:${port}/api/telemetry`).catch(() => null);
  return response?.status === 200 ? response.json() : null;
};

let record = await answer();
while (record === null) {
  if (npm.exitCode !== null) give(`npm start ended with ${npm.exitCode}`);
  if (performance.now() - startedMs > ANSWERS_WITHIN_MS) give('npm start does not answer');
  await wait(50);
  record = await answer();
}
const seconds = (performance.now() - startedMs) / 1000;
if (typeof record !== 'object') give(`the first answer is ${JSON.stringify(record)}`);

npm.kill('SIGTERM');
if ((await Promise.race([closed, wait(STOPS_WITHIN_MS, null)])) === null)
  give('SIGTERM to npm does not stop the station');
// src/station/store/rescue/clean-mark.ts: a size that is one is written by an orderly stop alone.
const { size } = JSON.parse(readFileSync(join(home, '.local/share/weatherglass/weatherglass.clean'), 'utf8'));
if (size <= 0) give('SIGTERM to npm does not stop the station in order');
process.stdout.write(`${seconds}\n`);
process.exit(0);
