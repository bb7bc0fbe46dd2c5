import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InThread } from '../../../src/station/jobs/in-thread.ts';
import { Threads, type WithoutThread } from '../../../src/station/jobs/thread.ts';
import { Turnstile } from '../../../src/station/store/sqlite/turnstile.ts';
import { workerStorePlan } from '../../../src/station/store/worker-store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { NOON, sample, Workshop } from '../store/support.ts';

/** As the product is built: `npm test` builds it first. */
const BUILT = join(import.meta.dirname, '../../../dist/main/heavy.js');

const workshop = new Workshop();

const never = new AbortController().signal;
const planOf = (folder: string) =>
  workerStorePlan({ folder, timeZone: 'UTC', rawRetentionDays: 1, fiveMinRetentionDays: 90 }, new Turnstile());

/** For threads that do begin. */
const without: WithoutThread = {
  heavy: {
    run: () => {
      throw new Error('there was a thread');
    },
  },
  tell: () => {},
};

/** A thread that hears nothing. */
function deaf(): string {
  const path = join(workshop.folder(), 'deaf.mjs');
  writeFileSync(
    path,
    `import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ here: true }); parentPort.postMessage({ progress: 0.5 }); for (;;);`,
  );
  return path;
}

/** A thread that needs its time to begin, as one on a busy machine does. */
function slow(): string {
  const path = join(workshop.folder(), 'slow.mjs');
  writeFileSync(
    path,
    `import { parentPort } from 'node:worker_threads'; import { writeFileSync } from 'node:fs';
     for (const untilMs = Date.now() + 700; Date.now() < untilMs; ); // now: a thread that computes for a while
     writeFileSync(${JSON.stringify(`${path}.begun`)}, '');
     parentPort.postMessage({ here: true }); for (;;);`,
  );
  return path;
}

describe('a heavy thread', () => {
  it('is not ended before it has begun: native code that is being loaded would take the process with it', async () => {
    const stop = new AbortController();
    const path = slow();
    const threads = new Threads(path, planOf(workshop.folder()), without);
    const job = threads.run('backup', { keep: 1, nowS: NOON }, { signal: stop.signal, progress: () => {} });
    stop.abort();
    await expect(job).rejects.toThrow();
    expect(existsSync(`${path}.begun`)).toBe(true);
  });

  it('does its job beside a store that goes on measuring, and is gone', async () => {
    expect(existsSync(BUILT)).toBe(true);
    const folder = workshop.folder();
    const store = workshop.open({ folder, clock: new FakeClock(NOON), rawRetentionDays: 1 });
    for (let i = 0; i < 4000; i += 1) store.samples.append(sample(NOON - 3 * 86_400 + 60 * i, 20));
    store.flush();
    const threads = new Threads(BUILT, planOf(folder), without);
    const folding = threads.run('upkeep', undefined, { signal: never, progress: () => {} });
    store.samples.append(sample(NOON, 20));
    while (!store.flush()) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await folding).raw).toBeGreaterThan(2000);
    expect(store.history.records().coverage.last_ts).toBe(NOON);
    const seen: number[] = [];
    const { bytes } = await threads.run(
      'backup',
      { keep: 7, nowS: NOON },
      { signal: never, progress: (share) => seen.push(share) },
    );
    expect(bytes).toBeGreaterThan(100_000);
    expect(seen.at(-1)).toBe(1);
  });

  it('says what went wrong, with its code', async () => {
    const threads = new Threads(BUILT, planOf(workshop.folder()), without);
    const lost = threads.run('backup', { keep: 1, nowS: NOON }, { signal: never, progress: () => {} });
    await expect(lost).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
  });

  it('is ended when it does not answer a stop', async () => {
    const threads = new Threads(deaf(), planOf(workshop.folder()), without);
    const stop = new AbortController();
    const run = threads.run(
      'backup',
      { keep: 1, nowS: NOON },
      {
        signal: stop.signal,
        progress: () => stop.abort(),
      },
    );
    await expect(run).rejects.toThrow('aborted');
  });

  it('that cannot even begin is done without, and that is told', async () => {
    const folder = workshop.folder();
    const store = workshop.open({ folder });
    store.samples.append(sample(NOON, 20));
    store.flush();
    const told: string[] = [];
    const plan = planOf(folder);
    const threads = new Threads(join(folder, 'missing.js'), plan, {
      heavy: new InThread(plan, new FakeClock(NOON)),
      tell: (why) => told.push(why),
    });
    const { bytes } = await threads.run('backup', { keep: 1, nowS: NOON }, { signal: never, progress: () => {} });
    expect(bytes).toBeGreaterThan(10_000);
    expect(told.join()).toContain('missing.js');
  });
});
