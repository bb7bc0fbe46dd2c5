import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Config } from '../../src/config/config.ts';
import { MqttLink } from '../../src/connections/mqtt/link.ts';
import { Session } from '../../src/connections/mqtt/session.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openRealStation, type RealStation } from '../support/real-station.ts';
import { runningClock } from '../support/running-clock.ts';
import { seeded } from '../support/seeded.ts';
import { times } from '../support/times.ts';
import { alarmed } from './alarms/desk.ts';
import { linkClock } from './support/link-clock.ts';
import { MuteBroker } from './support/mute-broker.ts';
import { FakeNetwork } from './support/network.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const until = (what: () => void) => vi.waitFor(what, { timeout: 60_000, interval: 5 });

const WITH_ALARMS = {
  connections: { allow_simulated: true },
  mqtt: { url: 'mqtt://127.0.0.1:9' },
  alarms: { channels: { mqtt: { enabled: true } } },
};
let station: RealStation;
let broker: MuteBroker;
let running: Promise<void>;
let end: AbortController;
beforeAll(async () => {
  station = await openRealStation({ clock: new FakeClock(1_750_000_000), settings: WITH_ALARMS });
});
afterAll(() => station.close());
beforeEach(async () => {
  broker = await MuteBroker.start();
});
afterEach(async () => {
  end.abort();
  await running;
  await broker.stop();
});

/** Messages that the broker has read on topics of this end. */
const heard = (end: string): number => broker.heard.filter((topic) => topic.endsWith(end)).length;

/** Pauses pass as quickly as `hurry` says, and so does patience where the broker is to be silent. */
function link(hurry = 200, interval_s = 5, more: object = {}, isSilent = true): MqttLink {
  const clock = linkClock(hurry, isSilent);
  const config = Config.parse({
    connections: { allow_simulated: true },
    mqtt: { url: broker.url, interval_s },
    ...more,
  });
  const ports = new FakeNetwork(clock).ports();
  const one = new MqttLink({ station: station.station, config, ports, ca: null, password: null, url: null });
  end = new AbortController();
  running = one.run(end.signal);
  return one;
}

it.each(['deaf', 'gone'] as const)(
  'a broker that is %s is left after a while, told so, and found again',
  async (how) => {
    const one = link();
    await until(() => expect(one.status().last_success_ts).not.toBeNull());
    broker.how = how;
    await until(() => expect(one.status()).toMatchObject({ state: 'retrying' }));
    expect(one.status().last_error).toBe('the broker does not answer');
    broker.how = 'well';
    await until(() => expect(one.status()).toMatchObject({ state: 'ok', last_error: null }));
    await until(() => expect(broker.open).toBe(1)); // it may yet have to hear that a try before has been given up
  },
);

it('a broker that knows 3.1.1 alone is spoken to by it, after each cut as well, and that is no failure', async () => {
  broker.isOld = true;
  const one = link(200, 5, {}, false);
  await until(() => expect(one.status()).toMatchObject({ state: 'ok', last_success_ts: expect.any(Number) as number }));
  expect(broker.logins).toEqual([5, 4]);
  expect(one.status().last_error).toBeNull();
  broker.cut();
  await until(() => expect(broker.logins).toEqual([5, 4, 5, 4]));
  await until(() => expect(one.status()).toMatchObject({ state: 'ok', last_error: null }));
});

it('nothing piles up for a broker that acknowledges nothing, however often somebody asks to be told everything', async () => {
  const one = link(20);
  await until(() => expect(one.status().last_success_ts).not.toBeNull());
  broker.how = 'deaf';
  broker.heard.length = 0;
  const tests = Array.from({ length: 20 }, () => one.test());
  for (let i = 0; i < 20; i += 1) broker.publish('homeassistant/status', 'online');
  await until(() => expect(one.status().state).toBe('retrying'));
  // One word is on its way at a time, whoever wants something said.
  expect(broker.heard.length).toBeLessThanOrEqual(3);
  for (const test of await Promise.all(tests)) expect(test).toMatchObject({ outcome: 'retry' });
});

it.each(['deaf', 'gone'] as const)('a stop does not wait for a broker that is %s', async (how) => {
  const one = link(1);
  await until(() => expect(one.status().last_success_ts).not.toBeNull());
  broker.how = how;
  const told = one.test(); // something is on its way now
  end.abort();
  await running;
  await until(() => expect(broker.open).toBe(0));
  void told;
});

it('a stop does not wait for a broker that lets nobody in', async () => {
  broker.letsIn = false;
  link(1);
  await until(() => expect(broker.open).toBe(1));
  end.abort();
  await running;
  await until(() => expect(broker.open).toBe(0));
});

