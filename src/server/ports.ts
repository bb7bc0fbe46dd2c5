import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../base/clock.ts';
import type { Language } from '../base/languages.ts';
import type { Program, Support, UpgradeAsked } from '../contract/care.ts';
import type { Connections, ConnectionTest } from '../contract/connections.ts';
import type { HomeAssistantExport } from '../contract/home-assistant.ts';
import type { BrokerTopics } from '../contract/inputs.ts';
import type { Settings, SettingsChanged, SettingsFromFile } from '../contract/settings.ts';
import type { Guesses } from '../http/guesses.ts';
import type { Log } from '../http/log.ts';
import type { HistoryFacet, Refusal, StationApi } from '../station/api.ts';
import type { Sentence } from '../words/sentence.ts';
import type { Speaker } from '../words/speaker.ts';
import type { IdempotencyKeys } from './limits/idempotency-keys.ts';
import type { ServerSettings } from './server-settings.ts';

// Ports of the server: what the program around it brings.

/** Parts of a server that last as long as it does. */
export interface ServerParts {
  settings: ServerSettings;
  clock: Clock;
  log: Log;
  /** The built dashboard, with its index.html. */
  rendererDir: string;
  /** Vendored browser assets, served under /static when the folder exists. */
  staticDir: string;
  version?: string;
  settingsService: SettingsService;
  careService: CareService;
  homeAssistant: HomeAssistantService;
  /** Wrong PINs of the programs before this one in the same process. */
  guesses?: Guesses | undefined;
  /** Results by Idempotency-Key from before a restart within this process. */
  idempotencyKeys?: IdempotencyKeys | undefined;
  /** URLs of this server for other devices at home. */
  lanUrls: () => string[];
  broker: BrokerPort;
  /** Weather consoles report here; absent where none may. */
  reports?: ReportPort | null;
  /** Why the start takes long; null where it does not. */
  waitsFor: () => Sentence | null;
}

/** Validation errors by key; nothing was changed. */
export interface Misfits {
  misfits: Readonly<Record<string, Sentence>>;
}
/** Edit conflict: the file changed since the client read it. */
export interface Meanwhile {
  changedMeanwhile: true;
}

/** Port to the settings file, which the program keeps; the routes of `/api/settings` call it. */
export interface SettingsService {
  read(): Settings | Refusal;
  /** The text of the file without its secrets. */
  asFile(): string | Refusal;
  /** Dry run: what an uploaded file would change. */
  judge(text: string): SettingsFromFile | Misfits | Refusal;
  /** Applies changes. `ifMatch` is the header as sent; null without one. */
  change(
    changes: Readonly<Record<string, unknown>>,
    ifMatch: string | null,
  ): Promise<SettingsChanged | Misfits | Meanwhile | Refusal>;
  /** The keys that a guest may not change, even if guests may change others. */
  guarded(keys: readonly string[]): string[];
  /** The answer to a change was sent: restart now. */
  answered(): void;
}

/** Port to the program itself: its release, its log, the machine it runs on. */
export interface CareService {
  program(language: Language): Promise<Program>;
  /** Asks the machine for the newest version of its package sources. */
  askUpgrade(): UpgradeAsked | Refusal;
  support(station: StationApi): Promise<Support>;
}

/** Port to the connections, which the program runs; the routes of `/api/connections` call it. */
export interface ConnectionsService {
  list(speaker?: Speaker): Connections;
  /** Null: no connection has that name. */
  test(name: string, speaker?: Speaker): Promise<ConnectionTest | Refusal | null>;
}

/** Port to the export into Home Assistant, which the program runs. */
export interface HomeAssistantService {
  status(speaker?: Speaker): HomeAssistantExport;
  start(
    history: HistoryFacet,
    asked: { address: string; token: string; prefix: string },
    speaker?: Speaker,
  ): Promise<HomeAssistantExport | Refusal>;
}

/** Port to who takes the reports of weather consoles, which come to any path of this server. */
export interface ReportPort {
  /** Whether a request is a report; it is answered then. */
  takes(req: IncomingMessage, res: ServerResponse): boolean;
  /** Whether what the parser refused is one. */
  refused(error: Error & { rawPacket?: Buffer }, socket: Socket): boolean;
}

/** Broker of the sensors over MQTT, for a person who maps its topics. */
export interface BrokerPort {
  topics(): BrokerTopics;
}
