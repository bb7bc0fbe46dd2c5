import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/main/clock.ts';
import { ask } from '../support/ask.ts';
import { FakeStation } from '../support/fake-station.ts';
import { fuzz } from '../support/fuzz.ts';
import { type Served, serve } from '../support/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve({ station: new FakeStation({ clock: systemClock, historyDays: 1 }) });
});
afterAll(() => served.server.stop());

describe('however odd the request', () => {
  it('no answer is a 5xx and every refusal has its detail', { timeout: 300_000 }, async () => {
    const statuses = await fuzz(served.port, 20_000, 20_261_121);
    expect([...statuses.values()].reduce((sum, n) => sum + n, 0)).toBe(20_000);
    for (const status of [200, 404, 405, 415, 422]) expect(statuses.get(status), String(status)).toBeGreaterThan(20);
    expect(served.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it.each([
    'GET /api/status HTTP/1.1\r\n\r\n',
    'GET /api/status HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${'x'.repeat(100_000)}\r\n\r\n`,
    'POST /api/label HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: -1\r\n\r\n{}',
    'POST /api/label HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
    'CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'GET /api/stream HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    '\u0000\u0001\u0002\u0003',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ])('what is hardly HTTP at all (case %#) disturbs nobody', async (bytes) => {
    const socket = connect(served.port, '127.0.0.1').on('error', () => undefined);
    socket.write(Buffer.from(bytes, 'latin1'));
    await new Promise<void>((resolve) => {
      socket.once('data', () => resolve());
      socket.once('close', () => resolve());
    });
    socket.destroy();
    expect((await ask(served.port, { path: '/api/status' })).status).toBe(200);
  });
});
