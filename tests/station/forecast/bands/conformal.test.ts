import { describe, expect, it } from 'vitest';
import { savedState } from '../../../../src/maths/codec.ts';
import { SortedRing } from '../../../../src/maths/sorted-ring.ts';
import { Conformal } from '../../../../src/station/forecast/bands/conformal.ts';
import { conformalSettings } from '../../../../src/station/forecast/bands/conformal-settings.ts';
import { Evenness } from '../../../../src/station/forecast/bands/evenness.ts';
import { seeded } from '../../../support/seeded.ts';

const settings = (delay: number) => ({
  capacity: 2016,
  every: 2,
  sparsest: 8,
  window: 32_256,
  delay,
  coverageMemory: 17280,
  calm: 1 / 3,
  unrest: Number.POSITIVE_INFINITY,
  longMemory: 17280,
  even: false,
  day: 0,
});

/** Issues at every step, learns `delay` steps later; answers hit or miss of each forecast in the order of its maturing. */
function run(
  conformal: Conformal,
  delay: number,
  errors: ArrayLike<number>,
  width = () => conformal.quantile(),
): boolean[] {
  const issued: (number | null)[] = [];
  const hits: boolean[] = [];
  for (let t = 0; t < errors.length; t++) {
    if (t >= delay) {
      const halfwidth = issued[t - delay]!;
      const error = errors[t - delay]!;
      if (halfwidth !== null) hits.push(Math.abs(error) <= halfwidth);
      conformal.learn(error, 1, halfwidth);
    }
    issued.push(width());
  }
  return hits;
}

const share = (hits: readonly boolean[]): number => hits.filter(Boolean).length / hits.length;

describe('the sorted ring', () => {
  it('knows the k-th smallest of the newest values', () => {
    const { normal } = seeded(31);
    const ring = new SortedRing(50);
    const all: number[] = [];
    for (let i = 0; i < 400; i++) {
      const value = Math.fround(normal());
      all.push(value);
      ring.push(value);
      const newest = all.slice(-50).sort((a, b) => a - b);
      expect(ring.size).toBe(newest.length);
      expect(ring.smallest(1 + (i % newest.length))).toBe(newest[i % newest.length]);
    }
  });

  it('lets every second value go and keeps the newest', () => {
    const ring = new SortedRing(5);
    for (const value of [5, 3, 9, 1, 7, 8]) ring.push(value);
    ring.thin(); // of 3 9 1 7 8
    expect(ring.size).toBe(3);
    expect([1, 2, 3].map((k) => ring.smallest(k))).toEqual([1, 3, 8]);
  });

  it('comes back with its values in the order of their arrival', () => {
    const ring = new SortedRing(4);
    for (const value of [5, 3, 9, 1, 7]) ring.push(value);
    const back = new SortedRing(4).restore(ring.toJSON());
    back.push(0); // 3, the oldest, leaves
    expect([1, 2, 3, 4].map((k) => back.smallest(k))).toEqual([0, 1, 7, 9]);
  });
});

