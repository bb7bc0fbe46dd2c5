import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../../../../src/base/durations.ts';
import { logit, sigmoid } from '../../../../src/maths/online-logistic.ts';
import { Trust } from '../../../../src/station/forecast/chance/trust.ts';
import { seeded } from '../../../support/seeded.ts';

const SIX_S = 6 * HOUR_S;
const DAY_S = 24 * HOUR_S;

/** Who says p and has it come with the chance σ(shift + slope logit p). */
function taught(questions: number, shift: number, slope: number, spanS = SIX_S): Trust {
  const { uniform } = seeded(5);
  const trust = new Trust();
  for (let i = 0; i < questions; i++) {
    const share = 0.05 + 0.9 * uniform();
    trust.learn('humidity', 'above', spanS, share, uniform() < sigmoid(shift + slope * logit(share)));
  }
  return trust;
}

describe('the chance that is trusted', () => {
  it('is what is said until a station knows better', () => {
    for (const share of [0, 0.01, 0.4, 0.99, 1])
      for (const leadS of [900, SIX_S, 40_000, DAY_S])
        expect(new Trust().predict('temperature', 'below')(share, leadS)).toBeCloseTo(share, 12);
  });

  it('becomes what comes, within 2 points after two thousand questions, and does not wander off before', () => {
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const truth = sigmoid(0.4 + 0.7 * logit(share));
      const said = (questions: number) => taught(questions, 0.4, 0.7).predict('humidity', 'above')(share, SIX_S);
      expect(Math.abs(said(2000) - truth)).toBeLessThan(0.02);
      expect(Math.abs(taught(30, 0, 1).predict('humidity', 'above')(share, SIX_S) - share)).toBeLessThan(0.05);
    }
  });

  it('learns for one target, side and span, and mixes the two spans between them', () => {
    const trust = taught(2000, 0.8, 1);
    expect(trust.predict('humidity', 'below')(0.5, SIX_S)).toBeCloseTo(0.5, 12);
    expect(trust.predict('humidity', 'above')(0.5, DAY_S)).toBeCloseTo(0.5, 12);
    const [near, twelve, far] = [SIX_S, 2 * SIX_S, DAY_S].map((s) => trust.predict('humidity', 'above')(0.5, s));
    expect(logit(twelve!)).toBeCloseTo((logit(near!) + logit(far!)) / 2, 9);
    expect(trust.predict('humidity', 'above')(0.5, HOUR_S)).toBe(near);
  });

  it('stays in the order of what is said, though the truth be the other way round', () => {
    const trusted = taught(3000, 0, -2).predict('humidity', 'above');
    const shares = [0, 0.002, 0.1, 0.5, 0.9, 0.998, 1].map((share) => trusted(share, SIX_S));
    expect(shares).toEqual([...new Set(shares)].toSorted((a, b) => a - b));
    expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
  });
});
