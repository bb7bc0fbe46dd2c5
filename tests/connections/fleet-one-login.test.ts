import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Courier } from '../../src/connections/courier.ts';
import { FLEET_LIMITS } from '../../src/contract/fleet-line.ts';
import { DAY_S, fleetBench } from './support/fleet-bench.ts';
import { Measured } from './support/measured.ts';

const bench = fleetBench();
const others: Measured[] = [];
afterEach(() => {
  for (const one of others.splice(0)) one.close();
});

/** Another card in the same station: nothing that it knew is known. Answers what the one before had. */
async function newDatabase(): Promise<Map<number, Record<string, number>>> {
  await bench().stop();
  const had = bench().ofStation();
  others.push(bench().world);
  bench().world = new Measured(bench().world.clock);
  return had;
}

/** The hub has both, each value by value. */
function expectBoth(before: ReadonlyMap<number, object>): void {
  const here = bench().ofStation();
  const there = bench().hub.rows();
  for (const [tS, values] of [...before, ...here])
    expect(there.get(tS), new Date(tS * 1000).toISOString()).toEqual(values);
  expect(there.size).toBe(new Set([...before.keys(), ...here.keys()]).size);
  expect(bench().hub.contradictions).toEqual([]);
}

describe('a new database under an old login', () => {
  it('hides nothing of the day in which it began, and is not hidden by a number that the old one had reached', async () => {
    await bench().away(3 * 3600);
    bench().start();
    await bench().settle(60);
    bench().remade('UPDATE five_min SET press_slp = press_slp + 0.7');
    await bench().world.measure(900);
    await bench().settle(60);
    const had = await newDatabase();
    expect([...bench().hub.values()].some(({ tags }) => tags['rev'] === '1')).toBe(true);
    await bench().away(3 * 3600); // silent for more than an hour: it may have been replaced
    const one = bench().start();
    await bench().settle(60);
    await bench().world.measure(900);
    await bench().settle(60);
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0 });
    expectBoth(had);
    bench().remade('UPDATE five_min SET press_slp = press_slp - 0.3');
    await bench().settle(90);
    expectBoth(had);
  });

  it('that is an older copy of itself sends its days beside what it has forgotten', async () => {
    await bench().away(2 * 3600);
    bench().start();
    await bench().settle(60);
    await bench().stop();
    bench().world.store.flush();
    const copy = new Measured(bench().world.clock, (folder) => {
      const from = bench().world.folder;
      bench().remade('PRAGMA wal_checkpoint(TRUNCATE)');
      cpSync(join(from, 'weatherglass.db'), join(folder, 'weatherglass.db'));
    });
    bench().start();
    for (const shift of [0.7, 0.2]) {
      bench().remade(`UPDATE five_min SET press_slp = press_slp + ${shift}`);
      await bench().world.measure(900);
      await bench().settle(60);
    }
    await bench().stop();
    const had = bench().ofStation();
    others.push(bench().world);
    bench().world = copy;
    await bench().away(3600);
    const one = bench().start();
    await bench().world.measure(900);
    await bench().settle(300);
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0 });
    const here = bench().ofStation();
    expectBoth(new Map([...had].filter(([tS]) => !here.has(tS))));
  });
});

describe('a stolen key that has sent the highest number of all', () => {
  const stolenAt = (tS: number) => bench().hub.stolen(`wx,rev=${FLEET_LIMITS.revMost} temp=-50 ${tS}\n`);

  it('keeps no row of its station away, neither of the days that it spoiled nor of the others', async () => {
    await bench().away(3 * DAY_S);
    for (const daysAgo of [0, 1]) stolenAt(bench().trueNowS() - daysAgo * DAY_S - 7);
    const one = bench().start();
    await bench().settle(600);
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0, last_error: null });
    const there = bench().hub.rows();
    for (const [tS, values] of bench().ofStation()) expect(there.get(tS)).toEqual(values);
    expect(bench().hub.contradictions).toEqual([]);
  });

  it.each([
    ['had noted a number which no hub takes', FLEET_LIMITS.revMost + 1],
    ['goes past the last', FLEET_LIMITS.revMost],
  ])('is survived by a station that %s', async (_what, noted) => {
    await bench().away(3600);
    const first = bench().start();
    await bench().settle(60);
    expect(first.status()).toMatchObject({ state: 'ok', waiting: 0 });
    await bench().stop();
    stolenAt(bench().trueNowS() - 7);
    bench().remade(`UPDATE outbox_rev SET rev = ${noted}`);
    bench().remade('UPDATE five_min SET press_slp = press_slp + 0.7');
    const one = bench().start();
    await bench().world.measure(900);
    await bench().settle(90);
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0, last_error: null });
    const there = bench().hub.rows();
    for (const [tS, values] of bench().ofStation()) expect(there.get(tS)).toEqual(values);
  });
});

describe('two stations with one login', () => {
  it('are not mixed: the second is told so and keeps its rows, the first goes on', async () => {
    await bench().away(3600);
    const first = bench().start();
    await bench().settle(60);
    const had = bench().ofStation();
    const second = new Measured(bench().world.clock);
    others.push(second);
    for (let tS = second.clock.nowS() - 7200; tS < second.clock.nowS(); tS += 60) bench().put(tS, 30, second);
    second.store.flush();
    const alone = new AbortController();
    const other = bench().courier(second);
    const running = other.run(alone.signal);
    await bench().world.measure(1800);
    const refused = other.status();
    expect(refused).toMatchObject({ state: 'refused', last_error: '409: another station sends as hill-7' });
    expect(refused.waiting).toBeGreaterThan(10);
    expect(
      bench()
        .hub.values()
        .some(({ value }) => value === 30),
    ).toBe(false);
    expect(first.status()).toMatchObject({ state: 'ok', waiting: 0, last_error: null });
    bench().expectEqual();
    expect(had.size).toBeLessThan(bench().ofStation().size);
    // The first is taken away; the other is let in, and nothing of either is lost.
    await bench().stop();
    const whole = bench().ofStation();
    await bench().settle(3 * 3600);
    expect(other.status()).toMatchObject({ state: 'ok', waiting: 0 });
    expect([...whole.keys()].every((tS) => bench().hub.rows().has(tS))).toBe(true);
    expect(
      bench()
        .hub.values()
        .some(({ value }) => value === 30),
    ).toBe(true);
    alone.abort();
    await running;
  });

  it('of which one comes back after the other took its place asks before it sends', async () => {
    await bench().away(3600);
    const first = bench().start();
    await bench().settle(60);
    const posts: Courier[] = [first];
    bench().network.reply = () => new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    await bench().world.measure(2 * 3600);
    bench().hub.senders.claim('hill-7', 0, 'wg_000000000000-00000000');
    bench().network.reply = bench().hub.reply;
    const before = bench().hub.posts.length;
    await bench().settle(1200);
    expect(bench().hub.posts.length).toBe(before);
    expect(posts[0]!.status().state).toBe('refused');
  });
});

it('a page of a server before the hub becomes a sentence for people', async () => {
  await bench().away(1800);
  const one = bench().start();
  bench().network.reply = () => new Response('<html><h1>401 Authorization Required</h1>', { status: 401 });
  await bench().settle(60);
  expect(one.status()).toMatchObject({
    state: 'refused',
    last_error: expect.stringMatching(/^401: the hub refuses this login/),
  });
});
