import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Config } from '../../../src/config/config.ts';
import type { AlarmCourier } from '../../../src/sending/alarm-courier.ts';
import type { AlarmMessage } from '../../../src/station/outbox/alarm-queue.ts';
import { alarmed, Desk, OWN_PORT, Receiver, until } from './desk.ts';

let desk: Desk;
let receiver: Receiver;
beforeEach(async () => {
  desk = new Desk(undefined, { '/secret': 'a long secret' });
  receiver = await new Receiver().start();
});
afterEach(async () => {
  await desk.close();
  await receiver.close();
});

const start = (more: object = {}): AlarmCourier<AlarmMessage> =>
  desk.start(desk.channel({ webhook: { enabled: true, url: receiver.url, ...more } }));
const bodyOf = (n = -1) => JSON.parse(receiver.heard.at(n)!.body) as Record<string, unknown>;
const delivered = () => until(() => desk.queue.waiting('webhook') === 0);
/** Alarms of each request, in its order. */
const carried = () =>
  receiver.heard.map(({ body }) =>
    (JSON.parse(body).alerts as { labels: { alertname: string } }[]).map(({ labels }) => labels.alertname).join(' '),
  );
/** Time passes until the receiver was asked so often. */
const asked = async (times: number) => {
  while (receiver.heard.length < times) await desk.pass(8);
};
/** The receiver has answered, and the courier waits for its next turn. */
const refused = async (courier: AlarmCourier<AlarmMessage>, state: string) => {
  await until(() => courier.status().state === state);
  return courier.status();
};

