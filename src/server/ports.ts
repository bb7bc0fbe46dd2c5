import type { Clock } from '../base/clock.ts';
import type { Language } from '../base/languages.ts';
import type { Connections } from '../connections/connections.ts';
import type { HomeAssistantExporter } from '../connections/home-assistant/export.ts';
import type { Consoles } from '../connections/inputs/consoles.ts';
import type { Inputs } from '../connections/inputs/inputs.ts';
import type { Program, Support, UpgradeAsked } from '../contract/care.ts';
import type { Settings, SettingsChanged, SettingsFromFile } from '../contract/settings.ts';
import type { Guesses } from '../http/guesses.ts';
import type { Log } from '../http/log.ts';
import type { Refusal, StationApi } from '../station/api.ts';
import type { Sentence } from '../words/sentence.ts';
import type { IdempotencyKeys } from './limits/idempotency-keys.ts';
import type { ServerSettings } from './settings.ts';

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

/** The connections, as the routes of `/api/connections` call them. */
export type ConnectionsService = Pick<Connections, 'list' | 'test'>;
/** The export into Home Assistant. */
export type HomeAssistantService = Pick<HomeAssistantExporter, 'status' | 'start'>;
/** Receiver of weather consoles, whose reports come to any path of this server. */
export type ReportPort = Pick<Consoles, 'takes' | 'refused'>;
/** Broker of the sensors over MQTT, for a person who maps its topics. */
export type BrokerPort = Pick<Inputs, 'topics'>;
