import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/base/clock.ts';
import { Config } from '../../src/config/config.ts';
import { Station } from '../../src/station/app/station.ts';
import { InThread } from '../../src/station/jobs/in-thread.ts';
import { seedHistory } from '../../src/station/seed.ts';
import { SimulatorBoard } from '../../src/station/sensors/boards/simulator.ts';
import type { Board } from '../../src/station/sensors/sample.ts';
import { Turnstile } from '../../src/station/store/sqlite/turnstile.ts';
import type { Store } from '../../src/station/store/store.ts';
import { workerStorePlan } from '../../src/station/store/worker-store.ts';
import { openStore } from './open-store.ts';

export interface RealStationOptions {
  clock: Clock;
  /** Days of simulated history before the clock's now. */
  historyDays?: number;
  /** From one row of it to the next; a minute by default. Forecasts learn from a row in five minutes, whatever lies between. */
  stepS?: number;
  /** Seeds what is older than samples are kept in steps of five minutes, as it is kept: a month of minutes takes its time. */
  coarse?: boolean;
  /** Settings that differ from the defaults, as they stand in a file. */
  settings?: object;
  /** In place of the simulator. */
  board?: Board;
  /** As `--demo` has it. */
  demo?: boolean;
  /** A data folder to go on with; a new one is removed at the end. */
  folder?: string;
}

export interface RealStation {
  station: Station;
  store: Store;
  folder: string;
  /** Sentences of the station's log. */
  log: string[];
  close(): Promise<void>;
}

/** `npm run test:days` puts it north of the polar circle on some days: what holds in Denmark must hold without a sunrise, too. */
const [latitude, longitude] = (process.env['WEATHERGLASS_TEST_PLACE'] ?? '55.77,12.51').split(',').map(Number) as [
  number,
  number,
];
/** Where these stations stand. Norway has the time of Denmark. */
export const SITE = { latitude, longitude, altitude_m: 40, timezone: 'Europe/Copenhagen' };

/** The engine itself, with a simulated board and a database in a folder of its own. */
export async function openRealStation(options: RealStationOptions): Promise<RealStation> {
  const { clock, historyDays = 0, stepS = 60 } = options;
  const config = Config.parse({ site: SITE, ...options.settings });
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'weatherglass-station-'));
  const timeZone = config.site.timezone ?? 'UTC';
  const { raw_retention_days: rawRetentionDays, five_min_retention_days: fiveMinRetentionDays } = config.storage;
  const log: string[] = [];
  const told = ({ detail }: { detail: string }) => log.push(detail);
  const stored = { folder, clock, rawRetentionDays, fiveMinRetentionDays, timeZone, told };
  const store = openStore(stored);
  const simulator = new SimulatorBoard({
    seed: config.sensors.simulator_seed,
    place: config.site,
    altitudeM: config.site.altitude_m,
    psychrometric: config.compensation.psychrometric,
  });
  const endS = clock.nowS();
  const startS = endS - historyDays * 86_400;
  const fineS = options.coarse ? Math.max(startS, endS - rawRetentionDays * 86_400) : startS;
  if (fineS > startS) for (const _ of seedHistory(store, simulator, config, { startS, endS: fineS, stepS: 300 }));
  if (endS > fineS) for (const _ of seedHistory(store, simulator, config, { startS: fineS, endS, stepS }));
  const station = new Station({
    config,
    version: '1.0.0',
    clock,
    timeZone,
    store,
    heavy: new InThread(workerStorePlan(stored, new Turnstile()), clock),
    board: options.board ?? simulator,
    files: null,
    notices: [],
    demo: options.demo ?? false,
    log: (_severity, message) => log.push(message),
  });
  await station.start();
  return {
    station,
    store,
    folder,
    log,
    async close() {
      await station.stop();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
