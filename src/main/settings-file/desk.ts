import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Settings as Answer, SettingsChanged, SettingValue } from '../../contract/settings.ts';
import type { Meanwhile, Misfits, SettingsDesk } from '../../server/settings-desk.ts';
import type { Refusal } from '../../station/api.ts';
import type { Config } from '../../station/config.ts';
import { parseConfig } from '../../station/config-problems.ts';
import { describedSections, filledSections, SECRETS } from '../../station/settings/describe.ts';
import { overridden, overrider, type RawConfig, type SettingsOrigin } from '../settings.ts';
import { refusalOfSystem } from '../user-error.ts';
import { readBack, withChanges } from './document.ts';
import { keptSecret, type Running, whyNotStartable } from './startable.ts';
import { canWrite, writeAtomically } from './write.ts';

export interface DeskParts {
  origin: SettingsOrigin;
  running: Running;
  /** Told after the answer has left. */
  changed?: ((keys: readonly string[]) => void) | undefined;
}

interface Stand {
  text: string;
  etag: string;
  config: Config;
  sections: Answer['sections'];
}

/** The settings file as the API shows and changes it. Nothing is written that the next start would not read as it was meant. */
export class FileDesk implements SettingsDesk {
  readonly #parts: DeskParts;
  #turn: Promise<unknown> = Promise.resolve();
  #untold: string[] = [];
  #known: Stand | null = null;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  read(): Answer | Refusal {
    const { file } = this.#parts.origin;
    const stand = this.#stand();
    if ('error' in stand) return stand;
    return { etag: stand.etag, file, writable: canWrite(file), sections: stand.sections };
  }

  /** One after another: the second sees what the first has written. */
  change(changes: Readonly<Record<string, unknown>>, ifMatch: string | null) {
    const outcome = this.#turn.then(() => this.#change(changes, ifMatch));
    this.#turn = outcome.catch(() => undefined);
    return outcome;
  }

  answered(): void {
    const keys = this.#untold;
    this.#untold = [];
    if (keys.length > 0) this.#parts.changed?.(keys);
  }

  async #change(
    changes: Readonly<Record<string, unknown>>,
    ifMatch: string | null,
  ): Promise<SettingsChanged | Misfits | Meanwhile | Refusal> {
    const { origin, running } = this.#parts;
    const stand = this.#stand();
    if ('error' in stand) return stand;
    const { text, config: before } = stand;
    if (ifMatch !== null && !names(ifMatch, stand.etag)) return { changedMeanwhile: true };

    const misfits = this.#forbidden(Object.keys(changes));
    if (Object.keys(misfits).length > 0) return { misfits };
    const wanted = new Map<string, unknown>();
    for (const [key, value] of Object.entries(changes)) {
      const kept = SECRETS.has(key) ? await keptSecret(value) : value;
      if (kept === undefined) misfits[key] = `${key} must be a PIN of 4 to 12 digits, or null for none`;
      else wanted.set(key, kept);
    }
    if (Object.keys(misfits).length > 0) return { misfits };

    const next = withChanges(text, wanted);
    if (next === null) return { misfits: forEach(wanted.keys(), SHARED) };
    const judged = parseConfig(overridden(readBack(next) ?? {}, origin.options, origin.env));
    if ('problems' in judged) return { misfits: byKey(judged.problems, [...wanted.keys()]) };
    for (const [key, value] of wanted) {
      if (!isDeepStrictEqual(settingIn(judged.config, key), value))
        misfits[key] = `${key} cannot be written so that it is read as it was meant`;
    }
    for (const key of known) {
      if (wanted.has(key) || isDeepStrictEqual(settingIn(judged.config, key), settingIn(before, key))) continue;
      Object.assign(misfits, forEach(wanted.keys(), SHARED));
    }
    Object.assign(misfits, await whyNotStartable(judged.config, before, running));
    if (Object.keys(misfits).length > 0) return { misfits };
    if (textOf(origin.file) !== text) return { changedMeanwhile: true };
    return this.#write(next, text, [...wanted.keys()]);
  }

  #write(next: string, text: string, keys: readonly string[]): SettingsChanged | Refusal {
    const { file } = this.#parts.origin;
    if (next !== text && keys.length > 0) {
      if (!canWrite(file))
        return { error: `The settings file ${file} cannot be written by this station; change it where its owner can.` };
      try {
        writeAtomically(file, next);
      } catch (error) {
        const why = refusalOfSystem(error);
        if (why === null) throw error;
        return { error: `The settings file could not be written: ${why}` };
      }
      this.#untold.push(...keys);
    }
    return { applied: keys.filter((key) => !late.has(key)), restart: keys.filter((key) => late.has(key)) };
  }

  /** Keys that are none, and those that somebody else decides. */
  #forbidden(keys: readonly string[]): Record<string, string> {
    const misfits: Record<string, string> = {};
    for (const key of keys) {
      const shown = key.slice(0, 80);
      const by = this.#overrider(key);
      if (!known.has(key)) misfits[shown] = `${shown} is not a setting`;
      else if (by === 'environment')
        misfits[key] = `${key} is set by the environment of the program, which overrides the file`;
      else if (by === 'option') misfits[key] = `${key} is set by an option of the command, which overrides the file`;
    }
    return misfits;
  }

  /** What the file says, understood once: anybody may ask as often as they like, on the thread that samples. */
  #stand(): Stand | Refusal {
    const { file, options, env } = this.#parts.origin;
    let text: string;
    try {
      text = textOf(file);
    } catch (error) {
      const why = refusalOfSystem(error);
      if (why === null) throw error;
      return { error: `The settings file cannot be read: ${why}` };
    }
    if (this.#known?.text === text) return this.#known;
    const raw = readBack(text);
    const judged = raw && parseConfig(overridden(structuredClone(raw), options, env));
    if (!judged || 'problems' in judged) return UNUSABLE(file);
    const { config } = judged;
    const sections = filledSections(
      (key) => settingIn(config, key) as SettingValue,
      (key) => this.#overrider(key) ?? (settingIn(raw, key) === undefined ? 'default' : 'file'),
    );
    this.#known = { text, etag: etagOf(text), config, sections };
    return this.#known;
  }

  #overrider(key: string) {
    return overrider(key, this.#parts.origin.options, this.#parts.origin.env);
  }
}

