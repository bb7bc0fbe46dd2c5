import { describe, expect, it } from 'vitest';
import { ZAMBRETTI_WORDS, zambretti } from '../../../../src/station/forecast/rain/zambretti.ts';
import fc from '../../../support/drawn.ts';

const julyS = Date.parse('2026-07-15T12:00:00Z') / 1000;
const januaryS = Date.parse('2026-01-15T12:00:00Z') / 1000;

describe("Negretti & Zambra's forecaster", () => {
  it('has 26 points, from settled fine to stormy with much rain', () => {
    expect(ZAMBRETTI_WORDS).toHaveLength(26);
    expect(new Set(ZAMBRETTI_WORDS).size).toBe(26);
    expect(zambretti(1045, 0, januaryS)).toMatchObject({ z: 1, words: 'settled fine', characteristic: 'steady' });
    expect(zambretti(960, -4, januaryS)).toMatchObject({
      z: 26,
      words: 'stormy, much rain',
      characteristic: 'falling',
    });
  });

  it('never promises worse weather for a rising than for a steady, or for a steady than for a falling barometer', () => {
    const when = fc.constantFrom(julyS, januaryS);
    fc.assert(
      fc.property(fc.double({ min: 900, max: 1080, noNaN: true }), when, fc.boolean(), (hpa, tS, southern) => {
        const [rising, steady, falling] = [3, 0, -3].map((change) => zambretti(hpa, change, tS, southern).z);
        expect(rising).toBeLessThanOrEqual(steady!);
        expect(steady).toBeLessThanOrEqual(falling!);
      }),
    );
  });

  it('never promises worse weather for a higher pressure', () => {
    const change = fc.constantFrom(-3, 0, 3);
    const hpa = fc.double({ min: 900, max: 1079, noNaN: true });
    fc.assert(
      fc.property(hpa, change, fc.double({ min: 0, max: 20, noNaN: true }), (low, trend, more) => {
        expect(zambretti(low + more, trend, julyS).z).toBeLessThanOrEqual(zambretti(low, trend, julyS).z);
      }),
    );
  });

  it('turns at 1.6 hPa in three hours', () => {
    expect(zambretti(1013, 1.59, julyS).characteristic).toBe('steady');
    expect(zambretti(1013, 1.6, julyS).characteristic).toBe('rising');
    expect(zambretti(1013, -1.6, julyS).characteristic).toBe('falling');
  });

  it('has its summer in the other half-year south of the equator', () => {
    for (let hpa = 950; hpa <= 1050; hpa += 3) {
      for (const change of [-3, 0, 3]) {
        expect(zambretti(hpa, change, julyS, true)).toEqual(zambretti(hpa, change, januaryS, false));
      }
    }
    expect(zambretti(1000, -3, julyS).z).toBeGreaterThan(zambretti(1000, -3, januaryS).z);
  });
});
