import { expect, it } from 'vitest';
import { whyRefused } from '../../src/main/user-error.ts';

it('what the system refuses is told in words, and anything else is thrown as it is', () => {
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC', path: '/data', syscall: 'write' });
  expect(whyRefused(full)).toBe('/data: the disk is full (ENOSPC).');
  for (const other of [new DOMException('given up', 'AbortError'), new Error('a fault')])
    expect(() => whyRefused(other)).toThrow(other);
});
