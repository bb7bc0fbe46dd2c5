import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { attacks } from '../support/attacks.ts';
import { lanAddress } from '../support/lan.ts';
import { patience } from '../support/patience.ts';
import { RunDelay } from '../support/run-delay.ts';
import { type StationProcess, stationProcess } from '../support/station-process.ts';

const built = existsSync(join(import.meta.dirname, '..', '..', 'dist', 'main', 'cli.js'));
if (!built) console.warn('SKIPPED: the attacks, because the program is not built (node scripts/build.mjs)');

const ATTACKER = join(import.meta.dirname, '..', 'support', 'attacker.ts');
const ATTACK_MS = 3000;

let station: StationProcess;
beforeAll(async () => {
  if (built && lanAddress) station = await stationProcess();
});
afterAll(() => station?.stop());

/** A sample is missed when the station was kept from it for as long; the wall asks as often, and no answer may outlast the next question. */
const SAMPLE_MS = 2000;

interface Waits {
  /** The longest wait for an answer, without the time in which the machine had no core for the station or for the wall. */
  longestMs: number;
  /** For how long the machine had no core for the station, all in all. */
  keptMs: number;
}

/** What the wall asks for all the while, and how long it waits for that. */
async function wallWaits(ms: number): Promise<Waits> {
  const kept = new RunDelay(station.pid);
  const delays = [kept, new RunDelay(process.pid)];
  const keptMs = (): number => delays.reduce((sum, delay) => sum + delay.totalMs(), 0);
  let longestMs = 0;
  for (const waiting = patience(ms); waiting(); ) {
    const [startMs, keptBeforeMs] = [performance.now(), keptMs()]; // now: how long an answer takes under attack is what is judged
    const { status } = await ask(station.port, { path: '/api/telemetry' });
    expect(status).toBe(200);
    const waitedMs = performance.now() - startMs; // now: how long an answer takes under attack is what is judged
    longestMs = Math.max(longestMs, waitedMs - (keptMs() - keptBeforeMs));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { longestMs, keptMs: kept.totalMs() };
}

const missedSamples = async (): Promise<number> => {
  const { text } = await ask(station.port, { path: '/api/metrics' });
  return Number(/^weatherglass_samples_missed_total (\d+)/m.exec(text)?.[1]);
};

describe.skipIf(!built || !lanAddress)('an attack from the LAN', () => {
  it.each(Object.keys(attacks))('with %s does not keep the wall waiting, and costs no sample', async (name) => {
    const missedBefore = await missedSamples();
    const attack = fork(ATTACKER, [name, String(station.port), lanAddress!], { execArgv: [] });
    const { longestMs, keptMs } = await wallWaits(ATTACK_MS);
    const stream = await ask(station.port, { method: 'HEAD', path: '/api/stream' });
    const missed = (await missedSamples()) - missedBefore;
    attack.send('how often');
    const [tries] = (await once(attack, 'message')) as [number];
    attack.disconnect();
    expect(tries).toBeGreaterThan(5);
    expect(stream.status).toBe(200);
    expect(missed, `the machine had no core for the station for ${keptMs.toFixed(0)} ms`).toBeLessThanOrEqual(
      keptMs / SAMPLE_MS,
    );
    // How many milliseconds it takes is for `bench -- attacks`, on a machine that does nothing else.
    expect(longestMs).toBeLessThan(SAMPLE_MS);
  });

  it('would be seen: of a station that stands still, every second counts', async () => {
    const thaw = setTimeout(() => process.kill(station.pid, 'SIGCONT'), SAMPLE_MS + 500);
    process.kill(station.pid, 'SIGSTOP');
    const { longestMs } = await wallWaits(SAMPLE_MS);
    clearTimeout(thaw);
    expect(longestMs).toBeGreaterThan(SAMPLE_MS);
  });
});
