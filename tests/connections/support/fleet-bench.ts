import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { Config } from '../../../src/config/config.ts';
import { Courier } from '../../../src/connections/courier.ts';
import { fleetSink } from '../../../src/connections/fleet/fleet.ts';
import type { FleetStation } from '../../../src/connections/fleet/sync-tasks.ts';
import { isIdle } from '../../../src/connections/sink.ts';
import type { Upgrades } from '../../../src/sending/ports.ts';
import { rowOf } from '../../../src/station/outbox/row.ts';
import { openBare } from '../../../src/station/store/sqlite/database.ts';
import { emptyRow } from '../../support/empty-row.ts';
import { seeded } from '../../support/seeded.ts';
import { FakeHub } from './fake-hub.ts';
import { Measured, NOON } from './measured.ts';
import { FakeNetwork } from './network.ts';

export const DAY_S = 86_400;
export const SETTINGS = { url: 'https://hub.example.org/', login: 'hill-7', secret_file: '/secret' };
const site = { latitude: 55.7891, longitude: 12.5234, altitude_m: 40.4 };

/** A station that sends to a hub that tells the truth, and all that can come between them. */
export class FleetBench {
  world = new Measured();
  readonly #first = this.world.clock;
  readonly network = new FakeNetwork(this.world.clock);
  /** True time: the hub's, which no jump of the station's clock moves. */
  readonly trueNowS = (): number => NOON + this.#first.steadyMs() / 1000;
  readonly hub = new FakeHub(() => this.trueNowS(), this.#first);
  secret: string | null = 'seven';
  /** What was left for apt last, and versions that were taken back. */
  wanted: string | null = null;
  readonly failed = new Set<string>();
  /** Two stations, or two starts of one, are told apart by what chance gives them. */
  readonly #chance = seeded(7);
  #ended = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor() {
    this.network.reply = this.hub.reply;
  }

  made(fleet: object = SETTINGS, world = this.world, isSimulated = false) {
    const random = this.#chance.uniform;
    const upgrades: Upgrades = {
      want: (version) => {
        this.wanted = version;
      },
      hasFailed: (version) => this.failed.has(version),
    };
    const ports = this.network.ports({ secret: () => this.secret, random, upgrades });
    const status = () => ({ health: 'warn', notices: [{ severity: 'warn', text: '' }] });
    const station: FleetStation = {
      outbox: world.outbox,
      status: status as unknown as FleetStation['status'],
      diskFreePct: () => 41.6,
      isSimulated,
    };
    return fleetSink({ config: Config.parse({ fleet, site }), ports, station, version: '1.2.3' });
  }

  courier(world = this.world, { simulated = false, allowSimulated = false, fleet = SETTINGS as object } = {}): Courier {
    const sink = this.made(fleet, world, simulated);
    if (isIdle(sink)) throw new Error('nothing to send to');
    const isHeld = simulated && !allowSimulated;
    return new Courier({ sink, outbox: world.outbox, ports: this.network.ports(), isHeld });
  }

  start(options: { simulated?: boolean; allowSimulated?: boolean; fleet?: object } = {}): Courier {
    const one = this.courier(this.world, options);
    this.#ended = new AbortController();
    this.#running = one.run(this.#ended.signal);
    return one;
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#running;
  }

  async close(): Promise<void> {
    await this.stop();
    this.world.close();
  }

  /** Rows without waiting for them: a sample in the middle of each of the station's five minutes, and the clock stands at the end. */
  async away(seconds: number): Promise<void> {
    const fromS = this.world.clock.nowS();
    for (let tS = fromS; tS < fromS + seconds; tS += 300) this.put(tS + 150, 18 + ((tS / 300) % 500) / 100);
    this.world.store.flush();
    await this.world.clock.advance(seconds * 1000);
  }

  put(tS: number, temperature: number, world = this.world): void {
    world.store.samples.append({
      ...emptyRow(tS),
      temp_smooth: temperature,
      hum_smooth: 61,
      press_slp: 1016.2,
      dew: 10.74,
    });
  }

  /** Long enough for whatever is due and for the longest wait there is. */
  settle(seconds = 3600): Promise<void> {
    return this.world.clock.advance(seconds * 1000);
  }

  /** Without waiting for samples, the past of a table is written another way: as a recompute does. */
  remade(sql: string): void {
    const db = openBare(join(this.world.folder, 'weatherglass.db'));
    db.exec(sql);
    db.close();
  }

  /** What the station itself has of each time: value by value, as far as it may have gone. */
  ofStation(): Map<number, Record<string, number>> {
    const rows = new Map<number, Record<string, number>>();
    const untilS = Math.min(this.world.clock.nowS(), this.trueNowS()) - 900;
    for (let fromS = 0; fromS <= untilS; ) {
      const page = this.world.store.outbox.rows(fromS, untilS + 1, 5000);
      if (page.rows.length === 0) break;
      for (const means of page.rows) {
        const row = rowOf(means, page.widthS);
        const values = {
          wx_temp: row.temperatureC,
          wx_hum: row.humidityPct,
          wx_slp: row.seaLevelHpa,
          wx_press: row.stationHpa,
          wx_dew: row.dewPointC,
          wx_lux: row.lux,
        };
        const measured = Object.entries(values).filter((one): one is [string, number] => one[1] !== null);
        rows.set(row.startS, Object.fromEntries(measured.map(([name, value]) => [name, Number(value.toFixed(3))])));
        fromS = row.startS + row.widthS;
      }
    }
    return rows;
  }

  /** The hub has what the station has, value by value, and was never told two things of one moment. */
  expectEqual(more: Readonly<Record<string, number>> = {}): void {
    const [there, here] = [this.hub.rows(), this.ofStation()];
    expect(there.size).toBe(here.size);
    expect(here.size).toBeGreaterThan(10);
    for (const [tS, values] of here)
      expect(there.get(tS), new Date(tS * 1000).toISOString()).toEqual({ ...values, ...more });
    expect(this.hub.contradictions).toEqual([]);
    expect(this.hub.hurried).toEqual([]); // whatever there was to bring
  }
}

/** A bench for each test, as `of()`. */
export function fleetBench(): () => FleetBench {
  let bench: FleetBench;
  beforeEach(() => {
    bench = new FleetBench();
  });
  afterEach(() => bench.close());
  return () => bench;
}
