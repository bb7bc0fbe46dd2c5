import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EventKind } from '../../../src/contract/names.ts';
import type { Station } from '../../../src/station/app/station.ts';
import { type Database, openBare } from '../../../src/station/store/sqlite/database.ts';
import { Turnstile } from '../../../src/station/store/sqlite/turnstile.ts';
import { MovedClock } from '../../../src/station/subjects/moved-clock.ts';
import { Bench } from '../../support/station.ts';

const SET_S = 1_750_500_000;
const MINUTE = 60_000;
const DAY_S = 86_400;

let bench: Bench;
afterEach(() => bench.discard());

/** A station that waits for another program's lock as briefly as the service's does. */
async function started(): Promise<Station> {
  const station = bench.build();
  station['parts'].store.workBeside(new Turnstile());
  await station.start();
  return station;
}

/** Another program takes the write lock of the database. */
function lock(): Database {
  const other = openBare(join(bench.folder, 'weatherglass.db'));
  other.exec('BEGIN IMMEDIATE');
  return other;
}

/** When events were told, in seconds of the station's life by the clock of now. */
function toldAt(station: Station, ...kinds: EventKind[]): number[] {
  const bornS = bench.clock.nowS() - bench.clock.steadyMs() / 1000;
  const events = station['parts'].store.events.recentOf(kinds, 50);
  return events.map(({ ts }) => Math.round(ts - bornS)).reverse();
}

/** Event of the log: rules are taken over at once, and told. */
const tell = (station: Station) => station.takeRules([]);

