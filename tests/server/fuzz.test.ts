import { connect } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../src/station/store/rescue/folder/last-stop.ts';
import { ask } from '../support/ask.ts';
import { fuzz } from '../support/fuzz.ts';
import { openRealStation, type RealStation } from '../support/real-station.ts';
import { runningClock } from '../support/running-clock.ts';
import { type Served, serve } from '../support/serve.ts';
import { times } from '../support/times.ts';

const REQUESTS = times(700);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heapMb = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
};

let real: RealStation;
let served: Served;
beforeAll(async () => {
  real = await openRealStation({ clock: runningClock(), historyDays: 0.5 });
  served = await serve({ station: real.station });
});
afterAll(async () => {
  await served.server.stop();
  await real.close();
});

describe('a live station, however odd the request', () => {
  it('answers no 5xx and gives every refusal its words, and memory and database are well afterwards', async () => {
    await fuzz(served.port, 600, 1);
    const before = heapMb();
    const statuses = await fuzz(served.port, REQUESTS, 20_261_121);
    expect([...statuses.values()].reduce((sum, n) => sum + n, 0)).toBe(REQUESTS);
    // Every kind was met. The rarest, 415, is expected once in eighty: another route in the list draws another number.
    for (const status of [200, 404, 405, 415, 422])
      expect(statuses.get(status), String(status)).toBeGreaterThan(REQUESTS / 700);
    expect(served.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(heapMb() - before).toBeLessThan(20); // labels and events of all these requests are in the database, not in memory
    expect(served.server.streamClients).toBe(0);
    const database = new Database(join(real.folder, DATABASE_FILE), { readonly: true });
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
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
  ])('is not disturbed by what is hardly HTTP at all (case %#)', async (bytes) => {
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