describe('the webhook of the alarms', () => {
  it('has the body of Alertmanager 4, the headers of CloudEvents, and a signature that the receiver can check', async () => {
    start({ secret_file: '/secret' });
    desk.queue.put(alarmed());
    await delivered();
    const [{ headers, body }] = receiver.heard as [(typeof receiver.heard)[0]];
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
    for (const id of ['a', 'b']) desk.queue.put(alarmed({ id }));
    await desk.world.clock.advance(1000);
    desk.queue.put(alarmed({ id: 'a', change: 'resolved', endedS: 1_749_988_700 }));
    start();
    await delivered();
    expect(receiver.heard).toHaveLength(1);
    const alerts = bodyOf()['alerts'] as Record<string, unknown>[];
    expect(alerts.map(({ status, fingerprint, endsAt }) => [status, fingerprint, endsAt])).toEqual([
      ['firing', 'a-b1f0', '0001-01-01T00:00:00Z'],
      ['firing', 'b-b1f0', '0001-01-01T00:00:00Z'],
      ['resolved', 'a-b1f0', '2025-06-15T11:58:20Z'],
    ]);
    expect(bodyOf()).toMatchObject({ status: 'firing', groupLabels: {}, groupKey: '{}:{}' });
  });

  it('is tried again after a 500, later and later, with the same id', async () => {
    receiver.answer = (res) => res.writeHead(receiver.heard.length < 3 ? 500 : 200).end('overloaded');
    const courier = start();
    desk.queue.put(alarmed());
    expect(await refused(courier, 'retrying')).toMatchObject({ waiting: 1, last_error: '500: overloaded' });
    await desk.world.clock.advance(4900);
    expect(receiver.heard).toHaveLength(1);
    await desk.world.clock.advance(200);
    await until(() => receiver.heard.length === 2);
    await desk.answered();
    await desk.world.clock.advance(11_000);
    await delivered();
    expect(courier.status()).toMatchObject({ state: 'ok', waiting: 0, last_error: null });
    expect(new Set(receiver.heard.map(({ headers }) => headers['ce-id'])).size).toBe(1);
    expect(desk.told).toEqual(['warn alarm_webhook: 500: overloaded', 'info alarm_webhook: works again']);
  });

  it('waits as long as a 429 asks', async () => {
    receiver.answer = (res) => res.writeHead(receiver.heard.length < 2 ? 429 : 204, { 'Retry-After': '120' }).end();
    const courier = start();
    desk.queue.put(alarmed());
    await refused(courier, 'retrying');
    await desk.world.clock.advance(119_000);
    expect(receiver.heard).toHaveLength(1);
    await desk.world.clock.advance(2000);
    await delivered();
  });

  it('keeps what a 400 refuses, asks every hour, and at once when something new happens', async () => {
    receiver.answer = (res) => res.writeHead(400).end('no such field');
    const courier = start();
    desk.queue.put(alarmed());
    expect(await refused(courier, 'refused')).toMatchObject({ waiting: 1, last_error: '400: no such field' });
    await desk.world.clock.advance(600_000);
    expect(receiver.heard).toHaveLength(1);
    desk.queue.put(alarmed({ id: 'heat' }));
    await until(() => receiver.heard.length === 4);
    await desk.answered();
    expect(carried()).toEqual(['frost_now', 'frost_now heat', 'heat', 'frost_now']);
    expect(desk.queue.waiting('webhook')).toBe(2);
  });

  it('has one alarm that a receiver does not take hold up no other: they go one by one, each with its end', async () => {
    receiver.answer = (res, { body }) => res.writeHead(body.includes('frost_now') ? 422 : 200).end('no such field');
    const courier = start();
    desk.queue.put(alarmed());
    await refused(courier, 'refused');
    await desk.world.clock.advance(600_000);
    const nowS = desk.world.clock.nowS();
    for (const change of ['fired', 'resolved'] as const) desk.queue.put(alarmed({ id: 'gust', change }));
    desk.queue.put(alarmed({ id: 'heat', severity: 'critical' }));
    await until(() => receiver.heard.length === 5);
    await desk.answered();
    expect(carried()).toEqual(['frost_now', 'frost_now gust gust heat', 'heat', 'gust gust', 'frost_now']);
    expect(desk.queue.due('webhook', 10).map(({ about }) => about.id)).toEqual(['frost_now']);
    expect(courier.status()).toMatchObject({
      state: 'refused',
      waiting: 1,
      last_success_ts: nowS,
      last_error: '422: no such field',
    });
    expect(desk.told).toEqual(['warn alarm_webhook: 422: no such field']);
  });

  it('asks a receiver that takes nothing no more than three times by single alarms, and not at all behind a 401', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) desk.queue.put(alarmed({ id }));
    receiver.answer = (res) => res.writeHead(400).end();
    await refused(start(), 'refused');
    expect(carried()).toEqual(['a b c d e', 'e', 'd', 'a']);
    await desk.stop();
    receiver.answer = (res) => res.writeHead(401).end();
    await refused(start(), 'refused');
    expect(carried().slice(4)).toEqual(['a b c d e']);
  });

  it('brings the oldest alarm where newer ones are refused again and again, and tries no more than three in a row', async () => {
    for (const id of ['a', 'bad1', 'bad2', 'bad3', 'bad4', 'bad5', 'bad6']) desk.queue.put(alarmed({ id }));
    receiver.answer = (res, { body }) => res.writeHead(body.includes('bad') ? 422 : 200).end();
    await refused(start(), 'refused');
    expect(carried().slice(1)).toEqual(['bad6', 'bad5', 'a', 'bad4', 'bad3', 'bad1']);
    expect(desk.queue.waiting('webhook')).toBe(6);
  });

  it('goes one by one behind the third fault of a receiver that stumbles over one alarm, and soon again', async () => {
    for (const id of ['a_bad', 'b', 'c']) desk.queue.put(alarmed({ id }));
    receiver.answer = (res, { body }) => res.writeHead(body.includes('bad') ? 500 : 200).end('a fault');
    const courier = start();
    await asked(6);
    expect(carried()).toEqual(['a_bad b c', 'a_bad b c', 'a_bad b c', 'c', 'b', 'a_bad']);
    expect(courier.status()).toMatchObject({ state: 'retrying', waiting: 1, last_error: '500: a fault' });
    desk.queue.put(alarmed({ id: 'new' }));
    await asked(9);
    expect(carried().slice(6)).toEqual(['a_bad new', 'new', 'a_bad']);
    expect(desk.queue.due('webhook', 10).map(({ about }) => about.id)).toEqual(['a_bad']);
  });

  it('brings the oldest alarm where it stumbles over newer ones, and tries no more than three in a row', async () => {
    for (const id of ['a', 'bad1', 'bad2', 'bad3']) desk.queue.put(alarmed({ id }));
    receiver.answer = (res, { body }) => res.writeHead(body.includes('bad') ? 502 : 200).end();
    start();
    await asked(7);
    expect(carried().slice(3)).toEqual(['bad3', 'bad2', 'a', 'bad1']);
    for (const id of ['bad4', 'bad5']) desk.queue.put(alarmed({ id }));
    await asked(11);
    expect(carried().slice(7)).toEqual(['bad1 bad2 bad3 bad4 bad5', 'bad5', 'bad4', 'bad1']);
  });

  it('goes together to an overloaded receiver that says when it may be asked', async () => {
    for (const id of ['a', 'b']) desk.queue.put(alarmed({ id }));
    receiver.answer = (res) => res.writeHead(503, { 'Retry-After': '5' }).end();
    start();
    await asked(5);
    expect(carried()).toEqual(Array(5).fill('a b'));
  });

  it('brings one by one what is too much together, and is well then', async () => {
    for (const id of ['a', 'b', 'c']) desk.queue.put(alarmed({ id }));
    receiver.answer = (res, { body }) => res.writeHead(body.split('startsAt').length > 2 ? 413 : 200).end();
    const courier = start();
    await delivered();
    await desk.answered();
    expect(carried()).toEqual(['a b c', 'c', 'b', 'a']);
    expect(courier.status()).toMatchObject({ state: 'ok', last_error: null });
  });

  it('takes half an answer for none, and gives up on one that does not come', async () => {
    receiver.answer = (res) => {
      if (receiver.heard.length > 1) return; // silence
      res.writeHead(200, { 'Content-Length': '100' });
      res.write('{"ok');
      setTimeout(() => res.destroy(), 20);
    };
    const courier = start();
    desk.queue.put(alarmed());
    expect(await refused(courier, 'retrying')).toMatchObject({ waiting: 1, last_error: 'connection lost' });
    await desk.world.clock.advance(6000);
    await until(() => receiver.heard.length === 2);
    await desk.world.clock.advance(15_000);
    await until(() => courier.status().last_error === 'no answer in time');
    expect(desk.queue.waiting('webhook')).toBe(1);
  });

  it('follows no redirect', async () => {
    const elsewhere = await new Receiver().start();
    receiver.answer = (res) => res.writeHead(307, { Location: elsewhere.url }).end();
    const courier = start();
    desk.queue.put(alarmed());
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
    receiver.answer = (res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
    const courier = start();
    desk.queue.put(alarmed());
    expect(await refused(courier, 'retrying')).toMatchObject({ waiting: 1 });
    expect(courier.status().last_error).toMatch(/^200: unexpected answer/);
    receiver.answer = (res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<ok/>'); // of a program
    await desk.pass(30);
    expect(courier.status()).toMatchObject({ state: 'ok', waiting: 0 });
  });

  it('masks a short path in no word of our own', async () => {
    receiver.answer = (res) => res.writeHead(302, { Location: 'http://127.0.0.1/redirects' }).end();
    const url = receiver.url.replace('/hook/abc', '/redirects');
    expect(await start({ url }).test()).toMatchObject({
      text: 'it redirects to another address: http://127.0.0.1/•••',
    });
  });

  it('shows the exact answer of a test, without the secret and without the path', async () => {
    receiver.answer = (res) => res.writeHead(403).end('secret "a long secret" is not for /hook/abc');
    const courier = start({ secret_file: '/secret' });
    expect(await courier.test()).toMatchObject({
      name: 'alarm_webhook',
      outcome: 'refused',
      status: 403,
      text: 'secret "•••" is not for /•••',
    });
    receiver.answer = (res) => res.writeHead(200).end('thank you');
    expect(await courier.test()).toMatchObject({ outcome: 'ok', status: 200, text: 'thank you' });
    expect(bodyOf()).toMatchObject({ commonLabels: { alertname: 'test', test: 'true' } });
    expect(JSON.stringify([courier.status(), desk.told])).not.toMatch(/a long secret|hook\/abc/);
  });

  it('keeps the query of its address, and shows no key that stands in it', async () => {
    const url = `${receiver.url.replace(/\/hook.*/, '')}/hook?room=1&key=s3cret-key`;
    receiver.answer = (res, _heard, req) => res.writeHead(403).end(`${req.url} has no right: key s3cret-key, room 1`);
    const courier = start({ url });
    const answer = await courier.test();
    expect(answer).toMatchObject({ outcome: 'refused', status: 403 });
    expect(JSON.stringify([answer, courier.status(), desk.told])).not.toMatch(/s3cret/);
    expect((answer as { text: string }).text).toMatch(/has no right: key •••, room 1$/);
    const { url: set } = Config.parse({ alarms: { channels: { webhook: { url } } } }).alarms.channels.webhook;
    expect(set).toBe(url);
    for (const bad of ['http://me:x@host/?a=1', 'ftp://host/', 'http://host/#x', 'http://host/?a=b c'])
      expect(Config.safeParse({ alarms: { channels: { webhook: { url: bad } } } }).success, bad).toBe(false);
  });

  it('takes an answer that no server may give for none', async () => {
    receiver.answer = (res, _heard, req) => {
      res.flushHeaders = () => {};
      req.socket.end('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n');
    };
    const courier = start();
    desk.queue.put(alarmed());
    expect(await refused(courier, 'retrying')).toMatchObject({ waiting: 1 });
  });
});

