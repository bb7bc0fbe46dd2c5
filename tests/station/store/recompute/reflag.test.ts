import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Slicer } from '../../../../src/base/clock.ts';
import { FLAG } from '../../../../src/station/quality/flags.ts';
import { RowTests } from '../../../../src/station/quality/row-tests.ts';
import { openReadOnly } from '../../../../src/station/store/sqlite/database.ts';
import { DATABASE_FILE, type Store } from '../../../../src/station/store/store.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { LIMITS } from '../../../support/quality-limits.ts';
import { rangeOf } from '../../../support/store-work.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();

const HOUR = 3600;
const DAY = 24 * HOUR;
const handle = { signal: new AbortController().signal, progress: () => {} };

/** Days of a sample a minute, with a real course, a spike that the tests found, and a hot hour that is only wrong to a person. */
function lived(days: number, endS = NOON): { store: Store; clock: FakeClock } {
  const clock = new FakeClock(endS);
  const store = workshop.open({ clock, rawRetentionDays: 2, fiveMinRetentionDays: 4 });
  for (let ts = endS - days * DAY; ts <= endS; ts += 60) {
    const warm = 15 + 8 * Math.sin((ts / DAY) * 2 * Math.PI) + (ts % 420) / 700;
    const more = {
      hum_raw: 50,
      hum_smooth: 50 + (ts % 660) / 100,
      press_raw: 1010,
      press_slp: 1013,
      press_smooth: 1010,
    };
    const isHot = ts >= endS - days * DAY + 30 * HOUR && ts < endS - days * DAY + 31 * HOUR;
    const isSpike = ts === endS - days * DAY + 30 * HOUR + 120;
    const row = sample(ts, isSpike ? 70 : isHot ? 40 : warm, more);
    store.samples.append(isSpike ? { ...row, flags: { temperature: FLAG.spike } } : row);
    if (ts % DAY === 0) store.flush();
  }
  store.flush();
  return { store, clock };
}
const hotFrom = (days: number) => (NOON - days * DAY + 30 * HOUR) * 1000;

function everything(store: Store): unknown {
  const db = openReadOnly(join(store.folder, DATABASE_FILE));
  const all = ['five_min', 'hourly', 'half_day', 'record', 'quality', 'unscreened'].map((table) =>
    db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).raw().all(),
  );
  db.close();
  return all;
}

