import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { PendingBytes } from '../../src/server/limits/pending-bytes.ts';
import { FakeClock } from '../support/fake-clock.ts';

const MB = 1024 * 1024;
type Asked = Parameters<PendingBytes['admit']>[0];
type Answer = Parameters<PendingBytes['hold']>[1];

const from = (remoteAddress: string, headers = {}) => ({ socket: { remoteAddress }, headers }) as Asked;

/** An answer on its way to a reader that takes nothing of it until it is told to. */
class Unread extends EventEmitter {
  closed = false;
  destroy(): void {
    this.taken();
  }
  taken(): void {
    this.closed = true;
    this.emit('close');
  }
}

function lan() {
  const clock = new FakeClock();
  const untaken = new PendingBytes(clock);
  return {
    clock,
    asks: (address: string, bytes = 4 * MB, headers = {}) => {
      const answer = new Unread();
      untaken.admit(from(address, headers));
      untaken.hold(from(address, headers), answer as unknown as Answer, bytes);
      return answer;
    },
  };
}

const neighbours = (n: number) => Array.from({ length: n }, (_, i) => `192.0.2.${i + 1}`);

describe('answers that nobody takes', () => {
  it('are sixteen megabytes of one address, and what it takes makes room', () => {
    const { asks } = lan();
    const [first] = Array.from({ length: 4 }, () => asks('192.0.2.1'));
    expect(() => asks('192.0.2.1')).toThrow('read them first');
    asks('192.0.2.2');
    first!.taken();
    asks('192.0.2.1');
    expect(() => asks('192.0.2.1')).toThrow('read them first');
  });

  it('are counted for all clients of a proxy on this machine as those of one address', () => {
    const { asks } = lan();
    for (let i = 0; i < 4; i += 1) asks('127.0.0.1', 4 * MB, { 'x-forwarded-for': `192.0.2.${i}` });
    expect(() => asks('127.0.0.1', 1, { forwarded: 'for=192.0.2.9' })).toThrow('read them first');
    asks('127.0.0.1');
  });

  it('are sixty-four megabytes of all addresses together, and this machine always gets its own', () => {
    const { asks } = lan();
    const held = neighbours(300).flatMap((address) => {
      try {
        return [asks(address)];
      } catch {
        return [];
      }
    });
    expect(held).toHaveLength(16);
    expect(() => asks('198.51.100.7', 1)).toThrow('read them first');
    for (let i = 0; i < 50; i += 1) asks(i % 2 ? '127.0.0.1' : '::1');
    for (const answer of held) answer.taken();
    expect(asks('198.51.100.7').closed).toBe(false);
  });

  it('are given up for who asks honestly, once five seconds have passed: the oldest of who holds most', async () => {
    const { asks, clock } = lan();
    const greedy = Array.from({ length: 4 }, () => asks('192.0.2.200'));
    const others = neighbours(12).map((address) => asks(address));
    await clock.advance(4999);
    expect(() => asks('198.51.100.7')).toThrow('read them first');
    clock.jumpWallS(86_400);
    expect(() => asks('198.51.100.7')).toThrow('read them first');
    await clock.advance(1);
    asks('198.51.100.7');
    expect(greedy.map(({ closed }) => closed)).toEqual([true, false, false, false]);
    expect(others.some(({ closed }) => closed)).toBe(false);
    for (const answer of others) answer.taken();
    greedy[0]!.taken(); // its end is heard twice, and counted once
    for (const address of neighbours(13)) asks(address);
    expect(() => asks('198.51.100.8')).not.toThrow(); // the next of the greedy one has gone
    expect(greedy[1]!.closed).toBe(true);
  });
});
