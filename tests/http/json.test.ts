import { describe, expect, it } from 'vitest';
import { toWire, wireText } from '../../src/http/json.ts';
import fc from '../support/drawn.ts';

describe('the one place where numbers become text', () => {
  it('[2.0a] writes NaN and the infinities as null, at any depth', () => {
    const odd = { a: Number.NaN, list: [1, Number.POSITIVE_INFINITY, { deep: Number.NEGATIVE_INFINITY }] };
    expect(wireText(odd)).toBe('{"a":null,"list":[1,null,{"deep":null}]}');
  });

  it('[2.0b] rounds floats to six decimals', () => {
    expect(wireText([1.23456789, -0.0000004, 1_750_000_000.1234567, 0.1 + 0.2])).toBe(
      '[1.234568,0,1750000000.123457,0.3]',
    );
  });

  it('[2.0c] leaves whole numbers plain, however large', () => {
    expect(wireText([0, -0, 720, 1_750_000_000, 2 ** 53 - 1])).toBe('[0,0,720,1750000000,9007199254740991]');
  });

  it('never moves a number by more than half of the sixth decimal, and what a double of its size cannot tell', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        const error = Math.abs((toWire(x) as number) - x);
        return error <= 0.5e-6 * (1 + 1e-6) + Math.abs(x) * Number.EPSILON;
      }),
    );
  });

  it('keeps a key called __proto__ as data', () => {
    expect(wireText(JSON.parse('{"__proto__":{"polluted":1.5}}'))).toBe('{"__proto__":{"polluted":1.5}}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('leaves the answer it was given as it was', () => {
    const given = Object.freeze({ x: 0.123456789, list: Object.freeze([Number.NaN]) });
    toWire(given);
    expect(given).toEqual({ x: 0.123456789, list: [Number.NaN] });
  });
});
