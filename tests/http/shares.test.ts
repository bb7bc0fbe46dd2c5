import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Shares } from '../../src/http/shares.ts';
import { ask } from '../support/ask.ts';
import fc from '../support/drawn.ts';
import { FakeStation } from '../support/fake-station.ts';
import { lanAddress } from '../support/lan.ts';
import { afterLived } from '../support/lived.ts';
import { serving } from '../support/serve.ts';

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

const isShare = (taken: unknown): taken is () => void => typeof taken === 'function';

describe('shares', () => {
  it('are a quarter to one address and seven eighths to the network; the rest is for this machine', () => {
    const shares = new Shares(64);
    const held = (address: string) => {
      let n = 0;
      while (isShare(shares.take(address))) n += 1;
      return n;
    };
    expect(held('192.0.2.1')).toBe(16);
    expect(shares.take('192.0.2.1')).toBe('address');
    expect(held('2001:db8:1:2::7')).toBe(16);
    expect(held('2001:db8:1:2::8')).toBe(0); // of the same home
    expect(held('fe80::1')).toBe(16);
    expect(held('fe80::2')).toBe(8);
    expect(shares.take('192.0.2.9')).toBe('all');
    expect(held('127.0.0.1')).toBe(8);
    expect(shares.take('::1')).toBe('all');
  });

  it('of this machine leave an eighth to the network, whatever a program here holds', () => {
    const shares = new Shares(64);
    let held = 0;
    while (isShare(shares.take(held % 2 === 0 ? '127.0.0.1' : '::1'))) held += 1;
    expect([held, shares.take('127.0.0.2')]).toEqual([56, 'all']);
    expect(Array.from({ length: 8 }, (_, i) => shares.take(`192.0.2.${i}`)).every(isShare)).toBe(true);
  });

  it('never give out more than there are, nor less than were given back', () => {
    const address = fc.constantFrom('127.0.0.1', '::1', '192.0.2.1', '192.0.2.2', 'fe80::1', '2001:db8::1');
    const step = fc.oneof(address, fc.nat(50));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(step, { maxLength: 200 }), (total, steps) => {
        const shares = new Shares(total);
        const held: (() => void)[] = [];
        for (const what of steps) {
          const taken = typeof what === 'string' ? shares.take(what) : null;
          if (isShare(taken)) held.push(taken);
          else if (typeof what === 'number' && held.length > 0) {
            const [given] = held.splice(what % held.length, 1);
            given!();
            given!();
          }
          expect(shares.total).toBe(held.length);
          expect(shares.total).toBeLessThanOrEqual(total);
        }
        for (const give of held) give();
        expect(shares.total).toBe(0);
      }),
    );
  });
});

const STREAM = 'GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Opens a connection through an address and says this on it. */
const say = (port: number, text: string, address = '127.0.0.1'): Promise<{ socket: Socket; heard: () => string }> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, address, () => socket.write(text));
    open.push(socket);
    socket.setEncoding('utf8').on('data', (piece: string) => {
      heard += piece;
    });
    const told = () => resolve({ socket, heard: () => heard });
    socket.on('error', () => undefined).on('close', told);
    socket.once('data', () => setImmediate(told)); // the head comes first, the rest right behind it
    afterLived(text.startsWith('GET /api/stream') ? 5000 : 1500, told); // an unfinished body gets no word at all
  });

const UNFINISHED =
  'POST /api/label HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';

it('all clients of a proxy on this machine hold one share of the streams, and the wall gets one', async () => {
  const { port } = await serving({ station: new FakeStation(), settings: { maxStreamClients: 16 } });
  const proxied = (client: string) => say(port, STREAM.replace(/\r\n$/, `X-Forwarded-For: ${client}\r\n\r\n`));
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => proxied(`192.0.2.${i}`)));
  expect(replies.filter(({ heard }) => heard().startsWith('HTTP/1.1 200'))).toHaveLength(4);
  expect((await say(port, STREAM)).heard()).toMatch(/^HTTP\/1\.1 200/);
});

