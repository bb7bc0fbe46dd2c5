import { pbkdf2 } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { every } from '../../src/base/clock.ts';
import { FakeClock } from '../support/fake-clock.ts';

it('fake clock: stands still while a file is read, however busy the threads are that read files', async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const turnsS: number[] = [];
  // Four threads read files, and have this to do first.
  const busy = Array.from({ length: 8 }, () => promisify(pbkdf2)('a', 'b', 100_000, 64, 'sha512'));
  const loop = every(1000, clock, stop.signal, async () => {
    await statfs(tmpdir());
    turnsS.push(clock.steadyMs() / 1000);
  });
  await clock.advance(5000);
  expect(turnsS).toEqual([0, 1, 2, 3, 4, 5]);
  stop.abort();
  await Promise.all([loop, ...busy]);
});
