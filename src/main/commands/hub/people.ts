import type { ParseArgsConfig } from 'node:util';
import { scryptHash } from '../../../http/scrypt.ts';
import { newPassword, type People, peopleFile } from '../../../hub/access/people.ts';
import { programFile } from '../../../hub/access/programs.ts';
import { ROLES, type Role } from '../../../hub/access/roles.ts';
import { groupNameOf } from '../../../hub/details.ts';
import { accepted } from '../../../hub/refusal.ts';
import { dropMadeBy } from '../../../hub/staff.ts';
import { choiceOf } from '../../arguments.ts';
import { UsageError } from '../../user-error.ts';
import { dayText, type HubWork, hubCommand, JSON_TOO, YES } from './work.ts';

const GROUPS = { group: { type: 'string', multiple: true, default: [] } } as const satisfies ParseArgsConfig['options'];

export const addPerson = hubCommand(
  'person add',
  { options: { ...GROUPS, role: { type: 'string', default: 'viewer' } }, words: ['NAME'], isFirst: true },
  async (hub, { role, group: groups }, [text]) => {
    const given = { name: text!.trim(), role: roleOf(role), groups };
    const password = newPassword();
    const hash = await scryptHash(password);
    const people = await changed(hub, (before) => before.added(given, hash, hub.nowS));
    await dropMadeBy(hub.folder, given.name);
    const what = { role: given.role, groups: groups.join(', ') };
    await hub.told({ did: 'person-added', to: given.name, what });
    tellLonely(hub, given);
    if (people.all.length === 1) hub.warn('From now on the page asks everybody to log in.');
    if (!people.hasOperator)
      hub.warn('Nobody is an operator yet. Make one: weatherglass hub person set NAME --role operator');
    hub.out(`name: ${given.name}\npassword: ${password}`);
  },
);

export const setPerson = hubCommand(
  'person set',
  { options: { ...GROUPS, role: { type: 'string' } }, words: ['NAME'] },
  async (hub, { role, group: groups }, [name]) => {
    if (role === undefined) throw new UsageError('weatherglass hub person set needs --role ROLE.');
    const to = { role: roleOf(role), groups };
    await changed(hub, (before) => stillManaged(before, before.changed(name!, to, hub.nowS)));
    await hub.told({ did: 'person-changed', to: name!, what: { role: to.role, groups: groups.join(', ') } });
    tellLonely(hub, to);
    hub.out(`${name}: ${to.role}`);
  },
);

export const renewPassword = hubCommand('person password', { words: ['NAME'] }, async (hub, _values, [name]) => {
  const password = newPassword();
  const hash = await scryptHash(password);
  await changed(hub, (before) => before.withPassword(name!, hash, hub.nowS));
  await hub.told({ did: 'password-changed', to: name! });
  hub.out(`name: ${name}\npassword: ${password}`);
});

export const removePerson = hubCommand(
  'person remove',
  { options: YES, words: ['NAME'] },
  async (hub, { yes }, [wanted]) => {
    const without = (before: People): People | string => {
      const after = before.removed(wanted!);
      return typeof after !== 'string' && after.all.length === 0 ? after : stillManaged(before, after);
    };
    const before = peopleFile(hub.folder).read();
    const isLast = accepted(without(before)).all.length === 0;
    const { name } = before.find(wanted!)!;
    const warnings = [
      `This ends the logins of ${name} for good.`,
      ...(isLast ? ['This is the last person. Then the page shows everything to whoever reaches it.'] : []),
    ];
    if (!yes) await hub.confirmed(warnings, name, `${name} was not removed.`);
    const people = await changed(hub, without);
    await dropMadeBy(hub.folder, name);
    await hub.told({ did: 'person-removed', to: name });
    if (people.all.length === 0)
      hub.warn('Nobody is left. From now on the page shows everything to whoever reaches it.');
    hub.out(`removed: ${name}`);
  },
);

export const people = hubCommand('people', { options: JSON_TOO }, (hub, { json }) => {
  const { all } = peopleFile(hub.folder).read();
  hub.list(
    json && { people: all.map(({ hash: _, ...person }) => person) },
    all.map(
      ({ name, role, groups }) => `${role.padEnd(8)}  ${name}${groups.length > 0 ? `  (${groups.join(', ')})` : ''}`,
    ),
    'nobody can log in. Add somebody with: weatherglass hub person add NAME --role operator',
  );
});

/** `hub token add`: lets a program in (Prometheus, curl). The token is shown once. */
export const addToken = hubCommand(
  'token add',
  {
    options: { ...GROUPS, role: { type: 'string', default: 'viewer' }, days: { type: 'string', default: '365' } },
    words: ['NAME'],
  },
  async (hub, { role, group: groups, days: text }, [word]) => {
    const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
    const given = { name: word!.trim(), role: roleOf(role), groups, days };
    const { token } = await programFile(hub.folder).change((before) => accepted(before.added(given, null, hub.nowS)));
    const what = { role: given.role, groups: groups.join(', '), days };
    await hub.told({ did: 'token-made', to: given.name, what });
    tellLonely(hub, given);
    hub.out(`name: ${given.name}\ntoken: ${token}`);
  },
);

export const revokeToken = hubCommand('token revoke', { words: ['NAME'] }, async (hub, _values, [word]) => {
  const name = word!.trim();
  await programFile(hub.folder).change((before) => ({ list: accepted(before.removed(name)) }));
  await hub.told({ did: 'token-revoked', to: name });
  hub.out(`revoked: ${name}`);
});

export const tokens = hubCommand('tokens', {}, (hub) => {
  const { all } = programFile(hub.folder).read();
  hub.list(
    false,
    all.map(({ name, role, groups, until_ts }) =>
      [name, role, groups.join(', ') || '-', `until ${dayText(until_ts)}`].join('  '),
    ),
    'there are no tokens. Make one with: weatherglass hub token add NAME',
  );
});

/** Tells of a teacher's groups that no station is in, which are often typing errors. */
function tellLonely(hub: HubWork, { role, groups }: { role: Role; groups: readonly string[] }): void {
  if (role !== 'teacher') return;
  const known = hub.registryFile.read().groups;
  for (const group of groups.map(groupNameOf))
    if (!known.has(group)) hub.warn(`No station is in the group "${group}" yet.`);
}

/** Refuses a change after which nobody could manage the page any more. */
const stillManaged = (before: People, after: People | string): People | string =>
  typeof after !== 'string' && before.hasOperator && !after.hasOperator
    ? 'this is the last operator; make somebody else one first'
    : after;

const roleOf = (text: string): Role => choiceOf('--role', text, ROLES);

const changed = async (hub: HubWork, make: (before: People) => People | string): Promise<People> =>
  (await peopleFile(hub.folder).change((before) => ({ list: accepted(make(before)) }))).list;
