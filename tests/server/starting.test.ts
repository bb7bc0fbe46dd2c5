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
    setTimeout(() => server.setStation(new FakeStation()), 2000); // a slow opening: a big history on a memory card
    const seen: { status: number; ms: number }[] = [];
    for (let last = 503; last === 503; ) {
      const startMs = performance.now();
      const reply = await ask(port, { path: '/api/telemetry' });
      seen.push({ status: reply.status, ms: performance.now() - startMs });
      if (reply.status === 503) expect(reply.json).toEqual({ detail: 'station not started' });
      last = reply.status;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(seen.at(-1)!.status).toBe(200);
    expect(seen.length).toBeGreaterThan(20);
    expect(seen.filter(({ ms }) => ms > 1000)).toEqual([]);
  });

  it('the stream is refused, and the page knows when to come again', async () => {
    served = await serve({ station: null });
    const { status, headers } = await ask(served.port, { path: '/api/stream' });
    expect([status, headers['retry-after']]).toEqual([503, '2']);
  });
});
