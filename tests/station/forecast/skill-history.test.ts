import { describe, expect, it } from 'vitest';
import type { Matured } from '../../../src/station/forecast/heads/matured.ts';
import { Verification } from '../../../src/station/forecast/verification.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;

/** A forecast of 3 h that was off by `error`, where persistence was off by 2; hit means inside its band. */
const matured = (dueS: number, error: number, hit: boolean): Matured =>
  ({
    target: 'temperature',
    horizonS: 10_800,
    dueS,
    truth: 10,
    forecast: 10 + error,
    persistence: 12,
    climatology: 14,
    halfwidth: hit ? Math.abs(error) + 1 : Math.abs(error) / 2,
    crps: 0.3,
    ratio: 1,
  }) as Matured;

describe('skill over time', () => {
  const verification = new Verification();
  for (let i = 0; i < 288; i++) {
    verification.add(matured(at('2026-09-30T00:00:00Z') + i * 300, 1, i % 10 !== 0)); // half as wrong as persistence
    verification.add(matured(at('2026-10-01T00:00:00Z') + i * 300, 0.5, true));
    verification.add(matured(at('2026-10-03T00:00:00Z') + i * 300, 3, false)); // a bad day
  }
  verification.add(matured(at('2026-10-04T00:00:00Z'), 0, true));

  it('is told day by day, oldest first; a day without forecasts is left out, one with few has no verdict', () => {
    const { rows, by } = verification.history('temperature', 10_800, 'day');
    expect(by).toBe('day');
    expect(rows.map(({ period }) => period)).toEqual(['2026-09-30', '2026-10-01', '2026-10-03', '2026-10-04']);
    expect(rows.map(({ skill }) => skill)).toEqual([0.5, 0.75, -0.5, null]);
    expect(rows.map(({ coverage }) => coverage)).toEqual([259 / 288, 1, 0, 1]);
    expect(rows[0]).toMatchObject({ n: 288, mae: 1, mae_persistence: 2, mae_climatology: 4 });
  });

  it('is known of a day with a forecast an hour', () => {
    const hourly = new Verification();
    for (let i = 0; i < 24; i++) hourly.add(matured(at('2026-09-30T00:00:00Z') + i * 3600, 1, true));
    expect(hourly.history('temperature', 10_800, 'day').rows).toMatchObject([{ n: 24, skill: 0.5 }]);
  });

  it('of a month is that of all its forecasts together, and not the mean of its days', () => {
    const { rows } = verification.history('temperature', 10_800, 'month');
    expect(rows.map(({ period, n }) => [period, n])).toEqual([
      ['2026-09', 288],
      ['2026-10', 577],
    ]);
    expect(rows[1]!.mae).toBeCloseTo((288 * 0.5 + 288 * 3) / 577, 9);
    expect(rows[1]!.skill).toBeCloseTo(1 - rows[1]!.mae! / 2, 9);
  });

  it('of what was never forecast is empty', () => {
    expect(verification.history('humidity', 10_800, 'day').rows).toEqual([]);
    expect(verification.history('temperature', 900, 'month').rows).toEqual([]);
  });
});
