import { describe, expect, it } from 'vitest';
import { Loops } from '../../../src/station/app/loops.ts';
import { Jobs } from '../../../src/station/jobs/queue.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** Loops, and what they have told. */
function telling() {
  const clock = new FakeClock();
  const told: string[] = [];
  const loops = new Loops(clock, (_kind, severity, { detail }) => void told.push(`${severity}: ${detail}`));
  return { clock, told, loops };
}

describe('the station loops', () => {
  it('tell a failure once when it begins and once when it has passed', async () => {
    const { clock, told, loops } = telling();
    let broken = true;
    loops.start('storing', 1000, 0, () => {
      if (broken) throw new Error('disk full');
    });
    await clock.advance(10_000);
    broken = false;
    await clock.advance(10_000);
    await loops.stop();
    expect(told).toEqual(['error: storing failed: disk full', 'info: storing works again']);
  });

  it('leave a failure that an event tells already to that, and do not call it over', async () => {
    const { clock, told, loops } = telling();
    let isFull = false;
    const work = () => {
      if (clock.steadyMs() < 10_000) throw new Error('disk full');
    };
    loops.start('storing', 1000, 0, work, () => isFull);
    await clock.advance(4000);
    isFull = true;
    await clock.advance(4000);
    expect(told).toEqual(['error: storing failed: disk full']);
    await clock.advance(4000);
    await loops.stop();
    expect(told).toEqual(['error: storing failed: disk full', 'info: storing works again']);
  });

  it('say nothing of one that an event has told from its beginning', async () => {
    const { clock, told, loops } = telling();
    const work = () => {
      if (clock.steadyMs() < 5000) throw new Error('disk full');
    };
    loops.start('storing', 1000, 0, work, () => true);
    loops.start('sampling', 1000, 0, work);
    await clock.advance(10_000);
    await loops.stop();
    expect(told).toEqual(['error: sampling failed: disk full', 'info: sampling works again']); // and leave no other loop's untold
  });

  it('go on when another loop fails or never comes back', async () => {
    const clock = new FakeClock();
    const loops = new Loops(clock, () => {});
    let turns = 0;
    loops.start('stuck', 1000, 0, () => clock.sleep(1e9, loops.signal));
    loops.start('failing', 1000, 0, () => {
      throw new Error('always');
    });
    loops.start('sampling', 2000, 0, () => {
      turns += 1;
    });
    await clock.advance(20_000);
    expect(turns).toBe(11);
    await loops.stop();
  });

  it('keep their pace when the wall clock jumps', async () => {
    const clock = new FakeClock();
    const loops = new Loops(clock, () => {});
    let turns = 0;
    loops.start('sampling', 2000, 0, () => {
      turns += 1;
    });
    await clock.advance(4000);
    clock.jumpWallS(-7200);
    await clock.advance(4000);
    clock.jumpWallS(10_800);
    await clock.advance(4000);
    await loops.stop();
    expect(turns).toBe(7);
  });
});

describe('a job', () => {
  it('runs once at a time and is seen with its progress', async () => {
    const jobs = new Jobs(new FakeClock(1000));
    let finish!: () => void;
    const first = jobs.run('train', async (handle) => {
      handle.progress(0.4);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return 'done';
    });
    expect(jobs.list()).toEqual([{ job: 'train', progress: 0.4, started_ts: 1000 }]);
    expect(await jobs.run('train', async () => 'second')).toMatchObject({ error: 'train is already running' });
    finish();
    expect(await first).toBe('done');
    expect(jobs.list()).toEqual([]);
  });

  it('is asked to end when the station stops, and waited for', async () => {
    const jobs = new Jobs(new FakeClock());
    let ended = false;
    void jobs.run('recompute', async ({ signal }) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      ended = true;
    });
    await jobs.stop();
    expect(ended).toBe(true);
  });
});
