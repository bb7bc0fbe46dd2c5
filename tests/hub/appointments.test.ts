import { expect, it } from 'vitest';
import { Appointments } from '../../src/hub/ingest/appointments.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** So many in, and each leaves so many ms after the one before. */
async function paced(clock: FakeClock, appointments: Appointments, eachMs: number, places: number): Promise<void> {
  for (let i = 0; i < places; i++) appointments.enter();
  for (let i = 0; i < 2000; i++) {
    await clock.advance(eachMs);
    appointments.leave();
    appointments.enter();
  }
}

it('has a place for so many and none for another, until one leaves', () => {
  const appointments = new Appointments(new FakeClock(), 2);
  expect([appointments.enter(), appointments.enter(), appointments.enter()]).toEqual([true, true, false]);
  appointments.leave();
  expect(appointments.enter()).toBe(true);
});

it('calls those it sends away one after the other, twice as fast as places became free in the crowd', async () => {
  const clock = new FakeClock();
  const appointments = new Appointments(clock, 4);
  await paced(clock, appointments, 20, 4);
  const called = Array.from({ length: 1000 }, () => appointments.later());
  expect(called[0]).toBe(5);
  expect(Math.abs(called.at(-1)! - called[0]! - 10)).toBeLessThanOrEqual(1); // 100 a second
  expect(called).toEqual(called.toSorted((a, b) => a - b));
  await clock.advance(1000 * 60);
  expect(appointments.later()).toBe(5); // everybody who was called has been there
});

it('calls nobody later than after five minutes, however slow or hung the engine is', async () => {
  const clock = new FakeClock();
  const appointments = new Appointments(clock, 4);
  await paced(clock, appointments, 1000, 4);
  const called = Array.from({ length: 5000 }, () => appointments.later());
  expect(Math.max(...called)).toBeLessThanOrEqual(300);
  // And not all of them at the end of it.
  const perSecond = Map.groupBy(called, (s) => s);
  expect(Math.max(...[...perSecond.values()].map(({ length }) => length))).toBeLessThan(60);
});

it('learns nothing of how fast it is from a night in which nobody came', async () => {
  const clock = new FakeClock();
  const appointments = new Appointments(clock, 4);
  await paced(clock, appointments, 20, 4);
  for (let i = 0; i < 4; i++) appointments.leave();
  await clock.advance(1000 * 40_000);
  for (let i = 0; i < 4; i++) appointments.enter();
  await clock.advance(20);
  appointments.leave();
  const [first, , , , , , , , , , last] = Array.from({ length: 101 }, () => appointments.later()).filter(
    (_, i) => i % 10 === 0,
  );
  expect(last! - first!).toBeLessThanOrEqual(3);
});
