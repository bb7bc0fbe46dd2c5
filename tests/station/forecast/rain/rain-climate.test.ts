import { describe, expect, it } from 'vitest';
import { sigmoid } from '../../../../src/maths/online-logistic.ts';
import { RainClimate } from '../../../../src/station/forecast/rain/climate.ts';
import { seeded } from '../../../support/seeded.ts';

const STEP_S = 3600;
const DAYS = 400;

/** A place whose score spreads so far, and what the station makes of it. */
function place(mean: number, spread: number, indoors = false) {
  const { normal } = seeded(31);
  const scores = Array.from({ length: 24 * DAYS }, () => mean + spread * normal());
  const climate = new RainClimate(0.2, indoors, STEP_S);
  for (const score of scores) climate.learn(score);
  const said = scores.map((score) => sigmoid(climate.intercept + climate.steepness * score));
  return { climate, meanSaid: said.reduce((sum, p) => sum + p, 0) / said.length };
}

describe('what a place teaches about rain without a label', () => {
  it('is how steep the score is meant: flatter where it spreads further than elsewhere, steeper where less, within bounds', () => {
    expect(new RainClimate(0.2, false, STEP_S).steepness).toBe(1);
    expect(place(0, 1.6).climate.steepness).toBeCloseTo(0.75, 1);
    expect(place(0, 1.05).climate.steepness).toBeCloseTo(1.13, 1);
    expect(place(0, 6).climate.steepness).toBe(0.6);
    expect(place(0, 0.2).climate.steepness).toBe(1.25);
    expect(place(0, 6, true).climate.steepness).toBe(1); // a room says nothing of the weather
  });

  it.each([-1, 0, 0.5])(
    'is an intercept with which rain is foretold as often as it comes, scores around %f',
    (mean) => {
      const { climate, meanSaid } = place(mean, 1.5);
      expect(Math.abs(meanSaid - climate.baseRate)).toBeLessThan(0.03);
    },
  );
});
