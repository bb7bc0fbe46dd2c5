import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Clock } from '../../../src/base/clock.ts';
import { patience } from '../../support/patience.ts';
import { promised } from '../../support/promised.ts';
import { openRealStation } from '../../support/real-station.ts';

const HELD = 4000;
const PERIOD_MS = 2000;

/** Nobody has set the clock of this machine. Real time, which can also be made to pass at once. */
class UnsetClock implements Clock {
  #skippedMs = 0;
  constructor(readonly boot: string) {}
  nowS = () => 12 + this.steadyMs() / 1000;
  steadyMs = () => performance.now() + this.#skippedMs; // now: steady time of a real thread
  sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
    });
  skip(ms: number): void {
    this.#skippedMs += ms;
  }
}

/** What this thread computed, ms: a busy machine takes time away, but adds no work. */
const computedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

it.each(['the same boot', 'another boot'])(
  'what is held for hours is there after a stop, which takes its second: %s',
  async (boot) => {
    const folder = mkdtempSync(join(tmpdir(), 'weatherglass-held-'));
    const clock = new UnsetClock('the same boot');
    const { station, close } = await openRealStation({ clock, folder });
    for (let i = 1; i < HELD; i += 1) {
      clock.skip(PERIOD_MS);
      await station.sampleNow();
    }
    const beganMs = computedMs();
    await close();
    promised(`a stop with ${HELD} samples held, ${boot}`, computedMs() - beganMs, 1000);
    clock.skip(PERIOD_MS);
    const openedMs = clock.steadyMs();
    const next = await openRealStation({ clock: Object.assign(clock, { boot }), folder });
    for (const waiting = patience(60_000); next.store.samples.queued > 0 || rows() < HELD; ) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      next.store.flush();
      if (!waiting()) break;
    }
    expect(rows()).toBeGreaterThanOrEqual(HELD);
    // On a slow machine the next station measures for a while before the held ones are stored.
    expect(rows()).toBeLessThan(HELD + 5 + (clock.steadyMs() - openedMs) / PERIOD_MS);
    expect(next.store.clock.left.get()).toBeNull();
    await next.close();
    rmSync(folder, { recursive: true, force: true });
    function rows(): number {
      return next.station.status().rows!;
    }
  },
);
