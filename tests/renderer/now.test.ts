import { describe, expect, it } from 'vitest';
import type { EventRecord } from '../../src/contract/events.ts';
import type { Day, HistoryRange } from '../../src/contract/history.ts';
import { observedRain, withTold } from '../../src/renderer/dashboard/now/observed.ts';
import { type Outside, saying } from '../../src/renderer/dashboard/now/saying.ts';
import { stepSinceS, thanYesterday, todaysExtremes } from '../../src/renderer/dashboard/now/today.ts';
import { hasHour, isFrostToCome, isOver } from '../../src/renderer/dashboard/now/weather-words.ts';
import type { FanEntry } from '../../src/renderer/kit/charts/fan-data.ts';
import { zoneTime } from '../../src/renderer/kit/time.ts';
import fc from '../support/drawn.ts';

const time = zoneTime('Europe/Berlin');
const EVENING_S = Date.parse('2026-11-21T20:40:00Z') / 1000; // 21:40 in Berlin
const entry = (hours: number, mu: number, half = 1, more: Partial<FanEntry> = {}): FanEntry => ({
  horizon_s: hours * 3600,
  horizon_label: '',
  valid_ts: EVENING_S + hours * 3600,
  mu,
  lo: mu - half,
  hi: mu + half,
  p25: null,
  p75: null,
  isProvisional: false,
  ...more,
});
const say = (more: Partial<Outside>, at = time): string =>
  saying(
    {
      nowS: EVENING_S,
      temperatureC: 4.4,
      rateCPerH: 0.6,
      thanYesterdayC: null,
      rainChance: 0.1,
      rainingSinceS: null,
      entries: [entry(3, 4), entry(12, 3.4)],
      ...more,
    },
    {
      time: at,
      degrees: (c) => `${c}°`,
      step: (c) => `${Math.abs(Math.round(c))}°`,
    },
  );

describe('the sentence of Now', () => {
  it.each<[string, Partial<Outside>]>([
    ['4.4° and rising. Dry until midnight. Frost possible by morning.', { entries: [entry(3, 3), entry(9, 1, 2)] }],
    ['4.4° and falling. Dry until midnight. Frost likely by morning.', { rateCPerH: -1, entries: [entry(9, -1)] }],
    ['4.4°, steady, 2° colder than this time yesterday. Dry until midnight.', { rateCPerH: 0.1, thanYesterdayC: -2.2 }],
    [
      '4.4° and rising, same as this time yesterday. Probably dry until midnight.',
      { thanYesterdayC: 0.4, rainChance: 0.2 },
    ],
    ['4.4° and rising. Raining since 21:36.', { rainingSinceS: EVENING_S - 240 }],
    ['4.4° and rising. Rain likely before midnight.', { rainChance: 0.7, entries: [entry(18, 9.2)] }],
    [
      '4.4° and rising. Dry until midnight. Frost possible by this time tomorrow.',
      { entries: [entry(12, 5), entry(24, 3, 5)] },
    ],
    ['It is 4.4° now.', { rateCPerH: null, rainChance: null, entries: [] }],
    ['−', { temperatureC: null, rainChance: null }],
  ])('%s', (words, outside) => expect(say(outside) || '−').toBe(words));

  it('has one full stop after a clock that ends in one', () => {
    const shortClock = () => '6:00 p.m.';
    expect(say({ entries: [] }, { ...time, shortClock })).toBe('4.4° and rising. Dry until midnight.');
    expect(say({ rainingSinceS: EVENING_S - 240 }, { ...time, shortClock })).toBe(
      '4.4° and rising. Raining since 6:00 p.m.',
    );
  });

  it('fears no frost on a first guess, and tells of a thaw in a frost', () => {
    expect(say({ entries: [entry(9, 3.5, 9, { isProvisional: true })] })).toBe('4.4° and rising. Dry until midnight.');
    expect(say({ temperatureC: -3, entries: [entry(12, 2)] })).toMatch(/Thaw likely by morning/);
  });

  it('never promises dry weather for longer than was worked out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400 }), (s) => {
        const nowS = EVENING_S + s;
        const [, until] = /until (\S+?)[.;]/.exec(say({ nowS, entries: [] }))!;
        const hour = until === 'midnight' ? 0 : until === 'noon' ? 12 : Number(until!.slice(0, 2));
        const { hour: end } = time.calendar.fields(nowS + 3 * 3600);
        expect(hour).toBe(end);
        expect(until).toMatch(/^(midnight|noon|\d\d:00)$/);
      }),
    );
  });
});

