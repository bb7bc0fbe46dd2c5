import { describe, expect, it } from 'vitest';
import { decodeTempest } from '../../../src/station/inputs/families/tempest.ts';
import intervals from '../../fixtures/inputs/vectors/interval.json' with { type: 'json' };
import { intake, NOW_S } from './support/heard.ts';

describe('rain of senders', () => {
  it('goes by the factor of its gauge, and two gauges that differ for a week are told once', () => {
    const { one, roster, told, take } = intake();
    const rain = { a: 100, b: 100 };
    for (let hour = 0; hour <= 24 * 9; hour += 1) {
      for (const sender of ['a', 'b'] as const) {
        rain[sender] += sender === 'a' ? 0.2 : 0.1;
        take({ sender, counters: { 'rain.year_mm': rain[sender] } }, hour * 3600);
      }
      if (hour === 1) roster.adopt('ecowitt-a', { rain_factor: 1.1 });
      one.takeNarrow();
    }
    expect(told).toEqual([expect.stringMatching(/^a 34\.5\d* b 15\.7\d*$/)]);
    rain.a += 1;
    take({ sender: 'a', counters: { 'rain.year_mm': rain.a } }, 24 * 9 * 3600 + 1800);
    expect(one.takeNarrow()!.rainMm).toBeCloseTo(1.1, 6);
  });

  it('is made of the best counter, and stays with it', () => {
    const { one, take } = intake();
    const rain = (year: number | null, day: number, s: number) => {
      take({ counters: { ...(year !== null && { 'rain.year_mm': year }), 'rain.day_mm': day } }, s);
      return one.takeNarrow()?.rainMm ?? null;
    };
    expect([rain(500, 2, 0), rain(500.2, 2.2, 60), rain(500.4, 0, 120), rain(null, 0.2, 180)]).toEqual([
      0,
      0.2,
      0.2,
      null,
    ]);
    expect([rain(null, 0.2, 240), rain(null, 0.2, 300), rain(null, 0.6, 360)]).toEqual([null, 0, 0.4]);
  });

  it('adds amounts once each: doubled no, out of order yes', () => {
    const { one, take } = intake();
    const report = (sender: string, stampS: number, mm: number, s: number) =>
      take({ kind: 'tempest', sender, sentS: NOW_S + stampS, amounts: { 'rain.interval_mm': mm } }, s);
    report('ST-1', 60, 0.4, 60);
    report('ST-1', 60, 0.4, 66);
    report('ST-1', 180, 0.5, 180);
    report('ST-1', 120, 0.1, 181);
    report('ST-2', 60, 7, 182);
    expect(one.takeNarrow()).toMatchObject({ rainMm: 1 });
  });

  it('a datagram of a Tempest that comes by two network cards counts once, and its rain with it', () => {
    const { one } = intake();
    const minute = (atS: number, s: number) => {
      const obs = [[NOW_S + atS, 0, 1, 2, 90, 3, 1000, 10, 50, 100, 1, 3, 0.2, 1, 0, 0, 2.6, 1]];
      const datagram = JSON.stringify({ serial_number: 'ST-1', type: 'obs_st', obs });
      for (const heard of decodeTempest(datagram)) one.take(heard, NOW_S + s, s);
    };
    minute(60, 60);
    minute(60, 60.01);
    minute(120, 120);
    minute(60, 123);
    expect(one.takeNarrow()).toMatchObject({ rainMm: 0.4 });
  });

  it.each(intervals.vectors)('adds up the rain of report intervals: $note', ({ reports, total_mm: total }) => {
    const { one, take } = intake();
    for (const [i, [sender, stampS, mm]] of (reports as [string, number, number | null][]).entries())
      take({ kind: 'tempest', sender, sentS: stampS, amounts: mm === null ? {} : { 'rain.interval_mm': mm } }, 60 * i);
    // Of two gauges the station takes the first: rain of two places is never added.
    expect(one.takeNarrow()?.rainMm).toBe(typeof total === 'number' ? total : total['ST-1']);
  });

  it('counts the spoon where there is one, and the piezo gauge where there is none', () => {
    const both = (spoon: number, piezo: number) => ({ 'rain.year_mm': spoon, 'piezo.year_mm': piezo });
    const { one, take } = intake();
    take({ counters: both(10, 20) });
    take({ counters: both(10.2, 21) }, 60);
    expect(one.takeNarrow()?.rainMm).toBe(0.2);
    const other = intake();
    other.take({ counters: { 'piezo.year_mm': 20 } });
    other.take({ counters: { 'piezo.year_mm': 20.4 } }, 60);
    expect(other.one.takeNarrow()?.rainMm).toBe(0.4);
  });

  it('is counted by the piezo gauge once the spoon was not heard for a day, and never twice when it is back', () => {
    const { one, take } = intake();
    const both = (spoon: number | null, piezo: number, hour: number) => {
      const counters = { ...(spoon !== null && { 'rain.year_mm': spoon }), 'piezo.year_mm': piezo };
      take({ counters }, hour * 3600);
      return one.takeNarrow()?.rainMm ?? null;
    };
    expect([both(10, 20, 0), both(10.4, 20.5, 1), both(null, 21, 2), both(null, 22, 24)]).toEqual([0, 0.4, null, null]);
    expect([both(null, 23, 26), both(14, 24, 27), both(14.2, 24.4, 28)]).toEqual([1, 0, 0.2]);
  });
});
