import { expect, it } from 'vitest';
import { References } from '../../../../src/station/air/compensation/references.ts';
import { seeded } from '../../../support/seeded.ts';

const open = { least: -1e9, most: 1e9, lam: 1, r: 4, p0: 1e9, pMin: 0 };

it('a number is, without forgetting and from an open prior, exactly the mean of its references', () => {
  const { normal } = seeded(6);
  const offset = new References('x', 0, open);
  const differences = Array.from({ length: 40 }, () => 8 + 3 * normal());
  for (const [i, difference] of differences.entries()) expect(offset.learn(1, difference, i)).toBe(false);
  const mean = differences.reduce((sum, d) => sum + d, 0) / differences.length;
  expect(offset.value).toBeCloseTo(mean, 6);
});

it('a factor is the least-squares slope of its references', () => {
  const { normal } = seeded(7);
  const k = new References('x', 0, open);
  const pairs = Array.from({ length: 40 }, (_, i): [u: number, y: number] => [i + 1, 0.3 * (i + 1) + normal()]);
  for (const [i, [u, y]] of pairs.entries()) k.learn(u, y, i);
  const sum = (of: (u: number, y: number) => number) => pairs.reduce((all, [u, y]) => all + of(u, y), 0);
  expect(k.value).toBeCloseTo(sum((u, y) => u * y) / sum((u) => u * u), 6);
});