describe('the adaptive conformal interval', () => {
  it('says nothing before the first nine scores', () => {
    const conformal = new Conformal({ ...settings(1), every: 1 });
    for (let i = 0; i < 8; i++) conformal.learn(1, 1, null);
    expect(conformal.quantile()).toBeNull();
    conformal.learn(1, 1, null);
    expect(conformal.quantile()).toBe(1);
  });

  it.each([1, 12, 144])('covers 90 %% of iid errors within .3 points at a delay of %d', (delay) => {
    const { normal } = seeded(32 + delay);
    const hits = run(new Conformal(settings(delay)), delay, Float64Array.from({ length: 24_000 }, normal));
    expect(share(hits.slice(-16_000))).toBeGreaterThan(0.897);
    expect(share(hits.slice(-16_000))).toBeLessThan(0.903);
  });

  it('keeps its promise through a jump of the errors by half, and recovers while they are still arriving', () => {
    const { normal } = seeded(33);
    const errors = Float64Array.from({ length: 60_000 }, (_, t) => (t < 30_000 ? 1 : 1.5) * normal());
    const hits = run(new Conformal(settings(144)), 144, errors);
    const first = hits.length - 30_000; // the first forecast whose error is of the new size
    expect(share(hits)).toBeGreaterThan(0.897);
    expect(share(hits)).toBeLessThan(0.901);
    expect(share(hits.slice(first, first + 2000))).toBeGreaterThan(0.77); // volatility is not in play here
    expect(share(hits.slice(first + 2000, first + 8000))).toBeGreaterThan(0.88);
  });

  it('a day ahead holds again within a month after errors have grown by seven tenths at once', () => {
    const calm: boolean[] = [];
    const soon: boolean[] = [];
    const later: boolean[] = [];
    const day = 24;
    const grown = 460 * day;
    for (let seed = 40; seed < 46; seed++) {
      const { normal } = seeded(seed);
      const keep = Math.exp(-1 / day);
      let weather = normal();
      const errors = Float64Array.from({ length: grown + 31 * day }, (_, t) => {
        weather = keep * weather + Math.sqrt(1 - keep * keep) * normal();
        return (t < grown ? 1 : 1.7) * weather;
      });
      const conformal = new Conformal(conformalSettings(3600, 86_400));
      const hits = run(conformal, day, errors, () => conformal.band(1)?.halfwidth ?? null);
      const then = hits.length - 31 * day;
      calm.push(...hits.slice(60 * day, then));
      soon.push(...hits.slice(then, then + 8 * day));
      later.push(...hits.slice(then + 15 * day));
    }
    expect(Math.abs(share(calm) - 0.9)).toBeLessThan(0.005);
    expect(share(soon)).toBeGreaterThan(0.7);
    expect(share(later)).toBeGreaterThan(0.865); // .85 without the alarm
  });

  it('reaches back sixteen weeks with the scores of two, sparser and sparser', () => {
    const conformal = new Conformal(conformalSettings(300, 3600));
    const learn = (days: number, size: number) => {
      for (let t = 0; t < days * 288; t++) conformal.learn(size, 1, null);
    };
    learn(80, 1);
    learn(14, 2); // a fortnight of another size is no longer all there is
    expect(conformal.state.scores.quantile(0.5)).toBe(1);
    expect(conformal.state.scores.quantile(0.9)).toBe(2);
    learn(112, 2);
    expect(conformal.state.scores.quantile(0.01)).toBe(2);
  });

  it('takes smaller steps when it has grown up', () => {
    const conformal = new Conformal({ ...settings(1), every: 1, window: 1000 });
    const step = () => {
      const before = conformal.state.alpha;
      conformal.learn(0, 1, 1);
      return conformal.state.alpha - before;
    };
    const young = step();
    for (let i = 0; i < 1000; i++) conformal.learn(0, 1, null);
    expect(step()).toBeCloseTo(young / 3, 9);
  });

  it('is as quick as when it was young while what it promised does not hold', () => {
    const conformal = new Conformal({ ...settings(1), every: 1, window: 1000, unrest: 0.02, longMemory: 8640 });
    const step = () => {
      const before = conformal.state.alpha;
      conformal.learn(0, 1, 1);
      return conformal.state.alpha - before;
    };
    const young = step();
    const settle = (share: number) => {
      for (let i = 0; i < 60 * 144 * 8; i++) conformal.learn(i % 100 < 100 * share ? 0 : 2, 1, 1);
    };
    settle(1);
    const before = conformal.state.alpha;
    conformal.learn(2, 1, 1); // never missed so far: this miss counts in full
    expect(before - conformal.state.alpha).toBeCloseTo(9 * young, 9);
    settle(0.9);
    expect(Math.abs(step() - young / 3)).toBeLessThan(young / 4);
  });

  it('remembers misses it owes below an alpha of 0 when errors come in spells of three days', () => {
    const { normal } = seeded(34);
    const keep = Math.exp(-1 / (3 * 144));
    let state = normal();
    const errors = Float64Array.from({ length: 400 * 144 }, () => {
      state = keep * state + Math.sqrt(1 - keep * keep) * normal();
      return state;
    });
    const conformal = new Conformal({ ...settings(144), every: 1 });
    const hits = run(conformal, 144, errors);
    expect(share(hits)).toBeGreaterThan(0.895);
    expect(share(hits)).toBeLessThan(0.91);
  });

  it('may store a negative alpha, and still gives a width', () => {
    const conformal = new Conformal({ ...settings(1), every: 1 });
    for (let i = 0; i < 400; i++) conformal.learn(i, 1, i < 9 ? null : 0);
    expect(conformal.state.alpha).toBeLessThan(0);
    expect(conformal.quantile()).toBe(399);
  });

  it('goes on after a restart as if nothing had happened', () => {
    const { normal } = seeded(35);
    const before = new Conformal(settings(12));
    for (let i = 0; i < 5000; i++) before.learn(normal(), 1, before.quantile());
    const saved = JSON.parse(JSON.stringify(savedState(before)));
    const after = new Conformal(settings(12)).restore({ ...saved, quantiles: 'as 1.2.0 kept them' });
    expect(after.signedQuantiles()).toEqual(before.signedQuantiles());
    for (let i = 0; i < 500; i++) {
      const error = normal();
      expect(after.quantile()).toBe(before.quantile());
      before.learn(error, 1, before.quantile());
      after.learn(error, 1, after.quantile());
    }
    expect(after.coverage).toBe(before.coverage);
  });

  it('far ahead goes from one width to the next without leaps, and no longer chases the luck of sixty days', () => {
    const { normal } = seeded(36);
    const far = { ...settings(144), even: true, unrest: 0.01, longMemory: 105_120, day: 144 };
    const conformal = new Conformal(far);
    const widths: number[] = [];
    const hits = run(conformal, 144, Float64Array.from({ length: 60_000 }, normal), () => {
      const band = conformal.band(1);
      if (band) widths.push(band.halfwidth);
      return band?.halfwidth ?? null;
    });
    expect(share(hits.slice(-30_000))).toBeGreaterThan(0.89);
    expect(share(hits.slice(-30_000))).toBeLessThan(0.91);
    const settled = widths.slice(-30_000);
    expect(Math.max(...settled) / Math.min(...settled)).toBeLessThan(1.15);
    expect(Math.max(...settled.slice(1).map((width, i) => Math.abs(width - settled[i]!)))).toBeLessThan(0.05);
  });
});

