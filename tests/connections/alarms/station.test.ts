import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Config } from '../../../src/config/config.ts';
import { Connections } from '../../../src/connections/connections.ts';
import type { Log } from '../../../src/main/log.ts';
import { connectionPorts } from '../../../src/main/machine/connection-ports.ts';
import { startService } from '../../../src/main/service.ts';
import { loadSettings } from '../../../src/main/settings/settings.ts';
import { MOST_MESSAGES } from '../../../src/station/outbox/alarm-queue.ts';
import { ask } from '../../support/ask.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { LongestTurn } from '../../support/longest-turn.ts';
import { portOf } from '../../support/port-of.ts';
import { promised } from '../../support/promised.ts';
import { openRealStation } from '../../support/real-station.ts';
import { simulator } from '../../support/simulator.ts';
import { Receiver, until } from './desk.ts';

/** Fires with the first reading. */
const rule = (id: string) => ({
  id,
  enabled: true,
  quantity: 'temperatureC',
  when: 'above',
  on: -60,
  off: -70,
  for_s: 0,
  quiet: null,
});

async function muteServer(): Promise<number> {
  const server: Server = createServer((socket) => void socket.on('error', () => {}));
  onTestFinished(() => void server.close());
  return portOf(server);
}

describe('a station with channels', () => {
  it('is late with no sample for a thousand alarms at once, a dead mail server and a webhook that refuses', async () => {
    const clock = new FakeClock(1_750_000_000);
    const receiver = await new Receiver().start();
    onTestFinished(() => receiver.close());
    receiver.answer = (res) => res.writeHead(500).end('x'.repeat(50_000));
    const settings = {
      connections: { allow_simulated: true, mdns: false },
      alarms: {
        rules: Array.from({ length: 1000 }, (_, i) => rule(`rule_${i}`)),
        channels: {
          webhook: { enabled: true, url: receiver.url },
          email: { enabled: true, host: '127.0.0.1', port: await muteServer(), from: 'a@b.example', to: 'c@d.example' },
        },
      },
    };
    const { station, close } = await openRealStation({ clock, settings });
    onTestFinished(close);
    const ports = { ...connectionPorts(clock, { info() {}, warn() {} } as unknown as Log), random: () => 0.5 };
    const parts = { station, config: Config.parse(settings), ports, version: '1', url: null, port: 1 };
    const connections = await Connections.open(parts);
    connections.start();
    onTestFinished(() => connections.stop());
    const longest = new LongestTurn();
    for (let s = 0; s < 600; s += 2) {
      await clock.advance(2000);
      if (s % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    promised('the longest turn of a thousand alarms at once', longest.end(), 1000);
    expect(station.alarms.counts().firing).toBe(1000);
    expect(station.figures().missedSamples).toBe(0);
    const sinkOf = (wanted: string) => connections.list().sinks.find(({ name }) => name === wanted);
    // On a slow machine the last answer may have come too late: then the next one says it.
    await expect
      .poll(() => clock.advance(2000).then(() => sinkOf('alarm_webhook')))
      .toMatchObject({
        state: 'retrying',
        waiting: MOST_MESSAGES,
        last_error: expect.stringMatching(/^500: x{150,}…$/),
      });
    const { sinks } = connections.list();
    expect(sinkOf('alarm_email')).toMatchObject({
      state: 'retrying',
      waiting: MOST_MESSAGES,
    });
    expect(sinks.filter(({ name }) => name.startsWith('alarm_')).map(({ name, state }) => [name, state])).toEqual([
      ['alarm_webhook', 'retrying'],
      ['alarm_ntfy', 'off'],
      ['alarm_email', 'retrying'],
      ['alarm_mqtt', 'off'],
    ]);
  });

  it.each([
    ['inputs', 1],
    ['simulator', 0],
  ] as const)('alarms others where its readings are real: %s', async (kind, waiting) => {
    const clock = new FakeClock(1_750_000_000);
    const board = new Proxy(simulator(), {
      get: (of, name) => {
        const value: unknown = name === 'kind' ? kind : Reflect.get(of, name, of);
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
    const channels = { webhook: { enabled: true, url: 'http://127.0.0.1:9/' } };
    const settings = { alarms: { rules: [rule('not_icy')], channels } };
    const { station, close } = await openRealStation({ clock, settings, board });
    onTestFinished(close);
    await clock.advance(20_000);
    expect(station.isSimulated).toBe(kind === 'simulator');
    expect(station.alarmQueue.waiting('webhook')).toBe(waiting);
  });

  it('delivers an alarm that fires, and tests a channel and an alarm over its API', async () => {
    const receiver = await new Receiver().start();
    const data = mkdtempSync(join(tmpdir(), 'weatherglass-alarm-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    onTestFinished(() => receiver.close());
    receiver.answer = (res) => res.writeHead(200).end('thanks');
    const file = join(data, 'settings.json');
    const alarms = { rules: [rule('not_icy')], channels: { webhook: { enabled: true, url: receiver.url } } };
    writeFileSync(file, JSON.stringify({ connections: { allow_simulated: true, mdns: false }, alarms }));
    const settings = loadSettings(
      { data, port: '0', host: '127.0.0.1', config: file, source: 'simulator' },
      { HOME: data },
    );
    const service = await startService(settings);
    onTestFinished(() => service.stop());
    await until(() => receiver.heard.length > 0);
    const first = JSON.parse(receiver.heard[0]!.body) as { alerts: { labels: object; fingerprint: string }[] };
    expect(first.alerts[0]).toMatchObject({ labels: { alertname: 'not_icy' }, fingerprint: expect.any(String) });
    const { port } = service;
    const post = (path: string) => ask(port, { method: 'POST', path });
    expect((await post('/api/alarms/channels/webhook/test')).json).toMatchObject({
      name: 'alarm_webhook',
      outcome: 'ok',
      status: 200,
      text: 'thanks',
    });
    expect((await post('/api/alarms/channels/ntfy/test')).status).toBe(409);
    expect((await post('/api/alarms/channels/pigeon/test')).status).toBe(404);
    const before = receiver.heard.length;
    expect((await post('/api/alarms/not_icy/test')).json).toMatchObject({ id: 'not_icy' });
    await until(() => receiver.heard.length > before);
    expect(receiver.heard.at(-1)!.body).toContain('"test":"true"');
    await expect
      .poll(async () => (await ask(port, { path: '/api/connections' })).json)
      .toMatchObject({
        sinks: expect.arrayContaining([expect.objectContaining({ name: 'alarm_webhook', state: 'ok', waiting: 0 })]),
      });
  });
});
