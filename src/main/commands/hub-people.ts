import type { ParseArgsConfig } from 'node:util';
import type { Deed } from '../../contract/fleet-people.ts';
import { scryptHash } from '../../http/scrypt.ts';
import { newPassword, type People } from '../../hub/access/people.ts';
import { PeopleFile } from '../../hub/access/people-file.ts';
import { ROLES, type Role } from '../../hub/access/roles.ts';
import { parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import type { Io } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { giveToOwner } from '../machine/ownership.ts';
import { UsageError, UserError } from '../user-error.ts';
import { auditOf, userOf } from './hub-audit.ts';
import { hubFolderForFirst, hubFolderThatIs } from './hub-folder.ts';

export const PEOPLE_COMMANDS = ['person', 'people'] as const;
const DEEDS = ['add', 'set', 'password', 'remove'] as const;
const FOLDER = { data: { type: 'string' } } as const;
const STANDING = {
  ...FOLDER,
  role: { type: 'string' },
  group: { type: 'string', multiple: true, default: [] },
} as const satisfies ParseArgsConfig['options'];

/** Commands for people who log in to the hub's page. A running hub sees a change within a second; a password is shown once. */
export async function runPeopleCommand([word, deed, ...args]: string[], io: Io): Promise<number> {
  if (word === 'people') return list([...(deed === undefined ? [] : [deed]), ...args], io);
  if (deed === 'add') return add(args, io);
  if (deed === 'set') return set(args, io);
  if (deed === 'password') return renew(args, io);
  if (deed === 'remove') return remove(args, io);
  throw new UsageError(`weatherglass hub person needs one of ${DEEDS.join(', ')}, and a NAME.`);
}

async function add(args: string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(args, { command: 'hub person add', options: STANDING, words: ['NAME'] });
  const { folder } = hubFolderForFirst(values.data, io);
  const given = { name: words[0]!.trim(), role: roleOf(values.role ?? 'viewer'), groups: values.group };
  const password = newPassword();
  const hash = await scryptHash(password);
  const people = await change(folder, (before) => before.added(given, hash, systemClock.nowS()));
  await told(folder, io, 'person-added', given.name, { role: given.role, groups: given.groups.join(', ') });
  if (people.all.length === 1) io.stderr.write('weatherglass: From now on the page asks everybody to log in.\n');
  if (!people.hasOperator)
    io.stderr.write(
      'weatherglass: Nobody is an operator yet. Make one: weatherglass hub person set NAME --role operator\n',
    );
  io.stdout.write(`name: ${given.name}\npassword: ${password}\n`);
  return EXIT.done;
}

async function set(args: string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(args, { command: 'hub person set', options: STANDING, words: ['NAME'] });
  if (values.role === undefined) throw new UsageError('weatherglass hub person set needs --role ROLE.');
  const folder = hubFolderThatIs(values.data, io);
  const to = { role: roleOf(values.role), groups: values.group };
  await change(folder, (before) => stillManaged(before, before.changed(words[0]!, to, systemClock.nowS())));
  await told(folder, io, 'person-changed', words[0]!, { role: to.role, groups: to.groups.join(', ') });
  io.stdout.write(`${words[0]}: ${to.role}\n`);
  return EXIT.done;
}

async function renew(args: string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(args, { command: 'hub person password', options: FOLDER, words: ['NAME'] });
  const folder = hubFolderThatIs(values.data, io);
  const password = newPassword();
  const hash = await scryptHash(password);
  await change(folder, (before) => before.withPassword(words[0]!, hash, systemClock.nowS()));
  await told(folder, io, 'password-changed', words[0]!);
  io.stdout.write(`name: ${words[0]}\npassword: ${password}\n`);
  return EXIT.done;
}

async function remove(args: string[], io: Io): Promise<number> {
  const options = { ...FOLDER, yes: { type: 'boolean', default: false } } as const;
  const { values, words } = parseArguments(args, { command: 'hub person remove', options, words: ['NAME'] });
  const folder = hubFolderThatIs(values.data, io);
  const people = await change(folder, (before) => {
    const after = before.removed(words[0]!);
    const isLast = typeof after !== 'string' && after.all.length === 0;
    if (isLast && !values.yes)
      return 'this is the last person, and without people the page is open to whoever reaches it; add --yes';
    return isLast ? after : stillManaged(before, after);
  });
  await told(folder, io, 'person-removed', words[0]!);
  if (people.all.length === 0)
    io.stderr.write('weatherglass: Nobody is left. From now on the page shows everything to whoever reaches it.\n');
  io.stdout.write(`removed: ${words[0]}\n`);
  return EXIT.done;
}

function list(args: string[], io: Io): number {
  const options = { ...FOLDER, json: { type: 'boolean', default: false } } as const;
  const { values } = parseArguments(args, { command: 'hub people', options });
  const { all } = new PeopleFile(hubFolderThatIs(values.data, io)).read();
  if (values.json) {
    io.stdout.write(`${JSON.stringify({ people: all.map(({ hash: _, ...person }) => person) })}\n`);
    return EXIT.done;
  }
  if (all.length === 0)
    io.stderr.write(
      'weatherglass: nobody can log in. Add somebody with: weatherglass hub person add NAME --role operator\n',
    );
  for (const { name, role, groups } of all)
    io.stdout.write(`${role.padEnd(8)}  ${name}${groups.length > 0 ? `  (${groups.join(', ')})` : ''}\n`);
  return EXIT.done;
}

/** Refuses a change after which nobody could manage the page any more. */
const stillManaged = (before: People, after: People | string): People | string =>
  typeof after !== 'string' && before.hasOperator && !after.hasOperator
    ? 'this is the last operator; make somebody else one first'
    : after;

function roleOf(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (role === undefined) throw new UsageError(`--role is "${text}", expected ${ROLES.join(', ')}.`);
  return role;
}

const change = (folder: string, make: (before: People) => People | string): Promise<People> =>
  new PeopleFile(folder).change((before) => {
    const people = make(before);
    if (typeof people === 'string') throw new UserError(`${people}.`);
    return { people, answer: people };
  });

async function told(folder: string, io: Io, did: Deed, to: string, what?: Record<string, string>): Promise<void> {
  await auditOf(folder).write({ who: userOf(io), by: 'command', did, to, ...(what && { what }) });
  giveToOwner(folder);
}
