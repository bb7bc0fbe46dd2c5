import { describe, expect, it } from 'vitest';
import type { Day } from '../../src/contract/history.ts';
import type { MonthReport } from '../../src/contract/report.ts';
import { dayOf } from '../../src/renderer/calendar.ts';
import { spansOf, thanUsual } from '../../src/renderer/views/history/glance/spans.ts';

const measured = (day: string, low: number | null, high: number | null): Day => {
  const tS = Date.parse(`${day}T00:00:00Z`) / 1000;
  return {
    day,
    temp_min: low,
    temp_max: high,
    temp_min_ts: low === null ? null : tS + 6 * 3600,
    temp_max_ts: high === null ? null : tS + 14 * 3600,
  } as Day;
};
const days = [
  measured('2025-12-31', -20, 40),
  measured('2026-01-02', -9.8, 2),
  measured('2026-07-13', 18, 33.1),
  measured('2026-11-03', 1, 13.6),
  measured('2026-11-20', 2.9, 8.1),
  measured('2026-11-21', 0.8, 7.4),
];
const values = ({ low, high }: ReturnType<typeof spansOf>['today']) => [low?.valueC, high?.valueC];

describe('a look back', () => {
  it('knows high and low of today, yesterday, the month and the year, and of no day outside', () => {
    const { today, yesterday, month, year } = spansOf(days, dayOf(2026, 11, 21));
    expect(values(today)).toEqual([0.8, 7.4]);
    expect(values(yesterday)).toEqual([2.9, 8.1]);
    expect(values(month)).toEqual([0.8, 13.6]);
    expect(values(year)).toEqual([-9.8, 33.1]);
    expect(year.high!.tS).toBe(Date.parse('2026-07-13T14:00:00Z') / 1000);
  });

  it('finds yesterday across a new year, and nothing where nothing was measured', () => {
    const { yesterday, year } = spansOf(days, dayOf(2026, 1, 1));
    expect(values(yesterday)).toEqual([-20, 40]);
    expect(year).toEqual({ low: null, high: null, rainMm: null });
    expect(values(spansOf([measured('2026-11-21', null, null)], dayOf(2026, 11, 21)).today)).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('against what is usual', () => {
  const usual = { mu_min: 2, mu_max: 8, lo: -3, hi: 13 };
  const report = (...more: Partial<MonthReport['days'][number]>[]) =>
    ({ days: more.map((day) => ({ whole: true, usual, ...measured('2026-11-20', 2, 8), ...day })) }) as MonthReport;

  it('a day is compared by its middle, a month by the mean of its whole days', () => {
    expect(thanUsual(report({ temp_min: 3, temp_max: 10 }))).toBeCloseTo(1.5, 9);
    expect(
      thanUsual(report({ temp_min: 3, temp_max: 10 }, { temp_min: 1, temp_max: 7, day: '2026-11-19' })),
    ).toBeCloseTo(0.25, 9);
    expect(thanUsual(report({ temp_min: 3 }, { temp_max: 0, day: '2026-11-19' }), '2026-11-20')).toBeCloseTo(0.5, 9);
  });

  it('nothing is said of days that are not over, or of which nobody knows what is usual', () => {
    expect(thanUsual(report({ whole: false }, { usual: null }, { temp_min: null }))).toBeNull();
    expect(thanUsual(report(), '2026-11-20')).toBeNull();
  });
});
