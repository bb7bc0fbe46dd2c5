import { describe, expect, it } from 'vitest';
import { alarmed, until, webhookDesk } from './desk.ts';

const at = webhookDesk();
const { start, delivered, refused } = at;
/** Alarms of each request, in its order. */
const carried = () =>
  at.receiver.heard.map(({ body }) =>
    (JSON.parse(body).alerts as { labels: { alertname: string } }[]).map(({ labels }) => labels.alertname).join(' '),
  );
/** Time passes until the receiver was asked so often. */
const asked = async (times: number) => {
  while (at.receiver.heard.length < times) await at.desk.pass(8);
};

describe('an alarm whose receiver does not take it', () => {
  it('is tried again after a 500, later and later, with the same id', async () => {
    at.receiver.answer = (res) => res.writeHead(at.receiver.heard.length < 3 ? 500 : 200).end('overloaded');
    const courier = start();
    at.desk.queue.put(alarmed());
    expect(await refused(courier, 'retrying')).toMatchObject({ waiting: 1, last_error: '500: overloaded' });
    await at.desk.world.clock.advance(4900);
    expect(at.receiver.heard).toHaveLength(1);
    await at.desk.world.clock.advance(200);
    await until(() => at.receiver.heard.length === 2);
    await at.desk.answered();
    await at.desk.world.clock.advance(11_000);
    await delivered();
    expect(courier.status()).toMatchObject({ state: 'ok', waiting: 0, last_error: null });
    expect(new Set(at.receiver.heard.map(({ headers }) => headers['ce-id'])).size).toBe(1);
    expect(at.desk.told).toEqual(['warn alarm_webhook: 500: overloaded', 'info alarm_webhook: works again']);
  });

  it('waits as long as a 429 asks', async () => {
    at.receiver.answer = (res) =>
      res.writeHead(at.receiver.heard.length < 2 ? 429 : 204, { 'Retry-After': '120' }).end();
    const courier = start();
    at.desk.queue.put(alarmed());
    await refused(courier, 'retrying');
    await at.desk.world.clock.advance(119_000);
    expect(at.receiver.heard).toHaveLength(1);
    await at.desk.world.clock.advance(2000);
    await delivered();
  });

  it('keeps what a 400 refuses, asks every hour, and at once when something new happens', async () => {
    at.receiver.answer = (res) => res.writeHead(400).end('no such field');
    const courier = start();
    at.desk.queue.put(alarmed());
    expect(await refused(courier, 'refused')).toMatchObject({ waiting: 1, last_error: '400: no such field' });
    await at.desk.world.clock.advance(600_000);
    expect(at.receiver.heard).toHaveLength(1);
    at.desk.queue.put(alarmed({ id: 'heat' }));
    await until(() => at.receiver.heard.length === 4);
    await at.desk.answered();
    expect(carried()).toEqual(['frost_now', 'frost_now heat', 'heat', 'frost_now']);
    expect(at.desk.queue.waiting('webhook')).toBe(2);
  });

  it('has one alarm that a receiver does not take hold up no other: they go one by one, each with its end', async () => {
    at.receiver.answer = (res, { body }) => res.writeHead(body.includes('frost_now') ? 422 : 200).end('no such field');
    const courier = start();
    at.desk.queue.put(alarmed());
    await refused(courier, 'refused');
    await at.desk.world.clock.advance(600_000);
    const nowS = at.desk.world.clock.nowS();
    for (const change of ['fired', 'resolved'] as const) at.desk.queue.put(alarmed({ id: 'gust', change }));
    at.desk.queue.put(alarmed({ id: 'heat', severity: 'critical' }));
    await until(() => at.receiver.heard.length === 5);
    await at.desk.answered();
    expect(carried()).toEqual(['frost_now', 'frost_now gust gust heat', 'heat', 'gust gust', 'frost_now']);
    expect(at.desk.queue.due('webhook', 10).map(({ about }) => about.id)).toEqual(['frost_now']);
    expect(courier.status()).toMatchObject({
      state: 'refused',
      waiting: 1,
      last_success_ts: nowS,
      last_error: '422: no such field',
    });
    expect(at.desk.told).toEqual(['warn alarm_webhook: 422: no such field']);
  });

  it('asks a receiver that takes nothing no more than three times by single alarms, and not at all behind a 401', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) at.desk.queue.put(alarmed({ id }));
    at.receiver.answer = (res) => res.writeHead(400).end();
    await refused(start(), 'refused');
    expect(carried()).toEqual(['a b c d e', 'e', 'd', 'a']);
    await at.desk.stop();
    at.receiver.answer = (res) => res.writeHead(401).end();
    await refused(start(), 'refused');
    expect(carried().slice(4)).toEqual(['a b c d e']);
  });

  it('brings the oldest alarm where newer ones are refused again and again, and tries no more than three in a row', async () => {
    for (const id of ['a', 'bad1', 'bad2', 'bad3', 'bad4', 'bad5', 'bad6']) at.desk.queue.put(alarmed({ id }));
    at.receiver.answer = (res, { body }) => res.writeHead(body.includes('bad') ? 422 : 200).end();
    await refused(start(), 'refused');
    expect(carried().slice(1)).toEqual(['bad6', 'bad5', 'a', 'bad4', 'bad3', 'bad1']);
    expect(at.desk.queue.waiting('webhook')).toBe(6);
  });

  it('goes one by one behind the third fault of a receiver that stumbles over one alarm, and soon again', async () => {
    for (const id of ['a_bad', 'b', 'c']) at.desk.queue.put(alarmed({ id }));
    at.receiver.answer = (res, { body }) => res.writeHead(body.includes('bad') ? 500 : 200).end('a fault');
    const courier = start();
    await asked(6);
    expect(carried()).toEqual(['a_bad b c', 'a_bad b c', 'a_bad b c', 'c', 'b', 'a_bad']);
    expect(courier.status()).toMatchObject({ state: 'retrying', waiting: 1, last_error: '500: a fault' });
    at.desk.queue.put(alarmed({ id: 'new' }));
    await asked(9);
    expect(carried().slice(6)).toEqual(['a_bad new', 'new', 'a_bad']);
    expect(at.desk.queue.due('webhook', 10).map(({ about }) => about.id)).toEqual(['a_bad']);
  });

  it('brings the oldest alarm where it stumbles over newer ones, and tries no more than three in a row', async () => {
    for (const id of ['a', 'bad1', 'bad2', 'bad3']) at.desk.queue.put(alarmed({ id }));
    at.receiver.answer = (res, { body }) => res.writeHead(body.includes('bad') ? 502 : 200).end();
    start();
    await asked(7);
    expect(carried().slice(3)).toEqual(['bad3', 'bad2', 'a', 'bad1']);
    for (const id of ['bad4', 'bad5']) at.desk.queue.put(alarmed({ id }));
    await asked(11);
    expect(carried().slice(7)).toEqual(['bad1 bad2 bad3 bad4 bad5', 'bad5', 'bad4', 'bad1']);
  });

  it('goes together to an overloaded receiver that says when it may be asked', async () => {
    for (const id of ['a', 'b']) at.desk.queue.put(alarmed({ id }));
    at.receiver.answer = (res) => res.writeHead(503, { 'Retry-After': '5' }).end();
    start();
    await asked(5);
    expect(carried()).toEqual(Array(5).fill('a b'));
  });

  it('brings one by one what is too much together, and is well then', async () => {
    for (const id of ['a', 'b', 'c']) at.desk.queue.put(alarmed({ id }));
    at.receiver.answer = (res, { body }) => res.writeHead(body.split('startsAt').length > 2 ? 413 : 200).end();
    const courier = start();
    await delivered();
    await at.desk.answered();
    expect(carried()).toEqual(['a b c', 'c', 'b', 'a']);
    expect(courier.status()).toMatchObject({ state: 'ok', last_error: null });
  });
});

