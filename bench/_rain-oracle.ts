// What somebody could learn of rain at a place who was told the whole truth: the best correction of what the station says without a
// word, found with hindsight from all three-hour spells of the record, and from thirty of them.

import { DAY_S, HOUR_S } from '../src/base/durations.ts';
import { factorise, solveFactorised } from '../src/maths/cholesky.ts';
import { sigmoid } from '../src/maths/online-logistic.ts';
import { seeded } from '../tests/support/seeded.ts';
import type { Lived } from './_rain-replay.ts';

interface Spell {
  logit: number;
  truth: number;
  /** Every input of the corrections below. */
  steep: number;
  season: number;
  hour: number;
}

/** Columns that are added to the logit. */
type Correction = (of: Spell) => number[];

const oneOf = (at: number, size: number): number[] => Array.from({ length: size }, (_, i) => (i === at ? 1 : 0));
const CORRECTIONS: Record<string, Correction> = {
  intercept: () => [1],
  'intercept and slope': ({ steep }) => [1, steep],
  'one of each season': ({ season, steep }) => [...oneOf(season, 4), ...oneOf(season, 4).map((is) => is * steep)],
  'one of each three hours of the day': ({ hour }) => oneOf(hour, 8),
  'all of these': ({ season, hour, steep }) => [...oneOf(season, 4), ...oneOf(hour, 8), steep],
};
const TRUTHS = 30;
const DRAWS = 200;
/** What is believed of the correction before: the best of them is taken, which is hindsight, too. */
const VARIANCES = [0.01, 0.03, 0.1, 0.3];

export interface Ceiling {
  correction: string;
  /** Brier skill gained by the whole truth, and by thirty moments of it: mean, least, and share that lost more than .005. */
  whole: number;
  thirty: { mean: number; least: number; harmed: number } | null;
}

export function ceilings(of: Lived): Ceiling[] {
  const spells = of.seen.flatMap((seen, i): Spell[] => {
    const truth = of.ahead[i] ?? null;
    if (seen === null || truth === null || seen.tS % (3 * HOUR_S) !== 0) return [];
    const day = (seen.tS / DAY_S) % 365.25;
    return [
      {
        logit: seen.intercept + seen.score,
        truth: truth ? 1 : 0,
        steep: seen.score,
        season: Math.floor((day + 31) / 91.4) % 4,
        hour: (seen.tS / (3 * HOUR_S)) % 8,
      },
    ];
  });
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const steep = mean(spells.map((spell) => spell.steep));
  for (const spell of spells) spell.steep -= steep;
  const share = mean(spells.map(({ truth }) => truth));
  const skill = (correction: Correction, weights: ArrayLike<number>) =>
    1 -
    mean(spells.map((spell) => (sigmoid(corrected(spell, correction, weights)) - spell.truth) ** 2)) /
      (share * (1 - share));
  const silent = skill(() => [], []);
  return Object.entries(CORRECTIONS).map(([name, correction]) => {
    const whole = skill(correction, fitted(spells, correction, 1e6)) - silent;
    if (!name.startsWith('intercept')) return { correction: name, whole, thirty: null };
    const trials = VARIANCES.map((variance) => {
      const { uniform } = seeded(1);
      const gains = Array.from({ length: DRAWS }, () => {
        const some = Array.from({ length: TRUTHS }, () => spells[Math.floor(uniform() * spells.length)]!);
        return skill(correction, fitted(some, correction, variance)) - silent;
      });
      const harmed = gains.filter((gain) => gain < -0.005).length / DRAWS;
      return { mean: mean(gains), least: Math.min(...gains), harmed };
    });
    return { correction: name, whole, thirty: trials.sort((a, b) => b.mean - a.mean)[0]! };
  });
}

const corrected = (spell: Spell, correction: Correction, weights: ArrayLike<number>): number =>
  correction(spell).reduce((sum, x, i) => sum + x * weights[i]!, spell.logit);

/** Logistic regression by Newton's steps, each weight normal around 0 with this variance. */
function fitted(spells: readonly Spell[], correction: Correction, variance: number): Float64Array {
  const n = correction(spells[0]!).length;
  const weights = new Float64Array(n);
  for (let round = 0; round < 12; round++) {
    const hessian = new Float64Array(n * n);
    const gradient = weights.map((weight) => -weight / variance);
    for (let i = 0; i < n; i++) hessian[i * n + i] = 1 / variance;
    for (const spell of spells) {
      const x = correction(spell);
      const p = sigmoid(corrected(spell, correction, weights));
      for (let i = 0; i < n; i++) {
        gradient[i]! += (spell.truth - p) * x[i]!;
        for (let j = 0; j < n; j++) hessian[i * n + j]! += p * (1 - p) * x[i]! * x[j]!;
      }
    }
    if (!factorise(hessian, n)) throw new Error('the correction has no single answer');
    const step = solveFactorised(hessian, gradient, n);
    for (let i = 0; i < n; i++) weights[i]! += step[i]!;
  }
  return weights;
}