describe('a width that is to hold where it is narrow and where it is wide', () => {
  /** Errors whose true size goes with the scale to the power `truly`; hits of the narrowest and of the widest third, late in life. */
  function thirds(truly: number): [number, number] {
    const { normal } = seeded(38);
    const conformal = new Conformal({ ...settings(1), even: true, day: 48, every: 1, window: 4000 });
    const seen: { scale: number; hit: boolean }[] = [];
    for (let t = 0; t < 60_000; t++) {
      const scale = Math.exp(0.5 * normal());
      const halfwidth = conformal.band(scale)?.halfwidth ?? null;
      const error = scale ** truly * normal();
      if (halfwidth !== null && t > 40_000) seen.push({ scale, hit: Math.abs(error) <= halfwidth });
      conformal.learn(error, scale, halfwidth);
    }
    seen.sort((a, b) => a.scale - b.scale);
    const third = Math.floor(seen.length / 3);
    return [share(seen.slice(0, third).map(({ hit }) => hit)), share(seen.slice(-third).map(({ hit }) => hit))];
  }

  it.each([0.6, 1, 1.4])('learns how far its scale is to be believed: errors that go with its power %d', (truly) => {
    for (const held of thirds(truly)) expect(Math.abs(held - 0.9)).toBeLessThan(0.02);
  });

  it('is not thrown off by errors of nothing', () => {
    const evenness = new Evenness(2, 2);
    for (let i = 0; i < 5; i++) evenness.learn(1, 0, -0.1);
    for (let i = 0; i < 5; i++) evenness.learn(1, 2, -0.1);
    expect(evenness.halfwidth(1, 0)).toBe(0);
    expect(evenness.halfwidth(1, 2)).toBeCloseTo(2, 9);
  });
});
