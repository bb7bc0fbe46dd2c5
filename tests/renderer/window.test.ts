import { describe, expect, it } from 'vitest';
import { RangeQuery } from '../../src/contract/requests.ts';
import { parse } from '../../src/http/validation.ts';
import {
  bucketFor,
  clamp,
  covers,
  daysOf,
  fetchFor,
  fromDay,
  onRecord,
  PRESETS,
  type Preset,
  panned,
  presetsIn,
  spanS,
  toDay,
  trailing,
  type Window,
  zoomed,
} from '../../src/renderer/dashboard/history/window.ts';
import { Calendar, dayOf } from '../../src/renderer/kit/calendar.ts';
import { windowOf, yearAtMost } from '../../src/server/gate/window.ts';
import fc from '../support/drawn.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'];
/** Where the other date may stand: the same day, near by, about a year away on both sides (where the limit is), years away. */
const OTHERS = [0, 1, -1, 30, -90, 364, 366, -364, -366, 1500, -1500];
const NOW_S = 1.7e9;
const presets = Object.keys(PRESETS) as Preset[];

/** As `expect`, which costs more than what is asked here half a million times. */
function holds(is: boolean, what: string, ...of: unknown[]): void {
  if (!is) throw new Error(`${what}: ${JSON.stringify(of)}`);
}

/** Throws what the station would refuse, and for what the page has in hand fetches no more than is drawn. */
function ask(window: Window, nowS: number): void {
  const want = fetchFor(window, nowS);
  const query = { start: String(want.fromS), end: String(want.toS), bucket: String(want.bucketS) };
  const asked = parse(RangeQuery, query, 'query');
  yearAtMost(asked, windowOf(asked, nowS));
  holds((want.toS - want.fromS) / want.bucketS < 2000, 'no more than is drawn', want);
  holds(covers(want, window, nowS), 'a window is covered by its own answer', window, nowS);
}

describe.each(ZONES)('in %s', (zone) => {
  const calendar = new Calendar(zone);
  const [first, last, today] = [dayOf(2026, 1, 1), dayOf(2030, 1, 1), dayOf(2034, 1, 1)];
  const nowS = calendar.startS(today) + 30_000;

  it('what a date field is given on any day of four years is answered, and reads back as it was picked', () => {
    // One distance after the other: the calendar remembers the midnights it was asked for last.
    for (const distance of [365, -365, null]) {
      for (let day = first; day < last; day++) {
        const other = distance ?? OTHERS[day % OTHERS.length]!;
        if (day + other >= today) continue;
        const shown = { fromS: calendar.startS(day + other), toS: calendar.startS(day + other + 1) };
        const from = fromDay(day, shown, calendar, nowS);
        const to = toDay(day, shown, calendar, nowS);
        holds(Math.max(spanS(from), spanS(to)) <= 366 * 86_400, 'a year at most', from, to);
        const [fromFirst, fromLast] = daysOf(from, calendar);
        const [toFirst, toLast] = daysOf(to, calendar);
        holds(fromFirst === day && toLast === day, 'as it was picked', day, from, to);
        // The other date is not touched unless it has to be.
        if (other >= 0 && other <= 364) holds(fromLast === day + other, 'the end is not touched', day, other, from);
        if (other <= 0 && other >= -364) holds(toFirst === day + other, 'the start is not touched', day, other, to);
        ask(other > 0 ? from : to, nowS);
      }
    }
  });

  it('every preset is answered at every hour of a year, with a step back and forth, and at its widest', () => {
    for (let hour = 0; hour < 366 * 24; hour += 11) {
      const thenS = calendar.startS(dayOf(2027, 1, 1)) + hour * 3600 + 1234.567;
      for (const preset of presets) {
        const window = trailing(preset, thenS, calendar, null);
        ask(window, thenS);
        ask(clamp(panned(window, -0.15 * spanS(window)), thenS, window.toS), thenS);
        ask(clamp(zoomed(window, 2, window.fromS), thenS, window.toS), thenS);
        ask(clamp(zoomed(window, 9, window.toS), thenS, window.toS), thenS);
      }
    }
  });
});

