import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { readYaml, YamlFault } from '../../base/yaml.ts';
import type { Config } from '../../config/config.ts';
import { MASK } from '../../config/mask.ts';
import { parseConfig } from '../../config/problems.ts';
import { type SchemaNode, settingNode } from '../../config/schema.ts';
import { quoted } from '../../config/secrets.ts';
import { asPart, type Sentence, sentence } from '../../words/sentence.ts';
import { OUTDOOR_SIMULATOR } from '../machine/board.ts';
import { UsageError, UserError } from '../user-error.ts';
import { dataHome } from './data-home.ts';
import { defaultDemoFolder, demoConfigFile, openDemoFolder } from './demo-folder.ts';
import { readSettingsText } from './write-file.ts';

export interface Settings {
  config: Config;
  dataDir: string;
  /** The file the settings came from, or null when there is none and the defaults hold. */
  configFile: string | null;
  demo: boolean;
  /** Source from which the settings can be read again. */
  origin: SettingsOrigin;
}

export interface SettingsOrigin {
  options: StationValues;
  env: Env;
  /** The settings file, or where it would stand. */
  file: string;
}

export type Env = Readonly<Record<string, string | undefined>>;

export const placeOptions = { config: { type: 'string' }, data: { type: 'string' } } as const;

/** Command-line options of every command that runs a station. */
export const stationOptions = {
  ...placeOptions,
  host: { type: 'string' },
  port: { type: 'string' },
  source: { type: 'string' },
  speed: { type: 'string' },
  demo: { type: 'boolean' },
} as const;
/** The same of `serve` and `kiosk`; `force` writes made-up weather into a real station's history all the same. */
export const runOptions = { ...stationOptions, force: { type: 'boolean' } } as const;

export type StationValues = Readonly<Partial<Record<Exclude<keyof typeof stationOptions, 'demo'>, string>>> & {
  readonly demo?: boolean | undefined;
};

/** The data folder that an option or the environment names, or the usual one. */
export const dataDirOf = (env: Env, { data, demo }: StationValues = {}): string =>
  resolve(data || (demo ? defaultDemoFolder(env) : env['WEATHERGLASS_DATA'] || join(dataHome(env), 'weatherglass')));
export const defaultConfigFile = (env: Env): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'weatherglass', 'config.yaml');

/** Settings from the file, overridden by the environment, overridden by the command line. Throws a UserError. */
export function loadSettings(options: StationValues, env: Env): Settings {
  if (options.demo) return demoSettings(options, env);
  const configFile = options.config ?? defaultConfigFile(env);
  const raw = overridden(readConfigFile(configFile, options.config !== undefined), options, env);
  const parsed = parseConfig(raw);
  const isThere = existsSync(configFile);
  if ('problems' in parsed) {
    const and = (a: Sentence, b: Sentence) => sentence('settings.and', { one: asPart(a), other: asPart(b) });
    const problems = asPart(parsed.problems.reduce(and));
    if (isThere) throw new UserError(sentence('settings.unusable-file', { file: configFile, problems }));
    throw new UserError(sentence('settings.unusable', { problems }));
  }
  return {
    config: parsed.config,
    dataDir: dataDirOf(env, options),
    configFile: isThere ? configFile : null,
    demo: false,
    origin: { options, env, file: configFile },
  };
}

/** Settings from file, environment and options, in ascending order. Writes into `raw`. */
export function overridden(raw: RawConfig, options: StationValues, env: Env): RawConfig {
  for (const [variable, value] of Object.entries(env)) {
    if (variable.startsWith(PREFIX) && value !== undefined) applyEnv(raw, variable, value);
  }
  for (const [key, option] of Object.entries(OPTION_OF)) {
    const value = options[option];
    const isNumber = option === 'port' || option === 'speed';
    if (value !== undefined) setIn(raw, key.split('.'), isNumber ? asNumber(value) : value);
  }
  return raw;
}

