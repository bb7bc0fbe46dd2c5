import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { attacks } from '../support/attacks.ts';
import { lanAddress } from '../support/lan.ts';
import { share } from '../support/share.ts';
import { type StationProcess, stationProcess } from '../support/station-process.ts';
import type { Order, Waits } from '../support/wall-within.ts';

const built = existsSync(join(import.meta.dirname, '..', '..', 'dist', 'main', 'cli.js'));
if (!built) console.warn('SKIPPED: the attacks, because the program is not built (node scripts/build.mjs)');

const SUPPORT = join(import.meta.dirname, '..', 'support');

/** The shortest that may be set: the closer the samples, the less an attack may cost. */
const SAMPLE_MS = 500;
const settings = { WEATHERGLASS_SENSORS__SAMPLE_INTERVAL_S: String(SAMPLE_MS / 1000) };

let station: StationProcess;
beforeAll(async () => {
  if (!built || !lanAddress) return;
  station = await stationProcess(undefined, undefined, join(SUPPORT, 'wall-within.ts'), settings);
});
afterAll(() => station?.stop());

const IN_A_ROW = 'requests in a row, by the thousand';

/** What an attack uses up. Attacks that use up the same meet the same limit. */
const usesUp = (attack: string): string =>
  /^(slow headers|connections)/.test(attack)
    ? 'connections'
    : /digits/.test(attack)
      ? 'the reading of a number'
      : attack;
const played = share('attacks from the LAN', Object.keys(attacks), (attack) => [usesUp(attack)]);

/** The other process's answer over IPC. */
async function told<T>(child: ChildProcess, order: Order | 'how often'): Promise<T> {
  const answer = once(child, 'message');
  child.send(order);
  return (await answer)[0] as T;
}

/** What wall and samples wait for until three more samples are taken, and for longer if `goOn` wants. */
async function waits(holdMs: number, goOn = async () => false): Promise<Waits> {
  const { child, port } = station;
  await told<Waits>(child, { port, holdMs });
  while ((await told<Waits>(child, 'tell')).samples < 3 || (await goOn())) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return await told<Waits>(child, 'end');
}

// How many milliseconds the wall waits, and that no sample is missed, is for `npm run bench -- attacks`: on a machine that gives the station no
// core for half a second one is missed, whoever attacks.
describe.skipIf(!built || !lanAddress)('an attack from the LAN', () => {
  it.each(played)('with %s does not keep the wall waiting, and costs no sample', async (name) => {
    // One turn of the event loop reads what lies in a connection: 75 questions, so that a slow machine stays far below a sample's time.
    const part = name === IN_A_ROW ? '0.015' : '1';
    const args = [name, String(station.port), lanAddress!, part];
    const attack = fork(join(SUPPORT, 'attacker.ts'), args, { execArgv: [] });
    const { refused, ...longest } = await waits(0, async () => (await told<number>(attack, 'how often')) <= 5);
    const stream = await ask(station.port, { method: 'HEAD', path: '/api/stream' });
    attack.disconnect();
    expect(refused).toEqual([]);
    expect(stream.status).toBe(200);
    // The wall asks as often as samples are taken, and no answer may outlast the next question.
    expect(longest.answerMs).toBeLessThan(SAMPLE_MS);
    expect(longest.turnMs).toBeLessThan(SAMPLE_MS);
    // One is missed when the next is due before it is taken.
    expect(longest.sampleMs).toBeLessThan(2 * SAMPLE_MS);
  });

  it('would be seen: what holds the station up counts, for the wall and for the samples', async () => {
    const { answerMs, turnMs, sampleMs } = await waits(2 * SAMPLE_MS);
    expect(answerMs).toBeGreaterThan(SAMPLE_MS);
    expect(turnMs).toBeGreaterThan(SAMPLE_MS);
    expect(sampleMs).toBeGreaterThanOrEqual(2 * SAMPLE_MS);
  });
});
