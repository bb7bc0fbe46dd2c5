import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { Config } from '../../src/config/config.ts';
import { Courier } from '../../src/connections/courier.ts';
import { fleetSink } from '../../src/connections/fleet/fleet.ts';
import { pushSink } from '../../src/connections/push/push.ts';
import { isIdle, type Sink } from '../../src/connections/sink.ts';
import { uploadSinks } from '../../src/connections/uploads/index.ts';
import type { Outcome } from '../../src/sending/outcome.ts';
import type { OutboxRow } from '../../src/station/outbox/row.ts';
import { seeded } from '../support/seeded.ts';
import { times } from '../support/times.ts';
import { Measured } from './support/measured.ts';
import { endlessBody, FakeNetwork, halfBody, type Reply, refusedConnection } from './support/network.ts';
import { KEY } from './uploads/fake-services.ts';

/** Answers of a lying proxy, a captive portal and a broken way, and each receiver's own yes, all at random. */
const PAGES = [
  '<html><title>Login</title>Please enter your password for station id</html>',
  '"success"',
  '{"a":[',
  '{"status":"success"}',
  'Bad Request',
  '{"error":"partial write: field type conflict dropped=286"}',
  '{"message":"no"}',
  '',
  ' ',
];
/** Mostly what keeps it asking: after a refusal it rests for an hour. */
const STATUSES = [200, 201, 202, 203, 206, 400, 400, 400, 409, 413, 422, 422, 429, 500, 502, 503, 302, 403, 404, 407];
const YES: Record<string, (text: string) => { status: number; body: string | null }> = {
  push: () => ({ status: 204, body: null }),
  wunderground: () => ({ status: 200, body: 'success\n' }),
  pwsweather: () => ({ status: 200, body: 'Data Logged and posted in METAR mirror.' }),
  wowbe: () => ({ status: 200, body: '{"type":"Feature"}' }),
  openweathermap: () => ({ status: 204, body: null }),
  opensensemap: () => ({ status: 201, body: '"Measurements saved in box"' }),
};

const BOX = '{"sensors":[{"_id":"t","title":"Temperatur","unit":"°C"},{"_id":"p","title":"Luftdruck","unit":"hPa"}]}';
const isQuestionBefore = (name: string, method: string): boolean =>
  method === 'GET' && (name === 'opensensemap' || name === 'openweathermap');

/** Requests of one hourly try: three rows alone, then the newest, which shows whether the receiver takes anything at all. */
const OF_A_TRY = 4;

let end: () => Promise<void> = async () => {};
afterEach(() => end());

function made(name: string, world: Measured, network: FakeNetwork): Sink {
  const config = Config.parse({
    site: { name: 'Home', latitude: 55.7, longitude: 12.5, indoors: false },
    push: { url: 'http://nas:8086/write?db=weather' },
    fleet: { url: 'https://hub.example.org', login: 'hill-7', secret_file: '/secret' },
    uploads: Object.fromEntries(
      ['wunderground', 'pwsweather', 'windy', 'wowbe', 'openweathermap', 'opensensemap', 'sensorcommunity', 'cwop'].map(
        (one) => [
          one,
          { enabled: true, id: one === 'cwop' ? 'CW0003' : 'a-b', ...(one !== 'sensorcommunity' && { key: KEY }) },
        ],
      ),
    ),
  });
  // A line of APRS is answered as a page is.
  const connect = (): Socket => {
    const socket: Duplex = new Duplex({
      read() {},
      write(chunk: Buffer, _, done) {
        done();
        void network.fetch('tcp://aprs', { body: chunk.toString() }).then(
          async (answer) => socket.push(`${await answer.text()}\r\n`),
          () => socket.destroy(),
        );
      },
      final(done) {
        done();
        socket.push(null);
      },
    });
    // Before the fake clock looks for who sleeps: the port's time limit would pass while nothing is slow.
    queueMicrotask(() => {
      socket.emit('connect');
      socket.push('# aprsc\r\n');
    });
    return socket as unknown as Socket;
  };
  const ports = network.ports({ secret: () => 'seven', connect });
  const status = () => ({ health: 'ok', notices: [] });
  const station = { outbox: world.outbox, status } as unknown as Parameters<typeof fleetSink>[0]['station'];
  const sinks = [
    pushSink(config, ports, world.outbox, false),
    fleetSink({ config, ports, station, version: '1.0.0' }),
    ...uploadSinks(config, ports, '1.0.0', false),
  ];
  const sink = sinks.find((one) => one.name === name)!;
  if (isIdle(sink)) throw new Error(`${name} lacks ${sink.lacks}`);
  return sink;
}

