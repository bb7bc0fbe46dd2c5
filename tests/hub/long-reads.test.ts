import { expect, it } from 'vitest';
import { LongReads } from '../../src/hub/long-reads.ts';

it('long questions come one after the other, and who finds too many before him comes again', async () => {
  const reads = new LongReads();
  let [underWay, most] = [0, 0];
  const read = async (): Promise<number> => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setImmediate(resolve));
    return underWay--;
  };
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => reads.take(read)));
  expect(most).toBe(1);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
  expect(answers.at(-1)).toMatchObject({ reason: { status: 503, headers: { 'Retry-After': '5' } } });
  await expect(reads.take(async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await reads.take(read)).toBe(1);
});
