import { describe, expect, it } from 'vitest';
import { type Folded, ROLL_UPS } from '../../src/quantities/roll-up.ts';
import fc from '../support/drawn.ts';

const rolled = (kind: keyof typeof ROLL_UPS, values: readonly number[]): Folded =>
  values.map((value) => ROLL_UPS[kind].of(value)).reduce(ROLL_UPS[kind].join);

/** The same values, by way of finer rows of some values each. */
function byTiers(kind: keyof typeof ROLL_UPS, values: readonly number[], cuts: readonly number[]): Folded {
  const finer: Folded[] = [];
  let from = 0;
  for (const cut of [...cuts, values.length]) {
    const part = values.slice(from, from + cut);
    if (part.length > 0) finer.push(rolled(kind, part));
    from += part.length;
  }
  if (from < values.length) finer.push(rolled(kind, values.slice(from)));
  return finer.reduce(ROLL_UPS[kind].join);
}

const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 20 });
const near = (folded: Folded) => ({ ...folded, value: folded.value === null ? null : expect.closeTo(folded.value, 6) });

describe('a level', () => {
  const values = fc.array(fc.double({ min: -100, max: 1100, noNaN: true }), { minLength: 1, maxLength: 60 });

  it('has its mean, least and most, in any tiers', () => {
    fc.assert(
      fc.property(values, cuts, (all, at) => {
        const mean = all.reduce((a, b) => a + b, 0) / all.length;
        const expected = { n: all.length, value: mean, lo: Math.min(...all), hi: Math.max(...all), steadiness: null };
        expect(byTiers('level', all, at)).toEqual(near(expected));
      }),
    );
  });
});

describe('a counter', () => {
  it.each([0.1, 0.2, 0.254, 0.1016, 0.3, 1])('of %d mm a tip loses and invents nothing between tiers', (tip) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 200 }), cuts, (tips, at) => {
        const total = (tips.reduce((a, b) => a + b, 0) * Math.round(tip * 1e6)) / 1e6;
        const increments = tips.map((count) => (count * Math.round(tip * 1e6)) / 1e6);
        expect(byTiers('counter', increments, at).value).toBe(total);
      }),
    );
  });
});

describe('a direction', () => {
  it('of 350° and 10° is 0°', () => expect(rolled('direction', [350, 10]).value).toBe(0));
  it('of 0° and 90° is 45°', () => expect(rolled('direction', [0, 90]).value).toBe(45));
  it('of opposite winds is none', () => expect(rolled('direction', [0, 180])).toMatchObject({ value: null, n: 2 }));
  it('of a wind after opposite ones is that wind', () => expect(rolled('direction', [0, 180, 90]).value).toBe(90));
  it('of 360° is 0°', () => expect(rolled('direction', [360]).value).toBe(0));

  it('turns with the compass, and is the same in any tiers', () => {
    const winds = fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(winds, fc.integer({ min: 0, max: 359 }), cuts, (all, by, at) => {
        const straight = rolled('direction', all);
        const turned = byTiers(
          'direction',
          all.map((wind) => (wind + by) % 360),
          at,
        );
        const apart = (turned.value! - straight.value! - by + 1080) % 360;
        expect(Math.min(apart, 360 - apart)).toBeLessThan(1e-6);
        expect(turned.steadiness).toBeCloseTo(straight.steadiness!, 9);
      }),
    );
  });
});

describe('a state', () => {
  it('is the last one, in any tiers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 40 }), cuts, (all, at) => {
        expect(byTiers('state', all, at)).toMatchObject({ n: all.length, value: all.at(-1) });
      }),
    );
  });
});
