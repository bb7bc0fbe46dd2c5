import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Davis } from '../../../src/connections/inputs/davis.ts';
import { payloads } from '../../station/inputs/support/payloads.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { freePort } from '../../support/free-port.ts';
import { Intake } from './support/intake.ts';

const recorded = Object.fromEntries(payloads('davis').map(({ file, text }) => [file, text]));
const NOW = recorded['current-vue-winter.json']!;
const realTime = (port: number, duration = 1200): string =>
  JSON.stringify({ data: { broadcast_port: port, duration }, error: null });
const wind = (mph: number): string =>
  JSON.stringify({
    did: '001D0A7139D6',
    ts: 1,
    conditions: [{ lsid: 1, data_structure_type: 1, txid: 1, wind_speed_last: mph, rain_size: 2, rainfall_year: 277 }],
  });

/** A device as it answers: one request at a time, or it drops the second. */
class Device {
  readonly asked: string[] = [];
  inFlight = 0;
  most = 0;
  conditions: (answer: ServerResponse) => void = (answer) => void answer.end(NOW);
  realTime: (answer: ServerResponse) => void = (answer) => void answer.end(realTime(udpPort));
  readonly server: Server = createServer((request, answer) => {
    this.asked.push(request.url!);
    this.inFlight += 1;
    this.most = Math.max(this.most, this.inFlight);
    answer.on('close', () => {
      this.inFlight -= 1;
    });
    (request.url!.startsWith('/v1/real_time') ? this.realTime : this.conditions)(answer);
  });
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  count(path: string): number {
    return this.asked.filter((one) => one.startsWith(path)).length;
  }
}

