import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { FakeStation } from '../support/fake-station.ts';
import { lanAddress } from '../support/lan.ts';
import { type Served, serve } from '../support/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve({
    station: new FakeStation(),
    settings: { host: '0.0.0.0', allowedHosts: ['weather.example'], corsOrigins: ['http://panel.lan:3000'] },
  });
});
afterAll(() => served.server.stop());

const addresses = [
  { from: 'loopback', address: '127.0.0.1' },
  ...(lanAddress ? [{ from: 'the LAN', address: lanAddress }] : []),
];

/** What a Host header may say. `*` stands for the address asked, `:0` for the port of the server. */
const hosts = [
  { host: '*:0', ours: true },
  { host: 'localhost:0', ours: true },
  { host: '[::1]:0', ours: true },
  { host: `${hostname()}:0`, ours: true },
  { host: `${hostname().split('.')[0]}.local`, ours: true },
  { host: 'weather.example', ours: true },
  { host: 'WEATHER.example.:8443', ours: true },
  { host: 'weather:0', ours: true },
  { host: 'pi.lan', ours: true },
  { host: 'weather.home.arpa:8080', ours: true },
  { host: 'pi.house.internal', ours: true },
  { host: 'vm.fritz.box', ours: false },
  { host: '2130706433', ours: false }, // a number is an address to some, and a name to nobody
  { host: 'lan', ours: true },
  { host: 'pi.lan.evil.example', ours: false },
  { host: '.lan', ours: false },
  { host: 'evil.example', ours: false },
  { host: 'localhost.evil.example:0', ours: false },
  { host: 'weather.example@evil.example', ours: false },
  { host: '127.0.0.1.evil.example', ours: false },
  { host: 'local host', ours: false },
];

/** `=` stands for the origin of the very host that is named. */
const origins = [
  { origin: undefined, foreign: false },
  { origin: '=', foreign: false },
  { origin: 'null', foreign: true },
  { origin: 'http://evil.example', foreign: true },
  { origin: 'http://panel.lan:3000', foreign: true }, // may read, must not change
];

const methods = ['GET', 'POST', 'DELETE'];

describe.each(addresses)('a request through $from', ({ address }) => {
  const cells = hosts.flatMap((host) =>
    origins.flatMap((origin) => methods.map((method) => ({ ...host, ...origin, method }))),
  );

  it.each(cells)('$method to host $host from origin $origin', async ({ host, ours, origin, foreign, method }) => {
    const named = host.replace('*', address).replace(/:0$/, `:${served.port}`);
    const page = origin === '=' ? `http://${named}` : origin;
    const headers = { host: named, ...(page === undefined ? {} : { origin: page }) };
    const path = { GET: '/api/status', POST: '/api/verify', DELETE: '/api/label/4711' }[method] ?? '';
    const reply = await ask(served.port, { method, path, headers, address });

    const answered = method === 'DELETE' ? 404 : 200;
    expect(reply.status).toBe(!ours ? 421 : method !== 'GET' && foreign ? 403 : answered);
    const mayRead = ours && origin === 'http://panel.lan:3000';
    expect(reply.headers['access-control-allow-origin']).toBe(mayRead ? origin : undefined);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('what a browser tells about the page behind a request', () => {
  const send = (method: string, site: string) =>
    ask(served.port, {
      method,
      path: method === 'GET' ? '/api/status' : '/api/verify',
      headers: { 'sec-fetch-site': site },
    });

  it.each(['same-origin', 'none'])('a change from %s passes', async (site) => {
    expect((await send('POST', site)).status).toBe(200);
  });
  it.each(['cross-site', 'same-site', 'something-new'])('a change from %s is refused', async (site) => {
    expect((await send('POST', site)).status).toBe(403);
  });
  it('says nothing against reading', async () => {
    expect((await send('GET', 'cross-site')).status).toBe(200);
  });
});

describe('the name check', () => {
  it.each(['/', '/static/fonts/inter.woff2', '/api/health', '/api/docs', '/api/nope', '/api/stream'])(
    'stands before %s too',
    async (path) => {
      const { status, json } = await ask(served.port, { path, headers: { host: 'evil.example' } });
      expect(status).toBe(421);
      expect(json).toEqual({
        detail: 'this station is not known under that host name; server.allowed_hosts can add it',
      });
    },
  );

  it('tells a person who typed the name what to do, and takes nothing from the name for markup', async () => {
    const headers = { host: 'vm.fritz.box:8000', accept: 'text/html,application/xhtml+xml' };
    const { status, headers: told, text } = await ask(served.port, { path: '/', headers });
    expect([status, told['content-type']]).toEqual([421, 'text/html; charset=utf-8']);
    expect(text).toContain('allowed_hosts:\n    - vm.fritz.box</pre>');
    expect(told['content-security-policy']).toContain("default-src 'self'");
    const odd = await ask(served.port, { path: '/', headers: { ...headers, host: '<script>alert(1)</script>.x' } });
    expect(odd.status).toBe(421);
    expect(odd.text).not.toContain('<script>');
  });

  it('is not got round by a request target that names a host itself', async () => {
    const { status } = await ask(served.port, { path: `http://evil.example/api/status` });
    expect(status).toBe(400);
  });

  it('answers a preflight with no permission at all', async () => {
    const { status, headers } = await ask(served.port, {
      method: 'OPTIONS',
      path: '/api/label',
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(status).toBe(405);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('headers for plain HTTP', () => {
  it('allow scripts and styles from here and nowhere else, and promise no TLS', async () => {
    const { headers } = await ask(served.port, { path: '/' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).not.toMatch(/unsafe|upgrade-insecure|https:/);
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['referrer-policy']).toBe('same-origin');
  });

  it('let the description of the API have its style', async () => {
    const { headers } = await ask(served.port, { path: '/api/docs' });
    expect(headers['content-security-policy']).toContain("style-src 'self'");
  });

  it.each(['/api/status', '/api/nothing', '/static/icons/weatherglass.svg'])(
    'let nothing be loaded by what is data or a part of a page: %s',
    async (path) => {
      const { headers } = await ask(served.port, { path });
      expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'self'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it('let the worker of the page load what the page loads', async () => {
    const { headers } = await ask(served.port, { path: '/static/assets/offline.js' });
    expect(headers['content-security-policy']).toContain("default-src 'self'");
  });
});