it('a connection that holds for months keeps nothing of what it has said', async () => {
  end = new AbortController();
  running = Promise.resolve();
  const will = { topic: 'status', payload: 'offline', retain: true };
  const who = { url: broker.url, clientId: 'a', username: null, password: null, ca: null, will };
  const session = await Session.open(who, runningClock(), end.signal);
  const say = async (times: number) => {
    for (let i = 0; i < times; i += 1)
      await session.publish({ topic: 'state', payload: String(i).padEnd(50_000), retain: false });
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await say(20);
  expect((await say(200)) - before).toBeLessThan(2e6);
  session.drop();
});

it('a disk that fails while everything is told anew ends the connection’s own turn, and not the station', async () => {
  const one = link(200, 300, {}, false);
  await until(() => expect(one.status().last_success_ts).not.toBeNull());
  vi.spyOn(station.store.events, 'after').mockImplementationOnce(() => {
    throw new Error('disk I/O error');
  });
  const ended = expect(running).rejects.toThrow('disk I/O error');
  broker.publish('homeassistant/status', 'online');
  await ended;
  running = Promise.resolve();
});

it.each([0x80, 0x87])(
  'a subscription that the broker forbids (%i): an optional one is done without, any other is named',
  async (code) => {
    broker.suback = (topic) => (topic.startsWith('homeassistant/status') ? code : 0);
    const one = link();
    await until(() => expect(one.status().state).toBe('refused'));
    expect(one.status().last_error).toMatch(/^the broker forbids the topic homeassistant\/status/);
    broker.suback = (topic) => (topic.startsWith('homeassistant/status') ? 0 : code);
    await until(() => expect(one.status()).toMatchObject({ state: 'ok', last_error: null }));
  },
);

it('an alarm that fires while messages are published does not wait for the next interval', async () => {
  const { alarmQueue } = station.station;
  let isPut = false;
  broker.answer = (topic) => {
    if (topic.endsWith('/alarms') && !isPut) {
      isPut = true;
      alarmQueue.put(alarmed({ id: 'meanwhile' }));
    }
    return 0;
  };
  link(1, 300, { alarms: WITH_ALARMS.alarms }, false);
  await until(() => expect([isPut, alarmQueue.waiting('mqtt')]).toEqual([true, 0]));
  expect(heard('/alarm')).toBe(1);
});

it('a test by hand while an alarm is published does not publish it twice', async () => {
  const { alarmQueue } = station.station;
  let test: Promise<unknown> | null = null;
  broker.answer = (topic) => {
    if (topic.endsWith('/alarms')) test ??= one.test();
    return 0;
  };
  alarmQueue.put(alarmed({ id: 'once' }));
  const one = link(1, 300, { alarms: WITH_ALARMS.alarms }, false);
  await until(() => expect(heard('/alarms')).toBe(2)); // the test has published everything again
  expect(await test).toMatchObject({ outcome: 'ok' });
  expect(await one.test()).toMatchObject({ outcome: 'ok' });
  await until(() => expect(heard('/alarms')).toBe(3));
  expect([heard('/alarm'), alarmQueue.waiting('mqtt')]).toEqual([1, 0]);
});

/** Refused codes of PUBACK: unspecified, implementation, not authorised, topic name, packet id, quota, format. */
const REFUSED = [0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99];

it('an alarm leaves its queue by a yes of the broker alone, whatever that answers', async () => {
  const { uniform } = seeded(37);
  const one = <T>(list: readonly T[]): T => list[Math.floor(uniform() * list.length)]!;
  const taken = new Set<string>();
  let answers = 0;
  broker.answer = (topic, body) => {
    if (!topic.endsWith('/alarm')) return uniform() < 0.03 ? 'cut' : 0;
    answers += 1;
    const answer = uniform() < 0.4 ? one([0, 0x10]) : one([...REFUSED, 'cut', 'noise', null] as const);
    const isYes = typeof answer === 'number' && answer < 0x80;
    if (isYes) for (const [id] of body.matchAll(/rule_\d+/g)) taken.add(id);
    return answer;
  };
  const { alarmQueue } = station.station;
  link(1000, 5, { alarms: WITH_ALARMS.alarms });
  const put = new Set<string>();
  const lost = (): string[] => {
    const waiting = new Set(alarmQueue.due('mqtt', 1000).map(({ about }) => about.id));
    return [...put].filter((id) => !waiting.has(id) && !taken.has(id));
  };
  for (let i = 0; answers < times(60); i += 1) {
    const before = answers;
    put.add(`rule_${i}`);
    alarmQueue.put(alarmed({ id: `rule_${i}` }));
    await until(() => expect(answers).toBeGreaterThan(before));
    expect(lost()).toEqual([]);
  }
  expect(taken.size).toBeGreaterThan(10);
  broker.answer = (_, body) => {
    for (const [id] of body.matchAll(/rule_\d+/g)) taken.add(id);
    return 0;
  };
  await until(() => expect(alarmQueue.waiting('mqtt')).toBe(0));
  expect(lost()).toEqual([]);
});
