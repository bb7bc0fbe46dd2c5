import { globSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { ownArguments, parseArguments } from '../arguments.ts';
import { type StationValues, stationOptions } from '../settings/settings.ts';
import { UsageError, UserError } from '../user-error.ts';
import { asStation } from './as-station.ts';
import { ANSWER_WITHIN_S, DONE_WITHIN_S, type Host, type Outcome } from './host.ts';
import type { StationRecord } from './station-record.ts';
import { readSmall } from './take.ts';
import { fileEnvironment, shownCommand, shownEnvironment } from './unit-words.ts';

export const UNITS = { headless: 'weatherglass.service', kiosk: 'weatherglass-kiosk.service' } as const;

/** Environment, options and folders that a unit gives its station. */
export interface Given {
  env: Record<string, string>;
  options: StationValues;
}

/** `systemctl show`: LoadState, UnitFileState, ActiveState, SubState, Result, NRestarts; or why it gave no answer. */
export interface UnitState {
  refused: string | null;
  load: string;
  file: string;
  active: string;
  sub: string;
  result: string;
  restarts: number;
}

/** The station's unit, whichever kind it is. The kiosk's lives in its user's session and can be reached only while that lasts. */
export class Services {
  readonly unit: string;
  readonly #scope: readonly string[];

  constructor(
    private readonly host: Host,
    private readonly record: StationRecord,
  ) {
    this.unit = UNITS[record.mode];
    this.#scope = record.mode === 'headless' ? [] : ['--user', '-M', `${record.user}@`];
  }

  #ctl(...args: string[]): Promise<Outcome> {
    return this.host.run('systemctl', [...this.#scope, ...args], args[0] === 'stop' ? DONE_WITHIN_S : ANSWER_WITHIN_S);
  }

  /** Whether the unit can be started now: the kiosk's needs a session on the screen. */
  async reachable(): Promise<boolean> {
    if (this.record.mode === 'headless') return true;
    return (await this.#ctl('is-active', 'graphical-session.target')).code === 0 || (await this.active());
  }
  async active(): Promise<boolean> {
    return (await this.#ctl('is-active', '--quiet', this.unit)).code === 0;
  }
  async stop(): Promise<void> {
    const { code, out } = await this.#ctl('stop', this.unit);
    // "not loaded" is as stopped as can be, and so is a unit of a user whose own manager does not run.
    if (code === 0 || code === 5 || (this.record.mode === 'kiosk' && /^Failed to connect to .*bus/m.test(out))) return;
    throw new UserError(`systemctl stop ${this.unit} failed: ${out}`);
  }
  /**
   * Stops the unit, and kills it if it does not stop: a rollback must not fail on the release that it leaves. Returns why that was needed,
   * or null.
   */
  async stopAtAnyRate(): Promise<string | null> {
    try {
      await this.stop();
      return null;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      await this.#ctl('kill', '--signal=SIGKILL', this.unit);
      return error.message;
    }
  }
  /** Starts the unit without waiting: one that never gets ready would block us. Whether it measures is asked of the station itself. */
  async start(): Promise<Outcome> {
    await this.#ctl('daemon-reload');
    await this.#ctl('reset-failed', this.unit);
    return this.#ctl('restart', '--no-block', this.unit);
  }
  /** Null when it starts with the machine from now on, or with its session; else why not. */
  async enable(): Promise<string | null> {
    if (this.record.mode !== 'headless') return null;
    const { code, out } = await this.#ctl('enable', this.unit);
    return code === 0 ? null : `systemctl enable ${this.unit} failed: ${out.split('\n')[0]}`;
  }
  async state(): Promise<UnitState> {
    const names = 'LoadState,UnitFileState,ActiveState,SubState,Result,NRestarts';
    const { code, out } = await this.#ctl('show', `--property=${names}`, this.unit);
    const shown = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(out)?.[1] ?? '';
    return {
      refused: code === 0 ? null : out.split('\n')[0]!,
      load: shown('LoadState'),
      file: shown('UnitFileState'),
      active: shown('ActiveState'),
      sub: shown('SubState'),
      result: shown('Result'),
      restarts: Number(shown('NRestarts')),
    };
  }
  /**
   * Environment and command line from the unit, its drop-ins and the files they name: these can set a port and the data folder, too.
   * Leaves out what cannot be seen: the session of a wall that is off, files closed to the caller.
   */
  async given(): Promise<Given> {
    const properties = ['Environment', 'EnvironmentFiles', 'ExecStart'];
    const { code, out } = await this.#ctl('show', ...properties.map((name) => `--property=${name}`), this.unit);
    if (code !== 0) return { env: {}, options: {} };
    const shown = (name: string) => [...out.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
    const env = shownEnvironment(shown('Environment').join(' '));
    for (const file of shown('EnvironmentFiles').flatMap((line) => filesOf(line)))
      Object.assign(env, fileEnvironment(await this.#textOf(file)));
    return { env, options: optionsOf(shownCommand(shown('ExecStart').join('\n'))) };
  }
  /** Reads an environment file. A wall's unit belongs to its user and may name any file, so it is read as that user. */
  async #textOf(file: string): Promise<string> {
    if (this.record.mode === 'kiosk' && process.getuid?.() === 0) {
      const { code, out } = await asStation(this.host, this.record, ['cat', '--', file]);
      return code === 0 ? out : '';
    }
    try {
      return readSmall(file)?.toString('utf8') ?? '';
    } catch (error) {
      if (error instanceof UserError) return '';
      throw error;
    }
  }
}

/** "/etc/default/x (ignore_errors=no)"; the name may be a pattern. */
const filesOf = (line: string): string[] => globSync(line.replace(/ \(ignore_errors=\w+\)$/, '')).sort();

/** Station options in a custom command line; none if it is built from variables. */
function optionsOf(words: readonly string[]): StationValues {
  const own = ownArguments(words.slice(1), stationOptions);
  if (own.some((word) => word.includes('$'))) return {};
  try {
    const { config, data, host, port } = parseArguments(own, { command: 'serve', options: stationOptions }).values;
    const absolute = Object.entries({ config, data }).filter(([, path]) => path !== undefined && isAbsolute(path));
    return {
      ...Object.fromEntries(absolute),
      ...(host !== undefined && { host }),
      ...(port !== undefined && { port }),
    };
  } catch (error) {
    if (error instanceof UsageError) return {};
    throw error;
  }
}
