// What a household asks, twenty times as often: the wall, five tabs that look through every view, Home Assistant, Prometheus and
// somebody who downloads the history. Meanwhile no sample may be late by more than 20 ms, and none may be missing.
// usage: peers-like [minutes] [days of history] [times life]
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quantile } from './_http-load.ts';
import { program, settled, start } from './_program.ts';

const [minutes = '10', days = '14', pace = '20'] = process.argv.slice(2);
const TABS = 5;
/** What a tab asks for in a minute of looking around, and how often each of the others comes. */
const TAB_A_MINUTE = [
  '/api/status',
  '/api/history?hours=24&max_points=400',
  '/api/forecast',
  '/api/outlook',
  '/api/history/range?hours=168',
  '/api/history/daily?days=90',
  '/api/records',
  '/api/scorecard',
  '/api/models',
  '/api/nerd',
  '/api/events?limit=100',
  '/',
];
const OTHERS: [everyS: number, path: string][] = [
  [10, '/api/telemetry'], // Home Assistant
  [30, '/api/precipitation'],
  [15, '/api/metrics'], // Prometheus
  [600, '/api/export.csv?hours=168'],
];

const here = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'weatherglass-household-'));
const waitsMs = new Map<string, number[]>();
let failed = 0;
let running = true;

async function ask(port: number, path: string): Promise<void> {
  const startMs = performance.now();
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'Accept-Encoding': 'gzip' } });
    await answer.arrayBuffer();
    if (!answer.ok) failed += 1;
  } catch {
    failed += 1;
  }
  const name = path.split('?')[0]!;
  waitsMs.set(name, [...(waitsMs.get(name) ?? []), performance.now() - startMs]);
}

/** Asks for its paths in turn, one every so often, whether or not the last was answered. */
function visitor(port: number, paths: readonly string[], everyMs: number): NodeJS.Timeout {
  let n = 0;
  return setInterval(() => {
    n += 1;
    void ask(port, paths[n % paths.length]!);
  }, everyMs);
}

function stream(port: number): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n'));
  return socket.on('error', () => undefined).on('data', () => undefined);
}

const figure = (metrics: string, name: string): number =>
  Number(new RegExp(`^weatherglass_${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN);

try {
  execFileSync(process.execPath, [program(here), 'seed', '--days', days, '--data', folder], { stdio: 'ignore' });
  const { child, port } = await start(here, folder);
  await settled(port);
  const timers: NodeJS.Timeout[] = [];
  const sockets = Array.from({ length: 1 + TABS }, () => stream(port));
  for (let tab = 0; tab < TABS; tab += 1) {
    timers.push(visitor(port, TAB_A_MINUTE, 60_000 / TAB_A_MINUTE.length / Number(pace)));
  }
  for (const [everyS, path] of OTHERS) timers.push(visitor(port, [path], (1000 * everyS) / Number(pace)));
  await new Promise((resolve) => setTimeout(resolve, Number(minutes) * 60_000));
  running = false;
  for (const timer of timers) clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  const metrics = await (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text();
  console.log(`${minutes} min at ${pace} x life over ${days} days of history; ${failed} questions failed`);
  for (const [name, waits] of waitsMs) {
    const sorted = waits.sort((a, b) => a - b);
    const inMs = (q: number) => quantile(sorted, q).toFixed(1);
    console.log(
      `${name.padEnd(22)} ${String(sorted.length).padStart(6)} answers, p50 ${inMs(0.5)} ms, p99 ${inMs(0.99)} ms`,
    );
  }
  console.log(
    metrics
      .split('\n')
      .filter((line) => /^weatherglass_sampl\w*(late|missed)/.test(line))
      .join('\n'),
  );
  console.log(`missed ${figure(metrics, 'samples_missed_total')} (wanted: none, and none late by more than 20 ms)`);
  child.kill('SIGTERM');
  await once(child, 'exit');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (running) process.exitCode = 1;
