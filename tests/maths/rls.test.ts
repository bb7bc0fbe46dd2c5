import { Matrix, solve } from 'ml-matrix';
import { describe, expect, it } from 'vitest';
import { RidgeRls } from '../../src/maths/rls.ts';
import { seeded } from '../support/seeded.ts';

const vectors = (seed: number, rows: number, n: number) => {
  const { normal } = seeded(seed);
  const truth = Array.from({ length: n }, normal);
  return Array.from({ length: rows }, () => {
    const phi = Float64Array.from({ length: n }, normal);
    return { phi, y: phi.reduce((sum, x, i) => sum + x * truth[i]!, 0) + 0.3 * normal() };
  });
};

/** (Φ'WΦ + δI)⁻¹ Φ'Wy with W = λ^age × weight. */
function batchRidge(data: { phi: Float64Array; y: number; weight?: number }[], delta: number, lam = 1): number[] {
  const n = data[0]!.phi.length;
  const a = Matrix.eye(n, n).mul(delta);
  const b = Matrix.zeros(n, 1);
  data.forEach(({ phi, y, weight = 1 }, age) => {
    const w = weight * lam ** (data.length - 1 - age);
    for (let i = 0; i < n; i++) {
      b.set(i, 0, b.get(i, 0) + w * phi[i]! * y);
      for (let j = 0; j < n; j++) a.set(i, j, a.get(i, j) + w * phi[i]! * phi[j]!);
    }
  });
  return solve(a, b).to1DArray();
}

describe('ridge regression by recursion', () => {
  it('equals the batch ridge solution when nothing is forgotten', () => {
    const data = vectors(1, 490, 33);
    const rls = new RidgeRls({ n: 33, lam: 1, delta: 20, pMax: Number.POSITIVE_INFINITY });
    for (const { phi, y } of data) rls.learn(phi, y);
    const batch = batchRidge(data, 20);
    rls.theta.forEach((value, i) => {
      expect(value).toBeCloseTo(batch[i]!, 12);
    });
  });

  it('counts a lesson by its weight', () => {
    const data = vectors(2, 300, 5).map((one, i) => ({ ...one, weight: 0.2 + (i % 7) / 3 }));
    const rls = new RidgeRls({ n: 5, lam: 1, delta: 3, pMax: Number.POSITIVE_INFINITY });
    for (const { phi, y, weight } of data) rls.learn(phi, y, weight);
    const batch = batchRidge(data, 3);
    rls.theta.forEach((value, i) => {
      expect(value).toBeCloseTo(batch[i]!, 12);
    });
  });

  it('stays close to the exponentially weighted ridge while it forgets', () => {
    const data = vectors(3, 3000, 6);
    const rls = new RidgeRls({ n: 6, lam: 0.995, delta: 5, pMax: 1 });
    for (const { phi, y } of data) rls.learn(phi, y);
    const batch = batchRidge(data, 5, 0.995);
    rls.theta.forEach((value, i) => {
      expect(Math.abs(value - batch[i]!)).toBeLessThan(5e-3);
    });
  });

  it.each([
    [0.99, 0.8, 1.25],
    [0.9999, 0.99, 1.01],
  ])('does not wind up along a direction that nothing excites, λ = %d', (lam, low, high) => {
    const delta = 20;
    const rls = new RidgeRls({ n: 33, lam, delta, pMax: Number.POSITIVE_INFINITY });
    for (const { phi, y } of vectors(4, 8000, 33)) {
      phi[7] = 0;
      rls.learn(phi, y);
    }
    const variance = rls.covariance()[7]![7]!;
    expect(variance * delta).toBeGreaterThan(low);
    expect(variance * delta).toBeLessThan(high);
  });

  it('winds up in no direction while weeks go by in which nothing changes', () => {
    const delta = 20;
    const rls = new RidgeRls({ n: 33, lam: 0.99, delta, pMax: Number.POSITIVE_INFINITY });
    const phi = Float64Array.from({ length: 33 }, (_, i) => Math.cos(i));
    for (let tick = 0; tick < 21 * 288; tick++) rls.learn(phi, 1);
    for (const [i, row] of rls.covariance().entries()) {
      expect(row[i]).toBeGreaterThan(0);
      expect(row[i]).toBeLessThan(2 / delta);
    }
  });

  it('keeps its covariance exactly symmetric and positive', () => {
    const rls = new RidgeRls({ n: 33, lam: 0.9999, delta: 20, pMax: 1 });
    for (const { phi, y } of vectors(5, 2000, 33)) rls.learn(phi, y);
    const p = rls.covariance();
    p.forEach((row, i) => {
      expect(row[i]).toBeGreaterThan(0);
      row.forEach((value, j) => {
        expect(value).toBe(p[j]![i]);
      });
    });
  });

  it('is moved little by one absurd value once it knows what is ordinary', () => {
    const data = vectors(6, 1500, 4);
    const rls = new RidgeRls({ n: 4, lam: 0.9999, delta: 20, pMax: 1 });
    for (const { phi, y } of data) rls.learn(phi, y);
    const before = [...rls.theta];
    rls.learn(data[0]!.phi, 1e6);
    rls.theta.forEach((value, i) => {
      expect(Math.abs(value - before[i]!)).toBeLessThan(0.05);
    });
  });

  it('goes on after a restart as if nothing had happened', () => {
    const data = vectors(7, 1200, 33);
    const settings = { n: 33, lam: 0.9999, delta: 20, pMax: 1 };
    const before = new RidgeRls(settings);
    for (const { phi, y } of data.slice(0, 700)) before.learn(phi, y);
    const after = new RidgeRls(settings).restore(JSON.parse(JSON.stringify(before)));
    for (const { phi, y } of data.slice(700)) {
      before.learn(phi, y);
      after.learn(phi, y);
    }
    expect([...after.theta]).toEqual([...before.theta]);
    expect(after.covariance()).toEqual(before.covariance());
  });

  it('refuses to come back to life with a number that is not finite', () => {
    const settings = { n: 3, lam: 1, delta: 1, pMax: 1 };
    const saved = new RidgeRls(settings).toJSON();
    expect(() => new RidgeRls(settings).restore({ ...saved, theta: [0, Number.NaN, 0] })).toThrow(/finite/);
    expect(() => new RidgeRls(settings).restore({ ...saved, theta: [0] })).toThrow(/3 weights/);
    expect(() => new RidgeRls(settings).restore({ ...saved, p: 'AAAA' })).toThrow(/bytes/);
  });
});
