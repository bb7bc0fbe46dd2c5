import { describe, expect, it } from 'vitest';
import { type Hour, type NightPlan, nightOf, planOf, USUAL } from '../../src/renderer/dashboard/wall/night.ts';

const evening: Hour = { minuteOfDay: 19 * 60, sunElevationDeg: -20, lux: 0 };
const at = (minuteOfDay: number): Hour => ({ minuteOfDay, sunElevationDeg: 40, lux: 400 });
const plan = (changed: Partial<NightPlan>): NightPlan => ({ ...USUAL, ...changed });

describe('the night of the wall', () => {
  it('is dim after dark unless a lamp is lit, and never off by itself', () => {
    expect(nightOf(USUAL, evening)).toBe('dim');
    expect(nightOf(USUAL, { ...evening, lux: 200 })).toBe('lit');
    expect(nightOf(USUAL, { ...evening, sunElevationDeg: 5, lux: 1 })).toBe('lit');
    expect(nightOf(USUAL, { ...evening, sunElevationDeg: null, lux: 1 })).toBe('dim');
    expect(nightOf(USUAL, { ...evening, sunElevationDeg: null, lux: null })).toBe('lit');
  });

  it('at set times passes midnight, and does not ask for the sun', () => {
    const timed = plan({ dim: 'times' });
    const seen = [21 * 60 + 59, 22 * 60, 0, 6 * 60 + 29, 6 * 60 + 30].map((minute) => nightOf(timed, at(minute)));
    expect(seen).toEqual(['lit', 'dim', 'dim', 'dim', 'lit']);
    const noon = plan({ dim: 'times', fromMin: 13 * 60, untilMin: 14 * 60 });
    expect([780, 839, 840].map((minute) => nightOf(noon, at(minute)))).toEqual(['dim', 'dim', 'lit']);
    expect(nightOf(plan({ dim: 'times', fromMin: 600, untilMin: 600 }), at(600))).toBe('lit');
  });

  it('may be dim from dusk and off at set times', () => {
    const both = plan({ off: 'times' });
    expect(nightOf(both, evening)).toBe('dim');
    expect(nightOf(both, { ...evening, minuteOfDay: 23 * 60 })).toBe('off');
    expect(nightOf(plan({ dim: 'never' }), evening)).toBe('lit');
    expect(nightOf(plan({ off: 'dark' }), evening)).toBe('off');
  });

  it('follows the settings, and is the usual one until they are known', () => {
    expect(planOf(() => undefined)).toEqual(USUAL);
    const told: Record<string, unknown> = {
      'kiosk.dim': 'times',
      'kiosk.off': 'dark',
      'kiosk.night_from': '21:15',
      'kiosk.night_until': '07:00',
    };
    expect(planOf((key) => told[key])).toEqual({ dim: 'times', off: 'dark', fromMin: 1275, untilMin: 420 });
  });
});
