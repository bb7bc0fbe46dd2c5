import { Matrix, solve } from 'ml-matrix';
import { describe, expect, it } from 'vitest';
import { restored, savedState } from '../../src/maths/codec.ts';
import { NormalRidge } from '../../src/maths/normal-ridge.ts';
import { EXPANDED_COUNT, expand, weighExpanded } from '../../src/station/forecast/learners/expansion.ts';
import { FEATURE_COUNT, FEATURE_NAMES } from '../../src/station/forecast/learners/features.ts';
import { seeded } from '../support/seeded.ts';

describe('ridge regression by normal equations', () => {
  it('equals exponentially weighted ridge, through a rescaling of its sums', () => {
    const { normal } = seeded(11);
    const n = 6;
    const lam = 0.98; // the gain passes 1e9 after about a thousand updates
    const delta = 4;
    const ridge = new NormalRidge({ n, lam, delta });
    const a = Matrix.eye(n, n).mul(delta);
    const b = Matrix.zeros(n, 1);
    const rows = 2500;
    for (let r = 0; r < rows; r++) {
      const z = Float64Array.from({ length: n }, normal);
      const y = z[0]! - 2 * z[3]! + 0.1 * normal();
      const weight = 0.5 + (r % 3);
      ridge.learn(z, y, weight);
      const w = weight * lam ** (rows - 1 - r);
      for (let i = 0; i < n; i++) {
        b.set(i, 0, b.get(i, 0) + w * z[i]! * y);
        for (let j = 0; j < n; j++) a.set(i, j, a.get(i, j) + w * z[i]! * z[j]!);
      }
    }
    ridge.solve();
    const theta = solve(a, b).to1DArray();
    for (let i = 0; i < n; i++) {
      const unit = new Float64Array(n);
      unit[i] = 1;
      expect(ridge.predict(unit)).toBeCloseTo(theta[i]!, 10);
    }
  });

  it('predicts nothing before it has been solved, and nothing much from too little', () => {
    const ridge = new NormalRidge({ n: 3, lam: 1, delta: 20 });
    const z = Float64Array.of(1, 1, 1);
    ridge.learn(z, 1);
    expect(ridge.predict(z)).toBe(0);
    ridge.solve();
    expect(ridge.predict(z)).toBeLessThan(0.15);
  });

  it('goes on after a restart as if nothing had happened', () => {
    const { normal } = seeded(12);
    const settings = { n: 5, lam: 0.999, delta: 2 };
    const before = new NormalRidge(settings);
    const lesson = () => Float64Array.from({ length: 5 }, normal);
    for (let i = 0; i < 50; i++) before.learn(lesson(), normal());
    before.solve();
    const after = restored(new NormalRidge(settings), JSON.parse(JSON.stringify(savedState(before))));
    const z = lesson();
    expect(after.predict(z)).toBe(before.predict(z));
    for (const one of [before, after]) {
      one.learn(z, 0.5);
      one.solve();
    }
    expect(after.predict(z)).toBe(before.predict(z));
  });
});

describe('the wide expert’s inputs', () => {
  const at = (name: (typeof FEATURE_NAMES)[number]) => FEATURE_NAMES.indexOf(name);
  const phi = Float64Array.from({ length: FEATURE_COUNT }, (_, i) => 0.1 * (i + 1));
  const expanded = (changes: Partial<Record<(typeof FEATURE_NAMES)[number], number>>, horizonS: number) => {
    const input = phi.slice();
    for (const [name, value] of Object.entries(changes)) input[at(name as (typeof FEATURE_NAMES)[number])] = value;
    const out = new Float64Array(EXPANDED_COUNT);
    expand(input, horizonS, out);
    return out;
  };

  it('begin with the features themselves', () => {
    expect([...expanded({}, 3600).slice(0, FEATURE_COUNT)]).toEqual([...phi]);
  });

  it('hold no products with a sun that has set, and a copy of everything for the night', () => {
    const out = expanded({ sun_now: 0, sun_target: 0 }, 3600);
    const products = out.slice(FEATURE_COUNT, FEATURE_COUNT + 2 * (FEATURE_COUNT - 1));
    expect(products.every((value) => value === 0)).toBe(true);
    const gate = out.slice(FEATURE_COUNT + 2 * (FEATURE_COUNT - 1), 2 * FEATURE_COUNT + 2 * (FEATURE_COUNT - 1));
    expect(gate[0]).toBe(phi[0]);
    expect(gate[32]).toBe(phi[32]);
  });

  it('are gated by the mean sun on the long horizons', () => {
    const out = expanded({ sun_now: 0, sun_target: 0, sun_mean: 0.5 }, 43200);
    const gate = out.slice(FEATURE_COUNT + 2 * (FEATURE_COUNT - 1));
    expect(gate[32]).toBeCloseTo(0.5 * phi[32]!, 12);
  });

  it.each([3600, 43200, 86400])('are weighed without being written down, at %i s', (horizonS) => {
    const weights = Float64Array.from({ length: EXPANDED_COUNT }, (_, i) => Math.sin(i + 1));
    for (const sun_now of [0, 0.7]) {
      const input = phi.slice();
      input[at('sun_now')] = sun_now;
      const written = expanded({ sun_now }, horizonS).reduce((sum, value, i) => sum + value * weights[i]!, 0);
      expect(weighExpanded(weights, input, horizonS)).toBeCloseTo(written, 10);
    }
  });
});
