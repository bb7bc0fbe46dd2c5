import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Inputs } from '../../src/contract/inputs.ts';
import type { Telemetry } from '../../src/contract/telemetry.ts';
import { systemClock } from '../../src/main/clock.ts';
import { type Service, startService } from '../../src/main/service.ts';
import { loadSettings } from '../../src/main/settings/settings.ts';
import { payloads, requestsOf } from '../station/inputs/support/payloads.ts';
import { ask } from '../support/ask.ts';
import { freePort } from '../support/free-port.ts';
import { promised } from '../support/promised.ts';
import { runningClock } from '../support/running-clock.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-consoles-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let service: Service | null = null;
afterEach(() => service?.stop());

let folders = 0;
async function station(env: Record<string, string> = {}, source = 'ecowitt'): Promise<Service> {
  folders += 1;
  const place = { data: join(scratch, String(folders)), port: '0', host: '127.0.0.1', source };
  service = await startService(
    loadSettings(place, {
      HOME: scratch,
      WEATHERGLASS_LOG__LEVEL: 'silent',
      WEATHERGLASS_SENSORS__SAMPLE_INTERVAL_S: '0.5',
      ...env,
    }),
    { clock: runningClock() },
  );
  return service;
}
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (port: number, path: string, body: string, headers: Record<string, string> = FORM) =>
  ask(port, { method: 'POST', path, body, headers });
const inputs = async (port: number) => (await ask(port, { path: '/api/inputs' })).json as Inputs;
const telemetry = async (port: number) => (await ask(port, { path: '/api/telemetry' })).json as Telemetry;
const soon = <T>(what: () => Promise<T>) => expect.poll(what, { interval: 50 });

/** Writes bytes to the socket as they stand. */
const write = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (piece: string) => {
      answer += piece;
      socket.end();
    });
    socket.once('close', () => resolve(answer)).once('error', reject);
  });

