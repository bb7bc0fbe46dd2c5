import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { anotherTurn, type Clock } from '../base/clock.ts';
import { type Config, siteIsSet } from '../config/config.ts';
import { Connections } from '../connections/connections.ts';
import { HomeAssistantExporter } from '../connections/home-assistant/export.ts';
import { Inputs } from '../connections/inputs/inputs.ts';
import type { Guesses } from '../http/guesses.ts';
import type { Ports } from '../sending/ports.ts';
import type { IdempotencyKeys } from '../server/limits/idempotency-keys.ts';
import { createServer, type Server } from '../server/server.ts';
import { Station } from '../station/app/station.ts';
import { InThread } from '../station/jobs/in-thread.ts';
import { Threads } from '../station/jobs/thread.ts';
import { UnusableRecord } from '../station/sensors/boards/replay.ts';
import type { Board } from '../station/sensors/sample.ts';
import { Turnstile } from '../station/store/sqlite/turnstile.ts';
import type { StoreOptions } from '../station/store/tables.ts';
import { workerStorePlan } from '../station/store/worker-store.ts';
import { type Sentence, sentence } from '../words/sentence.ts';
import { appRoot, programVersion } from './app-root.ts';
import { MachineCare } from './care/machine-care.ts';
import { systemClock } from './clock.ts';
import { demoNotice, makeDemo } from './demo/demo.ts';
import { eventLog, type Log, openLog } from './log.ts';
import { writeAddress } from './machine/address-file.ts';
import { lanUrls, localUrl } from './machine/addresses.ts';
import { buildBoard, kindOfBoard } from './machine/board.ts';
import { connectionPorts } from './machine/connection-ports.ts';
import { NodeFiles } from './machine/files.ts';
import { type History, type Opening, openHistory, systemTimeZone } from './open-history.ts';
import { takeNote } from './release/note.ts';
import { upgradesIn } from './release/wanted-version.ts';
import { serverSettings } from './settings/server-settings.ts';
import type { Settings } from './settings/settings.ts';
import { unlessOfAHub } from './settings/whose-folder.ts';
import { SettingsFile } from './settings-file/settings-file.ts';
import type { Running } from './settings-file/startable.ts';
import { keptWeather, weatherIn } from './simulated-weather.ts';
import { UserError, unlessStopped } from './user-error.ts';

