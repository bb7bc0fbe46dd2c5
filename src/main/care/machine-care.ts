import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join, sep } from 'node:path';
import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Config } from '../../config/config.ts';
import { isSecret } from '../../config/describe.ts';
import { NEWS_KINDS, type NewsKind, type Program, type Support } from '../../contract/care.ts';
import { kindsThat } from '../../contract/names.ts';
import { maskerOf } from '../../sending/masked.ts';
import type { CareService } from '../../server/care-service.ts';
import type { SettingsService } from '../../server/settings-service.ts';
import type { StationApi } from '../../station/api.ts';
import { lastLines } from '../log.ts';
import { DebianPackage } from '../release/debian-package.ts';
import { readJournal } from '../release/journal.ts';
import type { Settings } from '../settings/settings.ts';
import { examineBeside } from './examination.ts';
import { machineSettings, machineStatus } from './shareable.ts';

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

/** State of an installed package: the version that a rollback would bring, and whether an upgrade is being judged. */
export function releaseState(appFolder: string, pkg = new DebianPackage()): Program['release'] {
  if (![pkg.home, pkg.keptHome].some((home) => appFolder.startsWith(home + sep))) return null;
  const installed = pkg.installed?.version ?? null;
  const before = pkg.before?.version ?? null;
  return {
    previous: before === installed ? null : before,
    upgrading_to: readJournal(pkg.journalFile) === null ? null : installed,
  };
}

/** `write_bytes` of /proc/PID/io: what the kernel was given for the disk, of all threads, before the card's own doings (proc(5)). */
const WRITE_BYTES = /^write_bytes: (\d+)$/m;

/** A day is foretold from an hour at least: a start writes more than the time after it. */
export function writtenOf(io: string, uptimeS: number): Program['written'] {
  const found = WRITE_BYTES.exec(io)?.[1];
  if (found === undefined) return null;
  const bytes = Number(found);
  return { bytes, over_s: uptimeS, bytes_per_day: uptimeS < HOUR_S ? null : (bytes / uptimeS) * DAY_S };
}

/** Bytes written; null if the system does not count them, or not for us. */
export async function written(): Promise<Program['written']> {
  try {
    return writtenOf(await readFile('/proc/self/io', 'utf8'), process.uptime());
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

const GONE = '…';
const LEAST_SECRET = 3;

/** Every value of a setting that must not leave the house, however it came to be set. */
export function secretsOf(config: Config): string[] {
  const found: string[] = [];
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [name, inner] of Object.entries(value)) walk(inner, key === '' ? name : `${key}.${name}`);
    } else if (isSecret(key) && value !== null && String(value).length >= LEAST_SECRET) found.push(String(value));
  };
  walk(config, '');
  return found;
}

/** Scrubs a JSON value for the support file: no secrets in any notation, no user or password in an address. */
export function scrubbedAll<T>(value: T, secrets: readonly string[]): T {
  const hide = maskerOf(secrets, GONE);
  const scrubbed = (one: unknown): unknown => {
    if (typeof one === 'string') return hide(one).replaceAll(/:\/\/[^\s/@"\\]+@/g, `://${GONE}@`);
    if (Array.isArray(one)) return one.map(scrubbed);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, scrubbed(inner)]));
  };
  return scrubbed(value) as T;
}

interface News {
  title: string;
  items: string[];
  kinds: (NewsKind | null)[];
}

/** Release notes of a version from CHANGELOG, or of the unreleased changes, as plain sentences without marks. */
export function newsOf(changelog: string, version: string): News | null {
  const parts = changelog.split(/^## /m).slice(1);
  // A checkout between two releases still bears the name of the last one.
  const part = parts.find((text, i) => (i === 0 && headOf(text) === 'Unreleased') || isOf(text, version));
  if (part === undefined) return null;
  const news: News = { title: headOf(part), items: [], kinds: [] };
  for (const [i, group] of part.split(/^### /m).entries()) {
    const head = headOf(group).toLowerCase();
    const kind = i === 0 ? null : (NEWS_KINDS.find((one) => one === head) ?? null);
    for (const item of group.split(/^- /m).slice(1)) {
      news.items.push(plain(item.split('\n\n')[0]!));
      news.kinds.push(kind);
    }
  }
  return news;
}

const isOf = (text: string, version: string): boolean => headOf(text).split(' ', 1)[0] === version;
const headOf = (text: string): string => text.split('\n', 1)[0]!.trim();
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
