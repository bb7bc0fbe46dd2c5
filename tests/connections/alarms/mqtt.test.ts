import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Config } from '../../../src/config/config.ts';
import { AlarmMqtt } from '../../../src/connections/alarms/mqtt.ts';
import { MqttLink } from '../../../src/connections/mqtt/link.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { freePort } from '../../support/free-port.ts';
import { openRealStation, type RealStation } from '../../support/real-station.ts';
import { runningClock } from '../../support/running-clock.ts';
import { linkClock } from '../support/link-clock.ts';
import { type Heard, hasMosquitto, Mosquitto } from '../support/mosquitto.ts';
import { FakeNetwork } from '../support/network.ts';
import { judgeDiscovery } from '../support/rules.ts';

const PORT = await freePort();
const until = (what: () => void) => vi.waitFor(what, { timeout: 60_000, interval: 20 });
const ALWAYS = { quantity: 'temperatureC', when: 'above', on: -60, off: -70, for_s: 0, quiet: null, title: 'Not icy' };

describe.skipIf(!hasMosquitto)('alarms over a real broker', () => {
  const broker = new Mosquitto(PORT);
  const clock = new FakeClock(1_750_000_000);
  const settings = {
    site: { name: 'Haus' },
    connections: { allow_simulated: true },
    mqtt: { url: broker.url },
    alarms: {
      rules: [{ id: 'not_icy', enabled: true, ...ALWAYS }],
      channels: { mqtt: { enabled: true } },
    },
  };
  let station: RealStation;
  const ended: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    station = await openRealStation({ clock, settings });
  });
  afterAll(async () => {
    await station.close();
    await broker.close();
  });
  beforeEach(() => broker.start());
  afterEach(async () => {
    for (const end of ended.splice(0)) await end();
  });

  function start(time = runningClock()): { member: AlarmMqtt; id: string } {
    const ports = new FakeNetwork(time).ports();
    const config = Config.parse(settings);
    const link = new MqttLink({ station: station.station, config, ports, ca: null, password: null, url: null });
    const end = new AbortController();
    const running = link.run(end.signal);
    ended.push(async () => {
      end.abort();
      await running;
    });
    const member = new AlarmMqtt({ station: station.station, link, ports, name: 'Haus' });
    void member.run();
    return { member, id: station.station.outbox.id(() => 0.3)! };
  }
  const said = (heard: readonly Heard[], end: string) =>
    heard.filter(({ topic }) => topic.endsWith(end)).map(({ text }) => JSON.parse(text) as Record<string, unknown>);

  it('are a binary sensor each with attributes, and an event that leaves the queue when the broker has it', async () => {
    const { queue } = { queue: station.station.alarmQueue };
    while (queue.waiting('mqtt') === 0) await clock.advance(2000);
    expect(queue.waiting('mqtt')).toBe(1); // it fired while there was no broker
    const { heard } = await broker.listener();
    const { member, id } = start();
    await until(() => expect(queue.waiting('mqtt')).toBe(0));
    await until(() => expect(said(heard, '/alarm')).toHaveLength(1));
    expect(said(heard, '/alarm')[0]).toMatchObject({
      event_type: 'fired',
      alarm: 'not_icy',
      title: 'Not icy',
      severity: 'warning',
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
      ended: null,
      test: false,
    });
    expect(said(heard, '/alarms').at(-1)).toMatchObject({
      not_icy: { state: 'ON', attributes: { phase: 'firing', text: expect.any(String), acknowledged: false } },
    });
    const documents = said(heard, '/config') as { cmps: Record<string, Record<string, unknown>> }[];
    for (const one of documents)
      expect(judgeDiscovery(`homeassistant/device/${id}/config`, JSON.stringify(one))).toEqual({
        dropped: [],
        components: {},
        warnings: [],
      });
    // The first takes the sensors of alarms that are off out; the last has none of them.
    expect(documents[0]!.cmps['alarm_heat']).toEqual({ p: 'binary_sensor' });
    expect(documents.at(-1)!.cmps['alarm_heat']).toBeUndefined();
    expect(documents.at(-1)!.cmps['alarm_not_icy']).toMatchObject({
      p: 'binary_sensor',
      uniq_id: `${id}_alarm_not_icy`,
      def_ent_id: 'binary_sensor.haus_alarm_not_icy',
      name: 'Not icy',
      dev_cla: 'safety',
    });
    expect(heard.filter(({ topic, retain }) => /\/alarms?$/.test(topic) && retain)).toEqual([]);
    expect(member.status()).toMatchObject({ name: 'alarm_mqtt', state: 'ok', waiting: 0 });

    // What happens while it is connected goes at once, not with the next state.
    heard.length = 0;
    station.station.alarms.acknowledge('not_icy');
    await until(() => expect(said(heard, '/alarm')).toHaveLength(1));
    expect(said(heard, '/alarm')[0]).toMatchObject({ event_type: 'acknowledged' });
    expect(await member.test()).toMatchObject({ name: 'alarm_mqtt', outcome: 'ok', text: 'accepted by the broker' });
    await until(() => expect(said(heard, '/alarm').at(-1)).toMatchObject({ alarm: 'test', test: true }));
  });

  it('leave Home Assistant when their rule was deleted, or the channel switched off', async () => {
    const id = station.station.outbox.id(() => 0.3)!;
    const topic = `homeassistant/device/${id}/config`;
    const { client, heard } = await broker.listener();
    const old = {
      alarm_own_1: { p: 'binary_sensor', uniq_id: `${id}_alarm_own_1` },
      alarm_off: { p: 'binary_sensor' },
      probe: { p: 'sensor', uniq_id: `${id}_probe` },
    };
    await client.publishAsync(topic, JSON.stringify({ dev: { ids: [id] }, cmps: old }), { retain: true, qos: 1 });
    await client.publishAsync('homeassistant/device/other/config', 'no document', { retain: true, qos: 1 });
    const documents = () =>
      (said(heard.slice(2), `${id}/config`) as { cmps: Record<string, unknown> }[]).map(
        ({ cmps }) => cmps['alarm_own_1'],
      );
    start();
    // Home Assistant forgets an entity by a document that names it with nothing but its platform.
    await until(() => expect(documents()).toContainEqual({ p: 'binary_sensor' }));
    await until(() => expect(documents().at(-1)).toBeUndefined());
    const all = said(heard.slice(2), `${id}/config`) as { cmps: Record<string, unknown> }[];
    expect(all.flatMap(({ cmps }) => ['probe', 'alarm_off'].filter((key) => key in cmps))).toEqual([]);
    expect(all.at(-1)!.cmps['alarm_not_icy']).toBeDefined();
    await client.publishAsync(topic, '{"cmps":[1]}', { retain: true, qos: 1 }); // no document of ours
    await until(() => expect(heard.some(({ text }) => text === '{"cmps":[1]}')).toBe(true));
  });

  it('wait for a broker that is away, and a test says that it is', async () => {
    const { member } = start(linkClock(50));
    await until(() => expect(member.status().state).toBe('ok'));
    await broker.stop();
    await until(() => expect(member.status().state).toBe('retrying'));
    station.station.alarms.test('not_icy');
    await new Promise((resolve) => setImmediate(resolve));
    expect(member.status()).toMatchObject({ waiting: 1, last_error: expect.any(String) });
    expect(await member.test()).toMatchObject({ outcome: 'retry' });
    await broker.start();
    await until(() => expect(member.status().waiting).toBe(0));
  });

  it('leave Home Assistant when their rule goes while the connection stands', async () => {
    const { heard } = await broker.listener();
    const { id } = start();
    const announced = () =>
      (said(heard, `${id}/config`) as { cmps: Record<string, unknown> }[]).map(({ cmps }) => cmps['alarm_not_icy']);
    await until(() => expect(announced().at(-1)).toHaveProperty('uniq_id'));
    station.station.alarms.test('not_icy'); // with it, what the broker has given back of the introduction has been looked at
    await until(() => expect(said(heard, '/alarm').at(-1)).toMatchObject({ test: true }));
    station.station.takeRules([]);
    await until(() => expect(announced()).toContainEqual({ p: 'binary_sensor' }));
    await until(() => expect(announced().at(-1)).toBeUndefined());
  });
});
