import { describe, expect, it } from 'vitest';
import type { EventRecord } from '../../src/contract/events.ts';
import type { HistoryRange } from '../../src/contract/history.ts';
import { rowSpanS, type ShownRange, tableRows } from '../../src/renderer/dashboard/history/columns.ts';
import { onTheClock } from '../../src/renderer/dashboard/history/compare/course.ts';
import { yearAgoWords } from '../../src/renderer/dashboard/history/compare/year-ago-words.ts';
import { createEventLog } from '../../src/renderer/dashboard/history/event-log.ts';
import { gravest } from '../../src/renderer/dashboard/history/marks.ts';
import { zoneTime } from '../../src/renderer/kit/time.ts';

const HOUR_S = 3600;
const event = (id: number, ts: number, more: Partial<EventRecord> = {}): EventRecord => ({
  id,
  ts,
  kind: 'novelty',
  severity: 'info',
  detail: `number ${id}`,
  ...more,
});

/** A station with a log, which answers as the real one does. */
const station = (log: EventRecord[]) => {
  const asked: URLSearchParams[] = [];
  const ask = async (path: string): Promise<EventRecord[]> => {
    const query = new URL(path, 'http://station').searchParams;
    asked.push(query);
    const limit = Number(query.get('limit'));
    if (limit > 500) throw new Error('limit must be at most 500');
    const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY);
    return log
      .filter(({ id, ts }) => id! < before && ts >= Number(query.get('start')) && ts < Number(query.get('end')))
      .sort((a, b) => b.id! - a.id!)
      .slice(0, limit);
  };
  return { ask, asked };
};

describe('the log of a stretch of time', () => {
  const log = Array.from({ length: 4321 }, (_, i) => event(i + 1, 1000 + i));

  it('is nothing before the station has answered, and then all that happened, however far back', async () => {
    const { ask, asked } = station(log);
    const found = createEventLog(ask, ['novelty']);
    expect(found.events.value).toBeNull();
    await found.cover({ fromS: 1500, toS: 2000 });
    expect(found.events.value?.map(({ id }) => id)).toEqual(Array.from({ length: 501 }, (_, i) => 1001 - i));
    expect(found.hasMore.value).toBe(false);
    expect(asked).toHaveLength(2);
  });

  it('is read on page by page where there is very much of it, without a gap', async () => {
    const { ask } = station(log);
    const found = createEventLog(ask, ['novelty']);
    await found.cover({ fromS: 0, toS: 1e6 });
    expect(found.events.value).toHaveLength(2000);
    while (found.hasMore.value) await found.more({ fromS: 0, toS: 1e6 });
    expect(found.events.value?.map(({ id }) => id)).toEqual(log.map(({ id }) => id).reverse());
  });

  it('is followed by what is new alone, however long it is', async () => {
    const growing = log.slice(0, 2600);
    const { ask, asked } = station(growing);
    const found = createEventLog(ask, ['novelty']);
    await found.cover({ fromS: 0, toS: 1e6 });
    const before = asked.length;
    growing.push(...log.slice(2600, 2603));
    await found.follow(1e6);
    await found.follow(1e6);
    expect(asked.length - before).toBe(2);
    expect(asked.at(-1)!.get('start')).toBe(String(log[2602]!.ts));
    expect(found.events.value?.slice(0, 4).map(({ id }) => id)).toEqual([2603, 2602, 2601, 2600]);
    expect(found.events.value).toHaveLength(2003);
  });

  it('is fetched anew where its newest event lies ahead: the clock that wrote it was set back', async () => {
    const ahead = log.slice(0, 100);
    const { ask, asked } = station(ahead);
    const found = createEventLog(ask, ['novelty']);
    await found.cover({ fromS: 0, toS: 1e6 });
    const nowS = log[49]!.ts;
    await found.follow(nowS);
    expect(Number(asked.at(-1)!.get('start'))).toBeLessThan(nowS);
    expect(found.events.value?.every(({ ts }) => ts <= nowS + 1)).toBe(true);
  });

  it('shows nothing of a stretch that was left while it was on its way', async () => {
    const { ask } = station(log);
    const waiting: Array<() => void> = [];
    const slow = async (path: string) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return ask(path);
    };
    const found = createEventLog(slow, ['novelty']);
    const first = found.cover({ fromS: 1000, toS: 1001 });
    const second = found.cover({ fromS: 3000, toS: 3001 });
    for (const go of waiting.reverse()) go();
    await Promise.all([first, second]);
    expect(found.events.value?.map(({ ts }) => ts)).toEqual([3001, 3000]);
  });

  it('keeps a next page that was on its way as the minute was full, and fetches it once', async () => {
    const growing = log.slice(0, 2400);
    const { ask } = station(growing);
    const found = createEventLog(ask, ['novelty']);
    await found.cover({ fromS: 0, toS: 1e6 });
    growing.push(...log.slice(2400, 2403));
    const whole = { fromS: 0, toS: 1e6 };
    await Promise.all([found.more(whole), found.more(whole), found.follow(1e6)]);
    expect(found.events.value?.map(({ id }) => id)).toEqual(growing.map(({ id }) => id).reverse());
  });

  it('is read on to the next event that is shown, and offers no more than the window has', async () => {
    const { ask } = station(log);
    const found = createEventLog(ask, ['novelty']);
    await found.cover({ fromS: 0, toS: 1e6 });
    const window = { fromS: 1700, toS: 1900 };
    expect(found.lacks(window)).toBe(true);
    await found.more(window);
    expect(found.events.value?.some(({ ts }) => ts === 1900)).toBe(true);
    await found.more(window);
    expect([found.lacks(window), found.hasMore.value]).toEqual([false, true]);
  });

  it('is not followed while another stretch is on its way', async () => {
    const { ask, asked } = station(log);
    const found = createEventLog(ask, ['novelty']);
    await found.cover({ fromS: 1000, toS: 1001 });
    await Promise.all([found.cover({ fromS: 3000, toS: 3001 }), found.follow(1e6)]);
    expect(found.events.value?.map(({ ts }) => ts)).toEqual([3001, 3000]);
    expect(asked).toHaveLength(2);
  });
});

