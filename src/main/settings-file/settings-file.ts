import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { SerialQueue } from '../../base/serial-queue.ts';
import { RULES_KEY } from '../../config/alarms.ts';
import type { Config } from '../../config/config.ts';
import { describedSettings, filledSections, PIN } from '../../config/describe.ts';
import { parseConfig } from '../../config/problems.ts';
import { asMeant, shownValue } from '../../config/secrets.ts';
import type { Settings as Answer, SettingsChanged, SettingsFromFile, SettingValue } from '../../contract/settings.ts';
import type { Meanwhile, Misfits, SettingsService } from '../../server/ports.ts';
import type { Refusal } from '../../station/api.ts';
import { refused, type Sentence, sentence } from '../../words/sentence.ts';
import { overridden, overrider, type SettingsOrigin } from '../settings/settings.ts';
import { canWrite, readSettingsText, writeAtomically } from '../settings/write-file.ts';
import { UserError, whyRefused } from '../user-error.ts';
import { judged, withoutSecrets } from './as-file.ts';
import { readBack, settingIn, withChanges } from './document.ts';
import { keptSecret, type Running, whyNotStartable } from './startable.ts';

export interface SettingsFileParts {
  origin: SettingsOrigin;
  running: Running;
  /** Called after the answer has left, and for alarm rules alone before it: then false where they are in force by now, and nothing begins again. */
  changed?: ((keys: readonly string[]) => boolean) | undefined;
}

interface Stand {
  text: string;
  /** Without its secrets. */
  shown: string;
  etag: string;
  config: Config;
  sections: Answer['sections'];
}

/** The settings file as the API shows and changes it: writes only what the next start will read back unchanged. */
export class SettingsFile implements SettingsService {
  readonly #turns = new SerialQueue();
  readonly #hashing = new SerialQueue();
  #untold: string[] = [];
  #known: Stand | null = null;

  constructor(private readonly parts: SettingsFileParts) {}

  read(): Answer | Refusal {
    const { file } = this.parts.origin;
    const stand = this.#stand();
    if ('error' in stand) return stand;
    return { etag: stand.etag, file, writable: canWrite(file), sections: stand.sections };
  }

  asFile(): string | Refusal {
    const stand = this.#stand();
    return 'error' in stand ? stand : stand.shown;
  }

  judge(text: string): SettingsFromFile | Misfits | Refusal {
    const stand = this.#stand();
    return 'error' in stand ? stand : judged(text, stand.config, (key) => this.#overrider(key) !== null);
  }

  guarded(keys: readonly string[]): string[] {
    const isAsked = this.parts.running.firstRun?.() ?? false;
    return keys.filter((key) => settingOf(key)?.guarded && !(isAsked && ASKED_FIRST.has(key)));
  }

  /** Applies changes one after another. A PIN is hashed before, in a queue of its own: that is slow on purpose, and others do not wait. */
  async change(changes: Readonly<Record<string, unknown>>, ifMatch: string | null) {
    let kept = changes;
    if (Object.hasOwn(changes, PIN)) {
      const refused = this.#refusedAtOnce(changes, ifMatch);
      if (refused !== null) return refused;
      kept = { ...changes, [PIN]: await this.#hashing.take(() => keptSecret(changes[PIN])) };
    }
    return this.#turns.take(() => this.#change(kept, ifMatch));
  }

  answered(): void {
    const keys = this.#untold;
    this.#untold = [];
    if (keys.length > 0) this.parts.changed?.(keys);
  }

  async #change(
    changes: Readonly<Record<string, unknown>>,
    ifMatch: string | null,
  ): Promise<SettingsChanged | Misfits | Meanwhile | Refusal> {
    const { origin, running } = this.parts;
    const refused = this.#refusedAtOnce(changes, ifMatch);
    if (refused !== null) return refused;
    const stand = this.#stand();
    if ('error' in stand) return stand;
    const { text, config: before } = stand;
    const wanted = new Map(Object.entries(changes));
    const misfits: Record<string, Sentence> = {};
    for (const [key, value] of wanted) {
      const meant = asMeant(key, value, settingIn(before, key) as SettingValue, before.inputs.rtl433.command);
      if (value === undefined) misfits[key] = sentence('field.pin', { field: key });
      else if (meant === undefined) misfits[key] = sentence('field.masked', { field: key });
      else wanted.set(key, meant);
    }
    if (Object.keys(misfits).length > 0) return { misfits };

    const next = withChanges(text, wanted);
    if (next === null) return { misfits: goingByAnchor(wanted.keys()) };
    const judged = parseConfig(overridden(readBack(next) ?? {}, origin.options, origin.env));
    if ('problems' in judged) return { misfits: byKey(judged.problems, [...wanted.keys()]) };
    for (const [key, value] of wanted) {
      if (!isDeepStrictEqual(settingIn(judged.config, key), value))
        misfits[key] = sentence('field.unwritable', { field: key });
    }
    const isOther = (key: string) => !isDeepStrictEqual(settingIn(judged.config, key), settingIn(before, key));
    if (describedSettings().some(({ key }) => !wanted.has(key) && isOther(key)))
      Object.assign(misfits, goingByAnchor(wanted.keys()));
    Object.assign(misfits, await whyNotStartable(judged.config, before, running));
    if (Object.keys(misfits).length > 0) return { misfits };
    if (textOf(origin.file) !== text) return { changedMeanwhile: true };
    const { command } = judged.config.inputs.rtl433;
    const holdsKey = [...wanted].some(([key, value]) => shownValue(key, value as SettingValue, command) !== value);
    return this.#write(next, text, [...wanted.keys()], holdsKey);
  }

  #write(next: string, text: string, keys: readonly string[], holdsKey: boolean): SettingsChanged | Refusal {
    const { file } = this.parts.origin;
    if (next === text) return { applied: [], restart: [], begins: false }; // it stood there already
    if (!canWrite(file)) return refused(sentence('refusal.settings-owner', { file }));
    try {
      writeAtomically(file, next, holdsKey);
    } catch (error) {
      return refused(sentence('refusal.settings-write', { why: whyRefused(error) }));
    }
    const areRules = keys.every((key) => key === RULES_KEY);
    if (!areRules) this.#untold.push(...keys);
    const begins = !areRules || this.parts.changed?.(keys) === true;
    const isLate = (key: string): boolean => settingOf(key)?.restart === true;
    return { applied: keys.filter((key) => !isLate(key)), restart: keys.filter(isLate), begins };
  }

