import { withoutLogins } from '../../../config/mask.ts';
import type { AuditEntry } from '../../../contract/fleet-people.ts';
import { Audit } from '../../../hub/audit.ts';
import { groupNameOf } from '../../../hub/details.ts';
import type { Engine } from '../../../hub/engine/engine.ts';
import { engineAt } from '../../../hub/engine/open.ts';
import type { Registry } from '../../../hub/registry.ts';
import { RegistryFile } from '../../../hub/registry-file.ts';
import { type Arguments, numberOf, type Options, parseArguments, type Syntax } from '../../arguments.ts';
import { systemClock } from '../../clock.ts';
import { type Command, EXIT, type Io } from '../../command.ts';
import { firstLine } from '../../first-line.ts';
import { giveToOwner } from '../../machine/ownership.ts';
import { UsageError, UserError } from '../../user-error.ts';
import { hubFolder } from './folder.ts';

const DATA = { data: { type: 'string' } } as const;
type WithData<O extends Options> = O & typeof DATA;

interface HubSyntax<O extends Options> extends Pick<Syntax<WithData<O>>, 'words' | 'optional'> {
  options?: O;
  /** The command may be the first one in its folder. */
  isFirst?: true;
}

/** A command on a hub's folder: reads its arguments, finds the folder, and leaves its files to the folder's owner. */
export const hubCommand =
  <O extends Options>(
    name: string,
    { options, isFirst, ...words }: HubSyntax<O>,
    work: (hub: HubWork, values: Arguments<WithData<O>>['values'], words: string[]) => unknown,
  ): Command =>
  async (args, io) => {
    const given = parseArguments(args, {
      command: `hub ${name}`,
      options: { ...DATA, ...options } as WithData<O>,
      ...words,
    });
    const { data } = given.values as { data?: string };
    const { folder, isNew } = hubFolder(data, io, isFirst ?? false);
    try {
      const code = await work(new HubWork(folder, io, isNew), given.values, given.words);
      return typeof code === 'number' ? code : EXIT.done;
    } finally {
      giveToOwner(folder);
    }
  };

/** Folder of a hub under a command, with its registry, its audit log and the streams. */
export class HubWork {
  readonly registryFile: RegistryFile;
  readonly audit: Audit;
  readonly nowS = Math.round(systemClock.nowS());
  constructor(
    readonly folder: string,
    readonly io: Io,
    /** The folder becomes a hub's by this command: another one may have been meant. */
    readonly isNew: boolean,
  ) {
    this.registryFile = new RegistryFile(folder);
    this.audit = new Audit(folder, systemClock);
  }

  out(line: string): void {
    this.io.stdout.write(`${line}\n`);
  }
  warn(line: string): void {
    this.io.stderr.write(`weatherglass: ${line}\n`);
  }

  /** List for programs as JSON, for people a line each, or why there is none. */
  list(asJson: object | false, lines: readonly string[], none: string): void {
    if (!asJson && lines.length === 0) this.warn(none);
    for (const line of asJson ? [JSON.stringify(asJson)] : lines) this.out(line);
  }

  /** Writes deeds into the audit log. The user is the one that sudo tells: a name that proves nothing, as root can write anything. */
  async told(...deeds: Pick<AuditEntry, 'did' | 'to' | 'what'>[]): Promise<void> {
    const { env } = this.io;
    const who = env['SUDO_USER'] || env['USER'] || 'root';
    await this.audit.write(...deeds.map((deed) => ({ who, by: 'command' as const, ...deed })));
  }

  /** Asks for a word to be typed before something is deleted for good. */
  async confirmed(warnings: readonly string[], wanted: string, refusal: string): Promise<void> {
    for (const line of warnings) this.warn(line);
    const said = process.stdin.isTTY ? await firstLine(this.io, `Type ${wanted} to go on: `) : '';
    if (said.trim() !== wanted) throw new UserError(`${refusal} To do it without a question, add --yes.`);
  }
}

export const JSON_TOO = { json: { type: 'boolean', default: false } } as const;
export const YES = { yes: { type: 'boolean', default: false } } as const;
export const ENGINE = { engine: { type: 'string', default: 'http://127.0.0.1:8428' } } as const;

export function engineOf(address: string): Engine {
  const engine = engineAt(address);
  if (engine !== null) return engine;
  throw new UsageError(
    `--engine is "${withoutLogins(address)}", expected http://HOST:PORT (VictoriaMetrics) or influx+http://HOST:PORT.`,
  );
}

export function askerOf(address: string) {
  const engine = engineOf(address);
  return <T>(question: (there: Engine) => Promise<T>): Promise<T> => question(engine);
}

/** Logins of a group, or of all stations where none is named. */
export function loginsOf(registry: Registry, name: string | undefined): string[] {
  const logins = registry.stations.map(({ login }) => login);
  if (name === undefined) return logins;
  const group = groupNameOf(name);
  const mine = logins.filter((login) => registry.detailsOf(login).group === group);
  if (mine.length === 0) throw new UserError(`no station is in the group "${group}".`);
  return mine;
}

export const shareOf = (text: string): number => numberOf('--share', text, [0, 100]);

/** Day in UTC. */
export const dayText = (tS: number): string => new Date(1000 * tS).toISOString().slice(0, 10);
