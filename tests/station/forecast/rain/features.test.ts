import { describe, expect, it } from 'vitest';
import { RAIN_FEATURES, rainFeatures } from '../../../../src/station/forecast/rain/features.ts';
import { tickRow, tickRows } from '../../../support/tick-rows.ts';

const startS = 1.75e9 - (1.75e9 % 300);

describe('what rain is foretold from', () => {
  const rows = tickRows(startS, 40, (_, i) => ({
    temperatureC: 12 - 0.1 * i,
    humidityPct: 60 + i / 2,
    stationHpa: 1012 - 0.1 * i,
    cloudIndex: 0.9,
  }));
  const atS = rows.at(-1)!.tS;

  it('is the dampness, the fall of the barometer and the cloud of that moment, each in its own unit', () => {
    const x = rainFeatures(rows, atS, 1015, 300)!;
    const of = (name: (typeof RAIN_FEATURES)[number]) => x[RAIN_FEATURES.indexOf(name)]!;
    const last = rows.at(-1)!;
    expect(of('bias')).toBe(1);
    expect(of('dew_depression')).toBeCloseTo((last.temperatureC! - last.dewPointC! - 4) / 4, 9);
    expect(of('humidity')).toBeCloseTo((79.5 - 75) / 15, 9);
    expect(of('pressure_change_3h')).toBeCloseTo(-3.6 / 2, 9);
    expect(of('pressure_level')).toBeCloseTo((1008.1 - 1015) / 10, 9);
    expect(of('cloudiness_90m')).toBeCloseTo(0.8, 9);
    expect(of('temp_change_1h')).toBeCloseTo(-0.6, 9);
    expect(of('humidity_change_1h')).toBeCloseTo(0.75, 9);
    expect(of('humid_and_cloudy')).toBeCloseTo(of('humidity') * of('cloudiness_90m'), 12);
  });

  it('is the same whether computed live or later from the stored rows around a time', () => {
    const earlier = rows[36]!.tS;
    expect(rainFeatures(rows, earlier, 1015, 300)).toEqual(rainFeatures(rows.slice(0, 37), earlier, 1015, 300));
  });

  it('takes what is missing for nothing unusual, and says nothing about a time without record', () => {
    const gap = rows.filter((_, i) => i > 30);
    const x = rainFeatures(gap, atS, null, 300)!;
    expect(x[RAIN_FEATURES.indexOf('pressure_change_3h')]).toBe(0);
    expect(x[RAIN_FEATURES.indexOf('pressure_level')]).toBe(0);
    expect(rainFeatures(rows, startS - 900, null, 300)).toBeNull();
    expect(rainFeatures(rows, atS + 900, null, 300)).toBeNull();
    expect(rainFeatures([tickRow(atS, { humidityPct: null })], atS, null, 300)).toBeNull();
  });
});