describe('a word about the past', () => {
  it.each([
    ['while the samples are there', 2, 40],
    ['when only five-minute rows are left', 5, 40],
    ['when only hours are left', 9, (59 * 40 + 70) / 60], // the spike was measured in this hour, too
  ])('takes values out of rows and records, and taking it back restores all bit for bit: %s', async (_, days, was) => {
    const { store, clock } = lived(days);
    await store.ageing.fold(new Slicer(clock, 1e9), handle.signal);
    const before = everything(store);
    expect(store.history.records().temp_max?.value).toBe(40);

    const [fromMs, untilMs] = [hotFrom(days), hotFrom(days) + HOUR * 1000];
    expect(store.reflag.say(['temperature'], fromMs, untilMs, 'bad')).toBe(true);
    expect(store.reflag.unfinished).toBe(true);
    await store.reflag.run(handle);
    expect(store.reflag.unfinished).toBe(false);
    expect(store.reflag.toLearn.get()).toBe(true); // owed until somebody has learned it
    expect(store.history.records().temp_max!.value).toBeLessThan(25);
    const { series } = rangeOf(store, fromMs / 1000, untilMs / 1000, HOUR);
    expect(series).toMatchObject({ temp: [null], hum: [expect.any(Number)] });
    const hollow = store.history.flagged.points(fromMs, untilMs);
    expect(hollow.some(({ value }) => Math.abs(value - was) < 1e-9)).toBe(true);
    expect(new Set(hollow.map(({ ts }) => ts)).size).toBe(hollow.length);
    const flagged = everything(store);

    expect(store.reflag.say(['temperature'], fromMs, untilMs, 'bad')).toBe(false);
    store.reflag.say(['temperature'], fromMs, untilMs, null);
    await store.reflag.run(handle);
    expect(everything(store)).toEqual(before);

    store.reflag.say(['temperature'], fromMs, untilMs, 'bad');
    await store.reflag.run(handle);
    expect(everything(store)).toEqual(flagged);
  });

  it.each([1, 3, 6])(
    'a word that is taken back while the job is at work is not forgotten by it: slice %i',
    async (slice) => {
      const { store } = lived(2);
      const before = everything(store);
      const [fromMs, untilMs] = [hotFrom(2), hotFrom(2) + HOUR * 1000];
      store.reflag.say(['temperature'], fromMs, untilMs, 'bad');
      let slices = 0;
      const progress = () => {
        slices += 1;
        if (slices === slice) store.reflag.say(['temperature'], fromMs, untilMs, null);
      };
      await store.reflag.run({ ...handle, progress });
      await store.reflag.run(handle);
      expect(store.reflag.unfinished).toBe(false);
      expect(everything(store)).toEqual(before);
    },
  );

  it('is taken back when the rows have aged meanwhile', async () => {
    const days = 2;
    const { store, clock } = lived(days);
    const { store: never, clock: other } = lived(days);
    const [fromMs, untilMs] = [hotFrom(days), hotFrom(days) + HOUR * 1000];
    store.reflag.say(['temperature'], fromMs, untilMs, 'bad');
    await store.reflag.run(handle);
    for (const [of, time] of [
      [store, clock],
      [never, other],
    ] as const) {
      for (let ts = NOON + 60; ts <= NOON + 8 * DAY; ts += 60) {
        of.samples.append(sample(ts, 10 + (ts % 420) / 700));
        if (ts % DAY === 0) of.flush();
      }
      of.flush();
      await of.ageing.fold(new Slicer(time, 1e9), handle.signal);
    }
    expect(store.history.records().temp_max!.value).toBeLessThan(25);
    store.reflag.say(['temperature'], fromMs, untilMs, null);
    await store.reflag.run(handle);
    expect(everything(store)).toEqual(everything(never));
  });

  it('that a value is right wins over the tests, as long as the row is kept', async () => {
    for (const days of [2, 9]) {
      const { store, clock } = lived(days);
      await store.ageing.fold(new Slicer(clock, 1e9), handle.signal);
      const before = everything(store);
      const [fromMs, untilMs] = [hotFrom(days), hotFrom(days) + 200_000];
      store.reflag.say(['temperature'], fromMs, untilMs, 'good');
      await store.reflag.run(handle);
      expect(store.history.records().temp_max!.value).toBe(70);
      store.reflag.say(['temperature'], fromMs, untilMs, null);
      await store.reflag.run(handle);
      expect(everything(store)).toEqual(before);
    }
  });
});

describe('other limits', () => {
  it('find what was stored before there were flags, keep what a person said, and a second run changes nothing', async () => {
    const store = workshop.open();
    for (let ts = NOON - 6 * HOUR; ts <= NOON; ts += 10) {
      const spiked = ts === NOON - 5 * HOUR;
      store.samples.append(sample(ts, spiked ? 70 : 20 + (ts % 70) / 700));
    }
    store.flush();
    expect(store.history.records().temp_max!.value).toBe(70);
    store.reflag.say(['temperature'], (NOON - HOUR) * 1000, (NOON - HOUR + 60) * 1000, 'bad');
    const test = async (limits = LIMITS) => {
      await store.reflag.retest(new RowTests(limits, undefined, false), handle);
      return store.reflag.run(handle);
    };
    expect(await test()).not.toBeNull();
    expect(store.history.records().temp_max!.value).toBeLessThan(21);
    const once = everything(store);
    expect(await test()).toBeNull();
    expect(everything(store)).toEqual(once);
    expect(await test({ ...LIMITS, temperatureCPerMin: 60 })).not.toBeNull();
    expect(store.history.records().temp_max!.value).toBe(70);
    expect(store.history.flagged.spans(0, NOON * 1000).map(({ bits }) => bits)).toEqual([FLAG.handBad]);
  });
});
