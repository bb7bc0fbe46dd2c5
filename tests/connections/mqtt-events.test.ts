import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import { Config } from '../../src/config/config.ts';
import { type Message, MqttPublisher } from '../../src/connections/mqtt/publisher.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openRealStation, type RealStation } from '../support/real-station.ts';

const START_S = 1_750_000_000;
const folder = mkdtempSync(join(tmpdir(), 'weatherglass-mqtt-'));
const clock = new FakeClock(START_S);
let open: RealStation;
let publisher: MqttPublisher;

beforeAll(async () => {
  open = await openRealStation({ clock, folder });
});
afterAll(async () => {
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});
/** A program that has just started. */
const start = () => new MqttPublisher({ station: open.station, config: Config.parse({}), id: 'wg_1', url: null });
beforeEach(async () => {
  publisher = start();
  for (let batch = await due(); batch.length > 0; batch = await due()) arrive(batch);
});

const due = async (messages = publisher.whatIsNew()): Promise<Message[]> =>
  (await messages).filter(({ eventId }) => eventId !== undefined);
const arrive = (messages: readonly Message[]): void => {
  for (const message of messages) publisher.arrived(message);
};
const happen = (count: number, ts = clock.nowS()): void => {
  for (let n = 1; n <= count; n += 1)
    open.store.events.add({ ts, kind: 'label', severity: 'info', detail: `event ${n}` });
};
const details = (messages: readonly Message[]) =>
  messages.map(({ payload }) => (JSON.parse(payload) as { detail: string }).detail);
const events = (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, i) => `event ${from + i}`);

it('MQTT events: a burst is published whole, oldest first, 20 at a time', async () => {
  happen(45);
  const told: string[] = [];
  for (let batch = await due(); batch.length > 0; batch = await due()) {
    expect(batch.length).toBeLessThanOrEqual(20);
    arrive(batch);
    told.push(...details(batch));
  }
  expect(told).toEqual(events(1, 45));
});

it('MQTT events: what a cut took with it comes again with the next connection, the rest behind it', async () => {
  happen(25);
  const batch = await due();
  arrive(batch.slice(0, 7));
  const again = await due(publisher.everything());
  arrive(again);
  expect(details(again)).toEqual(events(8, 25));
  expect(await due(publisher.everything())).toEqual([]);
});

it('MQTT events: a new start of the program goes on behind the last one that the broker took', async () => {
  happen(25);
  arrive((await due()).slice(0, 3));
  publisher = start();
  const batch = await due();
  expect(details(batch)).toEqual(events(4, 23));
  arrive(batch);
  expect(details(await due())).toEqual(events(24, 25));
});

it('MQTT events: those of another day are no news', async () => {
  happen(3, clock.nowS() - DAY_S - 60);
  happen(1);
  expect(details(await due())).toEqual(['event 1']);
});

it('MQTT: an alarm that was deleted while the broker was away leaves with the next connection, also where the broker gives nothing back', async () => {
  const rule = {
    id: 'own_1',
    title: 'Mine',
    enabled: true,
    quantity: 'temperatureC',
    when: 'above' as const,
    on: 30,
    off: 29,
  };
  const config = Config.parse({
    mqtt: { url: 'mqtt://nas' },
    alarms: { rules: [rule], channels: { mqtt: { enabled: true } } },
  });
  publisher = new MqttPublisher({ station: open.station, config, id: 'wg_1', url: null });
  const announced = async () =>
    (await publisher.everything()).flatMap(({ topic, payload }) =>
      topic === publisher.topics.discovery ? [(JSON.parse(payload) as { cmps: object }).cmps] : [],
    );
  open.station.takeRules([rule]);
  expect((await announced()).at(-1)).toHaveProperty('alarm_own_1.uniq_id');
  open.station.takeRules([]);
  const [first, then] = await announced();
  expect([first, then]).toEqual([
    expect.objectContaining({ alarm_own_1: { p: 'binary_sensor' } }),
    expect.not.objectContaining({ alarm_own_1: expect.anything() }),
  ]);
  expect(await announced()).not.toContainEqual(expect.objectContaining({ alarm_own_1: expect.anything() }));
});
