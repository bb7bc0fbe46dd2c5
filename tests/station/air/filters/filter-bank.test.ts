import { describe, expect, it } from 'vitest';
import { Nerd } from '../../../../src/contract/models.ts';
import { TARGETS } from '../../../../src/contract/names.ts';
import { FilterBank, filterSettings } from '../../../../src/station/air/filters/filter-bank.ts';
import { seeded } from '../../../support/seeded.ts';

function fed(samples: number, bank = new FilterBank(filterSettings()), fromS = 0): FilterBank {
  const { normal } = seeded(samples);
  for (let i = 0; i < samples; i++) {
    const tS = fromS + 2 * i;
    bank.learn('temperature', 20 + (0.6 * tS) / 3600 + 0.02 * normal(), tS);
    bank.learn('humidity', 50 + 0.1 * normal(), tS);
    bank.learn('pressure', 1010 + 0.02 * normal(), tS);
  }
  return bank;
}

describe('the three filters of the station', () => {
  it('begin unknown, and say so on the wire', () => {
    const bank = new FilterBank(filterSettings());
    for (const signal of TARGETS) {
      const state = Nerd.shape.filters.parse(bank.internals())[signal]!;
      expect(state).toMatchObject({ level: null, rate_per_h: null, nis: null, sigma_level: null, initialised: false });
      expect(bank.innovations()[signal]).toEqual({ counts: [], n: 0 });
      expect(bank.level(signal)).toBeNull();
    }
  });

  it('show level, rate and covariance as the internals page wants them', () => {
    const state = Nerd.shape.filters.parse(fed(3000).internals())['temperature']!;
    expect(state.initialised).toBe(true);
    expect(state.level).toBeCloseTo(21, 1);
    expect(Math.abs(state.rate_per_h! - 0.6)).toBeLessThan(0.2);
    expect(state.sigma_level! ** 2).toBeCloseTo(state.p_level!, 12);
    expect(state.q! / state.r!).toBeCloseTo((2 / 3600) * (3600 / 300) ** 4, 6);
    expect(fed(3000).innovations().temperature.n).toBe(600);
  });

  it('show of the innovations the mean square over their window, which one odd reading hardly moves', () => {
    const [calm, odd] = [fed(3000), fed(3000)];
    const nisOf = (bank: FilterBank) => bank.internals().temperature.nis!;
    expect(nisOf(calm)).toBeGreaterThan(0.7);
    expect(nisOf(calm)).toBeLessThan(1.4);
    const { mean, std } = calm.innovations().temperature as { mean: number; std: number };
    expect(nisOf(calm)).toBeCloseTo(mean ** 2 + std ** 2, 9);
    odd.learn('temperature', odd.level('temperature')! + 0.1, 6000); // five standard deviations: 25 by itself
    expect(nisOf(odd) - nisOf(calm)).toBeGreaterThan(0.01);
    expect(nisOf(odd) - nisOf(calm)).toBeLessThan(0.1);
  });

  it('leave a missing value aside', () => {
    const bank = fed(10);
    const before = JSON.stringify(bank);
    expect(bank.learn('humidity', null, 100)).toBeNull();
    expect(JSON.stringify(bank)).toBe(before);
  });

  it('keep their rates to themselves until they have settled', () => {
    const bank = fed(440);
    expect(bank.ratePerH('temperature')).toBeNull();
    fed(20, bank, 880);
    expect(bank.ratePerH('temperature')).not.toBeNull();
    expect(bank.ratePerH('pressure')).toBeNull();
  });

  it('move the level and nothing else with a calibration', () => {
    const bank = fed(2000);
    const before = bank.internals().humidity;
    bank.shift('humidity', 4);
    expect(bank.internals().humidity).toEqual({ ...before, level: before.level! + 4 });
  });

  it('know the noise of their sensors', () => {
    const noise = fed(4000).noise('humidity');
    expect(Math.sqrt(noise.r)).toBeCloseTo(0.1, 2);
    expect(noise.r0).toBe(0.01);
    expect(noise.innovationSd).toBeCloseTo(1, 0);
    expect(noise.innovation).not.toBeNull();
  });

  it('go on after a restart', () => {
    const bank = fed(500);
    const restored = new FilterBank(filterSettings(), JSON.parse(JSON.stringify(bank)));
    expect(restored.learn('pressure', 1010.01, 1000)).toEqual(bank.learn('pressure', 1010.01, 1000));
    expect(() => new FilterBank(filterSettings(), { pressure: { ...bank.toJSON().pressure!, r: -1 } })).toThrow(
      'r is -1',
    );
  });
});
