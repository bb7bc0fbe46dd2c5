import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { seeded } from '../../support/seeded.ts';
import { times } from '../../support/times.ts';
import { alarmed, Desk, Receiver } from './desk.ts';

let end: () => Promise<void> = async () => {};
afterEach(() => end());

const YES = '{"id":"x","event":"message"}';
const PAGES = ['', '{"ok":true}', '<html>Login</html>', '{"a":[', YES, 'x'.repeat(100_000)];
const STATUSES = [200, 200, 202, 204, 206, 301, 302, 307, 400, 401, 403, 404, 413, 429, 500, 502, 503, 999];

/** What a receiver may do. True when that is a yes of this channel. */
function answers(name: 'webhook' | 'ntfy', res: ServerResponse, random: () => number): boolean {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const kind = random();
  if (kind < 0.1) {
    res.destroy();
    return false;
  }
  const [status, page] = kind > 0.7 ? [200, YES] : [pick(STATUSES), pick(PAGES)];
  if (kind < 0.2) {
    res.writeHead(status === 999 ? 500 : status, { 'Content-Length': '500000' });
    res.write(page || 'x');
    setTimeout(() => res.destroy(), 1);
    return false;
  }
  if (kind < 0.25) {
    res.socket!.end(pick(['SSH-2.0-OpenSSH_9.2\r\n', 'HTTP/1.1 200\r\n', 'HTTP/1.1 2000 OK\r\n\r\n', '']));
    return false;
  }
  if (status === 999) {
    res.socket!.end('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n');
    return false;
  }
  const isEmpty = status === 204;
  res.writeHead(status, { ...(status >= 300 && status < 400 && { Location: '/elsewhere' }), 'Retry-After': '1' });
  res.end(isEmpty ? undefined : page);
  if (name === 'webhook') return status < 300;
  return status === 200 && page.includes('"event":"message"');
}

describe.each(['webhook', 'ntfy'] as const)('a receiver that answers anything at random: %s', (name) => {
  it.each(Array.from({ length: times(3) }, (_, seed) => [seed + 1] as const))(
    'has said yes to whatever left the queue (seed %i)',
    async (seed) => {
      const random = seeded(seed).uniform;
      const desk = new Desk();
      const receiver = await new Receiver().start();
      end = async () => {
        await desk.close();
        await receiver.close();
      };
      const taken = new Set<string>();
      /** Alarms of a request, by what stands in it. */
      const carried = (body: string) => [...new Set(body.match(/rule_\d+/g) ?? [])];
      receiver.answer = (res, { body }) => {
        if (answers(name, res, random)) for (const id of carried(body)) taken.add(id);
      };
      const url = `http://127.0.0.1:${receiver.port}/`;
      const topic = name === 'ntfy' ? { topic: 'x' } : {};
      desk.start(desk.channel({ [name]: { enabled: true, url, ...topic } }));
      const put = new Set<string>();
      for (let i = 0; i < 25; i += 1) {
        put.add(`rule_${i}`);
        desk.queue.put(alarmed({ id: `rule_${i}` }));
        await desk.pass(8 * (1 + Math.floor(random() * 20)));
        const waiting = new Set(desk.queue.due(name, 1000).map(({ about }) => about.id));
        expect([...put].filter((id) => !waiting.has(id) && !taken.has(id))).toEqual([]);
      }
      expect(taken.size).toBeGreaterThan(0);
      expect(receiver.heard.every(({ url: asked }) => asked === '/')).toBe(true);
      receiver.answer = (res) => res.writeHead(200).end(YES);
      await desk.pass(4600);
      expect(desk.queue.waiting(name)).toBe(0);
    },
  );
});
