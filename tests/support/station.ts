import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config } from '../../src/config/config.ts';
import type { EventRecord } from '../../src/contract/events.ts';
import { Station } from '../../src/station/app/station.ts';
import type { Heavy } from '../../src/station/jobs/heavy.ts';
import { InThread } from '../../src/station/jobs/in-thread.ts';
import { SimulatorBoard } from '../../src/station/sensors/boards/simulator.ts';
import type { Board } from '../../src/station/sensors/sample.ts';
import { Turnstile } from '../../src/station/store/sqlite/turnstile.ts';
import { workerStorePlan } from '../../src/station/store/worker-store.ts';
import { FakeClock } from './fake-clock.ts';
import { openStore } from './open-store.ts';

/** A whole station on a clock of ours, in a folder of its own. */
export class Bench {
  readonly clock: FakeClock;
  readonly config: Config;
  readonly folder: string;
  readonly logged: string[] = [];
  #station: Station | null = null;

  constructor(settings: unknown = {}, startS = 1_750_500_000, folder = mkdtempSync(join(tmpdir(), 'weatherglass-'))) {
    this.clock = new FakeClock(startS);
    this.folder = folder;
    this.config = Config.parse({ site: { latitude: 55.8, longitude: 12.5, altitude_m: 30 }, ...(settings as object) });
  }

  /** The station, built at the first use with the simulator as its board. */
  get station(): Station {
    return this.#station ?? this.build();
  }

  build(board: Board = this.simulator(), heavyAs: (heavy: Heavy) => Heavy = (heavy) => heavy): Station {
    const { storage } = this.config;
    const options = {
      folder: this.folder,
      clock: this.clock,
      rawRetentionDays: storage.raw_retention_days,
      fiveMinRetentionDays: storage.five_min_retention_days,
      timeZone: 'Europe/Copenhagen',
      told: ({ severity, detail }: EventRecord) => this.logged.push(`${severity}: ${detail}`),
    };
    this.#station = new Station({
      config: this.config,
      version: '1.0.0',
      clock: this.clock,
      timeZone: 'Europe/Copenhagen',
      store: openStore(options),
      heavy: heavyAs(new InThread(workerStorePlan(options, new Turnstile()), this.clock)),
      board,
      files: null,
      notices: [],
      log: (severity: EventRecord['severity'], message: string) => this.logged.push(`${severity}: ${message}`),
    });
    return this.#station;
  }

  simulator(): SimulatorBoard {
    const { site, sensors } = this.config;
    return new SimulatorBoard({ seed: sensors.simulator_seed, place: site, altitudeM: site.altitude_m });
  }

  discard(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
