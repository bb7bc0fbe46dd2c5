import { describe, expect, it } from 'vitest';
import { et0ClearSkyWm2, hourlyEt0Mm } from '../../../../src/station/air/physics/evapotranspiration.ts';
import { apparentTemperatureC, feelsLike, windChillC } from '../../../../src/station/air/physics/feels-like.ts';
import { solarPosition } from '../../../../src/station/air/physics/sun.ts';
import { isSunshine, sunshineThresholdWm2 } from '../../../../src/station/air/physics/sunshine.ts';
import sunshine from '../../../fixtures/inputs/vectors/sunshine.json' with { type: 'json' };
import fc from '../../../support/drawn.ts';

const kmH = (speed: number) => speed / 3.6;

describe('wind chill', () => {
  // Environment Canada's table of 2001, whole degrees.
  it.each([
    [5, 5, 4],
    [0, 20, -5],
    [-5, 30, -13],
    [-10, 10, -15],
    [-20, 40, -34],
    [-40, 60, -64],
    [-50, 80, -81],
  ])('%d °C at %d km/h feels like %d', (temperatureC, wind, felt) => {
    expect(Math.round(windChillC({ temperatureC, windMs: kmH(wind) })!)).toBe(felt);
  });

  it('is null beyond its validity: above 10 °C, in wind of 4.8 km/h or less, and without an input', () => {
    expect(windChillC({ temperatureC: 10, windMs: 2 })).not.toBeNull();
    expect(windChillC({ temperatureC: 10.01, windMs: 2 })).toBeNull();
    expect(windChillC({ temperatureC: 0, windMs: kmH(4.8) })).toBeNull();
    expect(windChillC({ temperatureC: null, windMs: 5 })).toBeNull();
    expect(windChillC({ temperatureC: 0, windMs: null })).toBeNull();
  });
});

describe('apparent temperature', () => {
  // Thermal comfort observations of the Bureau of Meteorology: AT = Ta + 0.33 e − 0.70 ws − 4.00, worked by hand.
  it.each([
    [20, 50, 0, 19.8],
    [30, 40, 5, 28.1],
    [10, 80, 10, 2.2],
    [-5, 70, 2, -9.4],
  ])('%d °C, %d %% and %d m/s feel like %d', (temperatureC, humidityPct, windMs, felt) => {
    expect(apparentTemperatureC({ temperatureC, humidityPct, windMs })).toBeCloseTo(felt, 0);
  });

  it('is null without a humidity or a wind', () => {
    expect(apparentTemperatureC({ temperatureC: 20, humidityPct: null, windMs: 1 })).toBeNull();
    expect(apparentTemperatureC({ temperatureC: 20, humidityPct: 50, windMs: null })).toBeNull();
  });
});

describe('feels like', () => {
  it.each([
    [{ temperatureC: -5, humidityPct: null, windMs: 8 }, 'wind_chill'],
    [{ temperatureC: -5, humidityPct: 80, windMs: 0.4 }, 'air'],
    [{ temperatureC: 18, humidityPct: 60, windMs: 3 }, 'apparent_temperature'],
    [{ temperatureC: 33, humidityPct: 60, windMs: null }, 'heat_index'],
  ])('%o is told by %s', (air, by) => {
    const felt = feelsLike(air);
    expect(felt.by).toBe(by);
    expect(felt.feelsLikeC).not.toBeNull();
  });

  it('names no formula and no number where an input is missing', () => {
    const nothing = { feelsLikeC: null, by: null };
    expect(feelsLike({ temperatureC: null, humidityPct: 50, windMs: 3 })).toEqual(nothing);
    expect(feelsLike({ temperatureC: 0, humidityPct: 50, windMs: null })).toEqual(nothing);
    expect(feelsLike({ temperatureC: 18, humidityPct: 50, windMs: null })).toEqual(nothing);
    expect(feelsLike({ temperatureC: 33, humidityPct: null, windMs: 2 })).toEqual(nothing);
  });

  it('is a number and a name, or neither, whatever a sensor reports', () => {
    const odd = fc.option(fc.double(), { nil: null });
    fc.assert(
      fc.property(odd, odd, odd, (temperatureC, humidityPct, windMs) => {
        const { feelsLikeC, by } = feelsLike({ temperatureC, humidityPct, windMs });
        expect(feelsLikeC === null).toBe(by === null);
        if (feelsLikeC !== null) expect(Number.isFinite(feelsLikeC)).toBe(true);
      }),
    );
  });
});

describe('sunshine', () => {
  it.each(sunshine.vectors)('$solar_wm2 W/m² under $sun_elevation_deg° on day $day_of_year', (vector) => {
    const { day_of_year, sun_elevation_deg, solar_wm2, threshold_wm2 } = vector;
    expect(sunshineThresholdWm2(day_of_year, sun_elevation_deg)).toBeCloseTo(threshold_wm2, 0);
    expect(isSunshine(solar_wm2, day_of_year, sun_elevation_deg)).toBe(vector.sunshine);
  });
});

describe('reference evapotranspiration', () => {
  // FAO Irrigation and Drainage Paper 56, example 19: N'Diaye in Senegal, 16°13' N, 16°15' W, 8 m, 1 October; pressure from its eq. 7.
  const place = { latitude: 16 + 13 / 60, longitude: -16.25 };
  const stationHpa = 1013 * ((293 - 0.0065 * 8) / 293) ** 5.26;
  const afternoonS = Date.parse('2023-10-01T15:30:00Z') / 1000; // 14:30 at 15° W

  it("is 0.63 mm from 14 to 15 h of FAO-56's example 19, and 0 from 2 to 3 h", () => {
    const clearWm2 = et0ClearSkyWm2(solarPosition(afternoonS, place)!.elevationDeg, 274, 8);
    expect((clearWm2 * 3600) / 1e6).toBeCloseTo(2.658, 1);
    const solarWm2 = 2.45e6 / 3600;
    const day = {
      temperatureC: 38,
      humidityPct: 52,
      windMs: 3.3,
      solarWm2,
      stationHpa,
      clearness: solarWm2 / clearWm2,
    };
    expect(hourlyEt0Mm(day)).toBeCloseTo(0.63, 2);
    const night = { temperatureC: 28, humidityPct: 90, windMs: 1.9, solarWm2: 0, stationHpa, clearness: 0.8 };
    expect(hourlyEt0Mm(night)).toBeCloseTo(0, 1);
  });
});
