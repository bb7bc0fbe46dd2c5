import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { patience } from '../support/patience.ts';
import { promised } from '../support/promised.ts';
import { openRealStation } from '../support/real-station.ts';

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-held-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DAY_SAMPLES = 43_200;
/** Somewhat less than the time between two samples: what really passes comes on top, and a whole day would end the waiting. */
const BETWEEN_MS = 1900;
const TRUE_S = 1_750_500_000;

/** Real time, which can also be made to pass at once: slices are measured, days are not waited for. */
class HurriedClock implements Clock {
  #skippedMs = 0;
  #wallS = 12;
  nowS = () => this.#wallS + this.steadyMs() / 1000;
  steadyMs = () => performance.now() + this.#skippedMs; // now: steady time of a real thread
  sleep = (_ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  skip(ms: number): void {
    this.#skippedMs += ms;
  }
  set(nowS: number): void {
    this.#wallS = nowS - this.steadyMs() / 1000;
  }
}

it('keeps a day of held samples, and writes them in slices that keep nobody waiting', async () => {
  const clock = new HurriedClock();
  const { station, store, close } = await openRealStation({ clock, folder });
  for (let i = 1; i < DAY_SAMPLES; i += 1) {
    clock.skip(BETWEEN_MS);
    await station.sampleNow();
  }
  expect(store.samples.newestTs()).toBeNull();
  clock.skip(BETWEEN_MS);
  clock.set(TRUE_S);
  const turns: number[] = [];
  let before = process.threadCpuUsage();
  await station.sampleNow();
  const told = () => station.watch.events(50).some(({ detail }) => detail.includes('waiting readings'));
  for (const waiting = patience(200_000); turns.length % 50 !== 0 || (!told() && waiting()); ) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = process.threadCpuUsage();
    const ms = (now.user + now.system - before.user - before.system) / 1000;
    before = process.threadCpuUsage();
    turns.push(ms);
  }
  expect(station.status().rows).toBe(DAY_SAMPLES + 1);
  expect(store.samples.takeLost()).toBe(0);
  turns.sort((a, b) => a - b);
  const p99 = turns[Math.floor(turns.length * 0.99)]!;
  promised('a day of held samples: the median turn', turns[turns.length >> 1]!, 5);
  promised('a day of held samples: p99 of the turns', p99, 12); // a tick with its eighteen forecasts, or one commit
  expect(station.watch.events(50).find(({ detail }) => detail.includes('waiting readings'))?.detail).toMatch(
    /^The clock is reliable now: 43\u202f200 waiting readings from 2[23]\.\d h got their time\.$/,
  );
  await close();
});
