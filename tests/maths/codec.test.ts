import { expect, it } from 'vitest';
import { decodedInto, encoded } from '../../src/maths/codec.ts';
import { SortedRing } from '../../src/maths/sorted-ring.ts';

it('saved numbers of which a byte is missing, or that are too many, are refused in words for people', () => {
  const text = Buffer.from(encoded(new Float64Array(3)), 'base64')
    .subarray(1)
    .toString('base64');
  expect(() => decodedInto(new Float64Array(3), text)).toThrow(
    'the saved numbers are damaged (23 bytes in place of 24)',
  );
  expect(() => new SortedRing(6).restore(text)).toThrow('the saved numbers are damaged (23 bytes in place of 20)');
  expect(() => new SortedRing(4).restore(text)).toThrow('the saved numbers are damaged (23 bytes in place of 16)');
});
