import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { listener } from '../../src/http/listener.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { KeptLog } from '../support/serve.ts';

const PARTS = {
  log: new KeptLog(),
  host: '127.0.0.1',
  port: 0,
  maxConnections: 8,
  stalledMs: 60_000,
  graceMs: 1000,
  timing: { headersTimeout: 60_000, keepAliveTimeout: 600_000 },
};

/** A kept connection that has asked, and its answer, which is not given yet. */
async function kept(listen: () => Promise<number>, asked: Promise<ServerResponse>, path = '/') {
  const port = await listen();
  const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`));
  const heard = { text: '' };
  socket.on('data', (piece) => (heard.text += String(piece)));
  return { port, socket, heard, closed: once(socket, 'close'), res: await asked };
}

const turns = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

it.each([
  ['has its head', true, /^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: keep-alive\r\n.*begun.*ended/s],
  ['has no head yet', false, /^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: close\r\n.*ended/s],
])('a stop ends a kept connection with the answer on it, where that %s', async (_, hasHead, expected) => {
  const asked = Promise.withResolvers<ServerResponse>();
  const { listen, stop } = listener({
    answer: (_req, res) => {
      if (hasHead) res.write('begun');
      asked.resolve(res);
    },
    clock: new FakeClock(), // no moment of grace ends
    ...PARTS,
  });
  const { socket, heard, closed, res } = await kept(listen, asked.promise);
  if (hasHead) await once(socket, 'data');
  const stopped = stop();
  await turns(); // it waits for this answer alone
  res.end('ended');
  await Promise.all([stopped, closed]);
  expect(heard.text).toMatch(expected);
});

it('a stop beside a flood of new connections accepts for a quarter of its grace, and leaves the rest to answers', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const clock = new FakeClock();
  const { http, listen, stop } = listener({
    answer: (_req, res) => asked.resolve(res),
    clock,
    ...PARTS,
  });
  const { port, heard, closed, res } = await kept(listen, asked.promise);
  const flood = new Set<Socket>();
  const another = () => {
    for (let n = 0; n < 4; n += 1) flood.add(connect(port, '127.0.0.1').on('error', () => {}));
  };
  http.on('connection', another); // each brings four more: some always wait
  another();
  await once(http, 'connection');
  const stopped = stop();
  await turns();
  expect(http.listening).toBe(true);
  await clock.advance(250);
  await turns();
  http.off('connection', another);
  expect(http.listening).toBe(false);
  await clock.advance(600);
  res.end('ended');
  await Promise.all([stopped, closed]);
  expect(heard.text).toMatch(/ended/);
  for (const one of flood) one.destroy();
});

it('an answer that is still being made is given up when nothing of it is taken, and not while there is nothing to take', async () => {
  const [stalled, late] = [Promise.withResolvers<ServerResponse>(), Promise.withResolvers<ServerResponse>()];
  const { listen, stop } = listener({
    answer(req, res) {
      if (req.url === '/late') return late.resolve(res);
      res.write('x'.repeat(32 << 20)); // a month of a long download; the next one waits until this has been taken
      stalled.resolve(res);
    },
    clock: new FakeClock(),
    ...PARTS,
    stalledMs: 50,
  });
  const { socket, heard, closed, port, res } = await kept(listen, late.promise, '/late');
  const reader = connect(port, '127.0.0.1', () => reader.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'));
  reader.pause().on('error', () => undefined);
  await once(await stalled.promise, 'close');
  res.end('made');
  await once(socket, 'data');
  expect(heard.text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*made/s);
  reader.destroy();
  await Promise.all([stop(), closed]);
});