/** Rows that nobody has said yes to and that are not there any more: none, whatever happens. */
function lost(world: Measured, name: string, said: ReadonlySet<number>): number[] {
  const { outbox } = world.store;
  const { cursorS } = outbox.get(name)!;
  const aside = new Set(world.outbox.aside.of(name));
  return outbox
    .rows(0, cursorS, 10_000)
    .rows.map(({ ts }) => ts)
    .filter((ts) => !said.has(ts) && !aside.has(ts));
}

/** One receiver of a station, for as many answers. */
async function play(name: string, answers: number, answer: (n: number, method: string) => Reply) {
  const world = new Measured();
  const network = new FakeNetwork(world.clock);
  const sink = made(name, world, network);
  const ended = new AbortController();
  const said = new Set<number>();
  /** The judge of the test: a yes is what stands in YES, and nothing else. */
  let isYes = false;
  let answered = 0;
  network.reply = ({ method }) => {
    if (isQuestionBefore(name, method))
      return new Response(name === 'opensensemap' ? BOX : '[{"id":"ab","external_id":"a-b"}]');
    answered += 1;
    isYes = false;
    const reply = answer(answered, method);
    isYes = reply instanceof Response && reply.headers.has('x-yes');
    return reply;
  };
  let sent: readonly OutboxRow[] = [];
  const send: Sink['send'] = async (batch, signal): Promise<Outcome> => {
    sent = batch.rows;
    isYes = false;
    const outcome = await sink.send(batch, signal);
    if (isYes) for (const { startS } of sent) said.add(startS);
    return outcome;
  };
  const proxied = new Proxy(sink, {
    get(of, key) {
      if (key === 'send') return send;
      return key === 'pace' ? { ...of.pace, staleS: null } : (Reflect.get(of, key) as unknown); // age is another law
    },
  });
  const ports = network.ports();
  await world.measureUnsent(2 * 86_400, 300);
  world.store.outbox.begin(name, 0, true); // its backlog is all of that
  const courier = new Courier({ sink: proxied, outbox: world.outbox, ports, isHeld: false });
  const running = courier.run(ended.signal);
  end = async () => {
    ended.abort();
    await running;
    world.close();
    end = async () => {};
  };
  while (answered < answers) {
    if (courier.status().waiting < 10) await world.measure(86_400, 300);
    await world.clock.advance(3_600_000);
  }
  return { world, network, courier, said, told: ports.told, until: () => answered };
}