describe('what somebody said of the rain', () => {
  let id = 100;
  const said = (minutesAgo: number, value: number, kind = 'rain'): EventRecord => ({
    ts: EVENING_S - 60 * minutesAgo,
    kind: 'label',
    severity: 'info',
    detail: '',
    data: { id: id--, kind, value },
  });
  const takenBack = (of: EventRecord): EventRecord => ({ ...of, data: { id: of.data!['id'] } });

  it('holds for three hours, since it was first said', () => {
    expect(observedRain([said(4, 1), said(64, 1), said(90, 0)], EVENING_S, null)).toMatchObject({
      isWet: true,
      sinceS: EVENING_S - 64 * 60,
      saidS: EVENING_S - 4 * 60,
    });
    expect(observedRain([said(181, 1)], EVENING_S, null)).toBeNull();
  });
  it('ends when somebody says that it is dry', () => {
    expect(observedRain([said(1, 0), said(4, 1)], EVENING_S, null)?.isWet).toBe(false);
  });
  it('told here counts at once, until the log has it or it is as old as any other word', () => {
    const told = { id: 7, isWet: true, sinceS: EVENING_S, saidS: EVENING_S };
    const known = { id: 7, isWet: true, sinceS: EVENING_S - 900, saidS: EVENING_S };
    expect(withTold(null, told, EVENING_S + 60)).toEqual(told);
    expect(withTold(known, told, EVENING_S + 60)).toEqual(known);
    expect(withTold(null, told, EVENING_S + 3 * 3600 + 60)).toBeNull();
    const dry = { id: 8, isWet: false, sinceS: EVENING_S + 30, saidS: EVENING_S + 30 };
    expect(withTold(dry, told, EVENING_S + 60)).toEqual(dry);
    expect(withTold({ ...known, id: 3, saidS: EVENING_S - 900 }, told, EVENING_S)?.sinceS).toBe(EVENING_S - 900);
  });
  it('is nothing once it was taken back, and fog is no rain', () => {
    const wet = said(4, 1);
    const before = said(30, 0);
    expect(observedRain([takenBack(wet), wet], EVENING_S, null)).toBeNull();
    expect(observedRain([takenBack(wet), wet, before], EVENING_S, null)?.isWet).toBe(false);
    expect(observedRain([said(2, 1, 'fog')], EVENING_S, null)).toBeNull();
    // The log is older than the way back that this page took.
    expect(observedRain([wet, before], EVENING_S, wet.data!['id'])?.isWet).toBe(false);
  });
});

