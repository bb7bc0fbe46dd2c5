import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { attacks } from '../support/attacks.ts';
import { lanAddress } from '../support/lan.ts';
import { patience } from '../support/patience.ts';
import { type StationProcess, stationProcess } from '../support/station-process.ts';

const built = existsSync(join(import.meta.dirname, '..', '..', 'dist', 'main', 'cli.js'));
if (!built) console.warn('SKIPPED: the attacks, because the program is not built (node scripts/build.mjs)');

const ATTACKER = join(import.meta.dirname, '..', 'support', 'attacker.ts');
const CALM_MS = 600;
const ATTACK_MS = 5000;
const WALL_MS = 50;
const WALL_LONGEST_MS = 1000;

let station: StationProcess;
beforeAll(async () => {
  if (built && lanAddress) station = await stationProcess();
}, 120_000);
afterAll(() => station?.stop());

/** A sample is missed when the station was kept from it for as long. */
const SAMPLE_MS = 2000;

/** What the wall asks for all the while, and how long it waits: sorted milliseconds; and for how long at most the machine kept the wall itself. */
async function wallWaits(ms: number): Promise<{ waits: number[]; keptMs: number }> {
  const waits: number[] = [];
  let keptMs = 0;
  for (const waiting = patience(ms); waiting(); ) {
    const startMs = performance.now(); // now: how long an answer takes under attack is what is judged
    const { status } = await ask(station.port, { path: '/api/telemetry' });
    expect(status).toBe(200);
    waits.push(performance.now() - startMs); // now: how long an answer takes under attack is what is judged
    const restedMs = performance.now(); // now: how long an answer takes under attack is what is judged
    await new Promise((resolve) => setTimeout(resolve, 20));
    keptMs = Math.max(keptMs, performance.now() - restedMs - 20); // now: how long an answer takes under attack is what is judged
  }
  return { waits: waits.sort((a, b) => a - b), keptMs };
}
const p99 = (sorted: number[]): number => sorted[Math.floor(0.99 * (sorted.length - 1))] ?? 0;
const median = (sorted: number[]): number => sorted[sorted.length >> 1] ?? 0;

const missedSamples = async (): Promise<number> => {
  const { text } = await ask(station.port, { path: '/api/metrics' });
  return Number(/^weatherglass_samples_missed_total (\d+)/m.exec(text)?.[1]);
};

describe.skipIf(!built || !lanAddress)('an attack from the LAN', { timeout: 120_000 }, () => {
  it.each(Object.keys(attacks))('with %s does not keep the wall waiting, and costs no sample', async (name) => {
    const calm = median((await wallWaits(CALM_MS)).waits);
    const missedBefore = await missedSamples();
    const attack = fork(ATTACKER, [name, String(station.port), lanAddress!], { execArgv: [] });
    const { waits, keptMs } = await wallWaits(ATTACK_MS);
    const stream = await ask(station.port, { method: 'HEAD', path: '/api/stream' });
    const missed = (await missedSamples()) - missedBefore;
    attack.send('how often');
    const [tries] = (await once(attack, 'message')) as [number];
    attack.disconnect();
    expect(tries).toBeGreaterThan(5);
    expect(stream.status).toBe(200);
    expect(missed, `the wall itself was kept waiting for ${keptMs.toFixed(0)} ms`).toBeLessThanOrEqual(
      keptMs / SAMPLE_MS,
    );
    // The wall asks every two seconds and never waits for one of them; fifty milliseconds is the rule, beyond what the machine kept the wall
    // from its own timers at the same time. `bench -- attacks` has the figures.
    expect(p99(waits)).toBeLessThan(WALL_LONGEST_MS + keptMs);
    expect(median(waits), `${calm.toFixed(1)} ms before`).toBeLessThan(WALL_MS + calm + keptMs);
  });
});
