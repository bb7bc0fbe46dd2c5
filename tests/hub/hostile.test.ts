import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HubHere } from '../support/hub-here.ts';
import { lanAddress } from '../support/lan.ts';

let hub: HubHere;
beforeEach(async () => {
  hub = await HubHere.start('http://127.0.0.1:9', [], {
    host: '0.0.0.0',
    allowedHosts: [lanAddress ?? 'localhost'],
  });
});
afterEach(() => hub.stop());

it.skipIf(!lanAddress)(
  'a neighbour that opens connections and says nothing takes a quarter of them and leaves the rest',
  async () => {
    let closed = 0;
    const sockets: Socket[] = Array.from({ length: 1100 }, () =>
      connect(hub.running.port, lanAddress!)
        .on('error', () => undefined)
        .on('close', () => {
          closed += 1;
        }),
    );
    while (closed < 1100 - 1024) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await hub.json('/api/health')).toMatchObject({ ok: false, engine: { state: 'down' } });
    expect(closed).toBe(1100 - 1024);
    for (const socket of sockets) socket.destroy();
  },
);

it('a connection that asks a hundred things at once and waits for none is ended', async () => {
  const socket = connect(hub.running.port, '127.0.0.1');
  const ended = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
  socket.pause().write('GET /api/fleet HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100));
  socket.resume();
  await ended;
  expect(await hub.json('/api/health')).toMatchObject({ ok: false, engine: { state: 'down' } });
});

it.each(['Host', 'Cookie', 'X-Forwarded-Host'])(
  'a header that decides something is refused when it is given twice: %s',
  async (name) => {
    const socket = connect(hub.running.port, '127.0.0.1').setEncoding('utf8');
    let heard = '';
    const ended = new Promise((resolve) => socket.on('data', (text: string) => (heard += text)).on('close', resolve));
    const more = `${name}: localhost\r\n`.repeat(name === 'Host' ? 1 : 2);
    socket.write(`GET /api/fleet HTTP/1.1\r\nHost: localhost\r\n${more}Connection: close\r\n\r\n`);
    await ended;
    expect(heard).toMatch(/^HTTP\/1\.1 400/);
    expect(heard).toContain(`the header ${name.toLowerCase()} is given twice`);
  },
);
