import { describe, expect, it } from 'vitest';
import { DAY_S, fleetBench } from './support/fleet-bench.ts';
import { NOON } from './support/measured.ts';

const bench = fleetBench();

describe('the hub of a fleet, after an outage', () => {
  it('after four weeks has the newest hour first, then each day from the oldest on, a day in a request', async () => {
    bench().start();
    await bench().away(3600);
    await bench().stop();
    await bench().away(28 * DAY_S);
    bench().hub.posts.length = 0;
    bench().start();
    await bench().settle(400);
    bench().expectEqual();
    expect(bench().ofStation().size).toBe((3600 + 28 * DAY_S) / 300 - 1);
    const first = bench().hub.posts.map((post) =>
      post.filter(({ metric }) => metric === 'wx_temp').map(({ tS }) => tS),
    );
    expect(first[0]!.at(-1)).toBe(NOON + 3600 + 28 * DAY_S - 900);
    expect(first[0]!.length).toBeLessThanOrEqual(12);
    const past = first.slice(1, 29);
    for (const [i, times] of past.entries()) {
      expect(times.length).toBeLessThanOrEqual(288);
      expect(times).toEqual([...times].sort());
      if (i > 0) expect(times[0]).toBeGreaterThan(past[i - 1]![0]!);
    }
  });

  it('has each row once though every third answer is lost after it was stored', async () => {
    bench().hub.trouble = ({ method }, posts) => (method === 'POST' && posts % 3 === 0 ? 'store, no answer' : null);
    await bench().away(3 * DAY_S);
    const one = bench().start();
    await bench().world.measure(3600, 300);
    await bench().settle(60);
    bench().expectEqual();
    expect(one.status()).toMatchObject({ waiting: 0 });
  });

  it('has everything in the end though it says yes and stores nothing every other time', async () => {
    bench().hub.trouble = ({ method }, posts) => (method === 'POST' && posts % 2 === 0 ? 'no store, 204' : null);
    await bench().away(2 * DAY_S);
    const one = bench().start();
    const errors = new Set<string | null>();
    for (let i = 0; i < 60; i += 1) {
      await bench().settle(10);
      errors.add(one.status().last_error);
    }
    expect([...errors].join()).toMatch(/the hub has \d+ of \d+ values of 2025-06-1/);
    bench().expectEqual();
  });

  it('that lost a day it had said yes to gets the whole day again', async () => {
    await bench().away(3 * 3600);
    bench().start();
    await bench().settle(60);
    bench().hub.stored.clear();
    await bench().world.measure(900);
    await bench().settle(60);
    bench().expectEqual();
  });

  it('that was given an empty disk has every day again, and what was foretold', async () => {
    await bench().away(3 * DAY_S);
    const one = bench().start();
    await bench().settle(60);
    bench().hub.stored.clear();
    await bench().world.measure(900);
    await bench().settle(120);
    bench().expectEqual();
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0, last_error: null });
  });

  it('that was put back to an older day gets the days since, and not those before', async () => {
    await bench().away(6 * DAY_S);
    bench().start();
    await bench().settle(60);
    const backupS = NOON + 2.8 * DAY_S;
    for (const series of bench().hub.stored.get('hill-7')!.values())
      for (const tS of [...series.keys()]) if (tS > backupS) series.delete(tS);
    bench().hub.posts.length = 0;
    await bench().world.measure(900);
    await bench().settle(120);
    bench().expectEqual();
    const again = bench()
      .hub.posts.flat()
      .filter(({ metric }) => metric === 'wx_temp');
    expect(Math.min(...again.map(({ tS }) => tS))).toBe(NOON + 2.5 * DAY_S);
  });

  it('a station that is killed again and again ends where one that never stopped does', async () => {
    for (let i = 0; i < 12; i += 1) {
      bench().start();
      await bench().world.measure(240 + 60 * (i % 5));
      const now = bench().network.reply;
      bench().network.reply = () => 'hang'; // the last words are never heard
      await bench().world.clock.advance(5000 + 700 * i);
      await bench().stop();
      bench().network.reply = now;
    }
    bench().start();
    await bench().world.measure(900);
    await bench().settle(60);
    bench().expectEqual();
  });
});
