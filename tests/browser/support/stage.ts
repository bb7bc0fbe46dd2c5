import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Status } from '../../../src/contract/status.ts';
import type { Telemetry } from '../../../src/contract/telemetry.ts';
import type { Log } from '../../../src/http/log.ts';
import { localUrl } from '../../../src/main/machine/addresses.ts';
import { SettingsFile } from '../../../src/main/settings-file/settings-file.ts';
import { createServer, type Server } from '../../../src/server/server.ts';
import { defaultServerSettings, type ServerSettings } from '../../../src/server/server-settings.ts';
import type { StationApi } from '../../../src/station/api.ts';
import { FakeStation } from '../../support/fake-station.ts';
import { lanAddress } from '../../support/lan.ts';
import { runningClock } from '../../support/running-clock.ts';
import { idleParts, UNLIMITED } from '../../support/serve.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const quiet: Log = { info() {}, warn() {}, error() {} };

/** Zurich on a November afternoon: the sun has an hour left, the night comes into the picture. */
export const AFTERNOON_S = Date.parse('2026-11-21T14:12:30Z') / 1000;
export const SITE: Status['site'] = {
  configured: true,
  latitude: 47.37,
  longitude: 8.54,
  altitude_m: 408,
  timezone: 'Europe/Zurich',
  indoors: false,
  units: 'metric',
  language: 'auto',
};

export interface StageOptions {
  variant?: 'cold' | 'warm' | 'faulty';
  /** The station's wall clock starts here and runs on. */
  startS?: number;
  /** Stopped wall clock: what asks by the minute has one minute, however long a visit takes. */
  stands?: boolean;
  historyDays?: number;
  status?: Partial<Status>;
  simulated?: boolean;
  port?: number;
  settings?: Partial<ServerSettings>;
  /** An alarm fires, and nobody has seen it yet. */
  alarmed?: boolean;
  /** What a bought station measures beside the board. */
  weather?: Partial<Telemetry>;
}

export interface Stage {
  url: string;
  lanUrl: string | null;
  port: number;
  station: FakeStation;
  server: Server;
  /** The sensor stops: the stream goes on with the same old sample, and the station's clock goes on. */
  freeze(): void;
  thaw(): void;
  /** The station's clock jumps ahead, as if so long had passed. */
  skip(seconds: number): void;
  /** As during the first second of the program: every question is answered 503. */
  withdraw(): void;
  present(): void;
  stop(): Promise<void>;
}

/** So many seconds pass for the station and for a page whose clock is installed, and nobody waits for them. */
export async function pass(seconds: number, at: Stage, page: Page): Promise<void> {
  at.skip(seconds);
  await page.clock.fastForward(1000 * seconds);
}

/** The real server and the built pages over a station made of sines, listening on every address of the machine. */
export async function stage({
  variant = 'warm',
  startS = AFTERNOON_S,
  stands = false,
  historyDays,
  status,
  simulated = false,
  port = 0,
  settings,
  alarmed = false,
  weather = {},
}: StageOptions = {}): Promise<Stage> {
  const clock = runningClock(startS);
  let frozenS: number | null = null;
  let skippedS = 0;
  const nowS = (): number => (stands ? startS : clock.nowS()) + skippedS;
  const station = new FakeStation({
    variant,
    clock: { nowS },
    sensor: { nowS: () => frozenS ?? nowS() },
    seed: 11,
    ...(historyDays === undefined ? {} : { historyDays }),
  });
  const played = withStatus(
    station,
    { name: 'Garden', hardware: simulated ? 'simulator' : 'sense-hat', site: SITE, ...status },
    { simulated, alarmed, weather },
  );
  const server = createServer({
    settings: { ...defaultServerSettings, host: '0.0.0.0', port, writeLimit: UNLIMITED, ...settings },
    clock,
    log: quiet,
    rendererDir: join(root, process.env['WEATHERGLASS_RENDERER'] ?? 'dist/renderer'),
    staticDir: join(root, 'static'),
    settingsService: new SettingsFile({
      origin: { options: {}, env: {}, file: join(mkdtempSync(join(tmpdir(), 'weatherglass-stage-')), 'config.yaml') },
      running: { owner: 'simulator', port: null },
    }),
    ...idleParts,
  });
  server.setStation(played);
  const bound = await server.listen();
  return {
    url: localUrl('0.0.0.0', bound),
    lanUrl: lanAddress ? `http://${lanAddress}:${bound}` : null,
    port: bound,
    station,
    server,
    freeze: () => {
      frozenS = nowS();
    },
    thaw: () => {
      frozenS = null;
    },
    skip: (seconds) => {
      skippedS += seconds;
    },
    withdraw: () => server.setStation(null),
    present: () => server.setStation(played),
    stop: () => server.stop(),
  };
}

/** The fake as it is, with another face: which board it has, where it stands, what it complains of. */
function withStatus(
  station: FakeStation,
  overrides: Partial<Status>,
  { simulated, alarmed, weather }: Required<Pick<StageOptions, 'simulated' | 'alarmed' | 'weather'>>,
): StationApi {
  return new Proxy<StationApi>(station, {
    get(target, name) {
      if (name === 'status') return () => ({ ...target.status(), ...overrides });
      if (name === 'telemetry') return async () => ({ ...(await target.telemetry()), ...weather, simulated });
      if (name === 'streamMessage') {
        return async () => {
          const message = await target.streamMessage();
          return { ...message, alarms: alarmed ? 1 : 0, telemetry: { ...message.telemetry, ...weather, simulated } };
        };
      }
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
