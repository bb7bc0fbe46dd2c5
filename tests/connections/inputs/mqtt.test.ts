import type { MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MqttInput, type MqttInputOptions } from '../../../src/connections/inputs/mqtt.ts';
import { hasShared, payloads } from '../../station/inputs/support/payloads.ts';
import { freePort } from '../../support/free-port.ts';
import { runningClock } from '../../support/running-clock.ts';
import { linkClock } from '../support/link-clock.ts';
import { hasMosquitto, Mosquitto } from '../support/mosquitto.ts';
import { MuteBroker } from '../support/mute-broker.ts';
import { Intake } from './support/intake.ts';

/** Messages that count: so many a second, and so many at once. */
const [PER_S, BURST] = [50, 200];

describe.runIf(hasMosquitto)('sensors over MQTT', () => {
  const T = 'outdoor.temperature_c';
  let broker: Mosquitto;
  let intake: Intake;
  let input: MqttInput;
  let sensor: MqttClient;
  beforeEach(async () => {
    broker = new Mosquitto(await freePort());
    intake = new Intake();
    await broker.start();
    sensor = (await broker.listener({}, 'nothing')).client;
  });
  afterEach(async () => {
    await input.stop();
    await broker.close();
  });
  function listen(topics: MqttInputOptions['topics'], more: Partial<MqttInputOptions> = {}): void {
    const options = { url: broker.url, username: null, password: null, ca: null, own: null, topics, ...more };
    input = new MqttInput(options, intake.take, intake.tell, intake.ports);
    input.start();
  }
  const heardBy = (topic: string, payload: string): Promise<unknown> => sensor.publishAsync(topic, payload, { qos: 1 });
  /** Said again until it is heard: nobody knows when the subscription stands. */
  const until = (topic: string, payload: string, sender: string): Promise<void> =>
    expect.poll(() => heardBy(topic, payload).then(() => intake.senders)).toContain(sender) as unknown as Promise<void>;

  it.runIf(hasShared)('every recorded message is heard, with its map', async () => {
    const messages = payloads('json').map(({ text, expected }) => {
      const [topic = '', payload = ''] = text.split('\n');
      return { topic, payload, map: expected?.map ?? {} };
    });
    listen(messages.map(({ topic, map }) => ({ topic, map })));
    for (const { topic, payload } of messages)
      await until(topic, payload, topic.toLowerCase().replace(/[^a-z0-9._]+/g, '-'));
    const [tasmota] = intake.heard.filter(({ sender }) => sender === 'tele-sonoff-sensor');
    expect(tasmota!.values).toEqual({ [T]: 21.5, 'pressure.station_hpa': 1014.4 });
  });

  it('one filter hears many sensors, each as itself', async () => {
    listen([{ topic: 'zigbee2mqtt/+', map: { [T]: 'temperature', battery: 'battery' } }]);
    await until('zigbee2mqtt/Garden', '{"temperature":3.5,"battery":7}', 'zigbee2mqtt-garden');
    await until('zigbee2mqtt/Shed', '{"temperature":4.5,"battery":70}', 'zigbee2mqtt-shed');
    expect(intake.heard.map(({ values, batteries }) => [values[T], batteries['station']])).toEqual([
      [3.5, 'low'],
      [4.5, 'ok'],
    ]);
  });

  it('a retained message counts when its own time is fresh, and never without one', async () => {
    const nowS = intake.ports.clock.nowS();
    const retained = { retain: true, qos: 1 } as const;
    await sensor.publishAsync('s/old', `{"t":1,"last_seen":${(nowS - 7200) * 1000}}`, retained);
    await sensor.publishAsync('s/fresh', `{"t":2,"last_seen":${(nowS - 60) * 1000}}`, retained);
    await sensor.publishAsync('s/none', '{"t":3}', retained);
    await sensor.publishAsync('rtl_433/pi/events', '{"model":"Nexus-TH","id":1,"temperature_C":4}', retained);
    listen([
      { topic: 's/+', map: { [T]: 't' } },
      { topic: 'rtl_433/+/events', map: {} },
    ]);
    await until('s/live', '{"t":9}', 's-live');
    expect(intake.senders).toEqual(['s-fresh', 's-live']);
  });

  it('events of rtl_433 are read as its lines', async () => {
    listen([{ topic: 'rtl_433/+/events', map: {} }]);
    await until('rtl_433/pi/events', '{"model":"Nexus-TH","id":1,"channel":2,"temperature_C":4}', 'nexusth-1');
    expect(intake.heard[0]).toMatchObject({ kind: 'rtl433', channel: '2', values: { [T]: 4 } });
  });

  it('while somebody looks, every topic is shown with its numbers, and only mapped ones are taken', async () => {
    listen([{ topic: 'zigbee2mqtt/Garden', map: { [T]: 'temperature' } }], { own: 'weatherglass/wg_1/' });
    await until('zigbee2mqtt/Garden', '{"temperature":3.5}', 'zigbee2mqtt-garden');
    await heardBy('tele/a/SENSOR', '{"BME280":{"Temperature":20}}');
    const retained = { retain: true, qos: 1 } as const;
    await sensor.publishAsync('tele/a/SENSOR', '{"BME280":{"Temperature":21.5,"Name":"x"},"on":true}', retained);
    await sensor.publishAsync('homeassistant/sensor/a/config', '{"qos":1}', retained);
    await sensor.publishAsync('weatherglass/wg_1/state', '{"temperature":1}', retained);
    expect(input.topics()).toEqual({ listening: true, topics: [] }); // nothing was kept before somebody looked
    const shown = () => input.topics().topics.map(({ topic, values }) => [topic, values]);
    await expect.poll(shown).toEqual([['tele/a/SENSOR', { 'BME280.Temperature': 21.5 }]]);
    await heardBy('zigbee2mqtt/Garden', '{"temperature":4,"battery":80}');
    await heardBy('plain', '7');
    await expect.poll(() => shown().slice(0, 1)).toEqual([['plain', { '.': 7 }]]);
    expect(shown()[2]).toEqual(['zigbee2mqtt/Garden', { temperature: 4, battery: 80 }]);
    expect(intake.senders).toEqual(['zigbee2mqtt-garden']);
    for (let n = 0; n < 300; n += 1) await heardBy(`many/${n}`, '1');
    await expect.poll(() => shown().length).toBe(200);
  });

  it('what this station publishes is never read', async () => {
    listen([{ topic: '#', map: { [T]: 't' } }], { own: 'weatherglass/wg_1/' });
    await until('x', '{"t":1}', 'x');
    await heardBy('weatherglass/wg_1/state', '{"t":2}');
    await until('y', '{"t":3}', 'y');
    expect(intake.senders).toEqual(['x', 'y']);
  });

  it('a flood, huge messages and rubbish are told once and limited', async () => {
    let passedMs = 0; // nothing of the share comes back before that, however slow the machine
    intake = new Intake({ ...runningClock(), steadyMs: () => passedMs });
    listen([{ topic: '#', map: { [T]: 't' } }]);
    await until('x', '{"t":1}', 'x');
    await heardBy('big', `{"t":${' '.repeat(100_000)}1}`);
    await heardBy('bad', '{"t":nan}');
    for (let n = 0; n < 1000; n += 1) sensor.publish(`flood/${n}`, '{"t":1}');
    await expect.poll(() => intake.told).toEqual(['input.unreadable', 'input.flood']);
    const afterFlood = () => {
      passedMs += 1000 / PER_S;
      return heardBy('y', '{"t":2}').then(() => intake.senders);
    };
    await expect.poll(afterFlood).toContain('y');
    expect(intake.heard.length).toBeLessThanOrEqual(BURST + (passedMs * PER_S) / 1000);
    expect(intake.senders).not.toContain('big');
  });

  it.each([0x80, 0x87])('a topic that the broker forbids (%i) is told, and silences no other', async (code) => {
    const mute = await MuteBroker.start();
    mute.suback = (topic) => (topic === 'not/yours' ? code : 0);
    listen(
      ['not/yours', 'garden'].map((topic) => ({ topic, map: { [T]: 't' } })),
      { url: mute.url },
    );
    await expect.poll(() => input.topics().listening).toBe(true);
    mute.publish('garden', '{"t":5}');
    await expect.poll(() => intake.senders).toEqual(['garden']);
    expect(intake.told).toEqual(['input.broker']);
    await input.stop();
    await mute.stop();
  });

  it('a broker that forbids every topic is tried again, and told once', async () => {
    intake = new Intake(linkClock(1000));
    const mute = await MuteBroker.start();
    mute.suback = () => 0x87;
    listen([{ topic: 'garden', map: { [T]: 't' } }], { url: mute.url });
    await expect.poll(() => intake.told).toEqual(['input.broker']);
    expect(input.topics().listening).toBe(false);
    mute.suback = () => 0;
    await expect.poll(() => input.topics().listening).toBe(true);
    expect(intake.told).toEqual(['input.broker', 'input.works']);
    await input.stop();
    await mute.stop();
  });

  it('a broker that goes away is told as the end of the connection and as nobody there, and heard again when it comes back', async () => {
    intake = new Intake(linkClock(50));
    listen([{ topic: 'x', map: { [T]: 't' } }]);
    await until('x', '{"t":1}', 'x');
    await broker.stop();
    // Both, however soon it comes back: a try before that finds nobody.
    await expect.poll(() => intake.told).toEqual(['input.broker', 'input.broker']);
    await broker.start();
    await expect.poll(() => heardBy('x', '{"t":5}').then(() => intake.heard.at(-1)!.values[T])).toBe(5);
    expect(intake.told).toEqual(['input.broker', 'input.broker', 'input.works']);
  });
});
