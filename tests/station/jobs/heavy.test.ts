import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InThread } from '../../../src/station/jobs/in-thread.ts';
import { Jobs } from '../../../src/station/jobs/queue.ts';
import { openBeside, openReadOnly, relaxed } from '../../../src/station/store/sqlite/database.ts';
import { Turnstile } from '../../../src/station/store/sqlite/turnstile.ts';
import { workerStorePlan } from '../../../src/station/store/worker-store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { NOON, sample, Workshop } from '../store/support.ts';

const workshop = new Workshop();

const quiet = { signal: new AbortController().signal, progress: () => {} };

describe('a heavy job', () => {
  it('waits its turn: one at a time, in the order asked for, seen while it waits', async () => {
    const clock = new FakeClock(1000);
    const jobs = new Jobs(clock);
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const work = (name: string) => async () => {
      order.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    };
    const first = jobs.run('backup', work('backup'));
    const second = jobs.run('recompute', work('recompute'));
    await clock.advance(5000);
    expect(order).toEqual(['backup']);
    expect(jobs.list().map(({ job, started_ts }) => [job, started_ts])).toEqual([
      ['backup', 1000],
      ['recompute', 1000],
    ]);
    expect(await jobs.run('recompute', work('again'))).toMatchObject({ error: 'recompute is already running' });
    ends[0]!();
    expect(await first).toBe('backup');
    await clock.advance(1);
    expect(order).toEqual(['backup', 'recompute']);
    expect(jobs.list()).toEqual([{ job: 'recompute', progress: 0, started_ts: 1005 }]);
    ends[1]!();
    expect(await second).toBe('recompute');
    expect(jobs.list()).toEqual([]);
  });

  it('that failed lets the next one go on', async () => {
    const jobs = new Jobs(new FakeClock());
    const failing = jobs.run('backup', async () => {
      throw new Error('the card is full');
    });
    const next = jobs.run('train', async () => 'trained');
    await expect(failing).rejects.toThrow('the card is full');
    expect(await next).toBe('trained');
  });

  it('that waits when the station stops never begins, and says so', async () => {
    const jobs = new Jobs(new FakeClock());
    let begun = false;
    void jobs.run('backup', ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)));
    const waiting = jobs.run('train', async () => {
      begun = true;
    });
    await jobs.stop();
    expect(await waiting).toMatchObject({ error: 'train ended because the station stopped' });
    expect(begun).toBe(false);
  });

  it('works on what is committed, over a connection of its own, and leaves a copy of one moment', async () => {
    const folder = workshop.folder();
    const clock = new FakeClock(NOON);
    const store = workshop.open({ folder, clock, rawRetentionDays: 1 });
    for (let i = 0; i < 4000; i += 1) store.samples.append(sample(NOON - 3 * 86_400 + 60 * i, 20));
    store.flush();
    const plan = workerStorePlan(
      { folder, timeZone: 'UTC', rawRetentionDays: 1, fiveMinRetentionDays: 90 },
      new Turnstile(),
    );
    const heavy = new InThread(plan, clock);
    const { raw } = await heavy.run('upkeep', undefined, quiet);
    expect(raw).toBeGreaterThan(2000);
    expect(store.history.records().coverage.rows).toBe(4000 - raw + raw / 5);
    let steps = 0;
    const { path } = await heavy.run(
      'backup',
      { keep: 7, nowS: NOON },
      {
        ...quiet,
        progress: () => {
          // A commit by the station in the middle of the copy neither restarts it nor gets into it.
          steps += 1;
          store.samples.append(sample(NOON + steps, 20));
          store.flush();
        },
      },
    );
    expect(steps).toBeGreaterThan(1);
    const copy = openReadOnly(path);
    expect(copy.prepare('SELECT max(ts_ms) FROM sample').pluck().get()).toBeLessThan(NOON * 1000);
    copy.close();
  });
});

describe('two connections', () => {
  it("give another program's lock up within a stop's patience: a thread in SQLite hears no word", () => {
    const folder = workshop.folder();
    workshop.open({ folder });
    const beside = openBeside(join(folder, 'weatherglass.db'), new Turnstile());
    expect(beside.pragma('busy_timeout', { simple: true })).toBeLessThanOrEqual(1000);
    beside.close();
  });

  it('let the sampling thread write first', () => {
    const folder = workshop.folder();
    const store = workshop.open({ folder });
    const turnstile = new Turnstile();
    store.workBeside(turnstile);
    const beside = openBeside(join(folder, 'weatherglass.db'), turnstile);
    store.samples.append(sample(NOON, 20));
    relaxed(beside, () => {
      // The other side holds the lock: nothing is thrown, nothing is lost, nothing is told as a fault of the disk.
      expect(store.flush()).toBe(false);
      expect(
        store.attempt(() => store.labels.add({ ts: 1, givenTs: 1, kind: 'rain', value: 1, note: '', learned: false })),
      ).toBe(false);
      expect(store.trouble).toBeNull();
      store.events.add({ ts: NOON, kind: 'state', severity: 'info', detail: 'held' });
    });
    expect(store.labels.recent(5)).toHaveLength(0);
    expect(store.flush()).toBe(true);
    expect(store.samples.queued).toBe(0);
    expect(store.labels.recent(5)).toHaveLength(1);
    expect(store.events.recent(1)[0]!.detail).toBe('held');
    beside.close();
  });

  it('keep postponed writes in the order they were made', () => {
    const folder = workshop.folder();
    const store = workshop.open({ folder });
    const turnstile = new Turnstile();
    store.workBeside(turnstile);
    const beside = openBeside(join(folder, 'weatherglass.db'), turnstile);
    const save = (state: string) => store.learned.saveAll([{ name: 'x', version: 1, state }], NOON);
    relaxed(beside, () => {
      store.attempt(() => save('old'));
      store.attempt(() => save('new'));
    });
    store.attempt(() => save('newest'));
    expect(store.learned.load('x', 1)).toMatchObject({ state: 'newest' });
    beside.close();
  });
});
