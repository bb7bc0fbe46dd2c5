import { describe, expect, it } from 'vitest';
import { NOON, Workshop } from '../../store/support.ts';
import { Watch } from './watch.ts';

const workshop = new Workshop();

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** A machine of its first days: network time vouches for a segment that has nothing before it. */
async function newStation(): Promise<Watch> {
  const watch = new Watch(workshop, NOON).onBoot('first');
  watch.synchronised = true;
  await watch.run(HOUR, 20);
  expect(watch.guard.segment).toMatchObject({ leapt: true, confirmed: true });
  return watch;
}

/** Without network time: a week of agreement has vouched for a clock that leapt. */
async function oldStation(): Promise<Watch> {
  const watch = new Watch(workshop, NOON).onBoot('first');
  await watch.run(8 * DAY, 600);
  expect(watch.guard.segment).toMatchObject({ leapt: true, confirmed: true });
  return watch;
}

/** A machine that was off for a week, and whose clock network time has set. */
async function afterHolidays(): Promise<Watch> {
  const watch = await newStation();
  await watch.restart(7 * DAY, { boot: 'second' });
  await watch.run(2 * HOUR, 20);
  expect(watch.guard.segment).toMatchObject({ leapt: true, confirmed: true });
  return watch;
}

/** Its segment did not leap, and no network time is there any more to vouch for a step. */
async function confirmedStation(): Promise<Watch> {
  const watch = await newStation();
  await watch.restart(MINUTE, { boot: 'second' });
  await watch.run(HOUR, 20);
  expect(watch.guard.segment).toMatchObject({ leapt: false, confirmed: true });
  watch.synchronised = null;
  return watch;
}

describe('a segment that leapt ahead of the record, and that something vouched for', () => {
  it('stays where it is when the machine starts with a clock that is only late', async () => {
    const watch = await afterHolidays();
    watch.synchronised = false;
    watch.setWrong(-40 * MINUTE);
    await watch.restart(MINUTE, { boot: 'third' });
    await watch.run(20);
    watch.setWrong(0);
    watch.synchronised = true;
    await watch.run(10 * MINUTE);
    watch.isTrue();
  });

  it.each([-61, -20 * MINUTE, -HOUR])(
    'stays when the running clock is set back by %d s for an hour',
    async (wrongS) => {
      for (const watch of [await newStation(), await afterHolidays()]) {
        watch.synchronised = null; // small steps of network time are walked off at once
        watch.setWrong(wrongS);
        await watch.run(HOUR, 20);
        watch.setWrong(0);
        await watch.run(HOUR, 20);
        watch.isTrue();
      }
    },
  );

  it('moves when a clock of the record before it disproves it', async () => {
    const watch = await newStation();
    watch.synchronised = null;
    watch.setWrong(30 * DAY);
    await watch.restart(HOUR, { boot: 'second' });
    await watch.run(8 * DAY, 600);
    expect(watch.guard.segment).toMatchObject({ leapt: true, confirmed: true });
    watch.setWrong(0);
    await watch.run(HOUR, 600);
    watch.isTrue();
    expect(watch.guard.segment).toMatchObject({ leapt: false });
  });

  it.each([
    ['network time', newStation],
    ['a week of agreement', oldStation],
  ])(
    'goes there and back with a clock that is set back by days, and right again: %s had vouched for it',
    async (_, station) => {
      for (const restarts of [false, true]) {
        const watch = await station();
        watch.setWrong(-2 * DAY);
        await watch.run(HOUR, 20);
        if (restarts) await watch.restart(20);
        await watch.run(HOUR, 20);
        watch.setWrong(0);
        await watch.run(HOUR, 20);
        watch.isTrue();
      }
    },
  );
});

