import { expect, it } from 'vitest';
import type { Steps } from '../../src/base/steps.ts';
import { FairScheduler } from '../../src/server/limits/fair-scheduler.ts';

/** A clock that only work moves: each step of these jobs takes three milliseconds. */
const clock = { ms: 0, steadyMs: () => clock.ms, nowS: () => 0, sleep: async () => undefined };

function* steps(name: string, n: number, order: string[]): Steps<string> {
  for (let i = 0; i < n; i += 1) {
    clock.ms += 3;
    order.push(name);
    yield;
  }
  return name;
}

it('between two slices of answers everything else that waits gets its chance', async () => {
  const turns = new FairScheduler(clock);
  const order: string[] = [];
  const answers = [turns.run('one', () => steps('a', 3, order)), turns.run('one', () => steps('b', 1, order))];
  for (let i = 0; i < 8; i += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    order.push(' ');
  }
  expect((await Promise.all(answers)).map(({ value, costMs }) => [value, costMs])).toEqual([
    ['a', 9],
    ['b', 3],
  ]);
  expect(order.join('').trim().split(/ +/)).toEqual(['a', 'b', 'a', 'a']); // one in each turn, and the short one is not last
});

it('many short steps are one slice', async () => {
  const turns = new FairScheduler({ ...clock, steadyMs: () => 0 });
  let n = 0;
  const { value } = await turns.run('one', function* () {
    for (; n < 1000; n += 1) yield;
    return 'done';
  });
  expect([value, n]).toEqual(['done', 1000]);
});

it('an answer that fails does not keep the next from its turn', async () => {
  const turns = new FairScheduler(clock);
  const failing = turns.run('one', function* () {
    yield;
    throw new Error('disk I/O error');
  });
  const next = turns.run('one', () => steps('next', 1, []));
  await expect(failing).rejects.toThrow('disk I/O error');
  expect((await next).value).toBe('next');
});

it('of one asker only four are begun before one of them has ended', async () => {
  const turns = new FairScheduler(clock);
  const order: string[] = [];
  const answers = Array.from({ length: 20 }, (_, i) => turns.run('one', () => steps(`${i} `, 5, order)));
  await answers[0];
  expect(new Set(order).size).toBe(4);
  await Promise.all(answers);
  expect(order).toHaveLength(100);
});

it('what nobody waits for any more is not worked on', async () => {
  const turns = new FairScheduler(clock);
  const order: string[] = [];
  void turns.run('one', () => steps('a', 50, order));
  await new Promise((resolve) => setImmediate(resolve));
  turns.clear();
  const done = order.length;
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([done < 10, order.length]).toEqual([true, done]);
});

it('a neighbour with a hundred questions does not keep another waiting for all of them', async () => {
  const turns = new FairScheduler(clock);
  const order: string[] = [];
  const many = Array.from({ length: 100 }, () => turns.run('greedy', () => steps('g', 2, order)));
  await turns.run('modest', () => steps('m', 2, order));
  expect(order.length).toBeLessThan(10);
  await Promise.all(many);
  expect(order).toHaveLength(202);
});

it('of all askers together eight answers are in work, and those of this machine besides', async () => {
  const turns = new FairScheduler(clock);
  const order: string[] = [];
  const many = Array.from({ length: 40 }, (_, i) => turns.run(`192.0.2.${i}`, () => steps(`${i}`, 20, order)));
  for (let i = 0; i < 30; i += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(new Set(order).size).toBe(8);
  const ahead = order.length;
  await turns.run('0:0:0:0', () => steps('wall', 3, order));
  await turns.run('127.0.0.1', () => steps('wall', 3, order));
  expect(order.length - ahead).toBeLessThan(8 * 9);
  expect(new Set(order).size).toBe(9);
  await Promise.all(many);
  expect(order).toHaveLength(40 * 20 + 6);
});
