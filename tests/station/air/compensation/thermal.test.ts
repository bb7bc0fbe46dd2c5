import { describe, expect, it } from 'vitest';
import { ThermalCompensator } from '../../../../src/station/air/compensation/thermal.ts';
import { seeded } from '../../../support/seeded.ts';

const settings = { kPrior: 0.55, kMin: 0, kMax: 2, freshS: 30 };

/** A board whose air, CPU and coupling we chose: raw = (air + k·cpu)/(1 + k), the inverse of T = raw − k (cpu − raw). */
const rawOf = (airC: number, cpuC: number, k: number): number => (airC + k * cpuC) / (1 + k);

function steady(
  compensator: ThermalCompensator,
  airC: number,
  cpuC: number,
  k: number,
  fromS = 0,
  seconds = 600,
): void {
  for (let tS = fromS; tS <= fromS + seconds; tS += 2) compensator.apply(rawOf(airC, cpuC, k), cpuC, tS);
}

describe('the thermal compensator', () => {
  it.each([
    { k: 0.4, within: 0.02 },
    { k: 0.67, within: 0.02 },
    { k: 0.18, within: 0.05 },
    { k: 1.77, within: 0.2 }, // far from the prior, one reference leaves 1 % of the way to go
  ])('finds a coupling of $k from one reference to within $within °C', ({ k, within }) => {
    const { normal } = seeded(4);
    const compensator = new ThermalCompensator(settings);
    const airC = 21;
    const cpuC = 70;
    for (let tS = 0; tS <= 600; tS += 2) {
      compensator.apply(rawOf(airC, cpuC, k) + 0.002 * normal(), cpuC + 0.3 * normal(), tS);
    }
    const result = compensator.calibrate(airC, 600);
    if ('error' in result) throw new Error(result.error);
    expect(result.n).toBe(1);
    expect(Math.abs(result.after - airC)).toBeLessThan(within);
    expect(Math.abs(result.residual)).toBeCloseTo(Math.abs(result.after - airC), 9);
  });

  it('gives the first reference at u = 20 °C the weight 36/36.25', () => {
    const compensator = new ThermalCompensator(settings);
    compensator.apply(30, 50, 0);
    compensator.calibrate(22, 0); // y = 8, k wanted by the reference alone: 0.4
    expect(compensator.k).toBeCloseTo(0.55 + (36 / 36.25) * (0.4 - 0.55), 12);
  });

  it('never adds heat: a CPU colder than the board removes nothing', () => {
    const compensator = new ThermalCompensator(settings);
    expect(compensator.apply(25, 20, 0)).toEqual({ temperatureC: 25, offsetC: 0, held: false });
  });

  it('feels the mean of the CPU over a minute, not its spikes', () => {
    const compensator = new ThermalCompensator(settings);
    for (let tS = 0; tS < 600; tS += 2) compensator.apply(30, 50, tS);
    const spike = compensator.apply(30, 60, 600);
    expect(spike.offsetC! - 11).toBeCloseTo(0.55 * 10 * (1 - Math.exp(-2 / 60)), 6);
  });

  it('holds the last offset, and says so, while the CPU cannot be read', () => {
    const compensator = new ThermalCompensator(settings);
    const before = compensator.apply(30, 50, 0);
    const during = compensator.apply(30.5, null, 2);
    expect(during).toEqual({ temperatureC: 30.5 - before.offsetC!, offsetC: before.offsetC, held: true });
    expect(compensator.apply(30.5, 50, 4).held).toBe(false);
  });

  it('shows the raw reading, and no offset, where no CPU was ever read', () => {
    expect(new ThermalCompensator(settings).apply(24, null, 0)).toEqual({
      temperatureC: 24,
      offsetC: null,
      held: false,
    });
  });

  it('refuses a reference it cannot learn from, and says why', () => {
    const compensator = new ThermalCompensator(settings);
    expect(compensator.calibrate(20, 0)).toMatchObject({ error: 'no live reading yet' });
    compensator.apply(25, null, 0);
    expect(compensator.calibrate(20, 0)).toMatchObject({ error: 'no CPU temperature' });
    compensator.apply(25, 25.9, 2);
    expect(compensator.calibrate(20, 2)).toMatchObject({
      error: 'the CPU is not warmer than the sensor, so k cannot be learned now',
    });
    expect(compensator.calibrate(20, 40)).toMatchObject({ error: 'no live reading yet' });
    expect(compensator.k).toBe(0.55);
    expect(compensator.dictionary().n).toBe(0);
  });

  it('goes to its clamp and no further on an implausible reference', () => {
    const compensator = new ThermalCompensator(settings);
    compensator.apply(30, 40, 0);
    expect(compensator.calibrate(-40, 0)).toMatchObject({ clamped: true, k: 2, after: 10 });
    expect(compensator.dictionary()).toMatchObject({
      k: 2,
      k_min: 0,
      k_max: 2,
      prior: 0.55,
      lam: 0.98,
      n: 1,
      last_ts: 0,
    });
  });

  it('takes a reference while the CPU is warming, but warns', () => {
    const compensator = new ThermalCompensator(settings);
    for (let tS = 0; tS <= 600; tS += 2) compensator.apply(28, 45 + (3 * tS) / 60, tS);
    expect(compensator.calibrate(20, 600)).toHaveProperty('warning');
    const calm = new ThermalCompensator(settings);
    steady(calm, 20, 60, 0.5);
    expect(calm.calibrate(20, 600)).not.toHaveProperty('warning');
  });

  it('settles on the mean of many noisy references without winding up', () => {
    const { normal } = seeded(9);
    const compensator = new ThermalCompensator(settings);
    for (let i = 0; i < 60; i++) {
      const tS = i * 3600;
      steady(compensator, 20, 55 + 5 * normal(), 0.4, tS, 60);
      compensator.calibrate(20 + 0.3 * normal(), tS + 60);
    }
    expect(Math.abs(compensator.k - 0.4)).toBeLessThan(0.02);
  });

  it('forgets on reset, and survives a restart', () => {
    const compensator = new ThermalCompensator(settings);
    compensator.apply(30, 50, 0);
    compensator.calibrate(22, 0);
    const saved = JSON.parse(JSON.stringify(compensator));
    expect(ThermalCompensator.fromJSON(saved, settings).dictionary()).toEqual(compensator.dictionary());
    const { before, after } = compensator.restore(null)!;
    expect(after).toBeCloseTo(30 - 0.55 * 20, 12);
    expect(before).toBeGreaterThan(after);
    expect(compensator.dictionary()).toEqual(new ThermalCompensator(settings).dictionary());
  });

  it('lets a changed prior count where nothing was learned, and narrower bounds count always', () => {
    const fresh = JSON.parse(JSON.stringify(new ThermalCompensator(settings)));
    expect(ThermalCompensator.fromJSON(fresh, { ...settings, kPrior: 0.3 }).k).toBe(0.3);
    const learned = { k: 1.4, p: 0.01, n: 2, lastResidual: 0, lastS: 0 };
    expect(ThermalCompensator.fromJSON(learned, { ...settings, kMax: 1 }).k).toBe(1);
    expect(() => ThermalCompensator.fromJSON({ ...learned, k: Number.NaN }, settings)).toThrow('k is NaN');
  });
});
