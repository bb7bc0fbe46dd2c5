import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Config } from '../../src/config/config.ts';
import { fleetSink } from '../../src/connections/fleet/fleet.ts';
import { pushSink } from '../../src/connections/push/push.ts';
import { fetchTrusting } from '../../src/main/machine/fetch-trusting.ts';
import { exchange } from '../../src/sending/exchange.ts';
import { type Ports, portsTrusting } from '../../src/sending/ports.ts';
import { certificates } from '../connections/support/mosquitto.ts';
import { portOf } from '../support/port-of.ts';

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-tls-'));
const files = certificates(folder);
const pem = (path: string): string => readFileSync(path, 'utf8');
const heard: { method: string | undefined; body: string; authorization: string | undefined }[] = [];
const server = createServer({ cert: pem(files.cert), key: pem(files.key) }, async (req, res) => {
  const pieces: Buffer[] = [];
  for await (const piece of req) pieces.push(piece as Buffer);
  const { method, headers } = req;
  heard.push({ method, body: Buffer.concat(pieces).toString(), authorization: headers.authorization });
  if (req.url === '/hang') return;
  if (req.url === '/elsewhere') return void res.writeHead(302, { Location: '/stored' }).end();
  if (req.url === '/held') return void res.writeHead(200, { 'X-Held': '5' }).end('five');
  res.writeHead(204).end();
});
let base = '';
beforeAll(async () => {
  base = `https://127.0.0.1:${await portOf(server)}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

describe('fetch with a certificate authority of its own', () => {
  const { signal } = new AbortController();

  it('reaches a server of that authority, with headers and body, and reads what it says', async () => {
    const fetch = fetchTrusting(pem(files.ca));
    const headers = { Authorization: 'Token abc' };
    const body = new Uint8Array(Buffer.from('wx temp=1'));
    expect(await exchange(fetch, { url: `${base}/stored`, method: 'POST', headers, body, signal })).toMatchObject({
      status: 204,
      text: '',
    });
    expect(heard.at(-1)).toEqual({ method: 'POST', body: 'wx temp=1', authorization: 'Token abc' });
    const held = await exchange(fetch, { url: `${base}/held`, signal });
    expect([held.status, held.text, held.headers.get('x-held')]).toEqual([200, 'five', '5']);
    expect((await exchange(fetch, { url: `${base}/elsewhere`, signal })).status).toBe(302); // a key goes to nobody else
  });

  it('trusts no other, ends when it is told to, and Node’s own fetch does not trust this one', async () => {
    const other = certificates(mkdtempSync(join(folder, 'other-')));
    await expect(exchange(fetchTrusting(pem(other.ca)), { url: `${base}/held`, signal })).rejects.toThrow(
      'its certificate is not trusted',
    );
    await expect(exchange(fetch as Ports['fetch'], { url: `${base}/held`, signal })).rejects.toThrow(
      'its certificate is not trusted',
    );
    const late = { url: `${base}/hang`, signal: AbortSignal.timeout(100) };
    await expect(exchange(fetchTrusting(pem(files.ca)), late)).rejects.toThrow('no answer in time');
  });

  it('is used by push and fleet, which are incomplete where the file cannot be read or holds no certificate', () => {
    const texts: Record<string, string> = { '/ca.pem': pem(files.ca), '/key': 'abc' };
    const trusted: string[] = [];
    const ports = {
      fetch: () => Promise.reject(new Error('not this one')),
      fetchTrusting(ca: string) {
        trusted.push(ca);
        return fetch as Ports['fetch'];
      },
      secret: (path: string) => texts[path] ?? null,
      random: () => 0.5,
    } as unknown as Ports;
    const push = (ca_file: string) =>
      pushSink(Config.parse({ push: { url: 'https://nas/write', ca_file } }), ports, {} as never, false);
    const fleet = (ca_file: string) =>
      fleetSink({
        config: Config.parse({ fleet: { url: 'https://hub', login: 'hill-7', secret_file: '/key', ca_file } }),
        ports,
        station: {} as never,
        version: '1.0.0',
      });
    for (const of of [push, fleet]) {
      expect(of('/nowhere')).toMatchObject({ enabled: true, lacks: 'ca_file' });
      expect(of('/key')).toMatchObject({ enabled: true, lacks: 'ca_file' });
      expect(of('/ca.pem')).toHaveProperty('send');
    }
    expect(trusted).toEqual([texts['/ca.pem'], texts['/ca.pem']]);
    expect(portsTrusting(ports, null)).toBe(ports);
  });
});
