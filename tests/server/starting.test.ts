import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { FakeStation } from '../support/fake-station.ts';
import { fakePages, serving } from '../support/serve.ts';

describe('while the station is still being opened', () => {
  it('[3a] every question gets its 503 at once, from the first moment to the last', async () => {
    const { port, server } = await serving({ station: null });
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

  it('the page is told, and is an ordinary one again once the station is there', async () => {
    const pages = fakePages();
    const built = '<html lang="en"></html>';
    writeFileSync(join(pages.rendererDir, 'index.html'), built);
    writeFileSync(join(pages.rendererDir, 'index.html.gz'), gzipSync(built));
    const { port, server } = await serving({ ...pages, station: null });
    const page = (known = '') =>
      ask(port, { path: '/', headers: { 'accept-encoding': 'gzip', 'if-none-match': known } });
    const early = await page();
    expect(early.text).toBe('<html data-starting lang="en"></html>');
    expect((await page(early.headers.etag)).status).toBe(304);
    server.setStation(new FakeStation());
    const later = await page(early.headers.etag);
    expect([later.status, gunzipSync(later.bytes).toString()]).toEqual([200, built]);
    server.setStation(null);
    expect((await page(later.headers.etag)).text).toBe(early.text);
  });

  it('the stream is refused, and the page knows when to come again', async () => {
    const served = await serving({ station: null });
    const { status, headers } = await ask(served.port, { path: '/api/stream' });
    expect([status, headers['retry-after']]).toEqual([503, '2']);
  });
});
