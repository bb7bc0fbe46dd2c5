import { describe, expect, it } from 'vitest';
import { DAY_S } from '../../../../src/base/durations.ts';
import { HORIZONS_S, TARGETS } from '../../../../src/contract/names.ts';
import { Volatility } from '../../../../src/station/forecast/bands/volatility.ts';
import {
  seasonality,
  VOLATILITY_INPUTS,
  WIDTH_INPUTS,
  widthInputs,
  widthPrior,
} from '../../../../src/station/forecast/bands/width-inputs.ts';
import { FEATURE_COUNT, FEATURE_NAMES } from '../../../../src/station/forecast/learners/features.ts';
import { seeded } from '../../../support/seeded.ts';

const JANUARY_S = 1_704_067_200;
const psi = Float64Array.from({ length: VOLATILITY_INPUTS }, (_, i) => i);
const phi = Float64Array.from({ length: FEATURE_COUNT }, (_, i) => i / 10);

describe('what the width of a band is foretold from', () => {
  it('is what a pending forecast carries, the season of its target time and the state of the weather', () => {
    const inputs = widthInputs(psi, phi, JANUARY_S, 1);
    expect(inputs).toHaveLength(WIDTH_INPUTS);
    expect([...inputs.subarray(0, VOLATILITY_INPUTS)]).toEqual([...psi]);
    expect(inputs[VOLATILITY_INPUTS]).toBeGreaterThan(0.99); // midwinter in the north
    const at = (name: (typeof FEATURE_NAMES)[number]) => phi[FEATURE_NAMES.indexOf(name)]!;
    expect([...inputs.subarray(VOLATILITY_INPUTS + 2)]).toEqual([
      at('pressure_anomaly'),
      at('temp_anomaly'),
      at('humidity_anomaly'),
      at('cloud'),
    ]);
  });

  it('knows winter from summer on both halves of the globe, little of it near the equator, and nothing without a latitude', () => {
    const winter = (latitude: number | null, dueS: number) =>
      widthInputs(psi, phi, dueS, seasonality(latitude))[VOLATILITY_INPUTS]!;
    expect(winter(-51, JANUARY_S)).toBeCloseTo(-winter(51, JANUARY_S), 12);
    expect(winter(-51, JANUARY_S + 182 * DAY_S)).toBeGreaterThan(0.99);
    expect(Math.abs(winter(5, JANUARY_S))).toBeLessThan(0.12);
    expect(winter(null, JANUARY_S)).toBeCloseTo(0, 12);
  });

  it('has a prior of as many weights as inputs from six hours on, and none before', () => {
    for (const target of TARGETS)
      for (const horizonS of HORIZONS_S)
        expect(widthPrior(target, horizonS)?.shape.length ?? null).toBe(horizonS < 21_600 ? null : WIDTH_INPUTS);
  });
});

describe('the size of the next error', () => {
  const windy = new Float64Array(WIDTH_INPUTS);
  windy[0] = 1;
  windy[5] = 3; // the pressure has moved
  const calm = new Float64Array(WIDTH_INPUTS);
  calm[0] = 1;

  it('is wider in moving weather from the first day, because it is so everywhere', () => {
    const first = new Volatility(1, 300, DAY_S, widthPrior('pressure', DAY_S));
    expect(first.scale(windy)).toBeGreaterThan(1.3 * first.scale(calm));
    expect(first.scale(calm)).toBeGreaterThan(0.2);
  });

  it('follows the station where that is otherwise, in the course of years', () => {
    const { normal } = seeded(41);
    const taught = new Volatility(1, 3600, DAY_S, widthPrior('pressure', DAY_S));
    for (let i = 0; i < 4 * 8766; i++) taught.learn(i % 2 ? windy : calm, (i % 2 ? 0.5 : 1) * normal());
    expect(taught.scale(windy)).toBeLessThan(0.8 * taught.scale(calm));
  });
});
