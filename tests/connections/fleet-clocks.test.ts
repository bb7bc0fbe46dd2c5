import { describe, expect, it } from 'vitest';
import { DAY_S, fleetBench } from './support/fleet-bench.ts';
import { NOON } from './support/measured.ts';

const bench = fleetBench();

describe('the hub of a fleet, with clocks that are wrong', () => {
  it('that was started with its clock behind gets every row once it is set', async () => {
    await bench().away(3600);
    bench().start();
    await bench().settle(60);
    let behindS = 0;
    bench().hub.nowS = () => bench().trueNowS() - behindS;
    bench().hub.trouble = () => new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    await bench().away(3000);
    bench().hub.trouble = () => null;
    behindS = 3000;
    await bench().settle(900);
    behindS = 0;
    await bench().settle(3600);
    bench().expectEqual();
  });

  it('that was rebuilt from an engine and is a year behind gets what its time has come for, and the rest once it is set', async () => {
    await bench().away(4 * DAY_S);
    const one = bench().start();
    await bench().settle(120);
    let behindS = 0;
    bench().hub.nowS = () => bench().trueNowS() - behindS;
    bench().hub.stored.clear();
    for (behindS of [365 * DAY_S, 2 * DAY_S]) {
      await bench().away(1800);
      expect(one.status().last_error).toMatch(/clock is [\d\u202f]+ min ahead/);
      expect(bench().hub.hurried).toEqual([]);
    }
    behindS = 0;
    await bench().away(1800);
    await bench().settle(600);
    bench().expectEqual();
  });

  it('that hears a clock five minutes ahead says so for as long as it is, however much arrives', async () => {
    const one = bench().start();
    await bench().world.measure(3600);
    expect(one.status().last_error).toBeNull();
    bench().world.clock.jumpWallS(300);
    await bench().world.measure(900);
    for (let n = 0; n < 12; n += 1) {
      await bench().world.measure(300);
      expect(one.status()).toMatchObject({ state: 'ok', last_error: expect.stringMatching(/clock is 5 min ahead/) });
    }
    bench().world.clock.jumpWallS(-300);
    await bench().world.measure(900);
    expect(one.status()).toMatchObject({ state: 'ok', last_error: null });
  });

  describe('nothing of the future goes', () => {
    it.each([
      ['three days ahead', 3 * DAY_S],
      ['an hour ahead', 3600],
    ])('from a clock that is %s; what is measured by the right one does', async (_, byS) => {
      const one = bench().start();
      await bench().world.measure(3600);
      bench().world.clock.jumpWallS(byS);
      await bench().world.measure(3600);
      await bench().settle(900);
      expect(
        Math.max(
          ...bench()
            .hub.values()
            .map(({ tS }) => tS),
        ),
      ).toBeLessThanOrEqual(bench().trueNowS() + 600);
      expect(
        bench()
          .hub.posts.flat()
          .every(({ tS }) => tS <= bench().trueNowS() + 600),
      ).toBe(true);
      expect(one.status().last_error).toMatch(/clock is [\d\u202f]+ min ahead/);
      // The clock is set, and what it had stamped moves.
      bench().world.clock.jumpWallS(-byS);
      bench().remade(`UPDATE five_min SET ts = ts - ${byS} WHERE ts > ${bench().trueNowS()}`);
      bench().remade(`UPDATE sample SET ts_ms = ts_ms - ${byS * 1000} WHERE ts_ms > ${bench().trueNowS() * 1000}`);
      await bench().world.measure(3600);
      await bench().settle();
      bench().expectEqual();
    });

    it.each([
      ['a day behind', -DAY_S],
      ['in 1970', -NOON],
    ])('and nothing is lost by a clock that is %s for an hour', async (_, byS) => {
      bench().start();
      await bench().world.measure(3600);
      bench().world.clock.jumpWallS(byS);
      await bench().settle(3600); // the guard holds what is measured
      bench().world.clock.jumpWallS(-byS);
      await bench().world.measure(3600);
      await bench().settle();
      bench().expectEqual();
    });
  });
});
