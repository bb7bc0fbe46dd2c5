import { describe, expect, it } from 'vitest';
import { HumidityCompensator } from '../../../../src/station/air/compensation/humidity.ts';
import { saturationHpa } from '../../../../src/station/air/physics/saturation.ts';

const settings = { offsetPrior: 0, psychrometric: false, freshS: 30 };

describe('the humidity compensator', () => {
  it('adds its offset and stays within 0 and 100', () => {
    const compensator = new HumidityCompensator({ ...settings, offsetPrior: 12 });
    expect(compensator.apply(50, null, null, 0)).toEqual({ humidityPct: 62, psychrometricPct: null });
    expect(compensator.apply(95, null, null, 2).humidityPct).toBe(100);
    expect(compensator.apply(null, null, null, 4).humidityPct).toBeNull();
  });

  it('learns the error behind a display that stands at 100 %', () => {
    const compensator = new HumidityCompensator({ ...settings, offsetPrior: 20 });
    compensator.apply(90, null, null, 0); // 110 % unclipped
    const result = compensator.calibrate(98, 0);
    expect(result).toMatchObject({ before: 100, n: 1, psychrometric: false });
    expect(compensator.offset).toBeCloseTo(20 - (100 / 104) * 12, 9);
  });

  it('stays within ±35 points and says when it would have gone further', () => {
    const compensator = new HumidityCompensator(settings);
    compensator.apply(10, null, null, 0);
    expect(compensator.calibrate(95, 0)).toMatchObject({ offset: 35, clamped: true, after: 45 });
    expect(compensator.dictionary()).toMatchObject({ offset: 35, off_min: -35, off_max: 35, n: 1, last_ts: 0 });
  });

  it('refuses without a fresh reading', () => {
    const compensator = new HumidityCompensator(settings);
    expect(compensator.calibrate(50, 0)).toMatchObject({ error: 'no live reading yet' });
    compensator.apply(50, null, null, 0);
    expect(compensator.calibrate(50, 31)).toMatchObject({ error: 'no live reading yet' });
  });

  it('moves the reading from element to air temperature first when asked to', () => {
    const compensator = new HumidityCompensator({ ...settings, offsetPrior: 2, psychrometric: true });
    const moved = (40 * saturationHpa(30)) / saturationHpa(22);
    const shown = compensator.apply(40, 30, 22, 0);
    expect(shown.humidityPct).toBeCloseTo(moved + 2, 9);
    expect(shown.psychrometricPct).toBeCloseTo(moved - 40, 9);
    expect(compensator.apply(40, null, 22, 2)).toEqual({ humidityPct: 42, psychrometricPct: null });
  });

  it('forgets on reset and survives a restart', () => {
    const compensator = new HumidityCompensator(settings);
    compensator.apply(50, null, null, 0);
    compensator.calibrate(58, 0);
    const saved = JSON.parse(JSON.stringify(compensator));
    expect(HumidityCompensator.fromJSON(saved, settings).dictionary()).toEqual(compensator.dictionary());
    expect(compensator.restore(null)).toMatchObject({ after: 50 });
    expect(compensator.dictionary()).toEqual(new HumidityCompensator(settings).dictionary());
  });
});