describe('a segment, saved and loaded', () => {
  it.each([
    ['ahead', 3 * DAY, false],
    ['behind', -3 * DAY, true],
  ])('leapt as the running one did: a clock of three days %s was set', async (_, wrongS, leaptWhenSet) => {
    const watch = await newStation();
    watch.synchronised = false;
    watch.setWrong(leaptWhenSet ? 0 : wrongS);
    await watch.restart(10 * MINUTE, { boot: 'second' });
    await watch.run(HOUR, 20);
    watch.setWrong(leaptWhenSet ? -wrongS : 0);
    watch.synchronised = true;
    await watch.run(HOUR, 20);
    expect(watch.guard.segment).toMatchObject({ leapt: leaptWhenSet, confirmed: true });
    await watch.restart(20);
    expect(watch.guard.segment).toMatchObject({ leapt: leaptWhenSet, confirmed: true });
  });

  it('is vouched for by no word of network time that the running one would not have taken', async () => {
    for (const restarts of [false, true]) {
      const watch = await newStation();
      watch.setWrong(3 * HOUR); // by hand
      await watch.run(10 * MINUTE, 20);
      if (restarts) await watch.restart(20);
      await watch.run(10 * MINUTE, 20);
      expect(watch.guard.segment).toMatchObject({ confirmed: false });
      watch.setWrong(0);
      await watch.run(HOUR, 20);
      watch.isTrue();
    }
  });

  it('is vouched for once network time comes while it runs', async () => {
    const watch = new Watch(workshop, NOON).onBoot('first');
    watch.synchronised = false;
    await watch.run(MINUTE);
    await watch.restart(20);
    await watch.run(MINUTE);
    watch.synchronised = true;
    await watch.run(MINUTE);
    expect(watch.guard.segment).toMatchObject({ confirmed: true });
  });
});

describe('a small lead over the wall', () => {
  it.each([false, true])('is walked off across a stop as it would have been without it: killed %s', async (killed) => {
    const watch = await confirmedStation();
    watch.setWrong(-9 * MINUTE);
    await watch.run(2 * HOUR + 5 * MINUTE, 20);
    watch.note();
    await watch.run(5 * MINUTE, 20);
    const leadS = watch.errors().at(-1)! + 9 * MINUTE;
    expect(leadS).toBeCloseTo(4 * MINUTE, -2);
    await watch.restart(20, { killed });
    await watch.run(MINUTE, 20);
    expect(watch.errors().at(-1)! + 9 * MINUTE).toBeLessThan(killed ? 7 * MINUTE : leadS);
    await watch.restart(9 * MINUTE);
    await watch.run(MINUTE, 20);
    expect(watch.errors().at(-1)!).toBe(-9 * MINUTE);
  });

  it('waits across a stop that is longer than the lead: the wall may be wrong', async () => {
    const watch = await confirmedStation();
    watch.setWrong(-7 * MINUTE);
    await watch.run(10 * MINUTE, 20);
    await watch.restart(20 * MINUTE);
    await watch.run(10 * MINUTE, 20);
    watch.setWrong(0);
    await watch.run(10 * MINUTE, 20);
    watch.isTrue();
  });
});

describe('agreement with steady time', () => {
  it('counts from when the clock was set, where the segment is older than that takes', async () => {
    const watch = await newStation();
    watch.synchronised = null;
    watch.setWrong(-3 * DAY);
    await watch.restart(HOUR, { boot: 'second' });
    await watch.run(10 * DAY, 600); // by its own time, behind the record
    watch.setWrong(-HOUR);
    await watch.run(HOUR, 600);
    expect(watch.guard.segment).toMatchObject({ confirmed: false });
    watch.setWrong(0);
    await watch.run(23 * HOUR, 600);
    watch.isTrue();
    await watch.run(2 * HOUR, 600);
    expect(watch.guard.segment).toMatchObject({ confirmed: true });
  });
});

it('a segment that has moved is vouched for by its days of agreement, though the machine is off each night', async () => {
  const watch = await oldStation();
  watch.setWrong(-2 * DAY);
  await watch.run(HOUR, 600);
  expect(watch.guard.segment).toMatchObject({ confirmed: false });
  const { id } = watch.store.clock.newest()!;
  for (let day = 0; watch.store.clock.newest()!.id === id && day < 8; day += 1) {
    await watch.restart(12 * HOUR, { boot: `of day ${day}` });
    await watch.run(12 * HOUR, 600);
  }
  expect(watch.store.clock.newest()!.id).toBeGreaterThan(id); // only one that is confirmed has another behind it
});
