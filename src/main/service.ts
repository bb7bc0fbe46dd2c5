import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type Server } from '../server/server.ts';
import type { Clock } from '../station/clock.ts';
import { type Config, siteIsSet } from '../station/config.ts';
import { InThread } from '../station/heavy/in-thread.ts';
import { Threads } from '../station/heavy/thread.ts';
import type { Board } from '../station/sensors/sample.ts';
import { Station } from '../station/station.ts';
import { deskPlan } from '../station/store/desk.ts';
import type { StoreOptions } from '../station/store/store.ts';
import { Turnstile } from '../station/store/turnstile.ts';
import { lanUrls, localUrl } from './addresses.ts';
import { appRoot } from './app-root.ts';
import { buildBoard, chooseSource } from './board.ts';
import { systemClock } from './clock.ts';
import { demoNotice, makeDemo } from './demo/demo.ts';
import { NodeFiles } from './files.ts';
import { type Log, openLog } from './log.ts';
import { type History, openHistory, systemTimeZone } from './open-history.ts';
import { takeNote } from './release/note.ts';
import { serverSettings } from './server-settings.ts';
import type { Settings } from './settings.ts';
import { FileDesk } from './settings-file/desk.ts';
import type { Running } from './settings-file/startable.ts';
import { keptWeatherSeed } from './simulated-weather.ts';
import { UserError } from './user-error.ts';

export interface ServicePorts {
  clock: Clock;
  log: Log;
  /** In place of the board that the settings name: tests bring their own. */
  board?: Board;
  /** Write simulated or replayed weather into a real station's history all the same. */
  force?: boolean;
  /** Told when somebody has changed the settings through the API, once the answer has left. */
  settingsChanged?: (keys: readonly string[]) => void;
  /** What was changed to bring about this start; for the log of events. */
  changedKeys?: readonly string[];
}

export interface Service {
  url: string;
  port: number;
  lanUrls: string[];
  station: Station;
  server: Server;
  /** While it measures into memory only: whether the disk would take its history again. */
  diskIsBack: (() => boolean) | null;
  stop(): Promise<void>;
}

/** Station and API in one process, without any window. The server answers 503 until the station stands. */
export async function startService(settings: Settings, ports: Partial<ServicePorts> = {}): Promise<Service> {
  const { config } = settings;
  const clock = ports.clock ?? systemClock;
  const log = ports.log ?? openLog(config.log.level);
  const root = appRoot();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

  const running: Running = { owner: null, port: null };
  const desk = settings.origin && new FileDesk({ origin: settings.origin, running, changed: ports.settingsChanged });
  const server = createServer({
    settings: serverSettings(config),
    settingsDesk: desk,
    clock,
    log,
    rendererDir: join(root, 'dist', 'renderer'),
    staticDir: join(root, 'static'),
    version,
  });
  const { port } = await listen(server, config);
  running.port = port;
  let history: History | null = null;
  const turnstile = new Turnstile();
  const heavyFor = (options: StoreOptions) => {
    const plan = deskPlan(options, turnstile);
    const without = { heavy: new InThread(plan, clock), tell: (why: string) => log.warn(why) };
    return new Threads(join(root, 'dist/main/heavy.js'), plan, without);
  };
  try {
    if (settings.demo) await prepareDemo(settings, clock, log);
    history = await openHistory(
      settings,
      clock,
      (owner) => ports.board?.kind ?? chooseSource(config.sensors.source, config.sensors.i2c_bus, owner).kind,
      ports.force ?? false,
      heavyFor,
    );
    running.owner = history.owner;
    const source = chooseSource(config.sensors.source, config.sensors.i2c_bus, history.owner);
    const seed = config.sensors.simulator_seed;
    const board =
      ports.board ??
      buildBoard(
        source,
        config,
        clock,
        source.kind === 'simulator' ? keptWeatherSeed(history.store, seed, clock.nowS()) : seed,
      );
    running.owner ??= board.kind;
    history.store.workBeside(turnstile);
    const station = new Station({
      config,
      version,
      clock,
      timeZone: config.site.timezone ?? systemTimeZone(),
      store: history.store,
      heavy: history.heavy,
      board,
      files: board.kind === 'sense-hat' ? new NodeFiles() : null,
      inputRecordBytes: process.arch === 'arm' ? 16 : 24,
      notices: settings.demo ? [demoNotice(settings.dataDir), ...history.notices] : history.notices,
      demo: settings.demo,
      firstRun: settings.configFile === null && !siteIsSet(config),
      unstored: history.refuge?.reason ?? null,
      log: (severity, message) => log[severity](message),
    });
    await station.start();
    const note = history.refuge === null ? takeNote(settings.dataDir) : null;
    if (note !== null)
      history.store.events.add({ ts: note.ts, kind: 'startup', severity: note.severity, detail: note.text });
    if (ports.changedKeys?.length) {
      const detail = `Settings were changed: ${ports.changedKeys.join(', ')}`;
      history.store.events.add({ ts: clock.nowS(), kind: 'settings', severity: 'info', detail });
      log.info(detail);
    }
    server.setStation(station);
    const stop = once(async () => {
      await Promise.all([server.stop(), station.endJobs()]);
      await station.stop();
    });
    const service = {
      url: localUrl(config.server.host, port),
      port,
      lanUrls: lanUrls(config.server.host, port),
      station,
      server,
      diskIsBack: history.refuge?.diskIsBack ?? null,
      stop,
    };
    for (const url of [service.url, ...service.lanUrls]) log.info(`dashboard at ${url}`);
    return service;
  } catch (error) {
    await server.stop();
    history?.store.close(); // and with it the folder's lock: a patient starter's next try would be refused by ourselves
    throw error;
  }
}

async function prepareDemo(settings: Settings, clock: Clock, log: Log): Promise<void> {
  log.warn(demoNotice(settings.dataDir));
  const made = await makeDemo(settings, clock, () => {});
  if (made === null) return;
  log.info(`${made.days.toFixed(1)} days of simulated weather were made in ${made.seconds.toFixed(1)} s`);
}

async function listen(server: Server, { server: { host, port } }: Config): Promise<{ port: number }> {
  try {
    return await server.listen();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE') {
      throw new UserError(
        `Port ${port} is taken by another program; stop it, or choose another with --port N (0 picks a free one).`,
      );
    }
    if (code === 'EACCES')
      throw new UserError(`Port ${port} needs administrator rights; choose one above 1023 with --port N.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new UserError(
        `This machine has no address ${host}; choose another with --host H (0.0.0.0 means all of them).`,
      );
    }
    throw error;
  }
}

const once = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | null = null;
  return () => (done ??= work());
};