describe('where a webhook may go', () => {
  const outcomeOf = async (url: string, more: object = {}) => {
    const answer = await desk.start(desk.channel({ webhook: { enabled: true, url, ...more } })).test();
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
      expect(await outcomeOf(`http://${host}:${receiver.port}/`), host).toMatch(/link-local or reserved/);
    expect(receiver.heard).toEqual([]);
  });

  it('is not the station itself, by whichever of its addresses, unless the owner allows it', async () => {
    const own = desk.ports.ownAddresses().map((one) => (one.includes(':') ? `[${one.replace(/%.*/, '')}]` : one));
    for (const host of ['127.0.0.1', '127.1.2.3', '[::1]', 'localhost', '[::ffff:127.0.0.1]', ...own]) {
      if (host.startsWith('[fe80')) continue;
      expect(await outcomeOf(`http://${host}:${OWN_PORT}/api/labels`), host).toMatch(/this station itself/);
    }
    expect(await outcomeOf(`http://127.0.0.1:${OWN_PORT}/`, { allow_local: true })).toBe('connection refused');
    expect(await outcomeOf(receiver.url)).toBe(''); // another program on this machine
    expect(receiver.heard).toHaveLength(1);
  });

  it('is the address that was checked, even when the name leads elsewhere a moment later', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    let asked = 0;
    await desk.close();
    desk = new Desk(undefined, {}, { lookup: async () => answers[Math.min(asked++, 1)]! });
    const url = `http://rebound.example:${receiver.port}/x`;
    expect(await outcomeOf(url)).toBe('');
    expect(asked).toBe(1);
    expect(receiver.heard[0]!.headers.host).toBe(`rebound.example:${receiver.port}`);
    expect(await outcomeOf(url)).toMatch(/link-local or reserved/);
    expect(receiver.heard).toHaveLength(1);
  });

  it('is the one address of a name that may be reached, and a name that nobody knows is told as that', async () => {
    await desk.close();
    desk = new Desk(undefined, {}, { lookup: async () => ['169.254.169.254', 'fe80::1%2', '127.0.0.1'] });
    expect(await outcomeOf(`http://two.example:${receiver.port}/x`)).toBe('');
    await desk.close();
    const unknown = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    desk = new Desk(undefined, {}, { lookup: () => Promise.reject(unknown) });
    expect(await outcomeOf('http://nobody.example/x')).toBe('unknown host name');
  });
});

