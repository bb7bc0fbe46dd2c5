import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import type { Log } from '../../src/http/log.ts';
import { localUrl } from '../../src/main/machine/addresses.ts';
import { SettingsFile } from '../../src/main/settings-file/settings-file.ts';
import type { ConnectionsService, HomeAssistantService, ServerParts } from '../../src/server/ports.ts';
import { createServer, type Server } from '../../src/server/server.ts';
import { defaultServerSettings, type ServerSettings } from '../../src/server/server-settings.ts';
import type { StationApi } from '../../src/station/api.ts';
import { fakeCareDesk } from './fake-care-desk.ts';
import { runningClock } from './running-clock.ts';

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  fields: Record<string, unknown>;
  message: string;
}

/** Keeps what it is told. */
export class KeptLog implements Log {
  readonly lines: LogLine[] = [];
  info = (fields: object, message: string) => this.#keep('info', fields, message);
  warn = (fields: object, message: string) => this.#keep('warn', fields, message);
  error = (fields: object, message: string) => this.#keep('error', fields, message);
  #keep(level: LogLine['level'], fields: object, message: string): void {
    this.lines.push({ level, fields: { ...fields }, message });
  }
}

const BIG = Buffer.from('export const big = 1;\n'.repeat(500));
let packed: { br: Buffer; gz: Buffer } | null = null;

/** A built dashboard and vendored assets in miniature, with files beside them that must not come out. */
export function fakePages(): { rendererDir: string; staticDir: string } {
  packed ??= { br: brotliCompressSync(BIG), gz: gzipSync(BIG) };
  const root = mkdtempSync(join(tmpdir(), 'weatherglass-pages-'));
  const [rendererDir, staticDir] = [join(root, 'renderer'), join(root, 'static')];
  mkdirSync(join(rendererDir, 'assets'), { recursive: true });
  mkdirSync(join(staticDir, 'fonts'), { recursive: true });
  const page =
    '<!doctype html><title>Weatherglass</title><script type="module" src="/static/assets/index-B3x9_aQ1.js"></script>';
  writeFileSync(join(root, 'secret.txt'), 'secret');
  writeFileSync(join(rendererDir, 'index.html'), page);
  writeFileSync(join(rendererDir, 'assets', 'index-B3x9_aQ1.js'), 'export {};\n');
  writeFileSync(join(rendererDir, 'assets', 'big-C1ww7cqx.js'), BIG);
  writeFileSync(join(rendererDir, 'assets', 'big-C1ww7cqx.js.br'), packed.br);
  writeFileSync(join(rendererDir, 'assets', 'big-C1ww7cqx.js.gz'), packed.gz);
  writeFileSync(join(rendererDir, 'assets', 'plain.js'), 'export {};\n');
  writeFileSync(join(staticDir, 'fonts', 'inter.woff2'), 'not really a font');
  writeFileSync(join(staticDir, '.hidden'), 'secret');
  return { rendererDir, staticDir };
}

export interface Served {
  url: string;
  port: number;
  server: Server;
  log: KeptLog;
}

/** Sends nothing anywhere, and says so. */
const idleHomeAssistant: HomeAssistantService = {
  status: () => ({ state: 'idle', sent: 0, share: 0, detail: null }),
  start: async () => idleHomeAssistant.status(),
};

/** What the program around a server brings, and these tests do not ask for. */
export const idleParts = {
  careService: fakeCareDesk,
  homeAssistant: idleHomeAssistant,
  broker: { topics: () => ({ listening: false, topics: [] }) },
  lanUrls: () => [],
  waitsFor: () => null,
};

export const UNLIMITED = { burst: 1e9, perMinute: 1e9 };

type ServeOptions = Partial<Omit<ServerParts, 'settings'>> & {
  station?: StationApi | null;
  connections?: ConnectionsService;
  settings?: Partial<ServerSettings>;
};

/** A server for one test, with which it ends. */
export async function serving(options: ServeOptions): Promise<Served> {
  const one = await serve(options);
  onTestFinished(() => one.server.stop());
  return one;
}

/** A listening server on a free port of the loopback, without limits unless asked for. */
export async function serve({ station = null, connections, ...options }: ServeOptions = {}): Promise<Served> {
  const log = new KeptLog();
  const settings = {
    ...defaultServerSettings,
    host: '127.0.0.1',
    port: 0,
    writeLimit: UNLIMITED,
    exportLimit: UNLIMITED,
    readLimit: UNLIMITED,
    ...options.settings,
  };
  const file = join(mkdtempSync(join(tmpdir(), 'weatherglass-settings-')), 'config.yaml');
  const running = { owner: 'simulator' as const, port: null };
  const settingsService = new SettingsFile({ origin: { options: {}, env: {}, file }, running });
  const server = createServer({
    clock: runningClock(),
    log,
    settingsService,
    ...idleParts,
    ...fakePages(),
    ...options,
    settings,
  });
  server.setStation(station, connections);
  const port = await server.listen();
  return { url: localUrl(settings.host, port), port, server, log };
}