/** Posts all bodies over one connection, without waiting for an answer; all answers. */
const pipelined = (port: number, bodies: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let answers = '';
    const head = (body: string, n: number): string =>
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM['content-type']}\r\nContent-Length: ${body.length}\r\nConnection: ${n === bodies.length - 1 ? 'close' : 'keep-alive'}\r\n\r\n`;
    const socket = connect(port, '127.0.0.1', () => socket.write(bodies.map((one, n) => head(one, n) + one).join('')));
    socket.setEncoding('utf8').on('data', (piece: string) => {
      answers += piece;
    });
    socket.once('close', () => resolve(answers)).once('error', reject);
  });

const BODY =
  'PASSKEY=4B4F3A5C&stationtype=GW2000A_V3&model=GW2000A&tempf=50&humidity=76&baromabsin=29.5&windspeedmph=4.5&windgustmph=9&winddir=181&dailyrainin=0.1&yearlyrainin=10.00&solarradiation=300&uv=2&wh90batt=3.1&newthing=7';

describe('a console', () => {
  it('is the station where the owner named it as the source: its air, its wind, its rain', async () => {
    const { port } = await station();
    const { status, text } = await post(port, '/data/report/', BODY);
    expect([status, text]).toEqual([200, 'success']);
    await soon(async () => (await telemetry(port)).temperature).toBeCloseTo(10, 1);
    await post(port, '/data/report/', BODY.replace('10.00', '10.02').replace('tempf=50', 'tempf=50.1'));
    await soon(async () => (await telemetry(port)).rain_today).toBeCloseTo(0.508, 3);
    const now = await telemetry(port);
    expect(now).toMatchObject({
      cpu_temp: null,
      outdoor_humidity: 76,
      solar_radiation: 300,
      uv_index: 2,
      simulated: false,
    });
    expect(now.wind_speed).toBeCloseTo(2.012, 2);
    expect(now.wind_gust).toBeCloseTo(4.023, 2);
    expect(now.wind_direction).toBeCloseTo(181, 6);
    expect(now.pressure_station).toBeCloseTo(998.98, 1);
    const [input] = (await inputs(port)).inputs;
    expect(input).toMatchObject({ kind: 'ecowitt', model: 'GW2000A', adopted: true, battery: { wh90: 'ok' } });
    expect(input!.main_for).toEqual(['pressure', 'rain', 'sun', 'temperature', 'wind']);
    expect((await inputs(port)).unknown).toEqual([{ id: input!.id, kind: 'ecowitt', keys: ['newthing'], count: 2 }]);
  });

  it('beside another board is offered and not taken, until somebody says so', async () => {
    const { port } = await station({ WEATHERGLASS_INPUTS__ECOWITT__ENABLED: 'true' }, 'simulator');
    await post(port, '/', BODY);
    await soon(async () => (await inputs(port)).inputs.length).toBe(1);
    const [input] = (await inputs(port)).inputs;
    expect(input).toMatchObject({ adopted: false, from: '127.0.0.1', values: { 'outdoor.temperature_c': 10 } });
    const events = (await ask(port, { path: '/api/events' })).json as { detail: string }[];
    expect(events.map(({ detail }) => detail)).toContain(
      'GW2000A at 127.0.0.1 wants to report. Take it? Answer on the Sensors page',
    );
    expect((await telemetry(port)).wind_speed).toBeNull();
    const adopted = await ask(port, {
      method: 'POST',
      path: `/api/inputs/${input!.id}/adopt`,
      body: JSON.stringify({ name: 'Roof', place: 'outdoors' }),
      headers: { 'content-type': 'application/json' },
    });
    expect(adopted.json).toMatchObject({ id: input!.id, name: 'Roof', place: 'outdoors', adopted: true, from: null });
    await post(port, '/', `${BODY}&temp2f=68&humidity2=40`);
    const parts = async () => (await inputs(port)).inputs[0]!.parts;
    await soon(parts).toEqual({ ch2: { name: null, place: null, retired: false } });
    await ask(port, {
      method: 'POST',
      path: `/api/inputs/${input!.id}/adopt`,
      body: JSON.stringify({ parts: { ch2: { name: 'Bath', place: 'indoors' }, ch9: { name: 'Nobody' } } }),
      headers: { 'content-type': 'application/json' },
    });
    expect(await parts()).toEqual({ ch2: { name: 'Bath', place: 'indoors', retired: false } });
    expect((await inputs(port)).inputs[0]).toMatchObject({ name: 'Roof', place: 'outdoors' });
    await soon(async () => (await telemetry(port)).wind_speed).toBeCloseTo(2.01, 2);
    await post(port, '/', BODY.replace('windspeedmph=4.5', 'windspeedmph=9'));
    await soon(async () => (await telemetry(port)).wind_speed).toBeCloseTo(4.02, 1);
    expect((await telemetry(port)).outdoor_c).toBeCloseTo(10, 6);
    const retired = await ask(port, { method: 'POST', path: `/api/inputs/${input!.id}/retire` });
    expect(retired.json).toMatchObject({ adopted: false, retired: true, main_for: [] });
    expect((await ask(port, { method: 'POST', path: '/api/inputs/nobody/adopt' })).status).toBe(404);
  });

  it('is heard at any path, by either method, in whatever words', async () => {
    const { port } = await station();
    const told = async () => (await inputs(port)).inputs.map(({ values }) => values['outdoor.temperature_c']);
    await post(port, '/weather', BODY, { 'content-type': 'text/plain' });
    await post(port, '/Data/Report', BODY.replace('4B4F3A5C', 'TEXT'), {});
    await ask(port, { path: `/anything?${BODY.replace('4B4F3A5C', 'GET').replaceAll(' ', '+')}` });
    await ask(port, {
      path: '/weatherstation/updateweatherstation.php?ID=KX&PASSWORD=y&tempf=41&dateutc=now&action=updateraw',
    });
    await ask(port, { path: `/data/report${encodeURIComponent(`&${BODY.replace('4B4F3A5C', 'PATH')}`)}` });
    await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: BODY.replace('4B4F3A5C', 'FETCH') }); // a script
    await soon(told).toEqual([10, 10, 10, 5, 10, 10]);
    expect((await inputs(port)).inputs.map(({ kind }) => kind)).toEqual([
      'ecowitt',
      'ecowitt',
      'ambient',
      'wunderground',
      'ambient',
      'ecowitt',
    ]);
  });

  it('whose request no parser takes is answered, understood, and told once', async () => {
    const { port } = await station();
    const body = BODY.replace('tempf=50', 'tempf=41');
    const requests = [
      `POST data/report HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      `GET /weatherstation/updateweatherstation.php?ID=KX&dateutc=2016-1-4 21:2:35&tempf=41&action=updateraw HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET /u?ID=NOHOST&dateutc=now&tempf=41&action=updateraw HTTP/1.1\r\n\r\n`,
      `GET /u?ID=OLD&dateutc=now&tempf=41&action=updateraw HTTP/1.0\r\n\r\n`,
    ];
    for (const request of [...requests, ...requests]) expect(await write(port, request)).toMatch(/^HTTP\/1\.1 200 OK/);
    await soon(async () => (await inputs(port)).inputs.map(({ values }) => values['outdoor.temperature_c'])).toEqual([
      5, 5, 5, 5,
    ]);
    const events = (await ask(port, { path: '/api/events?limit=100' })).json as { detail: string }[];
    expect(events.filter(({ detail }) => detail.includes('/data/report/'))).toHaveLength(1);
    expect(await write(port, 'GET nonsense HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
  });

  it('changes nothing of the page and the API, and a browser is no console', async () => {
    const { port } = await station();
    expect((await ask(port, { path: '/api/health?PASSKEY=A&stationtype=B&tempf=1' })).status).toBe(200);
    expect(
      (
        await ask(port, {
          path: '/api/label',
          method: 'POST',
          body: '{"value": 1}',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(200);
    expect((await post(port, '/data/report/', BODY, { ...FORM, origin: 'http://evil.example' })).status).toBe(403);
    expect((await post(port, '/data/report/', BODY, { ...FORM, 'x-forwarded-for': '192.0.2.1' })).status).not.toBe(200);
    const query = `/data/report/?${BODY}&dateutc=now`;
    // The picture of a strange page: no origin, and over plain HTTP nothing else of its kind.
    await ask(port, { path: query, headers: { referer: 'http://evil.example/', 'accept-language': 'en-US' } });
    await ask(port, { path: query, headers: { 'user-agent': 'Mozilla/5.0', 'accept-language': '*' } });
    const long = `${query}&x=${'A'.repeat(20_000)}`;
    expect(await write(port, `GET ${long} HTTP/1.1\r\nHost: x\r\nOrigin: http://evil.example\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431/,
    );
    const blank = `GET ${query.replace('now', 'n w')} HTTP/1.1\r\nHost: x\r\nOrigin: http://evil.example\r\n\r\n`;
    expect(await write(port, blank)).toMatch(/^HTTP\/1\.1 400/);
    await post(port, '/last', BODY.replace('4B4F3A5C', 'LAST'));
    await soon(async () => (await inputs(port)).inputs.length).toBe(1);
  });

  it('is heard while others send their bodies slowly', async () => {
    const { port } = await station();
    const slow = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'));
    for (const socket of slow) {
      socket.on('error', () => {}); // the station ends the oldest of them
      socket.write('POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nPASS');
    }
    await soon(async () => slow.some(({ destroyed }) => destroyed)).toBe(true);
    expect((await post(port, '/data/report/', BODY)).status).toBe(200);
    await soon(async () => (await inputs(port)).inputs.length).toBe(1);
    for (const socket of slow) socket.destroy();
  });

  it('is one in each request: a body of many lines is no way around the limit of reports', async () => {
    const { port } = await station();
    await post(port, '/', Array.from({ length: 200 }, (_, i) => `PASSKEY=${i}&stationtype=a`).join('\n'));
    await post(port, '/', BODY);
    await soon(async () => (await inputs(port)).inputs.some(({ model }) => model === 'GW2000A')).toBe(true);
    expect((await inputs(port)).inputs.length).toBeLessThanOrEqual(2);
  });

  it('is nobody where the settings do not switch it on', async () => {
    const { port } = await station({}, 'simulator');
    expect((await post(port, '/data/report/', BODY)).status).not.toBe(200);
  });

  it('has a port of its own where the settings give one', async () => {
    const own = await freePort();
    const { port } = await station({ WEATHERGLASS_INPUTS__ECOWITT__PORT: String(own) });
    await soon(async () => (await post(own, '/data/report/', BODY).catch(() => ({ text: '' }))).text).toBe('success');
    await soon(async () => (await inputs(port)).inputs.length).toBe(1);
    expect((await ask(own, { path: '/' })).status).toBe(404);
  });

  it('whose port another program has is told in words', async () => {
    const other = createServer().listen(0);
    const { port: taken } = other.address() as AddressInfo;
    const { port } = await station({ WEATHERGLASS_INPUTS__ECOWITT__PORT: String(taken) });
    await soon(async () => (await ask(port, { path: '/api/events?limit=100' })).text).toContain(
      `Another program uses TCP port ${taken}. Stop it, or choose another port.`,
    );
    other.close();
  });

  it('with every recorded payload in one go: each is answered, none stops the next, no secret is shown', async () => {
    const { port } = await station();
    const all = (['ecowitt', 'ambient', 'wunderground'] as const).flatMap(payloads).flatMap(requestsOf);
    const secrets = new Set<string>();
    for (const { method, text } of all) {
      const secret = /(?:PASSKEY|PASSWORD)=([^&]{6,})/.exec(text)?.[1];
      if (secret) secrets.add(secret);
      const { status } =
        method === 'POST' ? await post(port, '/data/report/', text) : await ask(port, { path: `/x?${text}` });
      expect(status).toBe(200);
    }
    await soon(async () => (await inputs(port)).inputs.length).toBeGreaterThan(5);
    const shown = (
      await Promise.all(
        ['inputs', 'events?limit=500', 'status', 'nerd'].map((path) => ask(port, { path: `/api/${path}` })),
      )
    )
      .map(({ text }) => text)
      .join('');
    for (const secret of secrets) expect(shown).not.toContain(secret);
    expect((await inputs(port)).unknown).toEqual([]);
  });

  it('that floods is answered and dropped: memory is bounded, it is told once, samples go on', async () => {
    // At the program's own pace of sampling: a shorter one misses samples on a busy machine without any flood.
    const { port } = await station({ WEATHERGLASS_SENSORS__SAMPLE_INTERVAL_S: '2' });
    const bodies = Array.from({ length: 1500 }, (_, i) => BODY.replace('4B4F3A5C', `FORGED${i}`));
    const computedBeforeMs = systemClock.computedMs!();
    // In one piece: a slow machine sends a connection for each too slowly for a flood.
    const answers = await pipelined(port, bodies);
    const taken = service!.station.sampleCount;
    expect(answers.match(/success/g)).toHaveLength(1500);
    expect((await inputs(port)).inputs.length).toBeLessThanOrEqual(300);
    const events = (await ask(port, { path: '/api/events?limit=100' })).json as { detail: string }[];
    expect(events.filter(({ detail }) => detail.includes('too often'))).toHaveLength(1);
    expect(events.length).toBeLessThan(40);
    await soon(async () => service!.station.sampleCount).toBeGreaterThan(taken);
    expect(
      (await post(port, '/data/report/', `${BODY}&x=${'y'.repeat(20_000)}`).catch(() => ({ status: 413 }))).status,
    ).toBe(413);
    promised('1,500 reports in one piece', systemClock.computedMs!() - computedBeforeMs, 2000);
  });
});
