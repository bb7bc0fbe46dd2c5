import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import type { Input, Inputs } from '../../src/contract/inputs.ts';
import type { Telemetry } from '../../src/contract/telemetry.ts';
import { type Service, startService } from '../../src/main/service.ts';
import { loadSettings } from '../../src/main/settings/settings.ts';
import { hasMosquitto, Mosquitto } from '../connections/support/mosquitto.ts';
import { buildTree } from '../station/inputs/support/manifest.ts';
import { payloads } from '../station/inputs/support/payloads.ts';
import { ask } from '../support/ask.ts';
import { freePort } from '../support/free-port.ts';
import { withWaits } from '../support/running-clock.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-families-'));
const STAND_IN = join(import.meta.dirname, '../connections/inputs/support/stand-in.mjs');
const recorded = (family: string, file: string): string =>
  payloads(family).find((payload) => payload.file === file)!.text;

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Waits of eight to ten seconds, as between two questions to a sensor, take half a second. */
const clock = withWaits((ms) => (ms > 8000 && ms <= 10_000 ? 500 : ms));

let folders = 0;
/** A station and what sends to it: each test has its own, for they wait beside each other. A poll belongs to the test whose `expect` it is. */
class Home {
  service: Service | null = null;
  readonly ends: (() => unknown)[] = [];
  constructor(private readonly test: TestContext) {
    test.onTestFinished(() => this.end());
  }

  async station(inputs: object, source = 'simulator'): Promise<number> {
    folders += 1;
    const config = join(scratch, `${folders}.json.yaml`);
    writeFileSync(config, JSON.stringify({ inputs, sensors: { sample_interval_s: 0.5 }, log: { level: 'silent' } }));
    const place = { config, data: join(scratch, String(folders)), port: '0', host: '127.0.0.1', source };
    this.service = await startService(loadSettings(place, { HOME: scratch }), { clock });
    return this.service.port;
  }

  repeat(work: () => unknown, ms: number): void {
    work();
    const timer = setInterval(work, ms);
    this.ends.push(() => clearInterval(timer));
  }

  readonly soon = <T>(what: () => Promise<T>) => this.test.expect.poll(what, { interval: 100 });

  async end(): Promise<void> {
    await this.service?.stop();
    for (const end of this.ends.reverse()) await end(); // who sends ends before who takes it
  }
}

const inputs = async (port: number): Promise<Input[]> =>
  ((await ask(port, { path: '/api/inputs' })).json as Inputs).inputs;
const telemetry = async (port: number) => (await ask(port, { path: '/api/telemetry' })).json as Telemetry;

/** Each family, and how it sends here for as long as the test goes on. */
const families = {
  tempest: async (home: Home) => {
    const port = await freePort();
    const hub = createSocket('udp4').bind(0, '127.0.0.1');
    home.ends.push(() => hub.close());
    let atS = 1_588_948_614;
    const row = (rainMm: number) => [atS, 0.1, 3, 5, 144, 3, 1017, 22.4, 50, 328, 2.5, 300, rainMm, 1, 0, 0, 2.6, 1];
    home.repeat(() => {
      atS += 60;
      hub.send(JSON.stringify({ serial_number: 'ST-1', type: 'obs_st', obs: [row(0.2)] }), port, '127.0.0.1');
    }, 100);
    return { enabled: true, port };
  },
  davis: async (home: Home) => {
    const device = createServer((_, answer) => answer.end(recorded('davis', 'current-vue-winter.json')));
    device.listen(0, '127.0.0.1');
    await once(device, 'listening');
    home.ends.push(() => device.close());
    return { enabled: true, url: `http://127.0.0.1:${(device.address() as AddressInfo).port}` };
  },
  kernel: async () => {
    const root = mkdtempSync(join(scratch, 'tree-'));
    buildTree(recorded('iio', 'bme280.tsv'), root);
    return { enabled: true, root };
  },
  rtl433: async () => ({ enabled: true, command: process.execPath, args: [STAND_IN, 'steady'] }),
  mqtt: async (home: Home) => {
    const broker = new Mosquitto(await freePort());
    await broker.start();
    home.ends.push(() => broker.close());
    const { client } = await broker.listener({}, 'nothing');
    let n = 0;
    home.repeat(() => {
      n += 1;
      void client.publishAsync('garden/sun', JSON.stringify({ w: 400 + n, dark: false, lux: 1 }));
    }, 100);
    return {
      enabled: true,
      url: broker.url,
      topics: [{ topic: 'garden/+', map: { 'sun.solar_wm2': 'w' } }],
    };
  },
};
type Family = keyof typeof families;
const all: [Family, keyof Telemetry, (value: number) => boolean][] = [
  ['tempest', 'wind_speed', (value) => value === 3],
  ['davis', 'solar_radiation', (value) => value === 23],
  ['kernel', 'outdoor_humidity', (value) => Math.abs(value - 45.4) < 0.1],
  ['rtl433', 'wind_gust', (value) => value === 2.5],
  ['mqtt', 'solar_radiation', (value) => value > 400],
];

