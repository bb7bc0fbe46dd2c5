import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import type { HeavyHandle } from '../../src/base/heavy-handle.ts';
import { systemClock } from '../../src/main/clock.ts';
import { run as seed } from '../../src/main/commands/seed.ts';
import { startService } from '../../src/main/service.ts';
import { loadSettings } from '../../src/main/settings/settings.ts';
import { Threads } from '../../src/station/jobs/thread.ts';
import { damageOf } from '../../src/station/store/rescue/integrity/check-database.ts';
import { openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { Turnstile } from '../../src/station/store/sqlite/turnstile.ts';
import { workerStorePlan } from '../../src/station/store/worker-store.ts';
import { promised } from '../support/promised.ts';
import { runningClock } from '../support/running-clock.ts';
import { clearFolders, dbOf, isThere, tempFolder } from './support.ts';

const BUILT = join(import.meta.dirname, '../../dist/main/heavy.js');
const SECOND_MS = 1000;
const quiet = { write: () => true, isTTY: false };
const io = { env: { XDG_CONFIG_HOME: '/nowhere' }, stdout: quiet, stderr: quiet } as never;
const silent = { info() {}, warn() {}, error() {} } as never;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let seeded: string;
beforeAll(async () => {
  seeded = tempFolder();
  await seed(['--data', seeded, '--days', '12', '--step', '20'], io);
  const { station, stop } = await startService(settingsOf(seeded), { log: silent });
  while (station.status().jobs.length > 0) await pause(50); // what it learns from a history it finds, once for all copies
  await stop();
});
afterAll(clearFolders);

/** Every thread of these tests begins. */
const never = {
  heavy: {
    run: () => {
      throw new Error('there was a thread');
    },
  },
  tell: () => {},
};

const copy = (): string => {
  const folder = tempFolder();
  cpSync(seeded, folder, { recursive: true });
  return folder;
};
const settingsOf = (data: string) =>
  loadSettings({ data, port: '0', host: '127.0.0.1', source: 'simulator' }, { XDG_CONFIG_HOME: '/nowhere' });
const newestIn = (folder: string): number => {
  const db = openReadOnly(dbOf(folder));
  const newestMs = db.prepare('SELECT max(ts_ms) FROM sample').pluck().get() as number;
  db.close();
  return newestMs / 1000;
};

/**
 * What the whole process computed, its threads included, ms. A busy machine takes time away from a stop but adds no work to it, and
 * what a stop is not to wait for never comes in these tests.
 */
const computedMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * The machine's clock, and for how long somebody waited to the end of what he asked it for since the stop began. A loop that goes on until
 * it is told to end, like the sampling while a job is being stopped, is nobody's waiting: its signal slept before.
 */
class WatchedClock {
  #stopping = false;
  readonly #loops = new WeakSet<AbortSignal>();
  waitedMs = 0;
  readonly clock: Clock = {
    ...runningClock(),
    sleep: async (ms, signal) => {
      const counts = this.#stopping && !this.#loops.has(signal);
      if (!this.#stopping) this.#loops.add(signal);
      await systemClock.sleep(ms, signal);
      if (counts && !signal.aborted) this.waitedMs += Math.max(0, ms);
    },
  };
  stop(): void {
    this.#stopping = true;
  }
}

describe('a stop takes a second at most and loses nothing', () => {
  it.each(['nothing', 'train', 'recompute', 'export', 'stream'])('in the middle of: %s', async (what) => {
    const folder = copy();
    const watched = new WatchedClock();
    const { station, url, stop } = await startService(settingsOf(folder), { log: silent, clock: watched.clock });
    let running: Promise<unknown> = Promise.resolve();
    const gone = Promise.withResolvers<void>();
    if (what === 'train') running = station.forecasts.train(200);
    if (what === 'recompute') {
      station.calibration.calibrate((await station.telemetry()).temperature_compensated! - 2);
      running = station.recomputing.recompute();
    }
    if (what === 'export')
      running = fetch(`${url}/api/export.csv?start=0`).then((answer) => gone.promise.then(() => answer.text()));
    if (what === 'stream') running = fetch(`${url}/api/stream`).then((answer) => answer.text());
    let isOver = false;
    const ended = running.catch(() => 'cut short').finally(() => (isOver = true));
    const isAtIt = () => isOver || station.status().jobs.some(({ progress }) => progress > 0); // a thread that still loads hears no stop
    if (what === 'train' || what === 'recompute') while (!isAtIt()) await pause(5);
    await pause(400);
    const shown = (await station.telemetry()).timestamp;
    const startMs = computedMs();
    watched.stop();
    await stop();
    expect(watched.waitedMs).toBeLessThanOrEqual(SECOND_MS);
    promised(`a stop in the middle of: ${what}`, computedMs() - startMs + watched.waitedMs, SECOND_MS);
    gone.resolve();
    await ended;
    expect(isThere(`${dbOf(folder)}-wal`)).toBe(false);
    expect(newestIn(folder)).toBeGreaterThanOrEqual(shown - 0.01); // thirty seconds before its commit was due
    expect(damageOf(dbOf(folder))).toBeNull();
  });

  it.each(['backup', 'upkeep', 'prepare'] as const)('with the thread at its: %s', async (name) => {
    const folder = copy();
    const threads = new Threads(
      BUILT,
      workerStorePlan({ folder, timeZone: 'UTC', rawRetentionDays: 1, fiveMinRetentionDays: 2 }, new Turnstile()),
      never,
    );
    const end = new AbortController();
    const handle: HeavyHandle = { signal: end.signal, progress: () => {} };
    const nowS = newestIn(folder);
    const work =
      name === 'backup'
        ? threads.run(name, { keep: 1, nowS }, handle)
        : name === 'upkeep'
          ? threads.run(name, undefined, handle)
          : threads.run(name, { nowS }, handle);
    const ended = work.then(
      () => 'done',
      () => 'cut short',
    );
    await pause(350);
    const startMs = computedMs();
    end.abort(new Error('the station is stopping'));
    await ended;
    promised(`a stop with the thread at its: ${name}`, computedMs() - startMs, SECOND_MS);
    expect(damageOf(dbOf(folder))).toBeNull();
  });
});

it('waits for no manager that does not hear of it: all is saved, so it is no failure', async () => {
  const helpers = tempFolder();
  const heard = join(helpers, 'heard'); // not before the station has ended, and not by being told to end
  const waits = `trap '' TERM; while [ -d '${helpers}' ] && [ ! -e '${heard}' ]; do sleep 0.1; done`;
  writeFileSync(join(helpers, 'systemd-notify'), `#!/bin/sh\ncase "$*" in *STOPPING*) ${waits} ;; esac\n`, {
    mode: 0o755,
  });
  const program = join(import.meta.dirname, '../../bin/weatherglass.mjs');
  const args = [
    program,
    'serve',
    '--data',
    tempFolder(),
    '--source',
    'simulator',
    '--host',
    '127.0.0.1',
    '--port',
    '0',
  ];
  const env = { ...process.env, PATH: `${helpers}:${process.env['PATH']}`, NOTIFY_SOCKET: '/nowhere' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const exit = once(child, 'exit');
  let told = '';
  child.stdout.on('data', (piece) => (told += String(piece)));
  while (!told.includes('weatherglass ready')) await pause(20);
  child.kill('SIGTERM');
  const ended = await exit;
  writeFileSync(heard, '');
  expect(ended).toEqual([0, null]);
});