describe.skipIf(!lanAddress)('one client of the LAN', () => {
  it('is answered beside a program of this machine that leaves a thousand requests half sent', async () => {
    const { port } = await serving({ station: new FakeStation(), settings: { host: '0.0.0.0', maxConnections: 64 } });
    const half = Array.from({ length: 1000 }, () => {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/status HTTP/1.1\r\nHos'));
      open.push(socket);
      return new Promise<void>((resolve) => socket.on('error', () => undefined).once('connect', resolve));
    });
    await Promise.all(half);
    const { status } = await ask(port, { path: '/api/telemetry', address: lanAddress! });
    expect(status).toBe(200);
  });

  it('holds its share of the streams, and the wall gets one', async () => {
    const { port } = await serving({ station: new FakeStation(), settings: { host: '0.0.0.0', maxStreamClients: 16 } });
    const replies = await Promise.all(Array.from({ length: 10 }, () => say(port, STREAM, lanAddress)));
    const heard = replies.map((reply) => reply.heard());
    expect(heard.filter((text) => text.startsWith('HTTP/1.1 200'))).toHaveLength(4);
    const refused = heard.find((text) => text.startsWith('HTTP/1.1 503')) ?? '';
    expect(refused).toContain('Retry-After: 30');
    expect(refused).toContain('too many live streams are open at this address');
    expect((await say(port, STREAM)).heard()).toMatch(/^HTTP\/1\.1 200/);
  });

  it('holds its share of the connections, and this machine is answered', async () => {
    const { port } = await serving({ station: new FakeStation(), settings: { host: '0.0.0.0', maxConnections: 16 } });
    const held = await Promise.all(Array.from({ length: 40 }, () => say(port, UNFINISHED, lanAddress)));
    expect(held.filter(({ socket }) => !socket.destroyed).length).toBeLessThanOrEqual(4);
    for (let i = 0; i < 5; i += 1) expect((await ask(port, { path: '/api/telemetry' })).status).toBe(200);
  });

  it('has only so many bodies on their way at once', async () => {
    const { port } = await serving({ station: new FakeStation(), settings: { host: '0.0.0.0', unfinishedBodies: 8 } });
    const replies = await Promise.all(Array.from({ length: 5 }, () => say(port, UNFINISHED, lanAddress)));
    expect(replies.filter(({ heard }) => heard().startsWith('HTTP/1.1 429'))).toHaveLength(3);
    const label = { method: 'POST', path: '/api/label', headers: { 'content-type': 'application/json' } };
    expect((await ask(port, { ...label, body: '{"value": 1}' })).status).toBe(200);
    replies[0]!.socket.destroy();
    replies[1]!.socket.destroy();
    await expect
      .poll(async () => (await ask(port, { ...label, body: '{"value": 1}', address: lanAddress! })).status)
      .toBe(200);
  });

  it('has only so many downloads at once, and one that it leaves makes room', async () => {
    const { port } = await serving({
      station: new FakeStation({ historyDays: 400 }),
      settings: { host: '0.0.0.0', exportsAtOnce: 8 },
    });
    const EXPORT = 'GET /api/export.csv?hours=9000 HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const stalled = () =>
      new Promise<Socket>((resolve) => {
        const socket = connect(port, lanAddress!, () => socket.write(EXPORT));
        open.push(socket);
        socket.on('error', () => undefined).once('data', () => resolve(socket.pause()));
      });
    const [first] = await Promise.all([stalled(), stalled()]);
    const again = () => ask(port, { path: '/api/export.csv?hours=1', address: lanAddress! });
    expect(await again()).toMatchObject({
      status: 429,
      json: { detail: 'too many exports at once, try again when one has ended' },
    });
    first!.destroy();
    await expect.poll(async () => (await again()).status).toBe(200);
  });
});