describe('behind another program’s lock', () => {
  it.each([
    ['back and forward', [-7200, 10_800]],
    ['forward and back', [7200, -10_800]],
  ])('what is told while the past waits to move ends at its right time: %s', async (_, turns) => {
    bench = new Bench({}, SET_S);
    const station = await started();
    await bench.clock.advance(5 * MINUTE);
    const other = lock();
    for (const byS of turns) {
      bench.clock.jumpWallS(byS);
      await bench.clock.advance(5000);
      tell(station);
      expect(station.outbox.open).toBe(false); // no row leaves the house by a clock that is wrong
    }
    const lockedUntilS = bench.clock.steadyMs() / 1000;
    other.close();
    while (toldAt(station, 'clock').length < turns.length) await bench.clock.advance(100); // a move takes turns
    expect(toldAt(station, 'startup', 'settings')).toEqual([0, 305, 310]);
    expect(station.outbox.open).toBe(true);
    const nowS = bench.clock.steadyMs() / 1000;
    for (const tS of toldAt(station, 'clock')) {
      expect(tS).toBeGreaterThanOrEqual(lockedUntilS);
      expect(tS).toBeLessThanOrEqual(nowS + 1);
    }
    await station.stop();
  });

  it('the time before the clock was set is mended, too', async () => {
    bench = new Bench({}, 12);
    const station = await started();
    await bench.clock.advance(10_000);
    const other = lock();
    bench.clock.jumpWallS(SET_S);
    await bench.clock.advance(5000);
    other.close();
    await bench.clock.advance(MINUTE);
    expect(toldAt(station, 'startup')).toEqual([0]);
    await station.stop();
  });

  it('what was told before a clock that nobody believes stays where it was', async () => {
    bench = new Bench({}, SET_S);
    Object.assign(bench.clock, { synchronised: () => true });
    await (await started()).stop();
    const station = await started(); // its samples follow others: they cannot go back by days
    await bench.clock.advance(10_000);
    const other = lock();
    tell(station);
    bench.clock.jumpWallS(-2 * DAY_S);
    await bench.clock.advance(5000);
    tell(station);
    other.close();
    await bench.clock.advance(5000);
    tell(station);
    bench.clock.jumpWallS(2 * DAY_S);
    await bench.clock.advance(5000);
    tell(station);
    expect(toldAt(station, 'settings')).toEqual([10, 15, 20, 25]);
    await station.stop();
  });

  it('the word that the clock is right is not forgotten', async () => {
    bench = new Bench({}, SET_S);
    const station = await started();
    await bench.clock.advance(10_000);
    const other = lock();
    Object.assign(bench.clock, { synchronised: () => true });
    await bench.clock.advance(5000);
    other.close();
    await bench.clock.advance(MINUTE);
    expect(station['parts'].store.clock.newest()).toMatchObject({ confirmed: true });
    await station.stop();
  });

  it.each([
    ['back', -7200],
    ['forward', 7200],
  ])('a move that a stop leaves waiting is told once, by the start that makes it: %s', async (_, byS) => {
    bench = new Bench({}, SET_S);
    Object.assign(bench.clock, { boot: 'one boot' });
    const station = await started();
    await bench.clock.advance(5 * MINUTE);
    const other = lock();
    bench.clock.jumpWallS(byS);
    await bench.clock.advance(5000);
    const stopped = station.stop();
    await bench.clock.advance(5000);
    await stopped;
    other.close();
    const startedAtS = bench.clock.steadyMs() / 1000;
    const next = await started();
    await bench.clock.advance(MINUTE);
    expect(toldAt(next, 'clock')).toHaveLength(1);
    expect(toldAt(next, 'clock')[0]).toBeGreaterThanOrEqual(startedAtS);
    expect(toldAt(next, 'startup')).toEqual([0, startedAtS]);
    await next.stop();
  });

  it.each([
    ['within the time of the stop', true],
    ['after it', false],
  ])('a stop leaves a shift of what was told to the next start: the lock ends %s', async (_, isFreed) => {
    bench = new Bench({}, SET_S);
    Object.assign(bench.clock, { synchronised: () => true });
    await (await started()).stop();
    const station = await started();
    await bench.clock.advance(10_000);
    bench.clock.jumpWallS(-2 * DAY_S);
    await bench.clock.advance(5000);
    tell(station); // by a clock that nobody believes
    const other = lock();
    bench.clock.jumpWallS(2 * DAY_S);
    await bench.clock.advance(5000);
    tell(station);
    const stopped = station.stop();
    await bench.clock.advance(1000);
    if (isFreed) other.close();
    await bench.clock.advance(5000);
    await stopped;
    other.close();
    const next = await started();
    await bench.clock.advance(MINUTE);
    expect(toldAt(next, 'settings')).toEqual([15, 20]);
    const stops = toldAt(next, 'shutdown');
    expect(stops[0]).toBe(0);
    expect(stops[1]).toBeGreaterThanOrEqual(20);
    expect(stops[1]).toBeLessThanOrEqual(26);
    await next.stop();
  });

  it('a doubt that waits is left with it: what was told before it stays where it was', async () => {
    bench = new Bench({}, SET_S);
    Object.assign(bench.clock, { synchronised: () => true });
    await (await started()).stop();
    const station = await started();
    await bench.clock.advance(10_000);
    const other = lock();
    tell(station);
    bench.clock.jumpWallS(-2 * DAY_S);
    await bench.clock.advance(5000);
    const stopped = station.stop();
    await bench.clock.advance(1000);
    other.close();
    await bench.clock.advance(5000);
    await stopped;
    bench.clock.jumpWallS(2 * DAY_S);
    const next = await started();
    await bench.clock.advance(MINUTE);
    expect(toldAt(next, 'settings')).toEqual([10]);
    const stoppedAt = toldAt(next, 'shutdown')[1];
    expect(stoppedAt).toBeGreaterThanOrEqual(15);
    expect(stoppedAt).toBeLessThanOrEqual(21);
    await next.stop();
  });
});

describe('a shift of what was told that meets a fault', () => {
  it('leaves the station’s time right', async () => {
    bench = new Bench({}, 12);
    const station = await started();
    await bench.clock.advance(10_000);
    const fault = vi.spyOn(MovedClock.prototype, 'stampsMoved').mockImplementationOnce(() => {
      throw new Error('a fault of ours');
    });
    bench.clock.jumpWallS(SET_S);
    await bench.clock.advance(10_000);
    expect(fault).toHaveBeenCalled();
    expect(station.nowS()).toBeCloseTo(bench.clock.nowS(), 3);
    fault.mockRestore();
    await station.stop();
  });
});

it('what was told by a clock that nobody believed is moved once, where that one proves the samples wrong, too', async () => {
  bench = new Bench({}, SET_S);
  Object.assign(bench.clock, { synchronised: () => true });
  await (await started()).stop();
  Object.assign(bench.clock, { synchronised: () => null });
  const station = await started();
  await bench.clock.advance(10_000);
  tell(station);
  bench.clock.jumpWallS(-2 * DAY_S);
  await bench.clock.advance(5000);
  tell(station);
  bench.clock.jumpWallS(2 * DAY_S + 3600);
  const isMoved = () => station.watch.events(9).some(({ detail }) => detail.startsWith('The clock jumped'));
  for (let turn = 0; turn < 300 && !isMoved(); turn += 1) await bench.clock.advance(100);
  expect(toldAt(station, 'settings')).toEqual([10, 15]);
  await station.stop();
});
