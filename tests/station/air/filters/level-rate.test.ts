import { describe, expect, it } from 'vitest';
import { filterSettings } from '../../../../src/station/air/filters/filter-bank.ts';
import { LevelRateFilter, type LevelRateSettings } from '../../../../src/station/air/filters/level-rate.ts';
import fc from '../../../support/drawn.ts';
import { seeded } from '../../../support/seeded.ts';

const temperature = filterSettings().temperature;

/** A filter whose measured noise cannot leave `r`: the quantum's floor is r itself, and a constant signal goes to the floor. */
const knownNoise = (r: number, memoryS: number): LevelRateSettings => ({
  ...temperature,
  memoryS,
  r0: r,
  quantum: Math.sqrt(12 * r),
});

describe('a level-and-rate filter', () => {
  it.each([
    { memoryS: 600, gain: 0.00470295, rateSd: 0.021 },
    { memoryS: 300, gain: null, rateSd: 0.058 },
  ])('settles to the closed form of its gains with a memory of $memoryS s', ({ memoryS, gain, rateSd }) => {
    const r = 0.0025;
    const dtH = 2 / 3600;
    const filter = new LevelRateFilter(knownNoise(r, memoryS));
    for (let k = 0; k < 40_000; k++) filter.learn(20, 2 * k);
    const lambda = (filter.q * dtH ** 3) / r;
    let [a, b] = [0, 0]; // Lam (1 − a) = b², a = (−b + √(8b + b²/3))/2, by iteration
    for (let i = 0; i < 200; i++) {
      b = Math.sqrt(lambda * (1 - a));
      a = (-b + Math.sqrt(8 * b + (b * b) / 3)) / 2;
    }
    const { pLevel, pCross, pRate } = filter.now!;
    const prior = {
      pLevel: pLevel + 2 * dtH * pCross + dtH ** 2 * pRate + (filter.q * dtH ** 3) / 3,
      pCross: pCross + dtH * pRate + (filter.q * dtH ** 2) / 2,
    };
    const s = prior.pLevel + filter.r;
    expect(filter.r).toBeCloseTo(r, 12);
    expect(prior.pLevel / s).toBeCloseTo(a, 9);
    expect((prior.pCross / s) * dtH).toBeCloseTo(b, 12);
    if (gain !== null) expect(a).toBeCloseTo(gain, 8);
    expect(pRate).toBeCloseTo((r * b * (a - b / 2)) / ((1 - a) * dtH * dtH), 9);
    expect(Math.sqrt(pRate)).toBeCloseTo(rateSd, 3);
  });

  it('finds a steady rate without bias, and its innovations are as wide as it says', () => {
    const truthCPerH = 1.2;
    const sd = 0.02;
    let nisSum = 0;
    let bias = 0;
    let pRate = 0;
    const worlds = 12;
    for (let seed = 1; seed <= worlds; seed++) {
      const { normal } = seeded(seed);
      const filter = new LevelRateFilter({ ...temperature, r0: sd * sd });
      let nis = 0;
      for (let k = 0; k < 6000; k++) {
        const tS = 2 * k;
        const { innovation } = filter.learn(15 + (truthCPerH * tS) / 3600 + sd * normal(), tS);
        if (k >= 3000 && innovation !== null) nis += innovation ** 2;
      }
      nisSum += nis / 3000;
      bias += filter.now!.ratePerH - truthCPerH;
      pRate = filter.now!.pRate;
    }
    expect(Math.abs(bias / worlds)).toBeLessThan(3 * Math.sqrt(pRate / worlds));
    expect(nisSum / worlds).toBeGreaterThan(0.95);
    expect(nisSum / worlds).toBeLessThan(1.05);
  });

  it('measures the noise of the readings, whatever their slope and wherever it started', () => {
    const { normal } = seeded(5);
    const filter = new LevelRateFilter(temperature);
    const sd = 0.08;
    for (let k = 0; k < 8000; k++) filter.learn(10 + 0.01 * k + sd * normal(), 2 * k);
    expect(filter.r / sd ** 2).toBeGreaterThan(0.85);
    expect(filter.r / sd ** 2).toBeLessThan(1.15);
  });

  it('never takes less noise than the sensor can resolve', () => {
    const filter = new LevelRateFilter(temperature);
    for (let k = 0; k < 20_000; k++) filter.learn(21.5, 2 * k);
    expect(filter.r).toBeCloseTo(temperature.quantum ** 2 / 12, 12);
  });

  it('shows no rate before three memories have passed', () => {
    const filter = new LevelRateFilter(temperature);
    for (let tS = 0; tS <= 898; tS += 2) filter.learn(20, tS);
    expect(filter.settled).toBe(false);
    filter.learn(20, 900);
    expect(filter.settled).toBe(true);
  });

  it('does not believe a single wild reading', () => {
    const filter = new LevelRateFilter(temperature);
    for (let k = 0; k < 600; k++) filter.learn(20, 2 * k);
    const { kind } = filter.learn(45, 1200);
    expect(kind).toBe('rejected');
    expect(filter.now!.level).toBeCloseTo(20, 6);
    expect(filter.learn(20, 1202).kind).toBe('accepted');
  });

  it('calls a jump that stays a step, says from where to where, and goes on from there at rest', () => {
    const filter = new LevelRateFilter(temperature);
    for (let k = 0; k < 600; k++) filter.learn(20, 2 * k);
    const kinds = [0, 1, 2].map((i) => filter.learn(23, 1200 + 2 * i).kind);
    expect(kinds).toEqual(['rejected', 'rejected', 'rejected']);
    const step = filter.learn(23.01, 1206);
    expect(step).toMatchObject({ kind: 'step', after: 23 });
    expect(step.kind === 'step' && step.before).toBeCloseTo(20, 3);
    expect(filter.now).toMatchObject({ level: 23, ratePerH: 0 });
  });

  it('accepts the fourth outlier when the four do not agree: wild noise is not a step', () => {
    const filter = new LevelRateFilter(temperature);
    for (let k = 0; k < 600; k++) filter.learn(20, 2 * k);
    const kinds = [25, 16, 27, 14].map((z, i) => filter.learn(z, 1200 + 2 * i).kind);
    expect(kinds).toEqual(['rejected', 'rejected', 'rejected', 'accepted']);
  });

  it('believes air that moves fast but steadily, as through an opened window', () => {
    const { normal } = seeded(12);
    const filter = new LevelRateFilter(temperature);
    for (let k = 0; k < 600; k++) filter.learn(20 + 0.02 * normal(), 2 * k);
    for (let k = 600; k < 900; k++) {
      const z = 20 - 8 * Math.min(1, (k - 600) / 150) + 0.02 * normal();
      expect(filter.learn(z, 2 * k).kind).toBe('accepted');
    }
  });

  it('follows a calibration with its level and keeps its rate', () => {
    const { normal } = seeded(3);
    const shifted = new LevelRateFilter(temperature);
    const plain = new LevelRateFilter(temperature);
    const noise = Array.from({ length: 2000 }, () => 0.02 * normal());
    noise.slice(0, 1000).forEach((e, k) => {
      shifted.learn(20 + e, 2 * k);
      plain.learn(20 + e, 2 * k);
    });
    shifted.shift(-3);
    noise.slice(1000).forEach((e, k) => {
      expect(shifted.learn(17 + e, 2000 + 2 * k).kind).toBe('accepted');
      plain.learn(20 + e, 2000 + 2 * k);
    });
    expect(shifted.now!.ratePerH).toBeCloseTo(plain.now!.ratePerH, 9);
    expect(shifted.r).toBeCloseTo(plain.r, 12);
  });

  it('ignores a reading from the past, starts anew after a long silence and after a clock set far back', () => {
    const filter = new LevelRateFilter(temperature);
    filter.learn(20, 10_000);
    expect(filter.learn(30, 10_000).kind).toBe('ignored');
    expect(filter.learn(30, 9_999).kind).toBe('ignored');
    expect(filter.learn(30, 10_601).kind).toBe('restarted');
    expect(filter.now!.level).toBe(30);
    expect(filter.learn(25, 100).kind).toBe('restarted');
  });

  it('goes on after a restart of the program as if nothing had happened', () => {
    const { normal } = seeded(11);
    const before = new LevelRateFilter(temperature);
    for (let k = 0; k < 700; k++) before.learn(20 + 0.02 * normal(), 2 * k);
    const after = LevelRateFilter.fromJSON(JSON.parse(JSON.stringify(before)), temperature);
    for (let k = 700; k < 900; k++) {
      const z = 20 + 0.02 * normal();
      expect(after.learn(z, 2 * k)).toEqual(before.learn(z, 2 * k));
    }
    expect(after.toJSON()).toEqual(before.toJSON());
  });

  it('never loses positive variance, over a million steps with gaps from a millisecond to ten days', () => {
    const gap = { leastLog: Math.log(1e-3), mostLog: Math.log(864_000) };
    let steps = 0;
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, mostlyShort) => {
        const { uniform, normal } = seeded(seed);
        const filter = new LevelRateFilter(temperature);
        let tS = 1.7e9;
        for (let k = 0; k < 50_000; k++, steps++) {
          const short = mostlyShort && uniform() < 0.99;
          tS += short ? 2 : Math.exp(gap.leastLog + uniform() * (gap.mostLog - gap.leastLog));
          filter.learn(20 + 0.02 * normal() + (uniform() < 0.01 ? 30 * normal() : 0), tS);
          const { pLevel, pRate, pCross, level } = filter.now!;
          const positive = pLevel > 0 && pRate > 0 && pLevel * pRate - pCross * pCross > 0;
          if (!positive || !Number.isFinite(level)) throw new Error(`step ${k}: ${pLevel} ${pCross} ${pRate} ${level}`);
        }
      }),
      { numRuns: 20 },
    );
    expect(steps).toBeGreaterThanOrEqual(1_000_000);
  });
});
