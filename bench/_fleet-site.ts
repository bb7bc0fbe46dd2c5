// The site of the bench `fleet-equality`: an engine, a hub, nginx, and the stations that send to it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_S } from '../src/base/durations.ts';
import { engineAt } from '../src/hub/engine/open.ts';
import { RegistryFile } from '../src/hub/registry-file.ts';
import { rowsOf } from '../src/hub/rows.ts';
import { type Kind, RealEngine } from '../tests/support/engines.ts';
import { type Front, front, frontIsHere } from '../tests/support/fleet-engine.ts';
import { FleetStationProcess } from '../tests/support/fleet-station.ts';
import { freePort } from '../tests/support/free-port.ts';
import { add, type Key } from '../tests/support/hub-here.ts';
import { HubProcess } from '../tests/support/hub-process.ts';

const NAMES = [
  'steady',
  'weeks',
  'lossy',
  'ahead',
  'behind',
  'unset',
  'recompute',
  'key',
  'full',
  'killed-1',
  'killed-2',
];
const MODELS = 6;

/** Engine, hub and, before one of them, nginx. */
export class Site {
  readonly folder = mkdtempSync(join(tmpdir(), 'weatherglass-equality-'));
  readonly keys = new Map<string, Key>();
  engine!: RealEngine;
  hub!: HubProcess;
  nginx: Front | null = null;
  readonly #stations: FleetStationProcess[] = [];

  async start(kind: Kind, engineFolder?: string): Promise<void> {
    this.engine = await RealEngine.start(kind, engineFolder);
    for (const name of [...NAMES, ...Array.from({ length: MODELS }, (_, i) => `Model ${i}`)]) {
      const key = await add(this.folder, name);
      this.keys.set(key.login, key);
    }
    this.hub = new HubProcess(this.engine.address, this.folder, await freePort(), process.cwd());
    await this.hub.start();
    if (kind !== 'victoria-metrics' || !frontIsHere) return;
    const stations = new RegistryFile(this.folder).read().htpasswd();
    const site = join(process.cwd(), 'deploy/hub/weatherglass-fleet.nginx');
    this.nginx = await front({ hubPort: this.hub.port, stations, rate: '10000r/s', site, plain: true });
  }

  get url(): string {
    return this.nginx === null ? this.hub.url : `http://127.0.0.1:${this.nginx.port}`;
  }

  async station(login: string, days: number, url = this.url): Promise<FleetStationProcess> {
    const key = this.keys.get(login)!;
    const one = await FleetStationProcess.withPast(join(this.folder, login), days, key, url, process.cwd());
    this.#stations.push(one);
    return one;
  }

  /** What differs between a station and what the engine has of it. */
  async differences(
    station: FleetStationProcess,
    untilS: number,
  ): Promise<{ days: number; rows: number; wrong: string[] }> {
    const here = station.rows(untilS);
    const times = [...here.keys()];
    const firstS = Math.min(...times) - DAY_S;
    const all = await engineAt(this.engine.address)!.series(station.key.login, 'wx', firstS, Date.now() / 1000 + DAY_S);
    const there = rowsOf(all);
    const wrong: string[] = [];
    for (const [tS, values] of here) {
      const stored = there.get(tS) ?? {};
      const names = new Set([...Object.keys(values), ...Object.keys(stored)]);
      const differs = [...names].some(
        (name) => !(Math.abs((values[name] ?? Number.NaN) - (stored[name] ?? Number.NaN)) < 1e-6),
      );
      if (differs)
        wrong.push(`${station.key.login} ${new Date(tS * 1000).toISOString()}: ${JSON.stringify([values, stored])}`);
    }
    for (const tS of there.keys())
      if (tS < untilS && !here.has(tS)) wrong.push(`${station.key.login}: ${tS} is not the station's`);
    return { days: new Set(times.map((tS) => Math.floor(tS / DAY_S))).size, rows: here.size, wrong };
  }

  async end(): Promise<void> {
    for (const one of this.#stations) await one.kill();
    await this.nginx?.stop();
    await this.hub.end('SIGTERM');
    await this.engine.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