/** Source that overrides a setting of the file: environment or option. */
export function overrider(key: string, options: StationValues, env: Env): 'environment' | 'option' | null {
  const option = OPTION_OF[key];
  if (option !== undefined && options[option] !== undefined) return 'option';
  const variable = (PREFIX + key.replaceAll('.', '__')).toLowerCase();
  const names = Object.keys(env).filter((name) => env[name] !== undefined && name.startsWith(PREFIX));
  return names.some((name) => name.toLowerCase() === variable) ? 'environment' : null;
}

export const PREFIX = 'WEATHERGLASS_';
const OPTION_OF: Readonly<Record<string, 'host' | 'port' | 'source' | 'speed'>> = {
  'server.host': 'host',
  'server.port': 'port',
  'sensors.source': 'source',
  'sensors.replay_speed': 'speed',
};

/** A demonstration knows nothing of the user's station: neither its folder nor its file, whoever names them. */
function demoSettings({ demo: _, config, source, ...options }: StationValues, env: Env): Settings {
  if (config !== undefined) throw new UsageError('--demo has its own settings; omit --config.');
  if (source !== undefined && source !== 'simulator' && source !== OUTDOOR_SIMULATOR)
    throw new UsageError(`--demo shows simulated weather; omit --source ${source}.`);
  const data = openDemoFolder(options.data ?? defaultDemoFolder(env));
  const own = { ...options, data, config: demoConfigFile(data), source: source ?? 'simulator' };
  return { ...loadSettings(own, env), demo: true };
}

export type RawConfig = Record<string, unknown>;

function readConfigFile(path: string, named: boolean): RawConfig {
  if (!existsSync(path)) {
    if (named) throw new UserError(sentence('settings.missing', { path }));
    return {};
  }
  try {
    const raw: unknown = readYaml(readSettingsText(path)) ?? {};
    if (typeof raw === 'object' && !Array.isArray(raw)) return raw as RawConfig;
    throw new UserError(sentence('settings.sections', { path }));
  } catch (error) {
    if (error instanceof YamlFault) {
      const { at, message: why } = error;
      if (at === null) throw new UserError(sentence('settings.yaml', { path, why }));
      throw new UserError(sentence('settings.yaml-at', { path, line: String(at.line), column: String(at.column) }));
    }
    const code = (error as NodeJS.ErrnoException).code;
    if (code) throw new UserError(sentence('settings.unreadable', { path, code }));
    throw error;
  }
}

/** WEATHERGLASS_SITE__ALTITUDE_M=42 → site.altitude_m, and __ once more for a part of a section. Values are read as YAML, so 42, true and null mean themselves. */
function applyEnv(raw: RawConfig, variable: string, value: string): void {
  const path = variable.slice(PREFIX.length).toLowerCase().split('__');
  if (path.length < 2) return; // WEATHERGLASS_DATA and the like are not settings
  setIn(raw, path, wantsText(settingNode(path.join('.'))) ? value : asYaml(variable, path, value));
}

function asYaml(variable: string, path: readonly string[], value: string): unknown {
  try {
    return readYaml(value);
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    const quote = settingNode(path.join('.')) && quoted(path, value); // an unknown name may be a slip in that of a secret
    throw new UserError(sentence('settings.variable', { variable, value: quote ? `"${quote}"` : MASK }));
  }
}

const wantsText = (node: SchemaNode | undefined): boolean =>
  node?.type === 'string' || (node?.anyOf?.some((choice) => choice.type === 'string') ?? false);

function setIn(raw: RawConfig, [key, ...rest]: readonly string[], value: unknown): void {
  const existing = raw[key!];
  const inner = typeof existing === 'object' && existing !== null ? { ...(existing as RawConfig) } : {};
  if (rest.length > 0) setIn(inner, rest, value);
  raw[key!] = rest.length > 0 ? inner : value;
}

const asNumber = (text: string): unknown => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text));