const all = describedSections().flatMap(({ settings }) => settings);
const known: ReadonlySet<string> = new Set(all.map(({ key }) => key));
const late: ReadonlySet<string> = new Set(all.filter(({ restart }) => restart).map(({ key }) => key));

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

const SHARED = (key: string): string =>
  `${key} cannot be changed by itself, because other settings of the file go by it (an anchor of YAML); change it there`;

const forEach = (keys: Iterable<string>, reason: (key: string) => string): Record<string, string> =>
  Object.fromEntries([...keys].map((key) => [key, reason(key)]));

const UNUSABLE = (file: string): Refusal => ({
  error: `The settings file ${file} cannot be used as it is; "weatherglass doctor" says what is wrong with it.`,
});

const etagOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20);

const names = (ifMatch: string, etag: string): boolean =>
  ifMatch
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one.replace(/^W\//, '').replaceAll('"', '') === etag);

const settingIn = (raw: RawConfig | Config, key: string): unknown => {
  const [section, name] = key.split('.') as [string, string];
  return (raw as Record<string, Record<string, unknown> | null | undefined>)[section]?.[name];
};

/** Each sentence under the changed key that it speaks of; one that speaks of none of them under each. */
function byKey(problems: readonly string[], keys: readonly string[]): Record<string, string> {
  const misfits: Record<string, string> = {};
  for (const problem of problems) {
    const spoken = keys.filter((key) => problem.split(/[\s,;]/).includes(key));
    for (const key of spoken.length > 0 ? spoken : keys)
      misfits[key] ??= SECRETS.has(key) ? `${key} cannot be used` : problem;
  }
  return misfits;
}