describe('an alarm that comes while a request is on its way', () => {
  it.each([
    [503, 2],
    [400, 60],
  ])('ends no back-off behind a %i, and waits for no hour', async (status, leastS) => {
    const waiting: (() => void)[] = [];
    receiver.answer = (res) => void waiting.push(() => res.writeHead(status).end());
    const courier = start();
    desk.queue.put(alarmed({ id: 'first' }));
    await until(() => waiting.length === 1);
    desk.queue.put(alarmed({ id: 'second' }));
    await new Promise((resolve) => setImmediate(resolve));
    waiting[0]!();
    await until(() => courier.status().state !== 'ok');
    await desk.world.clock.advance(1000 * (leastS - 1));
    expect(receiver.heard).toHaveLength(1);
    receiver.answer = (res) => res.writeHead(200).end();
    await desk.pass(leastS + 8);
    await delivered();
    expect(receiver.heard).toHaveLength(2);
  });

  it('goes a minute after the request that was refused, and not an hour', async () => {
    receiver.answer = (res) => res.writeHead(403).end();
    const courier = start();
    desk.queue.put(alarmed({ id: 'first' }));
    await refused(courier, 'refused');
    await desk.world.clock.advance(30_000);
    desk.queue.put(alarmed({ id: 'second' }));
    await desk.world.clock.advance(29_000);
    expect(receiver.heard).toHaveLength(1);
    receiver.answer = (res) => res.writeHead(200).end();
    await desk.pass(8);
    await delivered();
    expect(receiver.heard).toHaveLength(2);
  });

  it('goes at once behind a test that the receiver takes, also within that minute', async () => {
    receiver.answer = (res) => res.writeHead(403).end();
    const courier = start();
    desk.queue.put(alarmed({ id: 'first' }));
    await refused(courier, 'refused');
    desk.queue.put(alarmed({ id: 'second' }));
    await desk.world.clock.advance(5000);
    receiver.answer = (res) => res.writeHead(200).end();
    expect(await courier.test()).toMatchObject({ outcome: 'ok' });
    await delivered();
    expect(carried()).toEqual(['first', 'test', 'first second']);
  });
});
