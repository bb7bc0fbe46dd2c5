import { describe, expect, it } from 'vitest';
import { InnovationRing } from '../../../../src/station/air/filters/innovation-ring.ts';
import { seeded } from '../../../support/seeded.ts';

describe('the innovation histogram of /api/nerd', () => {
  it('says nothing but how many there are below 20 values, and drops what is not finite', () => {
    const ring = new InnovationRing();
    for (let i = 0; i < 19; i++) ring.push(0.1 * i);
    ring.push(Number.NaN);
    ring.push(Number.POSITIVE_INFINITY);
    expect(ring.histogram()).toEqual({ counts: [], n: 19 });
  });

  it('has 21 bins between −4 and 4, edges with two decimals, and outliers in the outermost bins', () => {
    const ring = new InnovationRing();
    for (const value of [-99, -4, 4, 99, ...new Array<number>(20).fill(0)]) ring.push(value);
    const histogram = ring.histogram();
    expect(histogram.counts).toHaveLength(21);
    expect(histogram.edges).toHaveLength(22);
    expect(histogram.edges![0]).toBe(-4);
    expect(histogram.edges![1]).toBe(-3.62);
    expect(histogram.edges![21]).toBe(4);
    expect(histogram.counts[0]).toBe(2);
    expect(histogram.counts[20]).toBe(2);
    expect(histogram.counts[10]).toBe(20);
    expect(histogram.n).toBe(24);
  });

  it('keeps the newest 600', () => {
    const ring = new InnovationRing();
    for (let i = 0; i < 600; i++) ring.push(-2);
    for (let i = 0; i < 600; i++) ring.push(1);
    const histogram = ring.histogram();
    expect(histogram.n).toBe(600);
    expect(histogram).toMatchObject({ mean: 1, std: 0, skew: null, kurtosis: null });
  });

  it('has the moments of a worked example', () => {
    const ring = new InnovationRing();
    for (let round = 0; round < 5; round++) for (const value of [0, 0, 0, 1, 3]) ring.push(value);
    // of {0,0,0,1,3}: mean .8, central moments 1.36, 1.824, 4.9312 by hand
    expect(ring.moments()!.mean).toBeCloseTo(0.8, 12);
    expect(ring.moments()!.std).toBeCloseTo(Math.sqrt(1.36), 12);
    expect(ring.moments()!.skew).toBeCloseTo(1.824 / 1.36 ** 1.5, 12);
    expect(ring.moments()!.kurtosis).toBeCloseTo(4.9312 / 1.36 ** 2 - 3, 12);
  });

  it('looks like a Gaussian when the values are one', () => {
    const { normal } = seeded(2);
    const ring = new InnovationRing();
    for (let i = 0; i < 600; i++) ring.push(normal());
    const { mean, std, skew, kurtosis } = ring.moments()!;
    expect(Math.abs(mean)).toBeLessThan(0.13);
    expect(Math.abs(std - 1)).toBeLessThan(0.1);
    expect(Math.abs(skew!)).toBeLessThan(0.3);
    expect(Math.abs(kurtosis!)).toBeLessThan(0.6);
  });
});
