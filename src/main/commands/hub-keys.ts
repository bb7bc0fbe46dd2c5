import type { Deed } from '../../contract/fleet-people.ts';
import type { Enrolled, Registry } from '../../hub/registry.ts';
import { RegistryFile } from '../../hub/registry-file.ts';
import { parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import type { Io } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { firstLine } from '../first-line.ts';
import { giveToOwner } from '../machine/ownership.ts';
import { UsageError, UserError } from '../user-error.ts';
import { auditOf, userOf } from './hub-audit.ts';
import { hubFolderForFirst, hubFolderThatIs } from './hub-folder.ts';

export const KEY_COMMANDS = ['add', 'revoke', 'remove', 'rotate', 'list', 'htpasswd'] as const;
const GONE_UNKNOWN =
  'the list of removed stations (removed.json) cannot be read; until it is restored, no station can be added or removed';
const FOLDER = { data: { type: 'string' } } as const;
const DEEDS = { add: 'station-added', revoke: 'station-revoked', rotate: 'station-rotated' } as const;

const audited = (folder: string, io: Io, did: Deed, to: string): Promise<void> =>
  auditOf(folder).write({ who: userOf(io), by: 'command', did, to });

/**
 * Commands for stations of a fleet: add, remove, list. A running hub sees a change within a second; a secret is shown once and stored
 * nowhere.
 */
export async function runKeyCommand([word, ...args]: string[], io: Io): Promise<number> {
  if (word === 'list') return list(args, io);
  if (word === 'htpasswd') {
    const { values } = parseArguments(args, { command: 'hub htpasswd', options: FOLDER });
    io.stdout.write(new RegistryFile(hubFolderThatIs(values.data, io)).read().htpasswd());
    return EXIT.done;
  }
  if (word === 'remove') return remove(args, io);
  const options = { ...FOLDER, login: { type: 'string' } } as const;
  const { values, words } = parseArguments(args, { command: `hub ${word}`, options, words: ['NAME'] });
  if (values.login !== undefined && word !== 'add')
    throw new UsageError(
      '--login belongs to hub add: a login never changes, because it is on every value in the engine.',
    );
  const wanted = values.login ?? null;
  const { folder, isNew } =
    word === 'add' ? hubFolderForFirst(values.data, io) : { folder: hubFolderThatIs(values.data, io), isNew: false };
  const file = new RegistryFile(folder);
  const [name] = words as [string];
  const { text, hint, login } = await file.change(
    (registry) => changed(registry, word!, name, wanted),
    word === 'add' ? 'everybody' : 'those there are',
  );
  await audited(folder, io, DEEDS[word as keyof typeof DEEDS], login);
  giveToOwner(folder);
  if (isNew) io.stderr.write(`weatherglass: ${folder} is now the data folder of a new hub.\n`);
  if (hint !== null) io.stderr.write(`weatherglass: ${hint}.\n`);
  io.stdout.write(text);
  return EXIT.done;
}

/** The one change that cannot be taken back. */
async function remove(args: string[], io: Io): Promise<number> {
  const options = { ...FOLDER, yes: { type: 'boolean', default: false } } as const;
  const { values, words } = parseArguments(args, { command: 'hub remove', options, words: ['NAME'] });
  const folder = hubFolderThatIs(values.data, io);
  const file = new RegistryFile(folder);
  const { login, name } = known(file.readToChange(), words[0]!);
  if (!values.yes) {
    io.stderr.write(
      `weatherglass: This removes ${login} (${name}) for good. It can no longer send, and no page shows it. Its login is never used again.\n` +
        'weatherglass: Its readings and scores stay in the database. docs/use/fleet.md shows how to delete them.\n',
    );
    const said = process.stdin.isTTY ? await firstLine(io, `Type ${login} to remove it: `) : '';
    if (said.trim() !== login)
      throw new UserError(`${login} was not removed. To remove it without a question, add --yes.`);
  }
  await file.change((registry) => ({ registry: registry.removed(known(registry, login).login), answer: null }));
  await audited(folder, io, 'station-removed', login);
  giveToOwner(folder);
  io.stdout.write(`removed: ${login}\n`);
  return EXIT.done;
}

function known(registry: Registry, name: string): Enrolled {
  const station = registry.named(name);
  if (typeof station === 'string') throw new UserError(`${station}.`);
  return station;
}

interface CommandAnswer {
  login: string;
  text: string;
  hint: string | null;
}

function changed(
  registry: Registry,
  word: string,
  name: string,
  wanted: string | null,
): { registry: Registry; answer: CommandAnswer } {
  const nowS = Math.round(systemClock.nowS());
  if (word === 'add') {
    const added = registry.added(name, nowS, wanted);
    if (typeof added === 'string') throw new UserError(`${added}.`);
    const { login, secret } = added;
    return {
      registry: added.registry,
      answer: { login, text: `login: ${login}\nsecret: ${secret}\n`, hint: sameName(registry, name) },
    };
  }
  const { login } = known(registry, name);
  const hint = registry.gone === null ? GONE_UNKNOWN : null;
  if (word === 'revoke')
    return { registry: registry.revoked(login, nowS), answer: { login, text: `revoked: ${login}\n`, hint } };
  const rotated = registry.rotated(login, nowS);
  return { registry: rotated.registry, answer: { login, text: `login: ${login}\nsecret: ${rotated.secret}\n`, hint } };
}

/** Warns of a second station with this name. A station whose secret was lost is added again, and then there are two of it. */
function sameName({ stations }: Registry, name: string): string | null {
  const before = stations.find((station) => station.name === name.trim());
  return before
    ? `another station has this name already (${before.login}). To give that one a new secret: hub rotate ${before.login}`
    : null;
}

function list(args: string[], io: Io): number {
  const options = { ...FOLDER, json: { type: 'boolean', default: false } } as const;
  const { values } = parseArguments(args, { command: 'hub list', options });
  const { stations } = new RegistryFile(hubFolderThatIs(values.data, io)).read();
  if (values.json) {
    const shown = stations.map(({ hash: _, ...station }) => station);
    io.stdout.write(`${JSON.stringify({ stations: shown })}\n`);
    return EXIT.done;
  }
  if (stations.length === 0)
    io.stderr.write('weatherglass: this hub has no stations yet. Add one with: weatherglass hub add NAME\n');
  const width = Math.max(5, ...stations.map(({ login }) => login.length));
  for (const station of stations)
    io.stdout.write(`${station.login.padEnd(width)}  ${standing(station)}  ${station.name}\n`);
  return EXIT.done;
}

const day = (tS: number): string => new Date(tS * 1000).toISOString().slice(0, 10);

const standing = ({ added_ts, revoked_ts }: Enrolled): string =>
  revoked_ts === null ? `added ${day(added_ts)}  ` : `revoked ${day(revoked_ts)}`;
