import { expect, it, onTestFinished } from 'vitest';
import { Config } from '../../src/config/config.ts';
import { Connections } from '../../src/connections/connections.ts';
import { lasting } from '../../src/connections/lasting.ts';
import { again } from '../../src/sending/back-off.ts';
import { speakerOf } from '../../src/words/speakers.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openRealStation } from '../support/real-station.ts';
import { FakeNetwork } from './support/network.ts';

it('a connection that a fault of ours has ended is shown so, in the language of the reader and without the words of the fault', async () => {
  const clock = new FakeClock(1_750_000_000);
  const settings = { connections: { allow_simulated: true, mdns: false } };
  const { station, close } = await openRealStation({ clock, settings });
  onTestFinished(close);
  const config = Config.parse({ ...settings, mqtt: { url: 'mqtt://broker' } });
  config.mqtt.url = 'mqtt://broker:99999'; // which no settings let through
  const ports = new FakeNetwork(clock).ports();
  const connections = await Connections.open({ station, config, ports, version: '1', url: null, port: 1 });
  connections.start();
  onTestFinished(() => connections.stop());
  await expect.poll(() => ports.told.join()).toContain('mqtt has ended, and begins again: Invalid URL');
  const of = (list: ReturnType<Connections['list']>) => list.sinks.find(({ name }) => name === 'mqtt');
  expect(of(connections.list())).toMatchObject({
    state: 'retrying',
    last_error: 'stopped by a fault of the program; it starts again by itself, and the log has the reason',
  });
  expect(of(connections.list(await speakerOf('de')))?.last_error).toContain('Fehler des Programms');
});

it('a connection that begins again after a fault is no longer one that has ended', async () => {
  const clock = new FakeClock(1_750_000_000);
  const ended: boolean[] = [];
  let runs = 0;
  const member = {
    name: 'mqtt',
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('the disk cannot be read');
    },
  };
  const stop = new AbortController();
  const running = lasting(member, new FakeNetwork(clock).ports(), stop.signal, (isSo) => ended.push(isSo));
  await clock.advance(600_000);
  await running;
  expect(ended).toEqual([false, true, false]);
});

it('what is tried again waits longer after each failure, counts anew after a good minute, ends with the stop, and passes a fault on', async () => {
  const ports = { clock: new FakeClock(), random: () => 0.5 };
  const { clock } = ports;
  const stop = new AbortController();
  const begunS: number[] = [];
  let lastsMs = 0;
  const running = again(ports, stop.signal, async () => {
    begunS.push(clock.steadyMs() / 1000);
    await clock.sleep(lastsMs, stop.signal);
  });
  await clock.advance(20_000);
  lastsMs = 60_000;
  await clock.advance(76_000);
  lastsMs = 0;
  await clock.advance(9000);
  stop.abort(); // in a pause
  await running;
  expect(begunS.map((atS) => atS - begunS[0]!)).toEqual([0, 5, 15, 35, 100]);
  const fault = () => Promise.reject(new Error('a fault of ours'));
  await expect(again(ports, new AbortController().signal, fault)).rejects.toThrow('a fault of ours');
});