describe('the marks of a window', () => {
  it('are never only the newest: what is grave stands, from one end to the other', () => {
    const events = Array.from({ length: 3000 }, (_, i) => event(3000 - i, 3000 - i));
    events[2990] = event(10, 10, { severity: 'error' });
    events[1500] = event(1500, 1500, { kind: 'calibration' });
    const marks = gravest(events, { fromS: 0, toS: 3000 });
    expect(marks.length).toBeLessThanOrEqual(121);
    expect(marks).toContainEqual(events[2990]);
    expect(marks).toContainEqual(events[1500]);
    expect(Math.min(...marks.map(({ ts }) => ts))).toBeLessThan(30);
  });
});

describe('the table of a window', () => {
  /** Buckets of a quarter of an hour over seven days; each holds one spike that no other has. */
  const bucketS = 900;
  const ts = Array.from({ length: 672 }, (_, i) => 1_700_006_400 + i * bucketS);
  const temp = ts.map((_, i) => 5 + (i % 4));
  const nulls = ts.map(() => null);
  const range: HistoryRange = {
    n: ts.length,
    bucket_s: bucketS,
    series: {
      ...{ ts, temp, temp_lo: temp.map((t) => t - 1), temp_hi: temp.map((t, i) => (i === 333 ? 13.3 : t + 1)) },
      ...{ hum: nulls, hum_lo: nulls, hum_hi: nulls, press: nulls, press_lo: nulls, press_hi: nulls },
      ...{
        dew: nulls,
        lux: nulls,
        temp_rate: nulls,
        press_rate: nulls,
        cpu: nulls,
        temp_raw: nulls,
        hum_raw: nulls,
        n: ts.map((_, i) => (i % 4) + 1),
      },
    },
  };
  const window = { fromS: ts[0]!, toS: ts.at(-1)! + bucketS };

  it('has rows that speak for all the time between them: no extreme falls through', () => {
    const rowS = rowSpanS(window.toS - window.fromS, bucketS, 200);
    expect(rowS).toBe(HOUR_S);
    const rows = tableRows(range, window, rowS, () => 0);
    expect(rows).toHaveLength(168);
    expect(Math.max(...rows.map(({ highest }) => highest!))).toBe(13.3);
    expect(rows[0]!.temp).toBeCloseTo((5 * 1 + 6 * 2 + 7 * 3 + 8 * 4) / 10, 9);
    expect([rows[0]!.lowest, rows[0]!.highest, rows[0]!.hum]).toEqual([4, 9, null]);
  });
  it('sums the rain of a row, and tells the mean wind with its strongest gust', () => {
    const wet = {
      ...range,
      series: {
        ...range.series,
        rain: ts.map(() => 0.2),
        wind_speed: temp,
        wind_gust_hi: ts.map((_, i) => 8 + (i % 4)),
      },
    } as ShownRange;
    const [row] = tableRows(wet, window, HOUR_S, () => 0);
    expect(row!.weather.rain).toBeCloseTo(0.8, 9);
    expect(row!.weather.wind).toBeCloseTo((5 * 1 + 6 * 2 + 7 * 3 + 8 * 4) / 10, 9);
    expect([row!.gust, row!.weather.sun]).toEqual([11, null]);
  });
  it('begins its rows at full hours of the station’s own clock', () => {
    const rows = tableRows(range, window, HOUR_S, () => 5.5 * HOUR_S);
    for (const { tS } of rows) expect((tS + 5.5 * HOUR_S) % HOUR_S).toBe(0);
    expect(new Set(rows.map(({ tS }) => tS)).size).toBe(rows.length);
  });
});

