import { expect, it } from 'vitest';
import { decodeDoubles, decodeFloats, encodeDoubles } from '../../src/maths/codec.ts';

it('saved numbers of which a byte is missing are refused in words for people', () => {
  const text = Buffer.from(encodeDoubles(new Float64Array(3)), 'base64')
    .subarray(1)
    .toString('base64');
  expect(() => decodeDoubles(text, 3)).toThrow('the saved numbers are damaged (23 bytes in place of 24)');
  expect(() => decodeFloats(text, 6)).toThrow('the saved numbers are damaged (23 bytes, at most 24 fit)');
});