export interface ServicePorts {
  clock: Clock;
  log: Log;
  /** In place of the board that the settings name: tests bring their own. */
  board?: Board;
  /** Write simulated or replayed weather into a real station's history all the same. */
  force?: boolean;
  connections?: Partial<Ports>;
  /** Called after settings were changed through the API: see `SettingsFileParts`. */
  settingsChanged?: (keys: readonly string[]) => boolean;
  /** Wrong PINs of the starts before; a new count where nobody brings one. */
  guesses?: Guesses;
  idempotencyKeys?: IdempotencyKeys;
  /** Settings whose change caused this start, for the event log. */
  changedKeys?: readonly string[];
  /** Ends a start that waits for another program, looks at a large history, or makes a demonstration. */
  signal?: AbortSignal;
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** Station and API in one process, without any window. The server answers 503 until the station stands. */
export async function startService(settings: Settings, ports: Partial<ServicePorts> = {}) {
  const { config } = settings;
  unlessOfAHub(settings.dataDir);
  const clock = ports.clock ?? systemClock;
  const log = ports.log ?? openLog(config.log.level);
  const root = appRoot();
  const version = programVersion();

  // The first run ends with the first settings file, whoever writes it: the questions (skipped ones, too), the settings page, or an editor.
  const { configFile, origin } = settings;
  const firstRun = () => configFile === null && !siteIsSet(config) && !existsSync(origin.file);
  const running: Running = { owner: null, port: null, firstRun };
  const settingsService = new SettingsFile({ origin, running, changed: ports.settingsChanged });
  const careService = new MachineCare({ root, version, settings, settingsService, clock });
  const connected: Ports = {
    ...connectionPorts(clock, log),
    upgrades: upgradesIn(settings.dataDir),
    ...ports.connections,
  };
  let started: Station | null = null;
  let waitsFor: Sentence | null = null;
  const waits = (why: Sentence | null): void => {
    waitsFor = why;
    if (why !== null) log.warn(why.detail);
  };
  const inputs = new Inputs({ config, ports: connected, station: () => started });
  const sendings = new AbortController();
  const server = createServer({
    settings: serverSettings(config),
    careService,
    homeAssistant: new HomeAssistantExporter(clock, sendings.signal, (error) => log.error(String(error))),
    settingsService,
    clock,
    log,
    rendererDir: join(root, 'dist', 'renderer'),
    staticDir: join(root, 'static'),
    version,
    guesses: ports.guesses,
    idempotencyKeys: ports.idempotencyKeys,
    // Asked each time: the network may come after the station, and bring another address tomorrow.
    lanUrls: () => (running.port === null ? [] : lanUrls(config.server.host, running.port)),
    waitsFor: () => waitsFor,
    reports: inputs.consoles,
    broker: inputs,
  });
  const port = await listen(server, config);
  running.port = port;
  writeAddress(origin.env, { host: config.server.host, port, dataDir: settings.dataDir });
  let history: History | null = null;
  let connections: Connections | null = null;
  /** Ends whatever has begun by then, and gives the folder's lock back: after a start that failed the next try needs it. */
  const stopAll = async (): Promise<void> => {
    sendings.abort();
    started?.commitNow(); // a job deep in SQLite may outlast the time that a stop has
    void started?.endJobs(); // told first: the station's own stop waits for them, as long as it may
    const ends = await Promise.allSettled([server.stop(), connections?.stop(), inputs.stop()]);
    if (started !== null) await started.stop();
    else history?.store.close();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopped ??= stopAll());
  const turnstile = new Turnstile();
  const heavyFor = (options: StoreOptions) => {
    const plan = workerStorePlan(options, turnstile);
    const without = { heavy: new InThread(plan, clock), tell: (why: string) => log.warn(why) };
    return new Threads(join(root, 'dist/main/heavy.js'), plan, without);
  };
  try {
    const { signal } = ports;
    if (settings.demo) await prepareDemo(settings, clock, log, { waits, signal });
    history = await openHistory({
      settings,
      clock,
      kindFor: (owner) => ports.board?.kind ?? kindOfBoard(config.sensors, owner),
      force: ports.force,
      heavyFor,
      told: eventLog(log),
      waits,
      signal,
    });
    unlessStopped(signal);
    running.owner = history.owner;
    await anotherTurn(); // opened in one turn, built in another, begun in a third: who asks meanwhile hears that it is starting
    const { store, owner } = history;
    const weather = () => keptWeather(store, weatherIn(config), clock.nowS());
    const board = ports.board ?? buildBoard(kindOfBoard(config.sensors, owner), config, clock, weather);
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
      firstRun,
      log: (severity, message) => log[severity](message),
    });
    await anotherTurn();
    await station.start();
    started = station;
    const note = history.diskIsBack === null ? takeNote(settings.dataDir) : null;
    if (note !== null) {
      const { ts, severity, text: detail, said = null } = note;
      history.store.events.add({ ts, kind: 'startup', severity, detail, said, data: { upgrade: true } });
    }
    if (ports.changedKeys?.length) {
      const words = sentence('settings.changed', { keys: ports.changedKeys });
      history.store.events.add({ ts: station.nowS(), kind: 'settings', severity: 'info', ...words });
    }
    connections = await Connections.open({
      station,
      config,
      ports: connected,
      version,
      url: lanUrls(config.server.host, port)[0] ?? null,
      port,
    });
    connections.start();
    await inputs.start();
    server.setStation(station, connections);
    const [url, ofLan] = [localUrl(config.server.host, port), lanUrls(config.server.host, port)];
    for (const one of [url, ...ofLan]) log.info(`dashboard at ${one}`);
    const { diskIsBack, isInMemory } = history;
    return { url, port, station, server, diskIsBack, isInMemory, stop };
  } catch (error) {
    await stop().catch((another: unknown) => log.error(String(another)));
    throw error instanceof UnusableRecord ? new UserError(error.message) : error;
  }
}

async function prepareDemo(settings: Settings, clock: Clock, log: Log, opening: Pick<Opening, 'waits' | 'signal'>) {
  log.warn(demoNotice(settings.dataDir).detail);
  const made = await makeDemo(settings, clock, opening);
  if (made === null) return;
  log.info(`${made.days.toFixed(1)} days of simulated weather were made in ${made.seconds.toFixed(1)} s`);
}

async function listen(server: Server, { server: { host, port } }: Config): Promise<number> {
  try {
    return await server.listen();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE') {
      throw new UserError(
        `Port ${port} is used by another program. Stop it, or choose another port with --port N (0 picks a free one).`,
      );
    }
    if (code === 'EACCES')
      throw new UserError(`Port ${port} needs administrator rights. Choose a port above 1023 with --port N.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new UserError(`This machine has no address ${host}. Choose another with --host H (0.0.0.0 means all).`);
    }
    throw error;
  }
}
