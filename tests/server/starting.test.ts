import { afterEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { FakeStation } from '../support/fake-station.ts';
import { type Served, serve } from '../support/serve.ts';

let served: Served | null = null;
afterEach(async () => {
  await served?.server.stop();
  served = null;
});

describe('while the station is still being opened', () => {
  it('[3a] every question gets its 503 at once, from the first moment to the last', async () => {
    served = await serve({ station: null });
    const { port, server } = served;
    // An answer that waited for the station would wait for ever: it comes only when all of them are there.
    for (let i = 0; i < 100; i += 1) {
      const { status, json } = await ask(port, { path: '/api/telemetry' });
      expect([status, json]).toMatchObject([503, { detail: 'station not started' }]);
    }
    const beside = await Promise.all(Array.from({ length: 20 }, () => ask(port, { path: '/api/telemetry' })));
    expect(new Set(beside.map(({ status }) => status))).toEqual(new Set([503]));
    server.setStation(new FakeStation());
    expect((await ask(port, { path: '/api/telemetry' })).status).toBe(200);
  });

  it('the stream is refused, and the page knows when to come again', async () => {
    served = await serve({ station: null });
    const { status, headers } = await ask(served.port, { path: '/api/stream' });
    expect([status, headers['retry-after']]).toEqual([503, '2']);
  });
});