  /** Refusals that need no more than the file. */
  #refusedAtOnce(changes: Readonly<Record<string, unknown>>, ifMatch: string | null) {
    const stand = this.#stand();
    if ('error' in stand) return stand;
    if (ifMatch !== null && !names(ifMatch, stand.etag)) return { changedMeanwhile: true as const };
    const misfits: Record<string, Sentence> = {};
    for (const key of Object.keys(changes)) {
      const shown = key.slice(0, 80);
      const by = this.#overrider(key);
      if (!settingOf(key)) misfits[shown] = sentence('field.unknown', { field: shown });
      else if (by === 'environment') misfits[key] = sentence('field.by-environment', { field: key });
      else if (by === 'option') misfits[key] = sentence('field.by-option', { field: key });
    }
    return Object.keys(misfits).length > 0 ? { misfits } : null;
  }

  /** The file, parsed once per change: clients may ask as often as they like, on the thread that samples. */
  #stand(): Stand | Refusal {
    const { file, options, env } = this.parts.origin;
    let text: string;
    try {
      text = textOf(file);
    } catch (error) {
      if (error instanceof UserError) return { error: error.message, said: error.said };
      return refused(sentence('refusal.settings-read', { why: whyRefused(error) }));
    }
    if (this.#known?.text === text) return this.#known;
    const raw = readBack(text);
    const judged = raw && parseConfig(overridden(structuredClone(raw), options, env));
    if (!judged || 'problems' in judged) return refused(sentence('refusal.settings-odd', { file }));
    const { config } = judged;
    const sections = filledSections(
      (key) => settingIn(config, key) as SettingValue,
      (key) => this.#overrider(key) ?? (settingIn(raw, key) === undefined ? 'default' : 'file'),
    );
    const shown = withoutSecrets(text, config);
    this.#known = { text, shown, etag: etagOf(file, shown), config, sections };
    return this.#known;
  }

  #overrider(key: string) {
    return overrider(key, this.parts.origin.options, this.parts.origin.env);
  }
}

const settingOf = (key: string) => describedSettings().find((one) => one.key === key);
/** Settings that the first run may change without a PIN. The address is not among them: a guest could take the page from everybody. */
const ASKED_FIRST: ReadonlySet<string> = new Set(['access.writes', PIN]);

const textOf = (file: string): string => (existsSync(file) ? readSettingsText(file) : '');

const goingByAnchor = (keys: Iterable<string>): Record<string, Sentence> =>
  Object.fromEntries([...keys].map((key) => [key, sentence('field.shared', { field: key })]));

/** Of what readers see, and of the file's time for the rest: by a hash of all of it, they could try guesses of its secrets. */
function etagOf(file: string, shown: string): string {
  const { ino, mtimeNs } = statSync(file, { bigint: true, throwIfNoEntry: false }) ?? {};
  return createHash('sha256').update(`${ino} ${mtimeNs} ${shown}`).digest('hex').slice(0, 20);
}

const names = (ifMatch: string, etag: string): boolean =>
  ifMatch
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one.replaceAll('"', '').replace(/-gzip$/, '') === etag);

/** Groups problems by the changed key they name; a problem that names none goes under each. */
function byKey(problems: readonly Sentence[], keys: readonly string[]): Record<string, Sentence> {
  const misfits: Record<string, Sentence> = {};
  for (const problem of problems) {
    const words = problem.detail.split(/[\s,;]/);
    const spoken = keys.filter((key) => words.some((word) => word === key || word.startsWith(`${key}.`))); // an entry of a list
    for (const key of spoken.length > 0 ? spoken : keys) misfits[key] ??= problem;
  }
  return misfits;
}
