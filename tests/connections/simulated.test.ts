import { expect, it } from 'vitest';
import { Config } from '../../src/config/config.ts';
import { Connections } from '../../src/connections/connections.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openRealStation } from '../support/real-station.ts';
import { FakeNetwork } from './support/network.ts';

const RECEIVERS = {
  mqtt: { url: 'mqtt://broker' },
  push: { url: 'http://database/write' },
  fleet: { url: 'https://hub', login: 'north', secret: 'a-secret-of-the-hub' },
  uploads: { windy: { enabled: true, id: 'one', key: 'a-key' }, cwop: { enabled: true, id: 'CW0001' } },
  alarms: { channels: { webhook: { enabled: true, url: 'https://hook' } } },
};

it.each([false, true])('weather that is simulated goes to others only where the owner says so: %s', async (allowed) => {
  const clock = new FakeClock(1_750_000_000);
  const { station, close } = await openRealStation({ clock });
  const config = Config.parse({ ...RECEIVERS, connections: { allow_simulated: allowed, mdns: false } });
  const ports = new FakeNetwork(clock).ports();
  const { sinks } = (await Connections.open({ station, config, ports, version: '1.0.0', url: null, port: 1 })).list();
  const held = sinks.filter(({ why_off }) => why_off === 'simulated').map(({ name }) => name);
  expect(held.sort()).toEqual(allowed ? [] : ['alarm_webhook', 'cwop', 'fleet', 'mqtt', 'push', 'windy']);
  await close();
});
