import { Agent, request } from 'node:https';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Reply } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { lanAddress } from '../support/lan.ts';
import { type Front, nginxBefore, nginxIsHere } from '../support/nginx.ts';
import { runningClock } from '../support/running-clock.ts';
import { type Served, serve } from '../support/serve.ts';

let served: Served;
let front: Front;
/** Waits pass when they are told to; what something costs is measured all the same. */
const waits = new FakeClock();
const usable = nginxIsHere && lanAddress !== undefined;
beforeAll(async () => {
  if (!usable) return;
  const clock = { ...runningClock(), sleep: waits.sleep };
  served = await serve({ station: new FakeStation(), clock, settings: { host: '0.0.0.0' } });
  front = await nginxBefore(served.port, lanAddress!);
});
afterAll(async () => {
  await front?.stop();
  await served?.server.stop();
});

/** A proxy before a station that has little to give to one address; every look finds a millisecond more of computing. */
async function strictly(use: (front: Front, station: Served) => Promise<void>): Promise<void> {
  let computedMs = 0;
  const strict = await serve({
    station: new FakeStation(),
    clock: { ...runningClock(), computedMs: () => (computedMs += 1) },
    settings: { host: '0.0.0.0', readLimit: { burst: 100, perMinute: 0.001 } },
  });
  const before = await nginxBefore(strict.port, lanAddress!);
  try {
    await use(before, strict);
  } finally {
    await before.stop();
    await strict.server.stop();
  }
}

/** As `ask`, over TLS. */
const askTls = (path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const agent = new Agent({ rejectUnauthorized: false, keepAlive: false });
    const outgoing = request({ host: '127.0.0.1', port: front.tls, path, headers, method, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: answer.statusCode!,
          headers: answer.headers,
          bytes,
          text: bytes.toString(),
          json: JSON.parse(bytes.toString() || 'null'),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

const HOME_ASSISTANT = { 'user-agent': 'HomeAssistant/2025.6.0 aiohttp/3.12.12 Python/3.13', accept: '*/*' };
const PROMETHEUS = {
  'user-agent': 'Prometheus/3.1.0',
  accept:
    'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,text/plain;version=1.0.0;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2',
  'accept-encoding': 'gzip',
  'x-prometheus-scrape-timeout-seconds': '10',
};

describe.skipIf(!usable)('behind nginx', () => {
  it('Home Assistant reads telemetry, whole and by its head, plain and over TLS', async () => {
    const headers = { ...HOME_ASSISTANT, 'accept-encoding': 'gzip, deflate' };
    const plain = await ask(front.plain, { path: '/api/telemetry', headers });
    expect(plain.status).toBe(200);
    expect(JSON.parse(gunzipSync(plain.bytes).toString())).toHaveProperty('temperature');
    const head = await ask(front.plain, { method: 'HEAD', path: '/api/telemetry', headers: HOME_ASSISTANT });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect((await askTls('/api/telemetry', HOME_ASSISTANT)).json).toHaveProperty('temperature');
  });

  it('what is known is not sent again, though nginx compresses and weakens its tag', async () => {
    const { headers } = await ask(front.plain, { path: '/api/methods' });
    const again = await ask(front.plain, { path: '/api/methods', headers: { 'if-none-match': headers.etag! } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('Prometheus gets the format it likes second, compressed', async () => {
    const { status, headers, bytes } = await ask(front.plain, { path: '/api/metrics', headers: PROMETHEUS });
    expect([status, headers['content-type'], headers['content-encoding']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'gzip',
    ]);
    expect(gunzipSync(bytes).toString()).toContain('weatherglass_up 1\n');
  });

  it('the stream’s messages come one by one, as they are said', async () => {
    const stopping = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${front.plain}/api/stream`, { signal: stopping.signal });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    // A proxy that gathers would keep the first until there are more, and no second one is said before the first has been heard.
    for (const messages of [1, 2]) {
      while (heard.split('\n\n').length - 1 < messages) heard += (await reader.read()).value;
      expect(heard.split('\n\n')).toHaveLength(messages + 1);
      if (messages === 1) await waits.advance(2000);
    }
    stopping.abort();
  });

  it('a page of the proxy’s own address may change something, another may not, and no port is to be lost', async () => {
    const label = { method: 'POST', path: '/api/label', body: '{"value": 1}' };
    const from = (origin: string) => ({ origin, 'content-type': 'application/json', host: origin.split('//')[1]! });
    const own = from(`http://localhost:${front.plain}`);
    expect((await ask(front.plain, { ...label, headers: own })).status).toBe(200);
    expect((await ask(front.plain, { ...label, headers: { ...own, origin: 'http://evil.example' } })).status).toBe(403);
    const secure = from(`https://localhost:${front.tls}`);
    expect((await askTls('/api/label', secure, 'POST', label.body)).status).toBe(200);
    const lost = from(`http://localhost:${front.portless}`);
    expect((await ask(front.portless, { ...label, headers: lost })).status).toBe(403); // why docs/develop/api.md says $http_host
  });

  it.each(['plain', 'far'] as const)(
    'its guests share what one address may, and are told when to come again, while this machine is answered: %s',
    (way) =>
      strictly(async (strict, station) => {
        const statuses: number[] = [];
        for (let i = 0; i < 500 && statuses.at(-1) !== 429; i += 1) {
          const headers = { 'x-forwarded-for': `192.0.2.${i % 250}`, forwarded: 'for=127.0.0.1' };
          const { status, headers: told } = await ask(strict[way], { path: `/api/history?hours=${1 + i}`, headers });
          statuses.push(status);
          if (status === 429) expect(Number(told['retry-after'])).toBeGreaterThan(0);
        }
        expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
        expect((await ask(station.port, { path: '/api/history?hours=999' })).status).toBe(200);
      }),
  );
});
