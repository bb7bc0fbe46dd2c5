import { describe, expect, it } from 'vitest';
import { logit, sigmoid } from '../../../../src/maths/online-logistic.ts';
import { Odds } from '../../../../src/station/forecast/chance/odds.ts';
import fc from '../../../support/drawn.ts';
import { seeded } from '../../../support/seeded.ts';

const NEUTRAL = { dewAboveC: 0 };

describe('the odds of a night', () => {
  it('are what the paths say, before a night was lived', () => {
    const odds = new Odds();
    for (const share of [0.05, 0.3, 0.7, 0.95]) expect(odds.predict({ share, ...NEUTRAL })).toBeCloseTo(share, 12);
    expect(odds.predict({ share: 0.4, dewAboveC: null })).toBeCloseTo(0.4, 12);
  });

  it('know that dry air cools on and moist air does not', () => {
    const odds = new Odds();
    expect(odds.predict({ share: 0.5, dewAboveC: -6 })).toBeGreaterThan(0.55);
    expect(odds.predict({ share: 0.5, dewAboveC: 6 })).toBeLessThan(0.45);
  });

  it('never say that anything is certain', () => {
    const odds = new Odds();
    expect(odds.predict({ share: 0, dewAboveC: 30 })).toBeGreaterThan(0);
    expect(odds.predict({ share: 1, dewAboveC: -30 })).toBeLessThan(1);
  });

  it('a larger share of paths is never less likely, whatever was learned', () => {
    const lesson = fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), came: fc.boolean() });
    fc.assert(
      fc.property(fc.array(lesson, { maxLength: 300 }), (lessons) => {
        const odds = new Odds();
        for (const { share, came } of lessons) odds.learn({ share, ...NEUTRAL }, came);
        const said = [0, 0.01, 0.2, 0.5, 0.8, 0.99, 1].map((share) => odds.predict({ share, ...NEUTRAL }));
        expect(said).toEqual([...said].sort((a, b) => a - b));
      }),
      { seed: 5, numRuns: 60 },
    );
  });

  it('learn a place where frost comes more often than the paths say, slowly', () => {
    const { uniform } = seeded(11);
    const odds = new Odds();
    const truth = (share: number): number => sigmoid(0.5 + logit(share));
    for (let i = 0; i < 20_000; i++) {
      const share = 0.02 + 0.96 * uniform();
      odds.learn({ share, ...NEUTRAL }, uniform() < truth(share));
    }
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9])
      expect(Math.abs(odds.predict({ share, ...NEUTRAL }) - truth(share))).toBeLessThan(0.05);
  });
});