describe('a receiver that answers anything at random', () => {
  it.each([
    ['push', times(90)],
    ['wunderground', times(75)],
    ['pwsweather', times(75)],
    ['wowbe', times(75)],
    ['openweathermap', times(75)],
    ['opensensemap', times(75)],
    ['fleet', times(30)],
  ])('%s: what it did not say yes to is still there, after %i answers', async (name, answers) => {
    const { uniform } = seeded(answers + name.length);
    const one = <T>(list: readonly T[]): T => list[Math.floor(uniform() * list.length)]!;
    const yes = YES[name];
    const played = await play(name, answers, () => {
      const chance = uniform();
      if (yes && chance < 0.15) {
        const { status, body } = yes('');
        return new Response(body, { status, headers: { 'x-yes': '1' } });
      }
      if (chance < 0.2) return refusedConnection();
      if (chance < 0.23) return halfBody(one([200, 201, 400, 503]));
      if (chance < 0.24) return endlessBody(one([200, 400]));
      if (chance < 0.25) return 'hang';
      const [status, body] = [one(STATUSES), one(PAGES)];
      const isEmptyYes = name === 'push' && status === 200 && body === '';
      return new Response(body, { status, ...(isEmptyYes && { headers: { 'x-yes': '1' } }) });
    });
    expect(lost(played.world, name, played.said)).toEqual([]);
    if (yes) expect(played.said.size).toBeGreaterThan(answers / 15);
    else expect(played.world.store.outbox.get(name)!.cursorS).toBe(0);
    await end();
  });

  it.each(['windy', 'sensorcommunity', 'cwop'])(
    '%s, which is sent only what is new: whatever comes but its yes is no success',
    async (name) => {
      const { uniform } = seeded(name.length);
      const one = <T>(list: readonly T[]): T => list[Math.floor(uniform() * list.length)]!;
      const pages = [...PAGES.filter((page) => page.trim() !== ''), '# logresp, server full', '# logresp XX1 verified'];
      const world = new Measured();
      const network = new FakeNetwork(world.clock);
      network.reply = () => new Response(one(pages), { status: one([200, 201, 202, 400, 422, 429, 500, 302]) });
      await world.measure(600);
      const sink = made(name, world, network);
      world.store.outbox.begin(name, 0, false);
      const parts = { sink, outbox: world.outbox, ports: network.ports(), isHeld: false };
      const courier = new Courier(parts);
      for (let n = 0; n < 150; n += 1) {
        const test = courier.test();
        await world.measure(20, 20); // what is old is sent to none of them
        expect(await test).not.toMatchObject({ outcome: 'ok' });
      }
      expect(network.asked.length).toBeGreaterThanOrEqual(150);
      expect(courier.status()).toMatchObject({ last_success_ts: null, cursor_ts: 0 });
      world.close();
    },
  );

  it.each(['windy', 'sensorcommunity'])(
    '%s: one that refuses everything is told once and asked hourly, with what is new',
    async (name) => {
      const world = new Measured();
      const network = new FakeNetwork(world.clock);
      network.reply = () => new Response('<html>no', { status: 400 });
      await world.measure(600, 300);
      const ports = network.ports();
      const sink = made(name, world, network);
      const ended = new AbortController();
      const courier = new Courier({ sink, outbox: world.outbox, ports, isHeld: false });
      const running = courier.run(ended.signal);
      await world.measure(3 * 3600, 300);
      expect(courier.status().state).toBe('refused');
      const before = network.asked.length;
      await world.measure(6 * 3600, 300);
      expect(network.asked.length - before).toBeLessThanOrEqual(6 * OF_A_TRY);
      expect(ports.told.filter((line) => line.startsWith('warn'))).toHaveLength(1);
      ended.abort();
      await running;
      world.close();
    },
  );

  it.each([
    ...['push', 'wunderground', 'pwsweather', 'wowbe', 'openweathermap', 'opensensemap', 'fleet'].map((name) => [name]),
  ])('%s: one that refuses everything costs no row, is told once and asked hourly', async (name) => {
    const { uniform } = seeded(name.length);
    const statuses = [400, 413, 422];
    const played = await play(
      name,
      30,
      () => new Response('<html>no', { status: statuses[Math.floor(uniform() * 3)]! }),
    );
    expect(played.world.store.outbox.get(name)!.cursorS).toBe(0);
    expect(played.world.outbox.aside.of(name)).toEqual([]);
    expect(played.courier.status().state).toBe('refused');
    expect(played.told.filter((line) => line.startsWith('warn'))).toHaveLength(1);
    const before = played.until();
    await played.world.clock.advance(86_400_000);
    expect(played.until() - before).toBeLessThanOrEqual(24 * OF_A_TRY);
    await end();
  });
});