let device: Device;
let udpPort: number;
let clock: FakeClock;
let intake: Intake;
let davis: Davis;
/** Requests of ours whose answer has not come to its end. */
let waiting: number;
beforeEach(async () => {
  udpPort = await freePort();
  device = new Device();
  device.server.listen(0, '127.0.0.1');
  await once(device.server, 'listening');
  clock = new FakeClock();
  waiting = 0;
  intake = new Intake(clock, async (url, init) => {
    waiting += 1;
    const answer = await fetch(url, init).catch((error: unknown) => {
      waiting -= 1;
      throw error;
    });
    const ended = () => {
      waiting -= 1;
    };
    void answer.clone().arrayBuffer().then(ended, ended);
    return answer;
  });
  davis = new Davis({ url: device.url }, intake.take, intake.tell, intake.ports);
});
afterEach(async () => {
  await Promise.all([davis.stop(), clock.advance(1000)]);
  device.server.closeAllConnections();
  device.server.close();
});
/** Time that passes no faster than the device answers: within a step of it, every answer has come. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 2500) {
    await clock.advance(2500);
    await expect.poll(() => waiting, { interval: 2 }).toBe(0);
  }
}

describe('WeatherLink Live over HTTP', () => {
  it('is asked every ten seconds, one request at a time, and for datagrams again after two thirds', async () => {
    device.realTime = (answer) => void answer.end(realTime(udpPort, 60));
    davis.start();
    await expect.poll(() => device.count('/v1/real_time')).toBe(1);
    for (let n = 0; n < 13; n += 1) {
      await pass(10_000);
      expect(device.count('/v1/current')).toBeLessThanOrEqual(n + 2);
    }
    expect(device.count('/v1/current')).toBeGreaterThan(11);
    // After each 40 s, with the turn that comes next.
    expect([3, 4]).toContain(device.count('/v1/real_time'));
    expect(device.most).toBe(1);
    expect(intake.told).toEqual([]);
  });

  it('is asked for datagrams anew when it is back: one that was switched off sends none', async () => {
    davis.start();
    await expect.poll(() => device.count('/v1/real_time')).toBe(1);
    device.conditions = (answer) => void answer.destroy();
    await pass(20_000);
    expect(intake.told).toEqual(['input.davis-unreached']);
    device.conditions = (answer) => void answer.end(NOW);
    await pass(60_000);
    expect(intake.told).toEqual(['input.davis-unreached', 'input.works']);
    expect(device.count('/v1/real_time')).toBe(2);
  });

  it('every transmitter is a sender of its own', async () => {
    davis.start();
    await expect.poll(() => intake.heard.length).toBe(2);
    expect(intake.heard.map(({ sender, channel }) => [sender, channel])).toEqual([
      ['001D0A7139D6', '1'],
      ['001D0A7139D6', null],
    ]);
    expect(intake.heard[0]!.counters['rain.year_mm']).toBe(55.2);
  });

  it.each<[string, string, string]>([
    ['an error', '{"data":null,"error":{"code":409,"message":"Resource Conflict"}}', 'input.davis-error'],
    ["the maker's cloud", recorded['cloud-v2-enviromonitor.json']!, 'input.davis-cloud'],
    ['another device', '<html>router</html>', 'input.davis-other'],
  ])('%s is told once, and so is the end of it', async (_, body, code) => {
    device.conditions = (answer) => void answer.end(body);
    davis.start();
    await expect.poll(() => intake.told).toEqual([code]);
    await pass(120_000);
    expect(intake.told).toEqual([code]);
    device.conditions = (answer) => void answer.end(NOW);
    await pass(400_000);
    expect(intake.told).toEqual([code, 'input.works']);
  });

  it('an answer that goes on for minutes is given up, and its length is limited', async () => {
    let isSlow = true;
    device.conditions = (answer) => {
      answer.write('{"data":{"did":"x",');
      if (!isSlow) answer.end('x'.repeat(1e6));
    };
    davis.start();
    await expect.poll(() => device.inFlight).toBe(1);
    await clock.advance(6000);
    await expect.poll(() => intake.told).toEqual(['input.davis-unreached']);
    await expect.poll(() => device.inFlight).toBe(0);
    isSlow = false;
    await expect.poll(() => clock.advance(10_000).then(() => intake.told)).toContain('input.davis-other');
    expect(intake.heard).toEqual([]);
  });

  it('an address outside the home network is never asked', async () => {
    const asked: string[] = [];
    const answer = async (url: string): Promise<Response> => {
      asked.push(url);
      return new Response(NOW);
    };
    const ports = { ...intake.ports, fetch: answer };
    const far = new Davis({ url: 'http://198.51.100.7' }, intake.take, intake.tell, ports);
    far.start();
    await expect.poll(() => intake.told).toEqual(['input.davis-unreached']);
    expect(asked).toEqual([]);
    await Promise.all([far.stop(), clock.advance(1000)]);
  });
});

describe('WeatherLink Live: looked for', () => {
  it('by multicast DNS where no address is given', async () => {
    const responder = createSocket('udp4').bind(0, '127.0.0.1');
    await once(responder, 'listening');
    const questions: Buffer[] = [];
    responder.on('message', (question, { port, address }) => {
      questions.push(question);
      responder.send('rubbish', port, address);
      if (questions.length < 2) return;
      const answer = Buffer.from(question);
      answer[2] = 0x84;
      responder.send(answer, port, address);
    });
    const asked: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      asked.push(url);
      return new Response(NOW);
    };
    const mdns = { address: '127.0.0.1', port: responder.address().port };
    const found = new Davis({ url: null, mdns }, intake.take, intake.tell, { ...intake.ports, fetch });
    found.start();
    await expect.poll(() => questions.length).toBe(1);
    expect(questions[0]!.toString('latin1')).toContain('\x10_weatherlinklive\x04_tcp\x05local\0\0\x0c\0\x01');
    await clock.advance(5000);
    await expect.poll(() => asked[0]).toBe('http://127.0.0.1/v1/current_conditions');
    await Promise.all([found.stop(), clock.advance(1000)]);
    responder.close();
  });

  it('and that none is there is told', async () => {
    const mdns = { address: '127.0.0.1', port: 9 };
    const found = new Davis({ url: null, mdns }, intake.take, intake.tell, intake.ports);
    found.start();
    await expect.poll(() => clock.advance(5000).then(() => intake.told)).toEqual(['input.davis-unreached']);
    await Promise.all([found.stop(), clock.advance(1000)]);
  });
});

describe('WeatherLink Live over UDP', () => {
  it('datagrams come at the port that the device names, from the device alone', async () => {
    const port = udpPort;
    davis.start();
    await expect.poll(() => intake.heard.length).toBe(2);
    const its = createSocket('udp4').bind(0, '127.0.0.1');
    const forger = createSocket('udp4').bind(0, '127.0.0.2');
    const windOf = () => intake.heard.slice(2).map(({ values }) => values['wind.speed_ms']);
    await expect
      .poll(() => {
        forger.send(wind(90), port, '127.0.0.1');
        its.send('rubbish', port, '127.0.0.1');
        its.send(wind(10), port, '127.0.0.1');
        return windOf()[0];
      })
      .toBe(4.4704);
    expect(new Set(windOf())).toEqual(new Set([4.4704]));
    expect(intake.heard.at(-1)!.counters).toEqual({ 'rain.year_mm': 55.4 });
    expect(intake.told).toEqual(['input.unreadable']);
    its.close();
    forger.close();
  });
});
