import { describe, expect, it } from 'vitest';
import { ClockGuard } from '../../../../src/station/sampling/clock/clock-guard.ts';
import { NOON, Workshop } from '../../store/support.ts';
import { Watch } from './watch.ts';

const workshop = new Workshop();

const HOUR = 3600;

describe('the clock guard', () => {
  it('leaves a clock alone that only ticks', async () => {
    const watch = new Watch(workshop, NOON);
    await watch.run(600);
    expect(watch.events).toEqual([]);
    expect(watch.rows().map((row) => row.ts)).toEqual(Array.from({ length: 300 }, (_, i) => NOON + 2 * (i + 1)));
  });

  it('goes by the time before a jump until a sample comes that judges it', async () => {
    const watch = new Watch(workshop, NOON);
    await watch.run(100);
    const said = () => watch.guard.nowS(watch.clock.nowS(), watch.clock.steadyMs() / 1000);
    expect(said()).toBeCloseTo(NOON + 100, 3);
    watch.clock.jumpWallS(-2 * 24 * HOUR);
    expect(said()).toBeCloseTo(NOON + 100, 3);
    watch.clock.jumpWallS(4 * 24 * HOUR);
    expect(said()).toBeCloseTo(NOON + 100, 3);
  });

  it('holds what is sampled in 1970 and stamps it by its age when network time comes', async () => {
    const watch = new Watch(workshop, 12);
    await watch.run(90);
    expect(watch.rows()).toEqual([]);
    expect(watch.guard.holding).toBe(true);
    watch.clock.jumpWallS(NOON - watch.clock.nowS());
    await watch.run(60);
    expect(watch.rows().map((row) => row.ts)).toEqual(Array.from({ length: 75 }, (_, i) => NOON - 88 + 2 * i));
    expect(watch.events).toEqual([
      'The clock shows 1 Jan 1970, 00:00 UTC and has not been set yet. Readings wait and get their time when it is set.',
      'The clock is reliable now: 45 waiting readings from 90 s got their time.',
    ]);
    watch.check();
  });

  it('holds what is sampled long before the newest stored sample until the clock was set', async () => {
    const folder = workshop.folder();
    const first = new Watch(workshop, NOON, folder);
    await first.run(100);
    first.store.close();
    const second = new Watch(workshop, NOON - HOUR, folder);
    await second.run(100);
    expect(second.rows().length).toBe(50);
    second.clock.jumpWallS(3 * HOUR);
    await second.run(100);
    expect(second.rows().length).toBe(150);
    expect(second.rows().at(-1)!.ts).toBe(second.clock.nowS());
  });

  it('goes on where the record ended when the clock stands shortly before it, and walks that off at half speed', async () => {
    const folder = workshop.folder();
    const first = new Watch(workshop, NOON, folder);
    await first.run(100);
    first.store.close();
    const second = new Watch(workshop, NOON + 50, folder);
    await second.run(40);
    expect(second.rows().length).toBe(70);
    expect(second.rows().at(-1)!.ts - second.clock.nowS()).toBeCloseTo(49 - 19, 6);
    await second.run(100);
    second.check(50);
    expect(second.rows().at(-1)!.ts).toBe(second.clock.nowS());
  });

  it('goes on by steady time after two hours of a clock that is days behind, and moves that when it is set', async () => {
    const folder = workshop.folder();
    const first = new Watch(workshop, NOON, folder);
    await first.run(100);
    first.store.close();
    const second = new Watch(workshop, NOON - 2 * 24 * HOUR, folder);
    await second.run(3 * HOUR, 20);
    expect(second.rows().length).toBe(50 + 540);
    second.clock.jumpWallS(2 * 24 * HOUR + 200);
    await second.run(10);
    second.check(50);
    expect(
      second
        .rows()
        .slice(50)
        .map(({ ts }) => ts),
    ).toEqual([
      ...Array.from({ length: 540 }, (_, i) => NOON + 200 + 20 * (i + 1)),
      ...Array.from({ length: 5 }, (_, i) => NOON + 200 + 3 * HOUR + 2 * (i + 1)),
    ]);
  });

  it.each([
    ['forward by 3 h soon after the start', 60, 2, 3 * HOUR],
    ['back by 2 h soon after the start', 60, 2, -2 * HOUR],
    ['forward by 3 h', 5 * HOUR, 20, 3 * HOUR],
    ['back by 2 h', 5 * HOUR, 20, -2 * HOUR],
  ])('moves the whole start along when the clock jumps %s and nothing vouched for it', async (_, runS, everyS, byS) => {
    const watch = new Watch(workshop, NOON);
    await watch.run(runS, everyS);
    watch.clock.jumpWallS(byS);
    await watch.run(1000);
    expect(watch.events.length).toBe(1);
    watch.check();
    expect(watch.rows().map((row) => row.ts)).toEqual([
      ...Array.from({ length: runS / everyS }, (_, i) => NOON + byS + everyS * (i + 1)),
      ...Array.from({ length: 500 }, (_, i) => NOON + byS + runS + 2 * (i + 1)),
    ]);
  });

  it('leaves a trifling step of a grown run where it is: no stamp comes twice, none out of order', async () => {
    const watch = new Watch(workshop, NOON);
    await watch.run(5 * HOUR, 20);
    watch.clock.jumpWallS(-5);
    await watch.run(1000);
    expect(watch.events).toEqual([
      'The clock was set back by 5 s. The history runs on its own time until the clock catches up.',
    ]);
    watch.check();
  });

  it('leaves a gap when a clock that was vouched for jumps forward, and takes it back when the clock comes back', async () => {
    const watch = new Watch(workshop, NOON);
    await watch.run(25 * HOUR, 20);
    watch.clock.jumpWallS(30 * 24 * HOUR);
    await watch.run(HOUR, 20);
    watch.clock.jumpWallS(-30 * 24 * HOUR);
    await watch.run(HOUR, 20);
    watch.check();
    expect(watch.rows().map((row) => row.ts)).toEqual(Array.from({ length: 27 * 180 }, (_, i) => NOON + 20 * (i + 1)));
  });

  it('keeps the order through a step of network time that is no jump', async () => {
    const watch = new Watch(workshop, NOON);
    await watch.run(20);
    watch.clock.jumpWallS(-1.9);
    await watch.run(20);
    expect(watch.events).toEqual([]);
    expect(watch.rows().map((row) => row.temp)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  it('holds again when the clock falls back to 1970 in mid-run', async () => {
    const watch = new Watch(workshop, NOON);
    await watch.run(HOUR, 20);
    watch.clock.jumpWallS(-NOON);
    await watch.run(HOUR, 20);
    expect(watch.rows().length).toBe(180);
    watch.clock.jumpWallS(NOON);
    await watch.run(HOUR, 20);
    watch.check();
    expect(watch.rows().map((row) => row.ts)).toEqual(Array.from({ length: 540 }, (_, i) => NOON + 20 * (i + 1)));
  });
});

describe('a clock that nobody sets', () => {
  it.each([
    ['of an empty record', null],
    ['behind a record', NOON],
  ])('is waited for a day at a start, and then the series goes on: no sample is given up, %s', (_, newestS) => {
    const guard = new ClockGuard<number>({ newestS, segment: null, endBeforeS: null, toldS: null, boot: '' });
    const stored: number[] = [];
    const stamps: number[] = [];
    const take = (n: number, wallS: number) => {
      const steps = guard.take(n, { wallS, steadyMs: n * 60_000, synchronised: null });
      for (const step of steps) {
        if (step.kind === 'release') stored.push(...step.samples);
        if (step.kind === 'release') stamps.push(...step.stamps);
        if (step.kind === 'store') stored.push(step.sample);
        if (step.kind === 'store') stamps.push(step.tS);
      }
      return steps;
    };
    const days = 12; // longer than a clock has to agree before it is believed
    for (let n = 0; n < days * 1440; n += 1) {
      take(n, n * 60);
      expect(stored.length).toBe(n < 1440 ? 0 : n + 1);
    }
    expect(stored).toEqual(stored.map((_, n) => n));
    expect(stamps[0]).toBe(newestS === null ? 0 : NOON + 1);
    const trueS = NOON + 99 * 86_400;
    const steps = take(days * 1440, trueS);
    const byS = trueS - days * 86_400 - stamps[0]!;
    expect(steps.find(({ kind }) => kind === 'move')).toMatchObject({ byS: expect.closeTo(byS, 3) as number });
  });

  it('fills the memory sooner when samples come faster: the series goes on then, and none is given up', () => {
    for (const wallS of [12, NOON - 86_400]) {
      const guard = new ClockGuard<number>({ newestS: NOON, segment: null, endBeforeS: null, toldS: null, boot: '' });
      const stored: number[] = [];
      for (let n = 0; n < 50_000; n += 1) {
        const moment = { wallS: wallS + n * 0.1, steadyMs: n * 100, synchronised: null };
        for (const step of guard.take(n, moment)) {
          if (step.kind === 'release') stored.push(...step.samples);
          if (step.kind === 'store') stored.push(step.sample);
        }
      }
      expect(stored).toHaveLength(50_000);
      expect(stored[0]).toBe(0);
    }
  });
});