describe('a window on the past', () => {
  it('asks for nothing the API refuses, however one zooms and pans', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 1000, noNaN: true }),
        fc.double({ min: -2, max: 2, noNaN: true }),
        fc.double({ min: 0.1, max: 400, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (factor, at, days, step) => {
          const start = { fromS: NOW_S - days * 86_400, toS: NOW_S };
          const zoomedOnce = clamp(zoomed(start, factor, start.fromS + at * spanS(start)), NOW_S, start.toS);
          ask(zoomedOnce, NOW_S);
          ask(clamp(panned(zoomedOnce, step * spanS(zoomedOnce)), NOW_S, zoomedOnce.toS), NOW_S);
        },
      ),
    );
  });
  it('of today ends at midnight, and a finger that moves it back does not make it jump', () => {
    const calendar = new Calendar('Europe/Berlin');
    const nowS = Date.parse('2026-11-21T07:00:00Z') / 1000;
    const today = calendar.dayAt(nowS);
    const window = fromDay(today, trailing('24h', nowS, calendar, null), calendar, nowS);
    expect(daysOf(window, calendar)).toEqual([today, today]);
    const moved = clamp(panned(window, -60), nowS, window.toS);
    expect(moved.toS).toBeCloseTo(window.toS - 60, 6);
  });
  it('cannot be dragged off the record, and one that was asked for out there is not pulled', () => {
    const firstS = 1e9;
    const window = { fromS: firstS - 10, toS: firstS + 90 };
    expect(onRecord(panned(window, -1000), firstS, window.toS)).toEqual({ fromS: firstS - 90, toS: firstS + 10 });
    expect(onRecord(panned(window, -50), firstS, window.toS)).toEqual(panned(window, -50));
    const before = panned(window, -5000);
    expect(onRecord(panned(before, 20), firstS, before.toS)).toEqual(panned(before, 20));
    expect(onRecord(panned(before, -20), firstS, before.toS)).toEqual(before);
    expect(onRecord(before, null, before.toS)).toEqual(before);
  });
  it('of a day that is still to come is today’s', () => {
    const calendar = new Calendar('Asia/Kolkata');
    const today = calendar.dayAt(NOW_S);
    const shown = trailing('7d', NOW_S, calendar, null);
    expect(daysOf(toDay(today + 40, shown, calendar, NOW_S), calendar)[1]).toBe(today);
    expect(daysOf(fromDay(today + 40, shown, calendar, NOW_S), calendar)).toEqual([today, today]);
  });
  it('nothing is offered that the record cannot fill, but everything there is', () => {
    const calendar = new Calendar('Europe/Berlin');
    const of = (hours: number | null) => {
      const { filled, everything } = presetsIn(NOW_S, calendar, hours === null ? null : NOW_S - hours * 3600);
      return [filled.join(' '), everything];
    };
    expect(of(0.25)).toEqual(['', '6h']);
    expect(of(10)).toEqual(['6h', '24h']);
    expect(of(24)).toEqual(['6h 24h', '7d']);
    expect(of(24 * 100)).toEqual(['6h 24h 7d 30d 90d', '1y']);
    expect(of(24 * 400)).toEqual([presets.join(' '), null]);
    expect(of(null)).toEqual([presets.join(' '), null]);
  });

  it('of a young station begins with its first reading, and is never a point', () => {
    const calendar = new Calendar('Europe/Berlin');
    expect(trailing('24h', NOW_S, calendar, NOW_S - 7200)).toEqual({ fromS: NOW_S - 7200, toS: NOW_S });
    expect(trailing('24h', NOW_S, calendar, NOW_S - 3)).toEqual({ fromS: NOW_S - 900, toS: NOW_S });
    expect(trailing('6h', NOW_S, calendar, 0)).toEqual({ fromS: NOW_S - 21_600, toS: NOW_S });
  });
  it('keeps the moment under the finger where it is', () => {
    const after = zoomed({ fromS: 0, toS: 1000 }, 0.5, 300);
    expect((300 - after.fromS) / spanS(after)).toBeCloseTo(0.3, 9);
  });
  it('fetches finer buckets when it narrows, and nothing while what it has will do', () => {
    expect(bucketFor(30 * 86_400)).toBe(7200);
    expect(bucketFor(6 * 3600)).toBe(60);
    const window = { fromS: NOW_S - 86_400, toS: NOW_S };
    const have = fetchFor(window, NOW_S);
    expect(covers(have, { fromS: window.fromS - 3600, toS: window.toS - 3600 }, NOW_S)).toBe(true);
    expect(covers(have, { fromS: NOW_S - 7200, toS: NOW_S }, NOW_S)).toBe(false);
  });
});
