import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/config/problems.ts';
import { Courier } from '../../../src/connections/courier.ts';
import { isIdle } from '../../../src/connections/sink.ts';
import { uploadSinks } from '../../../src/connections/uploads/index.ts';
import type { SampleRow } from '../../../src/station/store/tiers/sample-row.ts';
import { emptyRow } from '../../support/empty-row.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { Measured, NOON } from '../support/measured.ts';
import { type Asked, FakeNetwork, type Reply, refusedConnection } from '../support/network.ts';
import { type FakeName, type FakeService, fakeNames, fakes } from './fake-services.ts';

const HOUR_S = 3600;
const DAY_S = 86_400;

/** APRS-IS without a network: what it hears, and when. */
class FakeAprs {
  readonly packets: { atS: number; line: string }[] = [];
  isDown = false;
  readonly #nowS: () => number;
  constructor(nowS: () => number) {
    this.#nowS = nowS;
  }

  connect(): Socket {
    const { packets } = this;
    const nowS = this.#nowS;
    const socket: Duplex = new Duplex({
      read() {},
      write(chunk: Buffer, _encoding, done) {
        for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
          if (line.startsWith('user ')) socket.push('# logresp CW0003 unverified, server T\r\n');
          else packets.push({ atS: nowS(), line });
        }
        done();
      },
      final(done) {
        done();
        socket.push(null);
      },
    });
    // Before the fake clock looks for who sleeps: the port's time limit would pass while nothing is slow.
    queueMicrotask(() => {
      if (this.isDown) return void socket.destroy(Object.assign(new Error('down'), { code: 'EHOSTUNREACH' }));
      socket.emit('connect');
      socket.push('# aprsc\r\n');
    });
    return socket as unknown as Socket;
  }
}

/** A station that sends to all of them at once, and they. */
class World {
  readonly network: FakeNetwork;
  readonly aprs: FakeAprs;
  readonly services: Record<FakeName, FakeService>;
  readonly couriers: Courier[];
  /** In place of what the services would say. */
  instead: ((asked: Asked) => Reply) | null = null;
  readonly #ended = new AbortController();
  readonly #running: Promise<unknown>;

  constructor(
    simulated = false,
    readonly measured = new Measured(),
  ) {
    const nowS = () => measured.clock.nowS();
    this.network = new FakeNetwork(measured.clock);
    this.aprs = new FakeAprs(nowS);
    this.services = Object.fromEntries(
      fakeNames.map((name) => [name, Object.assign(new fakes[name](), { nowS })]),
    ) as unknown as Record<FakeName, FakeService>;
    const logins = Object.values(this.services).map(({ name, id, key }) => [
      name,
      { enabled: true, id, ...(key && { key }) },
    ]);
    const judged = parseConfig({
      site: { latitude: 55.6761, longitude: 12.5683, altitude_m: 25, indoors: false },
      uploads: { ...Object.fromEntries(logins), cwop: { enabled: true, id: 'CW0003' } },
    });
    if ('problems' in judged) throw new Error(judged.problems.join('; '));
    this.network.reply = (asked) => this.instead?.(asked) ?? this.#reply(asked);
    const ports = this.network.ports({ connect: () => this.aprs.connect() });
    this.couriers = uploadSinks(judged.config, ports, '1.0.0', simulated).map((sink) => {
      if (isIdle(sink)) throw new Error(`${sink.name} lacks ${sink.lacks}`);
      return new Courier({ sink, outbox: this.measured.outbox, ports, isHeld: false });
    });
    this.#running = Promise.all(this.couriers.map((one) => one.run(this.#ended.signal)));
  }

  serviceOf(host: string): FakeService {
    return Object.values(this.services).find((one) => host.includes(one.host))!;
  }

  #reply(asked: Asked): Reply {
    const url = new URL(asked.url);
    const headers = Object.fromEntries(asked.headers);
    const said = this.serviceOf(url.host).answer({ method: asked.method, url, headers, body: asked.body });
    return new Response(said.status === 204 ? null : (said.body ?? ''), {
      status: said.status,
      ...(said.headers && { headers: said.headers }),
    });
  }

  /** One sample in each five minutes: what is sent is rows. */
  async live(seconds: number, more: Partial<SampleRow> = {}): Promise<void> {
    const { clock, store } = this.measured;
    for (let s = 0; s < seconds; s += 300) {
      store.samples.append({
        ...emptyRow(clock.nowS()),
        temp_smooth: 18.4,
        hum_smooth: 61,
        press_slp: 1016.2,
        press_smooth: 1013.227,
        ...more,
      });
      store.flush();
      await clock.advance(300_000);
    }
  }

  async end(): Promise<void> {
    this.#ended.abort();
    await this.#running;
    this.measured.close();
  }
}

const namesThat = (fits: (one: FakeService) => boolean) => fakeNames.filter((name) => fits(new fakes[name]()));
const CATCHING_UP = namesThat(({ catchesUp }) => catchesUp);

/** The ends of the five-minute rows over (from, until]. */
const ends = (fromS: number, untilS: number): number[] =>
  Array.from({ length: Math.max(0, Math.floor((untilS - fromS) / 300)) }, (_, i) => fromS + 300 * (i + 1));

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.end());

