import { describe, expect, it } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import type { DayScore, Series } from '../../src/hub/engine/engine.ts';
import { bucketed, isOutdated, rowsOf } from '../../src/hub/rows.ts';
import { monthlyScores, noonsOfAYear } from '../../src/hub/scores.ts';

const D0 = 20_000 * DAY_S;
const series = (field: string, rev: number, points: Array<[tS: number, value: number]>): Series => ({
  field,
  labels: { rev: String(rev) },
  tS: points.map(([tS]) => tS),
  values: points.map(([, value]) => value),
});

describe('revisions', () => {
  const told = [
    series('wx_temp', 0, [
      [D0, 1],
      [D0 + 300, 2],
      [D0 + DAY_S, 3],
    ]),
    series('wx_hum', 0, [
      [D0, 50],
      [D0 + DAY_S, 60],
    ]),
    series('wx_temp', 1, [[D0, 1.5]]),
  ];

  it('count by the UTC day: what stands only under a lower one has been withdrawn', () => {
    expect([...rowsOf(told)]).toEqual([
      [D0, { temp: 1.5 }],
      [D0 + DAY_S, { temp: 3, hum: 60 }],
    ]);
  });

  it('are outdated only when each of their days is told anew', () => {
    expect(isOutdated(0, told)).toBe(false);
    const tomorrow = series('wx_temp', 2, [[D0 + DAY_S + 600, 4]]);
    expect(isOutdated(0, [...told, tomorrow])).toBe(false); // one of two moments may be all that has come so far
    const second = series('wx_hum', 1, [[D0 + 600, 51]]);
    expect(isOutdated(0, [...told, second, tomorrow])).toBe(true);
    expect(isOutdated(1, told)).toBe(false);
    expect(isOutdated(1, [...told, series('wx_hum', 12, [[D0 + 900, 4]])])).toBe(true);
  });

  it('of another database withdraw nothing: what the one before had measured stays, and is never outdated by it', () => {
    const replaced = [
      ...told,
      series('wx_temp', 1000, [
        [D0 + 600, 7],
        [D0, 9],
      ]),
      series('wx_temp', 1001, [[D0 + 600, 8]]),
    ];
    expect([...rowsOf(replaced)]).toEqual([
      [D0, { temp: 1.5 }],
      [D0 + 600, { temp: 8 }],
      [D0 + DAY_S, { temp: 3, hum: 60 }],
    ]);
    expect([0, 1, 1000].map((rev) => isOutdated(rev, replaced))).toEqual([false, false, false]);
    expect(rowsOf([...told, series('wx_hum', 1000, [[D0, 9]])]).get(D0)).toEqual({ hum: 9 });
  });

  it('come in the order of time, whatever the engine answers first', () => {
    const rows = rowsOf([
      series('wx_temp', 0, [[D0 + 600, 3]]),
      series('wx_hum', 0, [
        [D0, 50],
        [D0 + 600, 51],
      ]),
    ]);
    expect([...rows.keys()]).toEqual([D0, D0 + 600]);
  });
});

it('buckets hold means of what there is, and none stands for silence', () => {
  const rows = rowsOf([
    series('wx_temp', 0, [
      [D0, 1],
      [D0 + 300, 2],
      [D0 + 3600, 9],
    ]),
    series('wx_hum', 0, [[D0 + 300, 40]]),
  ]);
  expect(bucketed(rows, 1800)).toEqual({
    ts: [D0, D0 + 3600],
    columns: { temp: [1.5, 9], hum: [40, null] },
  });
});

describe('scores of the months', () => {
  const day = (iso: string, more: Partial<DayScore>): DayScore => ({
    noonS: Date.parse(`${iso}T12:00:00Z`) / 1000,
    target: 'temperature',
    horizon: '6h',
    skillSum: 0,
    skillN: 0,
    coverageSum: 0,
    coverageN: 0,
    stations: 1,
    ...more,
  });

  it('weigh each day by its forecasts, and know that nothing is not zero', () => {
    const scores = monthlyScores([
      day('2026-11-01', { skillSum: 30, skillN: 100, coverageSum: 90, coverageN: 100, stations: 4 }),
      day('2026-11-02', { skillSum: 0, skillN: 50, coverageSum: 0, coverageN: 0, stations: 7 }),
      day('2026-10-31', { stations: 2 }),
    ]);
    expect(scores).toEqual({
      months: ['2026-10', '2026-11'],
      rows: [
        { target: 'temperature', horizon: '6h', month: '2026-10', skill: null, coverage: null, stations: 2 },
        { target: 'temperature', horizon: '6h', month: '2026-11', skill: 0.2, coverage: 0.9, stations: 7 },
      ],
    });
  });

  it('begin with a whole month a year ago', () => {
    const { firstNoonS, lastNoonS } = noonsOfAYear(Date.parse('2026-11-22T23:59:00Z') / 1000);
    expect(new Date(firstNoonS * 1000).toISOString()).toBe('2025-11-01T12:00:00.000Z');
    expect(new Date(lastNoonS * 1000).toISOString()).toBe('2026-11-22T12:00:00.000Z');
  });
});
