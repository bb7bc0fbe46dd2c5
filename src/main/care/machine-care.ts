import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { sep } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Language } from '../../base/languages.ts';
import { nullIfRefused } from '../../base/system-error.ts';
import type { Config } from '../../config/config.ts';
import { describedSettings } from '../../config/describe.ts';
import { withoutLogins } from '../../config/mask.ts';
import { hiddenIn } from '../../config/secrets.ts';
import type { Program, Support, UpgradeAsked } from '../../contract/care.ts';
import { kindsThat } from '../../contract/names.ts';
import type { SettingValue } from '../../contract/settings.ts';
import { maskerOf } from '../../sending/masked.ts';
import type { CareService, SettingsService } from '../../server/ports.ts';
import type { Refusal, StationApi } from '../../station/api.ts';
import { refused, sentence } from '../../words/sentence.ts';
import { lastLines } from '../log.ts';
import { debianPackage } from '../release/debian-package.ts';
import { readJournal } from '../release/journal.ts';
import { canAsk, leaveRequest } from '../release/upgrade-request.ts';
import type { Settings } from '../settings/settings.ts';
import { settingIn } from '../settings-file/document.ts';
import { type NewsFiles, newsIn, readNews } from './news.ts';
import { machineSettings, machineStatus } from './shareable.ts';

const EVENTS = 200;

interface Parts {
  root: string;
  version: string;
  settings: Settings;
  settingsService: SettingsService;
  clock: Clock;
}

/** About and support file: release, machine, log, settings without secrets. */
export class MachineCare implements CareService {
  /** News of the version, read at the program's start: an upgrade replaces the files. */
  readonly #news: NewsFiles;

  constructor(private readonly parts: Parts) {
    this.#news = readNews(parts.root);
  }

  async program(language: Language): Promise<Program> {
    const { version } = this.parts;
    return {
      version,
      uptime_s: process.uptime(),
      news: newsIn(this.#news, language, version),
      release: this.#release(),
      written: await written(),
    };
  }

  /** The station may change no program. It leaves a file; systemd, which looks for it, has apt install what its repositories have. */
  askUpgrade(): UpgradeAsked | Refusal {
    if (!this.#release()?.can_ask) return refused(sentence('refusal.upgrade-by-hand'));
    return leaveRequest(process.env) ?? { asked: true };
  }

  #release(): Program['release'] {
    const state = releaseState(this.parts.root);
    return state && { ...state, can_ask: canAsk(process.env) };
  }

  async support(station: StationApi): Promise<Support> {
    const { settings, settingsService, clock } = this.parts;
    const { news: _news, ...program } = await this.program('en');
    const { examineBeside } = await import('./examination.ts'); // the doctor: whoever needs no support file never loads him
    const [upkept, doctor] = await Promise.all([station.care.upkept(), examineBeside(settings)]);
    const shown = settingsService.read();
    const { health } = station.watch.anomaly();
    const { node, v8, modules } = process.versions;
    const file = {
      made_ts: clock.nowS(),
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
      settings: 'error' in shown ? shown.error : machineSettings(shown.sections),
      doctor,
      health: Object.entries(health).map(([signal, { status, detail }]) => ({ signal, status, detail })),
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

/** State of an installed package: the version that a rollback would bring, and whether an upgrade is being judged. */
export function releaseState(appFolder: string, pkg = debianPackage()) {
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
  const io = await readFile('/proc/self/io', 'utf8').catch(nullIfRefused);
  return io === null ? null : writtenOf(io, process.uptime());
}

const LEAST_SECRET = 3;

/** Every value of a setting that must not leave the house, however it came to be set. */
const secretsOf = (config: Config): string[] =>
  describedSettings()
    .flatMap(({ key }) => hiddenIn(key, settingIn(config, key) as SettingValue, config.inputs.rtl433.command))
    .filter(({ length }) => length >= LEAST_SECRET);

/** Scrubs a JSON value for the support file: no secrets in any notation, no user or password in an address. */
export function scrubbedAll<T>(value: T, secrets: readonly string[]): T {
  const hide = maskerOf(secrets);
  const scrubbed = (one: unknown): unknown => {
    if (typeof one === 'string') return withoutLogins(hide(one));
    if (Array.isArray(one)) return one.map(scrubbed);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, scrubbed(inner)]));
  };
  return scrubbed(value) as T;
}
