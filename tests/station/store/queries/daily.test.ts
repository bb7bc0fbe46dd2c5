import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../support/fake-clock.ts';
import { dailyOf, fold } from '../../../support/store-work.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();

const HOUR = 3600;
const DAY = 86_400;
const never = new AbortController().signal;

describe('daily summary', () => {
  /** One sample every ten minutes whose temperature is the hour of the day in UTC. */
  const fill = (timeZone: string, fromS: number, untilS: number) => {
    const store = workshop.open({
      timeZone,
      rawRetentionDays: 1,
      fiveMinRetentionDays: 2,
      clock: new FakeClock(untilS),
    });
    for (let ts = fromS; ts < untilS; ts += 600) {
      store.samples.append(
        sample(ts, (ts % DAY) / HOUR, { hum_smooth: 50, press_slp: 1010, dew: 5, lux: ts % DAY === 43_200 ? 800 : 10 }),
      );
    }
    store.flush();
    return store;
  };

  it('cuts days at local midnight, newest first, today last as far as it has come', () => {
    const store = fill('America/New_York', NOON - 3 * DAY, NOON); // midnight there is 04:00 UTC
    const { days } = dailyOf(store, 72, NOON);
    expect(days.map(({ day, n }) => [day, n])).toEqual([
      ['2025-06-15', 48],
      ['2025-06-14', 144],
      ['2025-06-13', 144],
      ['2025-06-12', 96], // the part of it that lies within the last 72 hours
    ]);
    expect(days[1]).toMatchObject({
      first_ts: NOON - 32 * HOUR,
      last_ts: NOON - 8 * HOUR - 600,
      temp_min: 0,
      hum_mean: 50,
      press_max: 1010,
      dew_mean: 5,
      lux_max: 800,
    });
    expect(days[0]).toMatchObject({ temp_min: 4, lux_max: 10 });
    expect(days[1]!.temp_mean).toBeCloseTo(11.5 + 5 / 12, 9);
  });

  it('gives every day that the hours touch its part of them, and no more', () => {
    const night = NOON - 9 * HOUR; // 02:44 or so: most of the last 24 hours are yesterday's
    const store = fill('UTC', NOON - 5 * DAY, night);
    const { days } = dailyOf(store, 24, night);
    expect(days.map(({ day, n }) => [day, n])).toEqual([
      ['2025-06-15', 18],
      ['2025-06-14', 126],
    ]);
    expect(days[1]).toMatchObject({ first_ts: night - DAY, temp_min: 3 });
    expect(dailyOf(store, 1, night).days).toMatchObject([{ n: 6 }]);
    expect(dailyOf(store, 0.01, night).days).toEqual([]);
    expect(dailyOf(store, 1e300, night).days).toHaveLength(6);
  });

  it('says to the second when a day was warmest and coldest, however coarse the rows that are left of it', async () => {
    const store = fill('Europe/Copenhagen', NOON - 10 * DAY, NOON); // midnight there is 22:00 UTC
    await fold(store, never);
    const { days } = dailyOf(store, 216, NOON);
    for (const { day, temp_max_ts, temp_min_ts } of days.slice(1, -1)) {
      expect(temp_min_ts, `coldest on ${day}`).toBe(Date.parse(`${day}T00:00:00Z`) / 1000);
      expect(temp_max_ts, `warmest on ${day}`).toBe(Date.parse(`${day}T00:00:00Z`) / 1000 - 600);
    }
    expect(days[0]).toMatchObject({ temp_min_ts: NOON - 12 * HOUR, temp_max_ts: NOON - 12 * HOUR - 600 });
  });

  it.each([
    ['Europe/Copenhagen', '2025-03-30', 23],
    ['Europe/Copenhagen', '2025-10-26', 25],
    ['America/Sao_Paulo', '2018-11-04', 23], // begins at midnight: that day has no 00:00
    ['America/Sao_Paulo', '2018-02-17', 25], // ends at midnight: 23:00 comes twice on the day before
    ['Australia/Lord_Howe', '2025-04-06', 24.5],
    ['Africa/Cairo', '2025-04-25', 23],
    ['Asia/Kathmandu', '2025-06-14', 24],
  ])('a day in %s on %s has %d hours', (timeZone, day, hours) => {
    const around = Date.parse(`${day}T12:00:00Z`) / 1000;
    const store = fill(timeZone, around - 2 * DAY, around + 2 * DAY);
    const found = dailyOf(store, 144, around + 2 * DAY).days.find((row) => row.day === day);
    expect(found?.n).toBe(hours * 6);
  });

  it('says the same after the rows were folded', async () => {
    const store = fill('Europe/Copenhagen', NOON - 9 * DAY, NOON);
    const before = dailyOf(store, 240, NOON);
    await fold(store, never);
    const after = dailyOf(store, 240, NOON);
    expect(after.days.length).toBe(10);
    after.days.forEach((day, i) => {
      const { last_ts, temp_mean, ...same } = before.days[i]!;
      expect(day).toMatchObject(same);
      expect(day.temp_mean).toBeCloseTo(temp_mean!, 9);
      expect(day.last_ts).toBeGreaterThan(last_ts - HOUR);
    });
  });

  it('leaves out days nothing is known of', () => {
    const store = workshop.open();
    expect(dailyOf(store, 9600, NOON)).toEqual({ days: [] });
    store.samples.append(sample(NOON - 3 * DAY, null));
    expect(dailyOf(store, 9600, NOON).days).toMatchObject([{ n: 1, temp_mean: null, temp_min: null, lux_max: null }]);
  });
});

describe('local time', () => {
  it('stamps file names with the local time of the window', () => {
    const { history } = workshop.open({ timeZone: 'Asia/Kolkata' });
    expect(history.localStamp(NOON)).toBe('20250615-1730');
    expect(history.localStamp(new Date('0001-02-02T00:00Z').getTime() / 1000)).toBe('00010202-0553');
  });
});
