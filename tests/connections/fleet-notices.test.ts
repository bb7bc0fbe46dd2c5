import { describe, expect, it } from 'vitest';
import { Connection } from '../../src/contract/connections.ts';
import { HeardNotices } from '../../src/station/outbox/notices.ts';
import { fleetBench, SETTINGS } from './support/fleet-bench.ts';

const bench = fleetBench();
const start = () => bench().start({ fleet: { ...SETTINGS, url: 'http://hub' } });
const notice = (id: string, text = `notice ${id}`) => ({ id, text, since_ts: 1_749_000_000 });
const told = (): string[] =>
  bench()
    .world.store.events.recent(500, { kinds: ['state'] })
    .map(({ detail }) => detail)
    .filter((detail) => detail.startsWith('Notice from'));

describe("what the fleet's operator has to say", () => {
  it('is shown at the sink while it stands, and told once, restarts or not', async () => {
    const one = start();
    await bench().world.measure(1800);
    expect(one.status().notices).toBeUndefined();
    bench().hub.notices = [notice('a1', 'Leave it on <b>tonight</b>')];
    await bench().world.measure(1200);
    expect(Connection.parse(one.status()).notices).toEqual(bench().hub.notices);
    expect(told()).toEqual(['Notice from the fleet operator: Leave it on <b>tonight</b>']);
    expect(new HeardNotices(bench().world.store, () => bench().world.clock.nowS()).of('hill-7@http://hub')).toEqual(
      bench().hub.notices,
    );
    bench().hub.notices = [];
    await bench().world.measure(600);
    expect(one.status().notices).toBeUndefined();
    bench().hub.notices = [notice('a1', 'Leave it on <b>tonight</b>'), notice('b2')];
    await bench().world.measure(600);
    expect(one.status().notices).toHaveLength(2);
    expect(told()).toHaveLength(2);
    expect(bench().world.outbox.notices.of('hill-8@http://hub')).toEqual([]);
  });

  it.each([
    [403, 'has revoked the station'],
    [401, 'knows its login no more'],
    [404, 'has gone from its address'],
    [410, 'is gone for good'],
  ])('is his no more when he (%i) %s', async (status) => {
    const one = start();
    await bench().world.measure(900);
    bench().hub.notices = [notice('a1')];
    await bench().world.measure(900);
    expect(one.status().notices).toHaveLength(1);
    const { reply } = bench().network;
    bench().network.reply = () => Response.json({ detail: 'not here' }, { status });
    await bench().world.measure(900);
    expect(one.status()).toMatchObject({ state: 'refused' });
    expect(one.status().notices).toBeUndefined();
    bench().network.reply = reply;
    await bench().settle();
    expect(one.status().notices).toHaveLength(1); // he has let it in again
    expect(told()).toHaveLength(1);
  });

  it('still stands while the hub is away, behind a portal, or has its hands full', async () => {
    const one = start();
    await bench().world.measure(900);
    bench().hub.notices = [notice('a1')];
    await bench().world.measure(900);
    for (const reply of [
      () => new Response('', { status: 502 }),
      () => new Response('', { status: 302, headers: { Location: 'http://portal/' } }),
      () => new Response('', { status: 429, headers: { 'Retry-After': '5' } }),
    ]) {
      bench().network.reply = reply;
      await bench().world.measure(900);
      expect(one.status().notices).toHaveLength(1);
    }
  });

  it('stands on while the station gets another secret', async () => {
    const one = start();
    await bench().world.measure(900);
    bench().hub.notices = [notice('a1')];
    await bench().world.measure(900);
    const seen: number[] = [];
    const { hear } = bench().world.outbox.notices;
    bench().world.outbox.notices.hear = (receiver, notices) => {
      seen.push(notices.length);
      hear.call(bench().world.outbox.notices, receiver, notices);
    };
    bench().hub.secrets.set('hill-7', 'eight');
    bench().secret = 'eight';
    await bench().world.measure(900);
    expect(one.status()).toMatchObject({ state: 'ok' });
    expect(new Set(seen)).toEqual(new Set([1]));
  });

  it('is bounded however much a hub says, and of whatever kind; rows go on', async () => {
    const one = start();
    await bench().world.measure(900);
    bench().hub.notices = Array.from({ length: 1000 }, (_, i) => notice(`n${i}`, 'x'));
    await bench().world.measure(600);
    expect(one.status().notices).toHaveLength(5);
    const wrong = [
      null,
      7,
      'text',
      {},
      notice('UP'),
      notice('c', 'a\nb'),
      notice('d', 'x'.repeat(201)),
      { id: 'e', text: 7 },
    ];
    for (const notices of [{ 0: notice('a') }, 'text', null, 7, [...wrong, notice('good', 'seven is the key')]]) {
      bench().hub.notices = notices;
      await bench().world.measure(600);
    }
    expect(one.status().notices).toEqual([notice('good', '••• is the key')]);
    expect(one.status()).toMatchObject({ state: 'ok', last_error: null });
  });

  it('fills no record of events, whoever says something new each time', async () => {
    for (let i = 0; i < 8; i++) {
      bench().world.outbox.notices.hear('hill-7', [notice(`n${i}`), notice(`m${i}`)]);
      await bench().world.clock.advance(300_000);
    }
    expect(told()).toHaveLength(10);
    expect(bench().world.outbox.notices.of('hill-7')).toEqual([notice('n7'), notice('m7')]);
  });
});
