import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Counter, type CounterRule, RAIN } from '../../../src/station/inputs/counters.ts';
import fc from '../../support/drawn.ts';
import { times } from '../../support/times.ts';

interface Vector {
  name: string;
  resolution_mm: number;
  daily: boolean;
  readings: [tS: number, mm: number | null, day?: string][];
  adds_mm: number[];
  total_mm: number;
  total_max_mm: number;
}

const { vectors } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/inputs/vectors/counter.json'), 'utf8'),
) as { vectors: Vector[] };
const near = (mm: number) => expect.closeTo(mm, 6) as number;

/** No device tells where its counter begins again: one that wraps is one that fell, which adds nothing and goes on behind the fall. */
const WRAPPED: Readonly<Record<string, readonly number[]>> = {
  'rollover, 12-bit tip counter': [0, 0.3, 0, 0.6],
  'rollover, 7-bit tip counter': [0, 0.2, 0, 0], // the fall is believed when readings 20 s apart confirm it
};

describe('a rain counter', () => {
  it.each(vectors)('$name', ({ name, resolution_mm, daily, readings, adds_mm, total_mm }) => {
    const rule: CounterRule = { ...RAIN, resolution: resolution_mm, daily };
    let counter = new Counter(rule);
    const adds = readings.map(([tS, mm, day = null]) => {
      const { amount } = counter.take(mm, tS, day);
      counter = new Counter(rule, JSON.parse(JSON.stringify(counter))); // saved and loaded equals never stopped
      return amount;
    });
    expect(adds).toEqual((WRAPPED[name] ?? adds_mm).map(near));
    if (!(name in WRAPPED)) expect(adds.reduce((a, b) => a + b, 0)).toEqual(near(total_mm));
  });

  it('says what fell in a day without readings, and counts none of it', () => {
    const counter = new Counter(RAIN);
    counter.take(120, 0);
    expect(counter.take(148.4, 93_600)).toEqual({ amount: 0, gathered: false, uncounted: 28.4 });
  });

  it('marks what fell in hours without readings', () => {
    const counter = new Counter(RAIN);
    counter.take(3, 0);
    expect(counter.take(9.8, 7200)).toEqual({ amount: 6.8, gathered: true, uncounted: 0 });
  });

  it('goes on when the clock of this computer is set back', () => {
    const counter = new Counter(RAIN);
    counter.take(3, 100_000);
    expect(counter.take(3.2, 50_000).amount).toBe(0.2);
    expect(counter.take(3.4, 50_060).amount).toBe(0.2);
  });

  const fault = fc.constantFrom('good', 'good', 'good', 'good', 'lost', 'twice', 'fall', 'rise', 'null', 'sentinel');
  const minutes = fc.array(fc.record({ tips: fc.integer({ min: 0, max: 10 }), fault }), {
    minLength: 3,
    maxLength: 120,
  });

  it('adds what fell, and never more: readings lost, repeated, or singly wrong', () => {
    fc.assert(
      fc.property(minutes, (drawn) => {
        const counter = new Counter(RAIN);
        let [tenths, total, before] = [1000, 0, 'good'];
        const take = (mm: number | null, tS: number) => {
          total += counter.take(mm, tS).amount;
        };
        take(100, 0);
        for (const [i, { tips, fault: wanted }] of drawn.entries()) {
          tenths += tips;
          // Singly wrong: after a fault comes a good reading, and so do the last two. Gaps stay below an hour.
          const isEnd = i >= drawn.length - 2;
          const what = isEnd || before !== 'good' ? 'good' : wanted;
          const [tS, mm] = [60 * (i + 1), tenths / 10];
          if (what === 'good' || what === 'twice') take(mm, tS);
          if (what === 'twice') take(mm, tS + 0.5);
          if (what === 'fall') take(mm / 2, tS);
          if (what === 'rise') take(mm + 400, tS);
          if (what === 'null') take(null, tS);
          if (what === 'sentinel') take(65_535, tS);
          before = what === 'twice' ? 'good' : what;
          expect(total).toBeLessThanOrEqual((tenths - 1000) / 10 + 1e-6);
        }
        expect(total).toBeCloseTo((tenths - 1000) / 10, 6);
      }),
      { numRuns: times(2000) },
    );
  });
});
