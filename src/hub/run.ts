import { join } from 'node:path';
import type { Express } from 'express';
import { atMost, type Clock } from '../base/clock.ts';
import { foldRepeats, type Log } from '../http/log.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { Ports } from '../sending/ports.ts';
import { HubAlerts } from './alerts/alerts.ts';
import { AlertSettingsFile, receiversOf } from './alerts/settings.ts';
import { KeptAllowances } from './allowance-file.ts';
import type { Engine } from './engine/engine.ts';
import { ErasedFile, eraseStation } from './erasure.ts';
import { Hub } from './hub.ts';
import { SpareFile } from './json-file.ts';
import { NoticeFile } from './notice-file.ts';
import { RegistryFile } from './registry-file.ts';
import { createHubServer } from './server.ts';
import { Staff } from './staff.ts';
import { keepUp } from './upkeep.ts';
import { WaveFile } from './waves/wave-file.ts';
import { WaveRoom } from './waves/wave-room.ts';

export interface HubOptions {
  engine: Engine;
  dataDir: string;
  host: string;
  port: number;
  allowedHosts: readonly string[];
  pageDir: string;
  limit?: RateLimit | undefined;
  version: string;
  /** Settings file of the alerts, and the network they go by. */
  alertsFile: string;
  ports: Ports;
  clock: Clock;
  log: Log;
}

/** Upkeep that waits for an engine which hangs is not waited for: what it asks for, the next start asks again. */
const UPKEEP_MS = 1_000;

export interface RunningHub {
  readonly hub: Hub;
  readonly alerts: HubAlerts;
  readonly waves: WaveRoom;
  readonly staff: Staff;
  /** For a test of its routes. */
  readonly app: Express;
  readonly port: number;
  /** Upkeep ends, what is being stored is stored, the picture is written down. */
  stop(): Promise<void>;
}

/** A disk that is full or may only be read keeps the hub neither from writing down the rest nor from its end. */
function writeIfItCan(write: () => void, log: Log, otherwise: string): void {
  try {
    write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    log.error({ err: error }, otherwise);
  }
}

export async function startHub(options: HubOptions): Promise<RunningHub> {
  const { engine, dataDir, version, clock, log } = options;
  const ending = new AbortController();
  const files = {
    registryFile: new RegistryFile(dataDir),
    pictureFile: new SpareFile(join(dataDir, 'picture.json')),
    noticeFile: new NoticeFile(dataDir),
    erasedFile: new ErasedFile(dataDir),
  };
  const hub = new Hub({ engine, ...files, clock, log, version, signal: ending.signal });
  const kept = new KeptAllowances(dataDir, clock, log);
  const staff = new Staff(dataDir, clock, log);
  const erase = (login: string): Promise<number> =>
    eraseStation(login, {
      folder: dataDir,
      ...files,
      ask: (question) => hub.engine.ask(question),
      clock,
      signal: ending.signal,
    });
  const waves = new WaveRoom({
    file: new WaveFile(dataDir),
    log,
    nowS: () => clock.nowS(),
    stations: () => hub.fleet().stations,
  });
  const server = createHubServer({
    ...options,
    hub,
    staff,
    registryFile: files.registryFile,
    waves,
    allowances: kept.allowances,
    alerts: () => alerts,
    erase,
  });
  const port = await server.listen();
  hub.savePicture(); // its folder is a hub's from now on, and can be written to
  const alerts: HubAlerts = new HubAlerts({
    dataDir,
    settingsFile: new AlertSettingsFile(options.alertsFile),
    receiversOf: (settings) => receiversOf(settings, options.ports, port),
    ports: options.ports,
    clock,
    log,
    stations: () => hub.fleet().stations,
    engine: () => hub.engine.health(),
  });
  const upkeep = keepUp(hub, kept, alerts, staff, waves, clock, foldRepeats(log, clock), ending.signal);
  return {
    hub,
    alerts,
    waves,
    staff,
    app: server.app,
    port,
    async stop() {
      await server.stop();
      ending.abort();
      await atMost(UPKEEP_MS, clock, Promise.all([upkeep, alerts.stop()]));
      writeIfItCan(
        () => kept.save((login) => hub.registry.find(login) !== null),
        log,
        'what logins have used could not be written down',
      );
      writeIfItCan(() => alerts.save(), log, 'the open alerts could not be written down');
      writeIfItCan(() => hub.savePicture(), log, 'what was last heard could not be written down; the engine has it');
    },
  };
}