describe.concurrent('a family of sensors', () => {
  it.for(all.filter(([family]) => family !== 'mqtt' || hasMosquitto))(
    '%s, from its sender to %s beside the board: shown, adopted, measured',
    async ([family, name, isRight], context) => {
      const home = new Home(context);
      const port = await home.station({ [family]: await families[family](home) });
      await home.soon(async () => (await inputs(port)).map(({ kind }) => kind)).toContain(family);
      if (family === 'davis') expect((await inputs(port))[0]!.values['rain.year_mm']).toBe(55.2);
      for (const { id, adopted } of await inputs(port)) {
        expect(adopted).toBe(false);
        const path = `/api/inputs/${encodeURIComponent(id)}/adopt`;
        const body = JSON.stringify({ name: 'Garden', place: 'outdoors' });
        const headers = { 'content-type': 'application/json' };
        expect((await ask(port, { method: 'POST', path, headers, body })).status).toBe(200);
      }
      await home
        .soon(async () => {
          const value = (await telemetry(port))[name];
          return typeof value === 'number' && isRight(value);
        })
        .toBe(true);
    },
  );

  it('rain of a Tempest is the sum of its minutes', async (context) => {
    const home = new Home(context);
    const port = await home.station({ tempest: await families.tempest(home) }, 'tempest');
    await home.soon(async () => ((await telemetry(port)).rain_today ?? 0) > 1).toBe(true);
    expect((await inputs(port))[0]!.values['rain.interval_mm']).toBe(0.2);
    const { rain_today } = await telemetry(port);
    expect(rain_today! * 5 - Math.round(rain_today! * 5)).toBeCloseTo(0, 6);
  });

  it('a sensor of the kernel is the station where the owner named it as the source', async (context) => {
    const home = new Home(context);
    const { root } = await families.kernel();
    const port = await home.station({ kernel: { root } }, 'kernel');
    await home.soon(async () => (await telemetry(port)).temperature).toBeCloseTo(22.48, 1);
    expect((await telemetry(port)).pressure_station).toBeCloseTo(1002.57, 1);
  });

  it('a password that cannot be read is told; nothing is asked without it', async (context) => {
    const home = new Home(context);
    const port = await home.station({
      mqtt: { enabled: true, url: 'mqtt://127.0.0.1:1', password_file: '/nowhere/password' },
    });
    const events = async () => (await ask(port, { path: '/api/events' })).text;
    await home.soon(events).toContain('/nowhere/password');
  });

  it.runIf(hasMosquitto)('numbers that a map does not name are listed by their path', async (context) => {
    const home = new Home(context);
    const port = await home.station({ mqtt: await families.mqtt(home) });
    const unknown = async () => ((await ask(port, { path: '/api/inputs' })).json as Inputs).unknown[0]?.keys;
    await home.soon(unknown).toEqual(['lux']);
  });
});
