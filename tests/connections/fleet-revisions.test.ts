import { describe, expect, it } from 'vitest';
import { fleetBench } from './support/fleet-bench.ts';
import { NOON } from './support/measured.ts';

const bench = fleetBench();

describe('the hub of a fleet, when the past is made anew', () => {
  it('gets a day again under the next number when something in it was made anew, and nothing twice under one', async () => {
    await bench().away(4 * 3600);
    bench().start();
    await bench().settle(60);
    bench().put(NOON + 1800.5, 40); // a late sample
    bench().remade(`UPDATE five_min SET temp_smooth = NULL, temp_smooth_gaps = n WHERE ts = ${NOON + 3600}`); // flagged
    await bench().world.measure(900);
    await bench().settle(60);
    bench().expectEqual();
    expect(
      bench()
        .hub.rows()
        .get(NOON + 3600),
    ).not.toHaveProperty('wx_temp');
    bench().remade('UPDATE five_min SET press_slp = press_slp + 0.7');
    await bench().settle(60);
    bench().remade(`DELETE FROM five_min WHERE ts = ${NOON + 5400}`); // moved to another time
    await bench().world.measure(600);
    await bench().settle(60);
    bench().expectEqual();
    const revs = new Set(
      bench()
        .hub.values()
        .map(({ tags }) => tags['rev'])
        .filter(Boolean),
    );
    expect([...revs].length).toBeLessThanOrEqual(5);
  });

  it('is never told two things under one number, though rows change between a lost answer and the next', async () => {
    bench().hub.trouble = ({ method }, posts) => (method === 'POST' && posts % 2 === 1 ? 'store, no answer' : null);
    bench().start();
    for (let i = 0; i < 6; i += 1) {
      await bench().world.measure(600, 300);
      bench().put(bench().world.clock.nowS() - 4000, 30 + i);
      await bench().world.measure(60);
    }
    bench().hub.trouble = () => null;
    await bench().settle(1200);
    const [there, here] = [bench().hub.rows(), bench().ofStation()];
    for (const [tS, values] of here) expect(there.get(tS)).toEqual(values);
    expect(there.size).toBe(here.size);
  });
});
