import { describe, expect, it } from 'vitest';
import { DASH, duration, figure, inUnits, number, withUnit } from '../../src/renderer/kit/format.ts';
import { bytes, compact } from '../../src/renderer/kit/format-size.ts';
import fc from '../support/drawn.ts';

describe('a number on the screen', () => {
  it.each([
    [-3.44, 1, '−3.4'],
    [12_500, 0, '12\u202f500'],
    [1013, 0, '1013'],
    [-0.04, 1, '0.0'],
    [0.05, 1, '0.1'],
    [null, 1, DASH],
    [undefined, 1, DASH],
    [Number.NaN, 1, DASH],
    [Number.POSITIVE_INFINITY, 0, DASH],
  ])('%s with %s decimals reads %s', (value, decimals, text) => {
    expect(number(value, decimals)).toBe(text);
  });

  it('never shows a hyphen for a minus, an exponent, or a zero with a sign', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.integer({ min: 0, max: 4 }),
        (value, decimals) => {
          const text = number(value, decimals, true);
          expect(text).not.toMatch(/-|e|NaN/);
          expect(text).not.toMatch(/^[+−]0(\.0*)?$/);
        },
      ),
    );
  });
});

describe('units', () => {
  it('follow the reader: 0 °C is 32 °F, 1013.25 hPa is 29.92 inHg, a rise of 1 °C is one of 1.8 °F', () => {
    expect(withUnit('temperature', 0, 'imperial')).toBe('32.0\u202f°F');
    expect(withUnit('pressure', 1013.25, 'imperial')).toBe('29.92\u202finHg');
    expect(figure('temperatureRate', 1, 'imperial')).toBe('+1.8');
    expect(withUnit('pressure', 1013.25, 'metric')).toBe('1013.3\u202fhPa');
    expect(inUnits('temperature', 100, 'imperial')).toBe(212);
  });
  it('are left off where nothing is known', () => {
    expect(withUnit('humidity', null, 'metric')).toBe(DASH);
  });
});

describe('sizes without a unit', () => {
  it.each([
    [42_000, '42\u202f000'],
    [0.004651, '0.00465'],
    [4.1e-4, '4.1·10⁻⁴'],
    [1e-6, '10⁻⁶'],
    [2.5e12, '2.5·10¹²'],
    [0, '0'],
    [123.456, '123'],
    [12.345, '12.3'],
    [-1.234, '−1.23'],
  ])('%s reads %s', (value, text) => expect(compact(value)).toBe(text));
});

describe('durations and sizes of files', () => {
  it('are said in one unit', () => {
    expect(duration(8)).toBe('8\u202fs');
    expect(duration(600)).toBe('10\u202fmin');
    expect(duration(4 * 3600)).toBe('4\u202fh');
    expect(duration(5 * 86_400)).toBe('5\u202fd');
    expect(duration(null)).toBe(DASH);
    expect(bytes(55_900_000)).toBe('55.9\u202fMB');
  });
});
