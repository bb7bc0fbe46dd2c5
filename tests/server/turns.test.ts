import { expect, it } from 'vitest';
import { takingTurns } from '../../src/server/turns.ts';

it('between two heavy answers everything else that waits gets its chance', async () => {
  const inTurn = takingTurns();
  const order: string[] = [];
  const answers = ['a', 'b', 'c'].map((name) => inTurn(() => order.push(name))());
  for (let i = 0; i < 3; i += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    order.push('sample');
  }
  await Promise.all(answers);
  expect(order.filter((name) => name !== 'sample')).toEqual(['a', 'b', 'c']);
  for (const between of order.join('').split('sample')) expect(between.length).toBeLessThanOrEqual(1);
});

it('an answer that fails does not keep the next from its turn', async () => {
  const inTurn = takingTurns();
  const failing = inTurn(() => {
    throw new Error('disk I/O error');
  })();
  const next = inTurn(() => 'answered')();
  await expect(failing).rejects.toThrow('disk I/O error');
  expect(await next).toBe('answered');
});