describe('the public networks', () => {
  it('get every row once while all is well, each at its pace', async () => {
    await world.live(2 * HOUR_S);
    const until = NOON + 2 * HOUR_S - 300;
    for (const name of CATCHING_UP) expect(world.services[name].stored, name).toEqual(ends(NOON, until));
    expect(world.services.windy.stored).toEqual(ends(NOON, until));
    expect(world.services.sensorcommunity.stored).toHaveLength(23);
    expect(world.aprs.packets.length).toBeGreaterThanOrEqual(11);
    for (const { atS, line } of world.aprs.packets) {
      expect(Math.floor(atS / 60) % 10, line).toBe(3);
      expect(line).toMatch(
        /^CW0003>APRS,TCPIP\*:@\d{6}z5540\.57N\/01234\.10E_\.\.\.\/\.\.\.g\.\.\.t065.*h61b10162weatherglass-1\.0$/,
      );
    }
    for (const one of world.couriers) expect(one.status(), one.name).toMatchObject({ state: 'ok', last_error: null });
  });

  it('are told that the weather is simulated where its owner lets it go, all that have a place for it', async () => {
    await world.end();
    world = new World(true);
    await world.live(HOUR_S);
    const told = world.network.asked.filter(({ url, body }) => `${url}${body}`.includes('weatherglass-1.0-simulated'));
    const hosts = new Set(told.map(({ url }) => world.serviceOf(new URL(url).host).name));
    expect([...hosts].sort()).toEqual(namesThat(({ hearsProgram }) => hearsProgram).sort());
    expect(world.aprs.packets.length).toBeGreaterThan(0);
    for (const { line } of world.aprs.packets) expect(line).toMatch(/weatherglass-1\.0-simulated$/);
  });

  it('after a day without a network get all of it, or only what is new, as each of them wants', async () => {
    await world.live(HOUR_S);
    world.instead = () => refusedConnection();
    world.aprs.isDown = true;
    await world.live(DAY_S);
    for (const one of world.couriers) expect(one.status().state, one.name).toBe('retrying');
    const before = Object.fromEntries(fakeNames.map((name) => [name, world.services[name].stored.length]));
    const packetsBefore = world.aprs.packets.length;
    world.instead = null;
    world.aprs.isDown = false;
    await world.live(HOUR_S);

    const until = NOON + DAY_S + 2 * HOUR_S - 300;
    for (const name of CATCHING_UP) expect(world.services[name].stored, name).toEqual(ends(NOON, until));
    for (const name of namesThat(({ catchesUp }) => !catchesUp)) {
      expect(world.services[name].stored.length - before[name]!, name).toBeLessThanOrEqual(12);
      expect(world.services[name].stored.length - before[name]!, name).toBeGreaterThanOrEqual(8);
    }
    expect(Math.min(...world.services.windy.stored.slice(before['windy']))).toBeGreaterThan(
      NOON + DAY_S + HOUR_S - 600,
    );
    expect(world.aprs.packets.length - packetsBefore).toBeGreaterThanOrEqual(4);
    for (const { atS, line } of world.aprs.packets) {
      const [, hh, mm] = /@\d\d(\d\d)(\d\d)z/.exec(line)!;
      const saysS = Math.floor(atS / DAY_S) * DAY_S + Number(hh) * HOUR_S + Number(mm) * 60;
      expect(atS - saysS).toBeLessThan(600);
    }
    for (const one of world.couriers) expect(one.status(), one.name).toMatchObject({ state: 'ok', waiting: 0 });
  });

  it('get what they missed no quicker than they say that they may be asked', async () => {
    world.instead = () => refusedConnection();
    await world.live(6 * HOUR_S);
    world.instead = null;
    const before = world.network.asked.length;
    await world.live(HOUR_S);
    const timesOf = (name: FakeName): number[] =>
      world.network.asked
        .slice(before)
        .flatMap(({ url, atS }) => (url.includes(world.services[name].host) ? [atS] : []));
    const gapsOf = (times: readonly number[]): number[] => times.slice(1).map((atS, i) => atS - times[i]!);
    // Rapid Fire's interval: the shortest that Weather Underground documents.
    for (const name of ['wunderground', 'pwsweather'] as const) {
      expect(Math.min(...gapsOf(timesOf(name))), name).toBeGreaterThan(2.49);
      expect(timesOf(name).length, name).toBeGreaterThan(72);
    }
    const times = timesOf('wowbe');
    expect(times.length).toBeGreaterThan(72);
    for (const atS of times) expect(times.filter((one) => one >= atS && one < atS + 60).length).toBeLessThanOrEqual(20);
  });

  it('keep the two hours apart that clocks show alike in a night of autumn, and the rain of its 25 hours together', async () => {
    await world.end();
    const startS = Date.UTC(2025, 9, 25, 23) / 1000; // 1 o'clock in Berlin; what would be 3 is 2 again
    world = new World(false, new Measured(new FakeClock(startS), undefined, 'Europe/Berlin'));
    await world.live(4 * HOUR_S, { narrow: { rainMm: 0.254 } });
    const expected = ends(startS, startS + 4 * HOUR_S - 300);
    for (const name of CATCHING_UP) expect(world.services[name].stored, name).toEqual(expected);
    const stamps = world.aprs.packets.map(({ line }) => /@\d{6}z/.exec(line)![0]);
    expect(stamps.length).toBeGreaterThan(20);
    expect(new Set(stamps).size).toBe(stamps.length);
    const ofUnderground = world.network.asked.filter(({ url }) => url.includes(world.services.wunderground.host));
    expect(ofUnderground.map(({ url }) => new URL(url).searchParams.get('dailyrainin'))).toEqual(
      expected.map((_, i) => ((i + 1) / 100).toFixed(3)),
    );
  });
});
