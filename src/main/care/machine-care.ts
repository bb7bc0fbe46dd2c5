import { existsSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Program, Support } from '../../contract/care.ts';
import { kindsThat } from '../../contract/names.ts';
import type { CareService } from '../../server/care-service.ts';
import type { SettingsService } from '../../server/settings-service.ts';
import type { StationApi } from '../../station/api.ts';
import { lastLines } from '../log.ts';
import type { Settings } from '../settings/settings.ts';
import { examineBeside } from './examination.ts';
import { newsOf } from './news.ts';
import { releaseState } from './release.ts';
import { scrubbedAll, secretsOf } from './scrub.ts';
import { machineSettings, machineStatus } from './shareable.ts';
import { written } from './written.ts';

const EVENTS = 200;

interface Parts {
  root: string;
  version: string;
  settings: Settings;
  settingsService: SettingsService | undefined;
  nowS(): number;
}

/** About and support file: release, machine, log, settings without secrets. */
export class MachineCare implements CareService {
  /** CHANGELOG as of the program's start: an upgrade replaces the file. */
  readonly #changelog: string | null;

  constructor(private readonly parts: Parts) {
    this.#changelog = readChangelog(parts.root);
  }

  async program(): Promise<Program> {
    const { root, version } = this.parts;
    return {
      version,
      uptime_s: process.uptime(),
      news: this.#changelog === null ? null : newsOf(this.#changelog, version),
      release: releaseState(root),
      written: await written(),
    };
  }

  async support(station: StationApi): Promise<Support> {
    const { settings, settingsService, nowS } = this.parts;
    const { news: _news, ...program } = await this.program();
    const [upkept, doctor] = await Promise.all([station.care.upkept(), examineBeside(settings)]);
    const shown = settingsService?.read();
    const health = Object.entries(station.watch.anomaly().health).map(([signal, { status: state, detail }]) => ({
      signal,
      status: state,
      detail,
    }));
    const { node, v8, modules } = process.versions;
    const file = {
      made_ts: nowS(),
      program,
      machine: {
        platform: process.platform,
        arch: process.arch,
        node,
        v8,
        modules,
        electron: process.versions['electron'] ?? null,
        memory_bytes: totalmem(),
        resident_bytes: process.memoryUsage.rss(),
      },
      settings: shown === undefined || 'error' in shown ? (shown?.error ?? null) : machineSettings(shown.sections),
      doctor,
      health,
      care: upkept,
      status: machineStatus(station.status()),
      events: station.watch.events(EVENTS, { kinds: kindsThat('shared') }),
      log: lastLines(),
    };
    return scrubbedAll(file, [...secretsOf(settings.config), ...placeOf(settings)]);
  }
}

/** Place as written in the settings, to be scrubbed. A figure of one or two digits is too common and no place. */
const placeOf = ({ config: { site } }: Settings): string[] =>
  [site.latitude, site.longitude].filter((deg) => deg !== null && !Number.isInteger(deg * 10)).map(String);

/** Written beside the program when it is built; a checkout has the whole of it. */
function readChangelog(root: string): string | null {
  const path = [join(root, 'dist', 'CHANGELOG.md'), join(root, 'CHANGELOG.md')].find((one) => existsSync(one));
  return path === undefined ? null : readFileSync(path, 'utf8');
}