describe('a night on which the clock is set', () => {
  const hourly = (fromS: number, hours: number): HistoryRange => {
    const ts = Array.from({ length: hours }, (_, i) => fromS + i * HOUR_S);
    const all = ts.map(() => 1);
    return {
      bucket_s: HOUR_S,
      n: hours,
      series: { ts, n: all, temp: all, temp_lo: all, temp_hi: all, hum: all, press: all, lux: all },
    } as never;
  };
  it.each([
    ['America/New_York', '2026-11-01T04:00Z', 25],
    ['America/New_York', '2026-03-08T05:00Z', 23],
    ['Europe/Berlin', '2026-03-28T23:00Z', 23],
    ['Australia/Lord_Howe', '2026-10-03T13:30Z', 24],
  ])('%s %s: a row of the table is half a day or a day by the clock, and no two overlap', (zone, midnight, hours) => {
    const { calendar } = zoneTime(zone);
    const startS = Date.parse(midnight) / 1000;
    const range = hourly(startS, hours);
    const offsetS = (tS: number) => calendar.offsetS(tS);
    const window = { fromS: startS, toS: startS + hours * HOUR_S };
    expect(tableRows(range, window, 24 * HOUR_S, offsetS).map(({ tS }) => tS)).toEqual([startS]);
    const halves = tableRows(range, window, 12 * HOUR_S, offsetS).map(({ tS }) => tS);
    expect(halves).toEqual([startS, calendar.at(calendar.dayAt(startS), 12)]);
  });
  it('draws the hour that comes twice twice, and not backwards', () => {
    const { calendar } = zoneTime('America/New_York');
    const startS = Date.parse('2026-11-01T04:00Z') / 1000;
    const ts = [0, 1, 2, 3].map((h) => startS + h * HOUR_S);
    const drawn = onTheClock({ ts, n: [1, 1, 1, 1] }, HOUR_S, startS, calendar);
    expect(drawn.map((at) => at && at.clockS / HOUR_S)).toEqual([0.5, 1.5, null, 1.5, 2.5]);
  });
  it('draws the mean of an old hour in its middle, and the only sample of an hour where it was taken', () => {
    const { calendar } = zoneTime('UTC');
    const startS = Date.parse('2026-11-01') / 1000;
    const clocks = (minutes: number[], each: number) => {
      const rows = { ts: minutes.map((m) => startS + m * 60), n: minutes.map(() => each) };
      return onTheClock(rows, 600, startS, calendar).map((at) => at && at.clockS / 60);
    };
    expect(clocks([0, 60, 120], 720)).toEqual([30, 90, 150]);
    expect(clocks([0, 60, 120], 1)).toEqual([5, 65, 125]);
    expect(clocks([0, 60, 70, 80], 120)).toEqual([30, 65, 75, 85]);
  });
});

describe('the same month a year before', () => {
  const speech = {
    month: (name: string) => name,
    mean: (c: number) => `${c}°C`,
    size: (c: number) => `${Math.abs(c).toFixed(1)}°`,
  };
  const past = (temp_mean: number | null) => ({ month: '2025-11', temp_mean }) as never;
  it('is told on the first of a month, too, when this one has no mean yet', () => {
    expect(yearAgoWords(null, past(3.8), speech)).toBe('2025-11: mean 3.8°C.');
    expect(yearAgoWords(5, past(null), speech)).toContain('No data');
    expect(yearAgoWords(5, null, speech)).toContain('No data');
  });
  it.each([
    [5, '1.0° warmer than 2025-11 (4°C).'],
    [2.5, '1.5° colder than 2025-11 (4°C).'],
    [4.04, '2025-11: mean 4°C.'],
  ])('says of a mean of %s which one was warmer, as far as the figures written tell', (mean, words) => {
    expect(yearAgoWords(mean, past(4), speech)).toBe(words);
  });
});