describe('an alarm that comes while a request is on its way', () => {
  it.each([
    [503, 2],
    [400, 60],
  ])('ends no back-off behind a %i, and waits for no hour', async (status, leastS) => {
    const waiting: (() => void)[] = [];
    at.receiver.answer = (res) => void waiting.push(() => res.writeHead(status).end());
    const courier = start();
    at.desk.queue.put(alarmed({ id: 'first' }));
    await until(() => waiting.length === 1);
    at.desk.queue.put(alarmed({ id: 'second' }));
    await new Promise((resolve) => setImmediate(resolve));
    waiting[0]!();
    await until(() => courier.status().state !== 'ok');
    await at.desk.world.clock.advance(1000 * (leastS - 1));
    expect(at.receiver.heard).toHaveLength(1);
    at.receiver.answer = (res) => res.writeHead(200).end();
    await at.desk.pass(leastS + 8);
    await delivered();
    expect(at.receiver.heard).toHaveLength(2);
  });

  it('goes a minute after the request that was refused, and not an hour', async () => {
    at.receiver.answer = (res) => res.writeHead(403).end();
    const courier = start();
    at.desk.queue.put(alarmed({ id: 'first' }));
    await refused(courier, 'refused');
    await at.desk.world.clock.advance(30_000);
    at.desk.queue.put(alarmed({ id: 'second' }));
    await at.desk.world.clock.advance(29_000);
    expect(at.receiver.heard).toHaveLength(1);
    at.receiver.answer = (res) => res.writeHead(200).end();
    await at.desk.pass(8);
    await delivered();
    expect(at.receiver.heard).toHaveLength(2);
  });

  it('goes at once behind a test that the receiver takes, also within that minute', async () => {
    at.receiver.answer = (res) => res.writeHead(403).end();
    const courier = start();
    at.desk.queue.put(alarmed({ id: 'first' }));
    await refused(courier, 'refused');
    at.desk.queue.put(alarmed({ id: 'second' }));
    await at.desk.world.clock.advance(5000);
    at.receiver.answer = (res) => res.writeHead(200).end();
    expect(await courier.test()).toMatchObject({ outcome: 'ok' });
    await delivered();
    expect(carried()).toEqual(['first', 'test', 'first second']);
  });
});