describe('today', () => {
  const day = (name: string): Day =>
    ({
      day: name,
      temp_min: 3.1,
      temp_min_ts: EVENING_S - 50_000,
      temp_max: 9.8,
      temp_max_ts: EVENING_S - 20_000,
    }) as Day;
  it('has its low and high, and the present beats both at once', () => {
    const days = [day('2026-11-21')];
    expect(todaysExtremes(days, 5, EVENING_S, time)).toEqual({
      low: { valueC: 3.1, tS: EVENING_S - 50_000 },
      high: { valueC: 9.8, tS: EVENING_S - 20_000 },
    });
    expect(todaysExtremes(days, 10.2, EVENING_S, time)?.high).toEqual({ valueC: 10.2, tS: null });
  });
  it('is not yesterday: after midnight the old day does not pass for the new', () => {
    expect(todaysExtremes([day('2026-11-21')], 5, EVENING_S + 3 * 3600, time)).toBeNull();
  });
  it('is compared with yesterday by the clock, also on the night the clocks are moved', () => {
    const around = (tS: number): HistoryRange =>
      ({ n: 1, bucket_s: 300, series: { ts: [tS], temp: [6] } }) as unknown as HistoryRange;
    const atNoonS = Date.parse('2026-10-25T11:02:00Z') / 1000; // 12:02, the day has 25 hours
    const dayBefore = Date.parse('2026-10-24T10:00:00Z') / 1000; // 12:00 in summer time
    expect(thanYesterday(around(dayBefore), 4, atNoonS, time)).toBe(-2);
    expect(thanYesterday(around(dayBefore - 600), 4, atNoonS, time)).toBeNull();
    expect(thanYesterday(null, 4, atNoonS, time)).toBeNull();
  });
  it('is compared with the five minutes before while those that begin are asked for', () => {
    const than = (nowS: number, ts: number[], temp: number[]) =>
      thanYesterday({ n: ts.length, bucket_s: 300, series: { ts, temp } } as unknown as HistoryRange, 4, nowS, time);
    const thenS = EVENING_S - 86_400;
    expect(than(EVENING_S + 299, [thenS], [6])).toBe(-2);
    expect(than(EVENING_S + 300, [thenS], [6])).toBe(-2);
    expect(than(EVENING_S + 300, [thenS, thenS + 300], [6, 5])).toBe(-1);
    expect(than(EVENING_S + 360, [thenS], [6])).toBeNull();
  });
  it('is not compared with a yesterday on another scale: a calibration is no weather', () => {
    const around = { n: 1, bucket_s: 300, series: { ts: [EVENING_S - 86_400], temp: [6] } } as unknown as HistoryRange;
    const event = (ts: number, kind: string, signal?: string) => ({ id: ts, ts, kind, data: { signal } }) as never;
    const step = event(EVENING_S - 3600, 'discontinuity', 'temperature');
    const than = (log: never[]) => thanYesterday(around, 4, EVENING_S, time, stepSinceS(log));
    expect(than([])).toBe(-2);
    expect(than([step])).toBeNull();
    expect(than([event(EVENING_S - 60, 'discontinuity', 'humidity'), step])).toBeNull();
    expect(than([event(EVENING_S - 60, 'recompute'), step])).toBe(-2);
    expect(than([event(EVENING_S - 60, 'discontinuity', 'humidity')])).toBe(-2);
    expect(than([event(EVENING_S - 2 * 86_400, 'discontinuity', 'temperature')])).toBe(-2);
  });
});

describe('the hour of a high', () => {
  const dayS = Date.parse('2026-11-22T07:00:00Z') / 1000; // 8:00 in Berlin
  const high = (from_ts: number, about_ts: number) => ({
    from_ts,
    by_ts: dayS + 12 * 3600,
    value: 7,
    lo: 5,
    hi: 9,
    about_ts,
  });
  it('is not told where it is the edge of a day to come: there the low of the night before ends, too', () => {
    expect(hasHour(high(dayS, dayS + 600), EVENING_S)).toBe(false);
    expect(hasHour(high(dayS, dayS + 6 * 3600), EVENING_S)).toBe(true);
  });
  it('is told of a day that is: its high may be now', () => {
    expect(hasHour(high(dayS, dayS + 600), dayS)).toBe(true);
    expect(hasHour(high(dayS + 30, dayS + 600), dayS)).toBe(true);
    expect(hasHour(high(dayS + 62, dayS + 600), dayS)).toBe(true); // an answer of the next minute, which the page's clock does not know yet
  });
});

it('a low of the evening is over at midnight; one of about now, or of the morning, is not', () => {
  const midnightS = EVENING_S + 6 * 3600;
  expect(isOver(EVENING_S, midnightS)).toBe(true);
  for (const s of [-900, 0, 62, 7 * 3600]) expect(isOver(midnightS + s, midnightS), `${s} s`).toBe(false);
});

it('frost one hour ahead is not to come, however far the minute is behind its forecast; two hours ahead it is', () => {
  for (const behindS of [62, 30, 2, 0, -60, -300]) {
    const minuteS = EVENING_S - behindS;
    expect(isFrostToCome(EVENING_S + 3600, minuteS), `${behindS} s`).toBe(false);
    expect(isFrostToCome(EVENING_S + 2 * 3600, minuteS), `${behindS} s`).toBe(true);
  }
});
