import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { fakePages, type Served, serve } from '../support/serve.ts';

let served: Served;
let unbuilt: Served;
beforeAll(async () => {
  served = await serve({ station: new FakeStation() });
  unbuilt = await serve({ rendererDir: '/nonexistent/renderer', staticDir: '/nonexistent/static' });
});
afterAll(async () => {
  await served.server.stop();
  await unbuilt.server.stop();
});

const get = (path: string, port = served.port) => ask(port, { path });

describe('the dashboard', () => {
  it('[4.16] is a page at / that is asked for anew every time', async () => {
    const { status, headers, text } = await get('/');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(text).toContain('<title>Weatherglass</title>');
  });

  it('keeps its hashed parts for ever, and the others not', async () => {
    const cached = async (path: string) => (await get(path)).headers['cache-control'];
    expect(await cached('/static/assets/index-B3x9_aQ1.js')).toBe('public, max-age=31536000, immutable');
    expect(await cached('/static/assets/plain.js')).toBe('public, max-age=3600');
  });

  it('[9.2] has nothing outside /, /api and /static', async () => {
    expect((await get('/assets/index-B3x9_aQ1.js')).status).toBe(404);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['identity', undefined],
    ['gzip;q=0, br;q=0', undefined],
    ['*', undefined],
  ])('goes out as the build compressed it, to a browser that takes %s', async (accepted, encoding) => {
    const path = '/static/assets/big-C1ww7cqx.js';
    const { headers, bytes } = await ask(served.port, { path, headers: { 'accept-encoding': accepted } });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toContain('Accept-Encoding');
    expect(Number(headers['content-length'])).toBe(bytes.length);
    const opened = encoding === 'br' ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes;
    expect(opened.toString()).toBe((await get(path)).text);
  });

  it('is not sent again to who has it', async () => {
    const { etag } = (await get('/')).headers;
    const asked = (headers: Record<string, string>) => ask(served.port, { path: '/', headers });
    expect(await asked({ 'if-none-match': `"other", ${etag}` })).toMatchObject({ status: 304, text: '' });
    expect((await asked({ 'if-none-match': '"other"' })).status).toBe(200);
    expect(await asked({ 'if-match': '"other"' })).toMatchObject({
      status: 412,
      json: { detail: 'what is here has changed' },
    });
    expect((await asked({ 'if-match': `${etag}` })).status).toBe(200);
  });

  it('is sent whole where a part is asked for', async () => {
    const { status, text } = await ask(served.port, { path: '/', headers: { range: 'bytes=99999-' } });
    expect(status).toBe(200);
    expect(text).toContain('<title>Weatherglass</title>');
  });

  it('is the new one as soon as it is built anew', async () => {
    const pages = fakePages();
    const clock = new FakeClock();
    const own = await serve({ ...pages, clock });
    expect((await get('/', own.port)).text).toContain('Weatherglass');
    writeFileSync(join(pages.rendererDir, 'index.html'), '<title>Newer</title>');
    await clock.advance(1001);
    expect((await get('/', own.port)).text).toBe('<title>Newer</title>');
    rmSync(join(pages.rendererDir, 'index.html'));
    await clock.advance(1001);
    expect((await get('/', own.port)).status).toBe(503);
    await own.server.stop();
  });

  it('says how to build it when it is not there', async () => {
    const { status, json } = await get('/', unbuilt.port);
    expect(status).toBe(503);
    expect(json).toMatchObject({ detail: 'the dashboard has not been built: run "npm run build"' });
  });
});

describe('vendored assets', () => {
  it('[4.17] come from /static', async () => {
    const { status, headers, text } = await get('/static/fonts/inter.woff2');
    expect([status, headers['content-type'], text]).toEqual([200, 'font/woff2', 'not really a font']);
  });

  it('[4.17] are simply not there when the folder does not exist', async () => {
    expect((await get('/static/fonts/inter.woff2', unbuilt.port)).status).toBe(404);
  });

  it.each([
    '/static',
    '/static/',
    '/static/fonts',
    '/static/fonts/',
    '/static/.hidden',
    '/static/../secret.txt',
    '/static/..%2f..%2fsecret.txt',
    '/static/%2e%2e/%2e%2e/secret.txt',
    '/static/..%5c..%5csecret.txt',
    '/static//etc/passwd',
    '/static/fonts/inter.woff2%00.txt',
    '/static/assets/',
    '/static/assets',
    '/static/assets/../index.html',
    '/static/assets/../../secret.txt',
    '/static/assets/%2e%2e/index.html',
    '/static/index.html',
    '/index.html.bak',
    '/.git/config',
    '/package.json',
  ])('%s is a plain 404: no listing, no dotfile, no way out', async (path) => {
    const { status, json } = await get(path);
    expect([status, json]).toMatchObject([404, { detail: 'Not Found' }]);
  });
});

describe('a path', () => {
  it.each([
    '/api/nope',
    '/api',
    '/api/',
    '/API/telemetry',
    '/api/telemetry/',
    '/api/label/',
    '/nope',
    '/%',
    '/api/%ff%fe',
  ])('%s that does not exist is a 404 in the envelope of every error', async (path) => {
    const { status, json, headers } = await get(path);
    expect([status, json]).toMatchObject([404, { detail: 'Not Found' }]);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it.each([
    ['POST', '/api/telemetry', 'GET, HEAD'],
    ['DELETE', '/api/history', 'GET, HEAD'],
    ['GET', '/api/label', 'POST'],
    ['PUT', '/api/label', 'POST'],
    ['PATCH', '/api/calibrate', 'POST'],
    ['GET', '/api/label/7', 'PATCH, DELETE'],
    ['HEAD', '/api/train', 'POST'],
    ['OPTIONS', '/api/stream', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
    ['POST', '/static/fonts/inter.woff2', 'GET, HEAD'],
    ['PROPFIND', '/api/status', 'GET, HEAD'],
  ])('asked with the wrong method, %s %s, names the right ones', async (method, path, allow) => {
    const { status, headers, json } = await ask(served.port, { method, path });
    expect([status, headers.allow]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(json).toMatchObject({ detail: 'Method Not Allowed' });
  });

  it('asked with HEAD answers like GET, without the body', async () => {
    const whole = await get('/api/storage');
    const head = await ask(served.port, { method: 'HEAD', path: '/api/storage' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(whole.text)));
  });
});
