import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Config } from '../../../src/config/config.ts';
import { alarmed, Desk, OWN_PORT, Receiver, until, webhookDesk } from './desk.ts';

const at = webhookDesk();
const { start, delivered, refused } = at;
const bodyOf = (n = -1) => JSON.parse(at.receiver.heard.at(n)!.body) as Record<string, unknown>;

describe('the webhook of the alarms', () => {
  it('has the body of Alertmanager 4, the headers of CloudEvents, and a signature that the receiver can check', async () => {
    start({ secret_file: '/secret' });
    at.desk.queue.put(alarmed());
    await delivered();
    const [{ headers, body }] = at.receiver.heard as [(typeof at.receiver.heard)[0]];
    expect(bodyOf()).toEqual({
      version: '4',
      groupKey: '{}:{alertname="frost_now"}',
      truncatedAlerts: 0,
      status: 'firing',
      receiver: 'webhook',
      groupLabels: { alertname: 'frost_now' },
      commonLabels: { alertname: 'frost_now', station: 'wg_8f3a21c04b7e', severity: 'warning' },
      commonAnnotations: expect.any(Object),
      externalURL: 'http://weatherglass.local:8000/',
      timestamp: '2025-06-15T12:00:00Z',
      alerts: [
        {
          status: 'firing',
          labels: { alertname: 'frost_now', station: 'wg_8f3a21c04b7e', severity: 'warning' },
          annotations: {
            title: 'Frost now',
            summary: 'Frost outdoors: 0.6 °C (frost_now)',
            change: 'fired',
            value: '0.6',
            unit: '°C',
            threshold: '1',
          },
          startsAt: '2025-06-15T11:46:40Z',
          endsAt: '0001-01-01T00:00:00Z',
          generatorURL: 'http://weatherglass.local:8000/#alarms',
          fingerprint: 'frost_now-b1f0',
        },
      ],
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'ce-specversion': '1.0',
      'ce-id': 'frost_now-b1f0-fired-1749988800',
      'ce-source': '/weatherglass/wg_8f3a21c04b7e',
      'ce-type': 'local.weatherglass.alarm.firing',
      'ce-time': '2025-06-15T12:00:00Z',
      'x-weatherglass-timestamp': '1749988800',
      'x-weatherglass-signature': `sha256=${createHmac('sha256', 'a long secret').update(body).digest('hex')}`,
    });
  });

  it('says with which fingerprint an alarm is over, and brings what waited together in one request', async () => {
    for (const id of ['a', 'b']) at.desk.queue.put(alarmed({ id }));
    await at.desk.world.clock.advance(1000);
    at.desk.queue.put(alarmed({ id: 'a', change: 'resolved', endedS: 1_749_988_700 }));
    start();
    await delivered();
    expect(at.receiver.heard).toHaveLength(1);
    const alerts = bodyOf()['alerts'] as Record<string, unknown>[];
    expect(alerts.map(({ status, fingerprint, endsAt }) => [status, fingerprint, endsAt])).toEqual([
      ['firing', 'a-b1f0', '0001-01-01T00:00:00Z'],
      ['firing', 'b-b1f0', '0001-01-01T00:00:00Z'],
      ['resolved', 'a-b1f0', '2025-06-15T11:58:20Z'],
    ]);
    expect(bodyOf()).toMatchObject({ status: 'firing', groupLabels: {}, groupKey: '{}:{}' });
  });

  it('takes half an answer for none, and gives up on one that does not come', async () => {
    at.receiver.answer = (res) => {
      if (at.receiver.heard.length > 1) return; // silence
      res.writeHead(200, { 'Content-Length': '100' });
      res.write('{"ok');
      setTimeout(() => res.destroy(), 20);
    };
    const courier = start();
    at.desk.queue.put(alarmed());
    expect(await refused(courier, 'retrying')).toMatchObject({ waiting: 1, last_error: 'connection lost' });
    await at.desk.world.clock.advance(6000);
    await until(() => at.receiver.heard.length === 2);
    await at.desk.world.clock.advance(15_000);
    await until(() => courier.status().last_error === 'no answer in time');
    expect(at.desk.queue.waiting('webhook')).toBe(1);
  });

  it('follows no redirect', async () => {
    const elsewhere = await new Receiver().start();
    at.receiver.answer = (res) => res.writeHead(307, { Location: elsewhere.url }).end();
    const courier = start();
    at.desk.queue.put(alarmed());
    const { last_error: error } = await refused(courier, 'refused');
    expect(error).toMatch(/^307: it redirects to another address: http:\/\/127\.0\.0\.1:\d+\/•••$/);
    expect(elsewhere.heard).toEqual([]);
    await elsewhere.close();
  });

  it.each([
    '<html><title>Login</title></html>',
    '\n<!DOCTYPE html>\n<p>Please log in',
    '<?xml version="1.0"?><!DOCTYPE html><html lang="en"></html>',
  ])('takes the page of a captive portal for no yes: %s', async (page) => {
    at.receiver.answer = (res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
    const courier = start();
    at.desk.queue.put(alarmed());
    expect(await refused(courier, 'retrying')).toMatchObject({ waiting: 1 });
    expect(courier.status().last_error).toMatch(/^200: unexpected answer/);
    at.receiver.answer = (res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<ok/>'); // of a program
    await at.desk.pass(30);
    expect(courier.status()).toMatchObject({ state: 'ok', waiting: 0 });
  });

  it('masks a short path in no word of our own', async () => {
    at.receiver.answer = (res) => res.writeHead(302, { Location: 'http://127.0.0.1/redirects' }).end();
    const url = at.receiver.url.replace('/hook/abc', '/redirects');
    expect(await start({ url }).test()).toMatchObject({
      text: 'it redirects to another address: http://127.0.0.1/•••',
    });
  });

  it('shows the exact answer of a test, without the secret and without the path', async () => {
    at.receiver.answer = (res) => res.writeHead(403).end('secret "a long secret" is not for /hook/abc');
    const courier = start({ secret_file: '/secret' });
    expect(await courier.test()).toMatchObject({
      name: 'alarm_webhook',
      outcome: 'refused',
      status: 403,
      text: 'secret "•••" is not for /•••',
    });
    at.receiver.answer = (res) => res.writeHead(200).end('thank you');
    expect(await courier.test()).toMatchObject({ outcome: 'ok', status: 200, text: 'thank you' });
    expect(bodyOf()).toMatchObject({ commonLabels: { alertname: 'test', test: 'true' } });
    expect(JSON.stringify([courier.status(), at.desk.told])).not.toMatch(/a long secret|hook\/abc/);
  });

  it('keeps the query of its address, and shows no key that stands in it', async () => {
    const url = `${at.receiver.url.replace(/\/hook.*/, '')}/hook?room=1&key=s3cret-key`;
    at.receiver.answer = (res, _heard, req) =>
      res.writeHead(403).end(`${req.url} has no right: key s3cret-key, room 1`);
    const courier = start({ url });
    const answer = await courier.test();
    expect(answer).toMatchObject({ outcome: 'refused', status: 403 });
    expect(JSON.stringify([answer, courier.status(), at.desk.told])).not.toMatch(/s3cret/);
    expect((answer as { text: string }).text).toMatch(/has no right: key •••, room 1$/);
    const { url: set } = Config.parse({ alarms: { channels: { webhook: { url } } } }).alarms.channels.webhook;
    expect(set).toBe(url);
    for (const bad of ['http://me:x@host/?a=1', 'ftp://host/', 'http://host/#x', 'http://host/?a=b c'])
      expect(Config.safeParse({ alarms: { channels: { webhook: { url: bad } } } }).success, bad).toBe(false);
  });

  it('takes an answer that no server may give for none', async () => {
    at.receiver.answer = (res, _heard, req) => {
      res.flushHeaders = () => {};
      req.socket.end('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n');
    };
    const courier = start();
    at.desk.queue.put(alarmed());
    expect(await refused(courier, 'retrying')).toMatchObject({ waiting: 1 });
  });
});

describe('where a webhook may go', () => {
  const outcomeOf = async (url: string, more: object = {}) => {
    const answer = await start({ url, ...more }).test();
    return 'text' in answer ? answer.text : answer;
  };

  it('is no link-local address, no metadata service and nothing reserved, however it is written', async () => {
    for (const host of [
      '169.254.169.254',
      '0xa9fea9fe',
      '2852039166',
      '[fe80::1]',
      '[::ffff:169.254.169.254]',
      '[64:ff9b::a9fe:a9fe]',
      '[2002:a9fe:a9fe::1]',
      '[fd00:ec2::254]',
      '100.100.100.200',
      '0.0.0.0',
      '[::]',
      '224.0.0.251',
      '255.255.255.255',
    ])
      expect(await outcomeOf(`http://${host}:${at.receiver.port}/`), host).toMatch(/link-local or reserved/);
    expect(at.receiver.heard).toEqual([]);
  });

  it('is not the station itself, by whichever of its addresses, unless the owner allows it', async () => {
    const own = at.desk.ports.ownAddresses().map((one) => (one.includes(':') ? `[${one.replace(/%.*/, '')}]` : one));
    for (const host of ['127.0.0.1', '127.1.2.3', '[::1]', 'localhost', '[::ffff:127.0.0.1]', ...own]) {
      if (host.startsWith('[fe80')) continue;
      expect(await outcomeOf(`http://${host}:${OWN_PORT}/api/labels`), host).toMatch(/this station itself/);
    }
    expect(await outcomeOf(`http://127.0.0.1:${OWN_PORT}/`, { allow_local: true })).toBe('connection refused');
    expect(await outcomeOf(at.receiver.url)).toBe(''); // another program on this machine
    expect(at.receiver.heard).toHaveLength(1);
  });

  it('is the address that was checked, even when the name leads elsewhere a moment later', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    let asked = 0;
    await at.desk.close();
    at.desk = new Desk(undefined, {}, { lookup: async () => answers[Math.min(asked++, 1)]! });
    const url = `http://rebound.example:${at.receiver.port}/x`;
    expect(await outcomeOf(url)).toBe('');
    expect(asked).toBe(1);
    expect(at.receiver.heard[0]!.headers.host).toBe(`rebound.example:${at.receiver.port}`);
    expect(await outcomeOf(url)).toMatch(/link-local or reserved/);
    expect(at.receiver.heard).toHaveLength(1);
  });

  it('is the one address of a name that may be reached, and a name that nobody knows is told as that', async () => {
    await at.desk.close();
    at.desk = new Desk(undefined, {}, { lookup: async () => ['169.254.169.254', 'fe80::1%2', '127.0.0.1'] });
    expect(await outcomeOf(`http://two.example:${at.receiver.port}/x`)).toBe('');
    await at.desk.close();
    const unknown = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    at.desk = new Desk(undefined, {}, { lookup: () => Promise.reject(unknown) });
    expect(await outcomeOf('http://nobody.example/x')).toBe('unknown host name');
  });
});
