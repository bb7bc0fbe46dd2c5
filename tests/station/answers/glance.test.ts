import { describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../../src/base/durations.ts';
import { atOnce } from '../../../src/base/steps.ts';
import { Zone } from '../../../src/base/zone.ts';
import type { Day, HistoryRange } from '../../../src/contract/history.ts';
import { glance } from '../../../src/station/answers/glance/glance.ts';
import { sameDate } from '../../../src/station/answers/glance/usual.ts';

const at = (text: string): number => Date.parse(text) / 1000;
const zone = new Zone('Europe/Berlin');

/** A record with a course of the day, 4 °C at its end higher and lower than its mean, and what a moment adds to it. */
function record({ since, now, extra }: { since: string; now: string; extra: (tS: number) => number | null }) {
  const [firstS, nowS] = [at(since), at(now)];
  const tempAt = (tS: number): number | null => {
    const more = tS < firstS || tS >= nowS ? null : extra(tS);
    return more === null ? null : 8 + 4 * Math.sin((2 * Math.PI * (tS - 9 * HOUR_S)) / DAY_S) + more;
  };
  const hoursIn = (fromS: number, toS: number) => {
    const hours: { tS: number; temp: number }[] = [];
    for (let tS = Math.floor(fromS / HOUR_S) * HOUR_S; tS < toS; tS += HOUR_S) {
      const temp = tempAt(tS);
      if (temp !== null) hours.push({ tS, temp });
    }
    return hours;
  };
  function* range(fromS: number, toS: number, bucketS: number): Generator<undefined, HistoryRange> {
    const buckets = Map.groupBy(hoursIn(fromS, toS), ({ tS }) => Math.floor(tS / bucketS) * bucketS);
    const of = (pick: (temps: number[]) => number) =>
      [...buckets.values()].map((all) => pick(all.map(({ temp }) => temp)));
    const series = {
      ts: [...buckets.keys()],
      temp: of((all) => all.reduce((a, b) => a + b) / all.length),
      temp_lo: of((all) => Math.min(...all)),
      temp_hi: of((all) => Math.max(...all)),
      rain: [...buckets.keys()].map((tS) => (tS >= at('2026-11-20T10:00Z') && tS < at('2026-11-20T12:00Z') ? 1.2 : 0)),
    };
    return { n: buckets.size, bucket_s: bucketS, series } as unknown as HistoryRange;
  }
  function* days(first: number, last: number): Generator<undefined, Day[]> {
    const found: Day[] = [];
    for (let day = first; day <= last; day += 1) {
      const hours = hoursIn(zone.startOf(day), zone.startOf(day + 1));
      if (hours.length === 0) continue;
      const [coldest] = hours.toSorted((a, b) => a.temp - b.temp);
      const [warmest] = hours.toSorted((a, b) => b.temp - a.temp);
      found.push({
        day: new Date(day * DAY_S * 1000).toISOString().slice(0, 10),
        temp_min: coldest!.temp,
        temp_min_ts: coldest!.tS,
        temp_max: warmest!.temp,
        temp_max_ts: warmest!.tS,
        rain_sum: day === at('2026-11-20') / DAY_S ? 2.4 : 0,
      } as unknown as Day);
    }
    return found;
  }
  return atOnce(glance({ zone, nowS, firstS, days, range }));
}

/** °C that a year was warmer than the others. */
const WARMER: Record<string, number> = { 2022: 1, 2023: -1, 2024: 0, 2025: 3 };
const ofYear = (tS: number): number => WARMER[new Date(tS * 1000).getUTCFullYear()] ?? 0;
const NOW = '2026-11-21T12:00:00Z';

describe('a look back', () => {
  it('knows high, low and rain of today, yesterday, the month and the year', () => {
    const looked = record({
      since: '2026-01-01T00:00Z',
      now: NOW,
      extra: (tS) => (tS === at('2026-07-13T12:00Z') ? 20 : 0),
    });
    expect(looked.year.temp_max_ts).toBe(at('2026-07-13T12:00Z'));
    expect(looked.month.temp_max).toBeCloseTo(12, 1);
    expect(looked.today.temp_min_ts).toBe(at('2026-11-21T03:00Z'));
    expect([looked.yesterday.rain_mm, looked.yesterday.rain_hours, looked.month.rain_days]).toEqual([2.4, 2, 1]);
    expect([looked.today.rain_mm, looked.today.rain_hours, looked.today.rain_days]).toEqual([0, 0, null]);
  });
});

describe('what is usual', () => {
  it('is the middle of the same days and hours of the years before, and says how many', () => {
    const looked = record({
      since: '2021-12-20T00:00Z',
      now: NOW,
      extra: (tS) => ofYear(tS) + (tS >= at('2026-11-20T23:00Z') ? 2 : 0),
    });
    // The years before were 1, −1, 0 and 3 warmer: half a degree is in their middle.
    expect(looked.yesterday.usual).toMatchObject({ years: 4 });
    expect(looked.yesterday.usual!.than_c).toBeCloseTo(-0.5, 6);
    expect(looked.yesterday.usual!.temp_min).toBeCloseTo(4.5, 1);
    expect(looked.today.usual!.than_c).toBeCloseTo(1.5, 6);
    expect(looked.month.usual!.years).toBe(4);
    expect(looked.month.usual!.than_c).toBeCloseTo(-0.5 + 2 / 20.5, 1);
    expect(looked.year.usual).toMatchObject({ years: 4 });
    expect(looked.year.usual_from_ts).toBeNull();
  });

  it('compares only hours that both have: a morning that was not watched makes no day warm', () => {
    const asleep = (tS: number) => (tS >= at('2026-11-20T01:00Z') && tS < at('2026-11-20T09:00Z') ? null : 0);
    const looked = record({ since: '2022-01-01T00:00Z', now: NOW, extra: asleep });
    expect(looked.yesterday.usual!.than_c).toBeCloseTo(0, 9);
  });

  it('is not known of fewer than three years, and says since when it will be', () => {
    const looked = record({ since: '2025-11-28T00:00Z', now: NOW, extra: () => 0 });
    expect([looked.today.usual, looked.month.usual, looked.year.usual]).toEqual([null, null, null]);
    expect(looked.month.usual_from_ts).toBe(zone.startOf(at('2029-11-01') / DAY_S));
    expect(looked.year.usual_from_ts).toBe(zone.startOf(at('2029-01-01') / DAY_S));
    const young = record({ since: '2026-11-21T11:00:00Z', now: NOW, extra: () => 0 });
    expect(young.year.usual_from_ts).toBe(zone.startOf(at('2030-01-01') / DAY_S));
  });

  it('is neither said nor promised of a day without readings, when the record is long enough', () => {
    const silent = (tS: number) => (tS >= at('2026-11-19T23:00Z') ? null : 0);
    const { yesterday, month } = record({ since: '2021-12-20T00:00Z', now: NOW, extra: silent });
    expect([yesterday.usual, yesterday.usual_from_ts]).toEqual([null, null]);
    expect(month.usual).toMatchObject({ years: 4 });
  });

  it('leaves a year out that was hardly watched', () => {
    const gone = (tS: number) => (new Date(tS * 1000).getUTCFullYear() === 2024 ? null : 0);
    expect(record({ since: '2022-01-01T00:00Z', now: NOW, extra: gone }).month.usual).toMatchObject({ years: 3 });
    expect(record({ since: '2023-01-02T00:00Z', now: NOW, extra: gone }).month.usual).toBeNull();
  });
});

describe('the same date of another year', () => {
  it('is 28 February where there is no 29th, and keeps month and day else', () => {
    const day = (text: string) => at(text) / DAY_S;
    expect(sameDate(day('2028-02-29'), -1)).toBe(day('2027-02-28'));
    expect(sameDate(day('2028-12-31'), -3)).toBe(day('2025-12-31'));
  });
});
