// What a hostile LAN can do: the attacks of tests/support/attacks.ts one after the other, each from a process of its own through the
// LAN address, while the wall asks through the loopback. Wanted: the wall's p99 at most 50 ms, no answer after a sample's 2 s, and no sample
// missed. Exits 1 otherwise. tests/server/attacks.test.ts holds what hangs on no machine.
// usage: attacks [seconds each]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attacks } from '../tests/support/attacks.ts';
import { lanAddress } from '../tests/support/lan.ts';
import { load, quantile } from './_http-load.ts';
import { metric, start } from './_program.ts';

const [seconds = '8'] = process.argv.slice(2);
const here = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'weatherglass-attacked-'));
const MOST_P99_MS = 50;
const SAMPLE_MS = 2000;
const WALL = ['/api/telemetry', '/api/status', '/api/forecast'];

async function wallWaits(port: number, ms: number): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0, endMs = performance.now() + ms; performance.now() < endMs; n += 1) {
    const startMs = performance.now();
    await (await fetch(`http://127.0.0.1:${port}${WALL[n % WALL.length]}`)).arrayBuffer();
    waits.push(performance.now() - startMs);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return waits.sort((a, b) => a - b);
}

function tell(name: string, waits: number[], more = ''): void {
  const inMs = (q: number) => quantile(waits, q).toFixed(1).padStart(6);
  console.log(
    `${name.padEnd(36)} wall p50 ${inMs(0.5)} p99 ${inMs(0.99)} longest ${inMs(1)} ms (${waits.length})${more}`,
  );
}

if (!lanAddress) throw new Error('this machine has no address but loopback: nothing would come from a LAN');
try {
  const misses: string[] = [];
  const { child, port } = await start(here, folder, '0.0.0.0');
  await load(port, '/api/telemetry', 1, 1000); // warm
  tell('nothing', await wallWaits(port, Number(seconds) * 1000));
  for (const name of Object.keys(attacks)) {
    const before = await metric(port, 'samples_missed_total');
    const attacker = fork(join(here, 'tests', 'support', 'attacker.ts'), [name, String(port), lanAddress], {
      execArgv: [],
    });
    const waits = await wallWaits(port, Number(seconds) * 1000);
    attacker.send('how often');
    const [tries] = (await once(attacker, 'message')) as [number];
    attacker.kill();
    await once(attacker, 'exit');
    const missed = (await metric(port, 'samples_missed_total')) - before;
    tell(name, waits, `, ${tries} tries, ${missed} samples missed`);
    if (missed > 0 || quantile(waits, 0.99) > MOST_P99_MS || quantile(waits, 1) >= SAMPLE_MS) misses.push(name);
  }
  console.log(
    `latest sample ${(1000 * (await metric(port, 'sampling_lateness_seconds{quantile="1"}'))).toFixed(1)} ms`,
  );
  console.log(
    `p99 above ${MOST_P99_MS} ms, an answer after ${SAMPLE_MS} ms, or a sample missed: ${misses.join(', ') || 'none'}`,
  );
  if (misses.length > 0) process.exitCode = 1;
  child.kill('SIGTERM');
  await once(child, 'exit');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
