import { describe, expect, it } from 'vitest';
import { clearSkyWm2 } from '../../../../src/station/air/physics/clear-sky.ts';
import { cctFromRgb } from '../../../../src/station/air/physics/colour.ts';
import { heatIndexC } from '../../../../src/station/air/physics/heat-index.ts';
import {
  absoluteHumidityGM3,
  dewDepressionK,
  dewPointC,
  frostPointC,
  rhAtAirTemperature,
  vpdHpa,
  wetBulbC,
} from '../../../../src/station/air/physics/humidity.ts';
import { seaLevelHpa, seaLevelRatio } from '../../../../src/station/air/physics/pressure.ts';
import { solarPosition } from '../../../../src/station/air/physics/sun.ts';
import fc from '../../../support/drawn.ts';

const temperature = fc.double({ min: -50, max: 60, noNaN: true });
const rh = fc.double({ min: 0.5, max: 100, noNaN: true });
const station = fc.double({ min: 500, max: 1100, noNaN: true });

describe('air, whatever its temperature and humidity', () => {
  it('has dew point ≤ wet bulb ≤ temperature', () => {
    fc.assert(
      fc.property(temperature, rh, station, (t, u, p) => {
        const dew = dewPointC(t, u)!;
        const wet = wetBulbC(t, u, p)!;
        expect(dew).toBeLessThanOrEqual(wet + 1e-6);
        expect(wet).toBeLessThanOrEqual(t);
        expect(dewDepressionK(t, u)!).toBeGreaterThanOrEqual(0);
        expect(frostPointC(t, u)!).toBeGreaterThanOrEqual(dew - 1e-9);
      }),
      { numRuns: 2000 },
    );
  });

  it('holds more vapour, and is nearer to dew, the higher its humidity', () => {
    fc.assert(
      fc.property(temperature, fc.double({ min: 0.5, max: 99, noNaN: true }), station, (t, u, p) => {
        const more = u + 1;
        expect(dewPointC(t, more)!).toBeGreaterThan(dewPointC(t, u)!);
        expect(wetBulbC(t, more, p)!).toBeGreaterThan(wetBulbC(t, u, p)! - 1e-7);
        expect(absoluteHumidityGM3(t, more)!).toBeGreaterThan(absoluteHumidityGM3(t, u)!);
        expect(vpdHpa(t, more)!).toBeLessThan(vpdHpa(t, u)!);
      }),
      { numRuns: 1000 },
    );
  });

  it('is described by finite numbers or null for any input at all', () => {
    const any = fc.oneof(fc.double(), fc.constant(null));
    const finiteOrNull = (value: number | null) => expect(value === null || Number.isFinite(value)).toBe(true);
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        for (const value of [dewPointC(a, b), frostPointC(a, b), vpdHpa(a, b), absoluteHumidityGM3(a, b)]) {
          finiteOrNull(value);
        }
        finiteOrNull(wetBulbC(a, b, c));
        finiteOrNull(heatIndexC(a, b));
        finiteOrNull(cctFromRgb(a, b, c));
        finiteOrNull(seaLevelHpa(a, b ?? 0));
        expect(Number.isFinite(seaLevelRatio(a, b ?? 0))).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps its vapour when a reading is moved to another temperature and back', () => {
    fc.assert(
      fc.property(rh, temperature, temperature, (u, element, air) => {
        const there = rhAtAirTemperature(u, element, air);
        expect(Math.abs(rhAtAirTemperature(there, air, element) - u)).toBeLessThan(1e-11);
      }),
    );
  });
});

describe('the sun', () => {
  it('is nowhere for a station that has not been told where it stands', () => {
    expect(solarPosition(0, { latitude: null, longitude: 12 })).toBeNull();
    expect(solarPosition(0, { latitude: 91, longitude: 12 })).toBeNull();
    expect(clearSkyWm2(null)).toBeNull();
  });

  it('never jumps by more than a degree in three minutes, in elevation, at any place', () => {
    const latitude = fc.double({ min: -90, max: 90, noNaN: true });
    const longitude = fc.double({ min: -180, max: 180, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_500_000_000 }), latitude, longitude, (tS, lat, lon) => {
        const place = { latitude: lat, longitude: lon };
        const here = solarPosition(tS, place)!;
        expect(Math.abs(solarPosition(tS + 180, place)!.elevationDeg - here.elevationDeg)).toBeLessThan(1);
        expect(here.azimuthDeg).toBeGreaterThanOrEqual(0);
        expect(here.azimuthDeg).toBeLessThan(360);
      }),
      { numRuns: 500 },
    );
  });
});
