import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../../../src/base/durations.ts';
import { RainRate } from '../../../src/station/inputs/rain-rate.ts';

const MM_PER_H = 6;

/** Rates that are told with each report of a gauge, in steady rain. */
function ratesOf(intervalS: number, jitterS: (i: number) => number = () => 0): number[] {
  const rate = new RainRate();
  const rates: number[] = [];
  let beforeS = 0;
  rate.add(0, 0);
  for (let i = 1; i * intervalS <= 6 * HOUR_S; i += 1) {
    const atS = i * intervalS + jitterS(i);
    rate.add((MM_PER_H * (atS - beforeS)) / HOUR_S, atS, atS - beforeS);
    beforeS = atS;
    rates.push(rate.at(atS));
  }
  return rates.slice(Math.ceil(1200 / intervalS));
}

describe('the rate of steady rain', () => {
  it.each([8, 16, 60, 299, 300, 301, 595, 599, 600, 601, 900, 1800, 3600])(
    'is what falls in an hour, from a gauge that reports every %i s',
    (intervalS) => {
      for (const rate of ratesOf(intervalS)) expect(rate).toBeCloseTo(MM_PER_H, 3);
    },
  );

  it('does not go up and down with reports that come some seconds early or late', () => {
    for (const rate of ratesOf(300, (i) => (i % 3) - 1)) expect(rate).toBeCloseTo(MM_PER_H, 3);
  });
});

describe('the rate of rain', () => {
  it('takes the rain of the first report for that of one moment: nobody knows how long it took', () => {
    const rate = new RainRate();
    rate.add(1, 100);
    expect(rate.at(100)).toBe(6);
  });

  it('knows from the counter how long its first reading behind a restart took', () => {
    const rate = new RainRate();
    rate.add(4, 100, 2400);
    expect(rate.at(100)).toBeCloseTo(MM_PER_H, 4);
    rate.add(0.5, 400);
    expect(rate.at(400)).toBeCloseTo(MM_PER_H, 4);
  });

  it('goes by the last tip while tips are further apart than ten minutes, and is 0 after a quarter of an hour', () => {
    const rate = new RainRate();
    for (let s = 0; s <= 960; s += 16) rate.add(s === 16 ? 0.2 : 0, s);
    expect([rate.at(16 + 599), rate.at(16 + 720), rate.at(16 + 900)]).toEqual([1.2, 1, 0]);
  });

  it('counts rain of a silence of hours to none of its last minutes', () => {
    const rate = new RainRate();
    rate.add(0, 0);
    rate.add(0, 3 * HOUR_S); // gathered: the caller leaves it out
    rate.add(0.2, 3 * HOUR_S + 60);
    expect(rate.at(3 * HOUR_S + 60)).toBeCloseTo(1.2, 4);
  });

  it('of a gauge that sends an amount only while it rains is not spread over the dry days before', () => {
    const rate = new RainRate();
    rate.add(0.2, 0);
    rate.add(3, 24 * HOUR_S);
    expect(rate.at(24 * HOUR_S)).toBe(12);
  });

  it('taken anew is the same where nothing was struck out', () => {
    const rate = new RainRate();
    for (const s of [0, 595, 1190]) rate.add(s === 0 ? 0 : 1, s);
    const before = rate.at(1190);
    rate.retake([595.2, 1190.2].map((atS) => ({ atS, mm: 1 })));
    expect(before).toBeCloseTo(6.05, 2);
    expect(rate.at(1190.2)).toBeCloseTo(before, 2);
  });

  it('is taken anew without the increments that were struck out', () => {
    const rate = new RainRate();
    rate.add(0, 0);
    rate.add(9, 300);
    rate.retake([]);
    expect(rate.at(300)).toBe(0);
    rate.add(0.5, 600);
    expect(rate.at(600)).toBe(3);
  });
});
