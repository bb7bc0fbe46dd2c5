import { globSync, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { unlessRefused } from '../../base/system-error.ts';
import { ownArguments, parseArguments } from '../arguments.ts';
import type { Outcome } from '../run-group.ts';
import { type StationValues, stationOptions } from '../settings/settings.ts';
import { UsageError, UserError } from '../user-error.ts';
import { ANSWER_WITHIN_S, DONE_WITHIN_S, type Host } from './host.ts';
import { fileEnvironment, shownCommand, shownEnvironment } from './unit-words.ts';

export const STATION_UNIT = 'weatherglass.service';

/** Environment, options and folders that a unit gives its station. */
export interface Given {
  env: Record<string, string>;
  options: StationValues;
}

/** `systemctl show`, or why it gave no answer. */
export type UnitState = Awaited<ReturnType<Services['state']>>;

/** A unit of systemd, asked and told by systemctl. */
export class Services {
  constructor(
    private readonly host: Host,
    private readonly unit: string,
  ) {}

  #ctl(...args: string[]): Promise<Outcome> {
    return this.host.run('systemctl', args, args[0] === 'stop' ? DONE_WITHIN_S : ANSWER_WITHIN_S);
  }

  async stop(): Promise<void> {
    const { code, out } = await this.#ctl('stop', this.unit);
    if (code === 0 || code === 5) return; // "not loaded" is as stopped as can be
    throw new UserError(`systemctl stop ${this.unit} failed: ${out}`);
  }
  /** Stops the unit, or kills it: a rollback must not fail on the release that it leaves. Why that was needed, or null. */
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
  async state() {
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
  /** Environment and command line of the unit, its drop-ins and the files that the caller can read: they may set port and data folder. */
  async given(): Promise<Given> {
    const properties = ['Environment', 'EnvironmentFiles', 'ExecStart'];
    const { code, out } = await this.#ctl('show', ...properties.map((name) => `--property=${name}`), this.unit);
    if (code !== 0) return { env: {}, options: {} };
    const shown = (name: string) => [...out.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
    const env = shownEnvironment(shown('Environment').join(' '));
    for (const file of shown('EnvironmentFiles').flatMap((line) => filesOf(line)))
      Object.assign(env, fileEnvironment(textOf(file)));
    return { env, options: optionsOf(shownCommand(shown('ExecStart').join('\n'))) };
  }
}

/** Text of an environment file; none where there is none, or the caller may not read it. */
export const textOf = (file: string): string => unlessRefused(() => readFileSync(file, 'utf8')) ?? '';

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
