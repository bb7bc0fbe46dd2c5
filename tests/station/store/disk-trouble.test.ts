import { expect, it } from 'vitest';
import { DiskTrouble } from '../../../src/station/store/disk-trouble.ts';

const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });

it.each([
  [20, 'less than a minute'],
  [59, 'less than a minute'],
  [60, '1 min'],
  [170, '3 min'],
])('the end of a disk’s trouble tells how long it lasted: %i s', (seconds, told) => {
  const trouble = new DiskTrouble();
  trouble.met(full, 1_750_000_000);
  expect(trouble.over(1_750_000_000 + seconds, 0)?.detail).toBe(
    `The disk works again after ${told}. Nothing was lost.`,
  );
});
