import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { FakeStation } from '../support/fake-station.ts';
import { type Served, serve } from '../support/serve.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let served: Served | null = null;
afterEach(async () => {
  await served?.server.stop();
  served = null;
});

/** What comes back on a connection that says only this, until the other side closes it. */
const said = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (piece: string) => {
      heard += piece;
    });
    socket.on('error', () => undefined).on('close', () => resolve(heard));
  });

it('a connection that never finishes its headers is closed', async () => {
  served = await serve({ station: new FakeStation(), settings: { headersTimeoutMs: 100 } });
  expect(await said(served.port, 'GET /api/status HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')).toMatch(
    /^(HTTP\/1\.1 408|$)/,
  );
});

it('a connection that never finishes its body is closed', async () => {
  served = await serve({ station: new FakeStation(), settings: { headersTimeoutMs: 100, requestTimeoutMs: 200 } });
  const head =
    'POST /api/label HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';
  expect(await said(served.port, head)).toMatch(/^(HTTP\/1\.1 4\d\d|$)/);
});

it('more connections than allowed are turned away, and one that leaves makes room', async () => {
  served = await serve({ station: new FakeStation(), settings: { maxConnections: 3 } });
  const { port } = served;
  const idle = await Promise.all(
    Array.from(
      { length: 3 },
      () =>
        new Promise<ReturnType<typeof connect>>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => resolve(socket));
        }),
    ),
  );
  expect(await said(port, 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toBe('');
  idle[0]!.destroy();
  let heard = '';
  for (let i = 0; i < 200 && heard === ''; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    heard = await said(port, 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  }
  expect(heard).toMatch(/^HTTP\/1\.1 200/);
  for (const socket of idle) socket.destroy();
});

it('three thousand streams that come and go leave nothing in memory', { timeout: 60_000 }, async () => {
  served = await serve({ station: new FakeStation() });
  const { port, server } = served;
  const comeAndGo = async (times: number) => {
    for (let i = 0; i < times; i += 25) {
      await Promise.all(Array.from({ length: 25 }, () => glance(port)));
    }
    for (let i = 0; i < 200 && server.streamClients > 0; i += 1) await new Promise((resolve) => setTimeout(resolve, 5));
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await comeAndGo(1000);
  const after = await comeAndGo(3000);
  expect(server.streamClients).toBe(0);
  expect((after - before) / 3000).toBeLessThan(500); // bytes for each: one forgotten listener is more
  expect((await ask(port, { path: '/api/status' })).json).toMatchObject({ stream_clients: 0 });
});

/** Opens a stream and leaves at the first word. */
const glance = (port: number): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    );
    socket.on('error', () => undefined).once('data', () => socket.destroy());
    socket.on('close', () => resolve());
  });
