import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Waiting, WaitingMessages } from '../../../src/hub/alerts/waiting.ts';
import type { Message } from '../../../src/sending/message.ts';
import { ENGLISH } from '../../../src/words/speaker.ts';
import { portOf } from '../../support/port-of.ts';
import { seeded } from '../../support/seeded.ts';
import { times } from '../../support/times.ts';
import { alarmed, Desk, Receiver } from './desk.ts';

let end: () => Promise<void> = async () => {};
afterEach(() => end());

const YES = '{"id":"x","event":"message"}';
const PAGES = ['', '{"ok":true}', '<html>Login</html>', '{"a":[', YES, 'x'.repeat(100_000)];
/** Bytes of an answer that are read. */
const READ = 65_536;
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
    return name === 'webhook' && status < 300 && page.length > READ; // nobody reads on to where it breaks off
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
  if (name === 'webhook') return status < 300 && (isEmpty || !page.startsWith('<'));
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

const RECIPIENTS = ['a@example.org', 'b@example.org'];
const MAIL_WORDS = ['421 busy', '450 later', '451 no', '550 never', '354 go on', '250 ok', '2', 'HTTP/1.1 200 OK', ''];

/** A mail server that answers each command by chance. `taken`: who has got its yes to which alarm. */
async function mailServer(random: () => number, taken: Set<string>) {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const server = { isHonest: false, port: 0, close: () => {} };
  const serve = (socket: Socket): void => {
    let [rest, body, isData] = ['', '', false];
    let to: string[] = [];
    const say = (usual: string): string => {
      const kind = server.isHonest ? 1 : random();
      if (kind < 0.04) socket.destroy();
      const said = kind < 0.12 ? pick(MAIL_WORDS) : usual;
      if (kind >= 0.04) socket.write(`${said || '<html>Login</html>'}\r\n`);
      return kind < 0.04 ? '' : said;
    };
    const command = (line: string): void => {
      const [, address = ''] = /^RCPT TO:<(.*)>/i.exec(line) ?? [];
      if (address !== '') {
        if (say('250 ok').startsWith('2')) to.push(address);
      } else if (/^DATA/i.test(line)) isData = say('354 go on').startsWith('3');
      else if (/^MAIL/i.test(line)) {
        to = [];
        say('250 ok');
      } else if (/^(EHLO|HELO|RSET|NOOP)/i.test(line)) say('250 ok');
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('500 what');
    };
    const line = (one: string): void => {
      if (!isData) {
        command(one);
        return;
      }
      if (one !== '.') {
        body += `${one}\n`;
        return;
      }
      isData = false;
      // Counted before it is sent: what the client does with it comes later.
      const ids = new Set(body.match(/rule_\d+(?=-)/g));
      body = '';
      if (say('250 queued').startsWith('2'))
        for (const id of ids) for (const address of to) taken.add(`${id} ${address}`);
    };
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes: Buffer) => {
      const lines = `${rest}${bytes}`.split('\r\n');
      rest = lines.pop()!;
      for (const one of lines) line(one);
    });
    say('220 mail');
  };
  const sockets = new Set<Socket>();
  const listening = createServer((socket) => {
    sockets.add(socket);
    serve(socket);
  });
  server.port = await portOf(listening);
  server.close = () => {
    for (const socket of sockets) socket.destroy();
    listening.close();
  };
  return server;
}

describe('a mail server that answers anything at random', () => {
  it.each(Array.from({ length: times(3) }, (_, seed) => [seed + 1] as const))(
    'has said yes to whatever left the queue, for every recipient (seed %i)',
    async (seed) => {
      const taken = new Set<string>();
      const desk = new Desk();
      const server = await mailServer(seeded(seed).uniform, taken);
      end = async () => {
        await desk.close();
        server.close();
      };
      const { port } = server;
      const to = RECIPIENTS.join(',');
      desk.start(desk.channel({ email: { enabled: true, host: '127.0.0.1', port, from: 's@example.org', to } }));
      const put: string[] = [];
      const lost = (): string[] => {
        const waiting = new Set(desk.queue.due('email', 1000).map(({ about }) => about.id));
        return put.filter((id) => !waiting.has(id) && !RECIPIENTS.every((one) => taken.has(`${id} ${one}`)));
      };
      for (let i = 0; i < 15; i += 1) {
        put.push(`rule_${i}`);
        desk.queue.put(alarmed({ id: `rule_${i}` }));
        await desk.pass(8 * (1 + (i % 12)));
        expect(lost()).toEqual([]);
      }
      server.isHonest = true;
      await desk.pass(4000);
      expect(desk.queue.waiting('email')).toBe(0);
      expect(lost()).toEqual([]);
    },
  );
});

describe('a receiver of the hub’s alerts that answers anything at random', () => {
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
      receiver.answer = (res, { body }) => {
        if (answers('webhook', res, random)) for (const [id] of body.matchAll(/rule_\d+/g)) taken.add(id);
      };
      const queue = new WaitingMessages(desk.world.clock, ENGLISH, false, null, () => {});
      const webhook = { enabled: true, url: `http://127.0.0.1:${receiver.port}/`, allow_local: true };
      desk.start<Message>(desk.channel({ webhook }), queue);
      const put: string[] = [];
      const lost = (): string[] => {
        const waiting = new Set(queue.toJSON().map(({ about }) => about.id));
        return put.filter((id) => !waiting.has(id) && !taken.has(id));
      };
      for (let i = 0; i < 20; i += 1) {
        put.push(`rule_${i}`);
        queue.put([alert(`rule_${i}`)]);
        await desk.pass(8 * (5 + Math.floor(random() * 60)));
        expect(lost()).toEqual([]);
      }
      expect(taken.size).toBeGreaterThan(0);
      receiver.answer = (res) => res.writeHead(200).end(YES);
      await desk.pass(4600);
      expect(queue.waiting()).toBe(0);
    },
  );
});

const alert = (id: string): Waiting => ({
  fingerprint: `${id}-b1f0`,
  change: 'fired',
  tS: 1_749_988_800,
  startedS: 1_749_988_000,
  endedS: null,
  name: 'Hill',
  about: {
    id,
    title: id,
    severity: 'warning',
    text: id,
    value: null,
    unit: '',
    chance: null,
    threshold: 0,
    isTest: false,
    labels: {},
  },
});
