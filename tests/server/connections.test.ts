import { once } from 'node:events';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import type { EventRecord } from '../../src/contract/events.ts';
import { ask } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { patience } from '../support/patience.ts';
import { serving } from '../support/serve.ts';
import { stationWith } from '../support/station-with.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

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
  const served = await serving({ station: new FakeStation(), settings: { headersTimeoutMs: 100 } });
  expect(await said(served.port, 'GET /api/status HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')).toMatch(
    /^(HTTP\/1\.1 408|$)/,
  );
});

it('a connection that never finishes its body is closed', async () => {
  const served = await serving({
    station: new FakeStation(),
    settings: { headersTimeoutMs: 100, requestTimeoutMs: 200 },
  });
  const head =
    'POST /api/label HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';
  expect(await said(served.port, head)).toMatch(/^(HTTP\/1\.1 4\d\d|$)/);
});

it('more connections than allowed are turned away, and one that leaves makes room', async () => {
  const { port } = await serving({ station: new FakeStation(), settings: { maxConnections: 3 } });
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
  for (const waiting = patience(60_000); heard === '' && waiting(); ) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    heard = await said(port, 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  }
  expect(heard).toMatch(/^HTTP\/1\.1 200/);
  for (const socket of idle) socket.destroy();
});

it('a connection that has never asked anything, as browsers keep them in store, holds up no stop', async () => {
  const { port, server } = await serving({ station: new FakeStation(), clock: new FakeClock() }); // no moment of grace ends
  const spare = connect(port, '127.0.0.1');
  spare.on('error', () => undefined);
  await said(port, 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'); // so both were taken
  let isStopped = false;
  void server.stop().then(() => (isStopped = true));
  await vi.waitFor(() => expect(isStopped).toBe(true), { timeout: 60_000, interval: 5 });
  spare.destroy();
});

/** Thread that opens connections, each with one question that asks for no end of it, while this thread is held up. */
async function askedUnseen(port: number, count: number): Promise<{ heard: Promise<string[]> }> {
  const written = new Int32Array(new SharedArrayBuffer(4));
  const code = `const { workerData: { port, count, written }, parentPort } = require('node:worker_threads');
    const one = () => new Promise((done) => {
      let heard = '';
      const socket = require('node:net').connect(port, '127.0.0.1', () =>
        socket.write('GET /api/health HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n', () => {
          Atomics.add(written, 0, 1);
          Atomics.notify(written, 0);
        }));
      socket.on('data', (piece) => (heard += piece)).on('error', ({ code }) => (heard += code)).on('close', () => done(heard));
    });
    parentPort.once('message', () => Promise.all(Array.from({ length: count }, one)).then((all) => parentPort.postMessage(all)));`;
  const worker = new Worker(code, { eval: true, workerData: { port, count, written } });
  await once(worker, 'online');
  const heard = once(worker, 'message').then(([all]) => all as string[]);
  worker.postMessage('ask');
  for (let n = 0; n < count; n = Atomics.load(written, 0)) Atomics.wait(written, 0, n);
  return { heard };
}

it('a stop answers connections that wait to be accepted, says that they end, and waits for none of them', async () => {
  const served = await serving({ station: new FakeStation(), clock: new FakeClock() }); // no moment of grace ends
  const { heard } = await askedUnseen(served.port, 30);
  await served.server.stop();
  expect(await heard).toHaveLength(30);
  for (const one of await heard) expect(one).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: close\r\n/s);
});

it('three thousand streams that come and go leave nothing in memory', async () => {
  const { port, server } = await serving({ station: new FakeStation() });
  const comeAndGo = async (times: number) => {
    for (let i = 0; i < times; i += 25) {
      await Promise.all(Array.from({ length: 25 }, () => glance(port)));
    }
    await vi.waitFor(() => expect(server.streamClients).toBe(0), { timeout: 60_000, interval: 5 });
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  let heap = await comeAndGo(1000);
  // Bytes for each: one forgotten listener is more, and grows in every round; what the machine of JavaScript allots for itself, in one.
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4 && least >= 500; round++) {
    const later = await comeAndGo(3000);
    least = Math.min(least, (later - heap) / 3000);
    heap = later;
  }
  expect(least).toBeLessThan(500);
  expect(server.streamClients).toBe(0);
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

it('an answer of which nothing is taken is given up, and its connection with it', async () => {
  const events = Array.from({ length: 500 }, () => ({ detail: 'x'.repeat(40_000) }));
  const station = stationWith({ events: () => events as unknown as EventRecord[] });
  const { port } = await serving({ station, settings: { maxConnections: 2, stalledMs: 100 } });
  const takers = Array.from({ length: 2 }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.pause();
    socket.write('GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return socket;
  });
  let heard = '';
  for (const waiting = patience(60_000); heard === '' && waiting(); ) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    heard = await said(port, 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  }
  expect(heard).toMatch(/^HTTP\/1\.1 200/);
  for (const socket of takers) socket.destroy();
});

it.each([
  ['GET /api/health', ''],
  ['GET /', ''],
  ['POST /api/nope', ''],
  ['DELETE /api/label/7', ''],
  ['POST /api/label', 'Origin: http://evil.example\r\n'],
  ['POST /api/label', ''],
])('a body of a gigabyte to %s is not read to its end (%j)', async (line, more) => {
  const served = await serving({ station: new FakeStation() });
  const head = `${line} HTTP/1.1\r\nHost: localhost\r\n${more}Content-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n`;
  const [answer] = (await said(served.port, `${head}{`)).split('\r\n\r\n');
  expect(answer).toMatch(/\r\nconnection: close(\r\n|$)/i);
});

it.each([
  ['Content-Length: 1000000000\r\n\r\n', 'x'.repeat(65_536)],
  ['Transfer-Encoding: chunked\r\n\r\n', `10000\r\n${'x'.repeat(65_536)}\r\n`],
])(
  'a body that never ends is refused as soon as it is too large, not read for as long as it comes (%j)',
  async (framing, piece) => {
    const { port } = await serving({ station: new FakeStation() });
    let heard = '';
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      const pour = () => {
        while (socket.writable && socket.write(piece));
      };
      socket.write(`POST /api/label HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${framing}`, pour);
      socket.on('drain', pour).on('data', (data) => {
        heard += data.toString();
      });
      socket.on('error', () => undefined).on('close', () => resolve());
    });
    expect(heard.slice(0, 12)).toBe('HTTP/1.1 413');
  },
);

it('a body that is read leaves the connection open for more', async () => {
  const served = await serving({ station: new FakeStation() });
  const body = '{"value": 1}';
  const label = `POST /api/label HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const heard = await said(served.port, `${label}\r\n${body}${label}Connection: close\r\n\r\n${body}`);
  expect(heard.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});
