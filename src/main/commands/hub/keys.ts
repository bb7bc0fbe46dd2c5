import { accepted } from '../../../hub/refusal.ts';
import type { Enrolled, Registry } from '../../../hub/registry.ts';
import { dayText, hubCommand, JSON_TOO, YES } from './work.ts';

/** A login may begin with a dash, and is then no option. */
const asWord = (login: string): string => (login.startsWith('-') ? `-- ${login}` : login);

const GONE_UNKNOWN =
  'the list of removed stations (removed.json) cannot be read; until it is restored, no station can be added or removed';

const known = (registry: Registry, name: string): Enrolled => accepted(registry.named(name));

/** `hub add`: a station. Its secret is shown once and stored nowhere. */
export const add = hubCommand(
  'add',
  { options: { login: { type: 'string' } }, words: ['NAME'], isFirst: true },
  async (hub, { login: wanted = null }, [name]) => {
    const { login, secret, before } = await hub.registryFile.change((registry) => {
      // A station whose secret was lost is added again, and then there are two of it.
      const before = registry.stations.find((one) => one.name === name!.trim());
      return { ...accepted(registry.added(name!, hub.nowS, wanted)), before };
    });
    await hub.told({ did: 'station-added', to: login });
    if (hub.isNew) hub.warn(`${hub.folder} is now the data folder of a new hub.`);
    if (before)
      hub.warn(
        `another station has this name already (${before.login}). To give that one a new secret: hub rotate ${asWord(before.login)}.`,
      );
    hub.out(`login: ${login}\nsecret: ${secret}`);
  },
);

/** A change of a station that is there: it needs no list of those that were removed. */
const changing = (
  word: 'revoke' | 'rotate',
  did: 'station-revoked' | 'station-rotated',
  make: (registry: Registry, login: string, nowS: number) => { list: Registry; text: string },
) =>
  hubCommand(word, { words: ['NAME'] }, async (hub, _values, [name]) => {
    const { login, text, isGoneKnown } = await hub.registryFile.change((before) => {
      const { login } = known(before, name!);
      return { ...make(before, login, hub.nowS), login, isGoneKnown: before.gone !== null };
    }, 'those there are');
    await hub.told({ did, to: login });
    if (!isGoneKnown) hub.warn(`${GONE_UNKNOWN}.`);
    hub.out(text);
  });

export const revoke = changing('revoke', 'station-revoked', (registry, login, nowS) => ({
  list: registry.revoked(login, nowS),
  text: `revoked: ${login}`,
}));

export const rotate = changing('rotate', 'station-rotated', (before, login, nowS) => {
  const { list, secret } = before.rotated(login, nowS);
  return { list, text: `login: ${login}\nsecret: ${secret}` };
});

/** `hub remove`: the one change that cannot be taken back. */
export const remove = hubCommand('remove', { options: YES, words: ['NAME'] }, async (hub, { yes }, [wanted]) => {
  const { login, name } = known(hub.registryFile.readToChange(), wanted!);
  const warnings = [
    `This removes ${login} (${name}) for good. It can no longer send, and no page shows it. Its login is never used again.`,
    'Its readings and scores stay in the database. docs/use/fleet.md shows how to delete them.',
  ];
  if (!yes) await hub.confirmed(warnings, login, `${login} was not removed.`);
  await hub.registryFile.change((registry) => ({ list: registry.removed(known(registry, login).login) }));
  await hub.told({ did: 'station-removed', to: login });
  hub.out(`removed: ${login}`);
});

export const htpasswd = hubCommand('htpasswd', {}, (hub) => {
  hub.io.stdout.write(hub.registryFile.read().htpasswd());
});

export const list = hubCommand('list', { options: JSON_TOO }, (hub, { json }) => {
  const { stations } = hub.registryFile.read();
  const width = Math.max(5, ...stations.map(({ login }) => login.length));
  hub.list(
    json && { stations: stations.map(({ hash: _, ...station }) => station) },
    stations.map((station) => `${station.login.padEnd(width)}  ${standing(station)}  ${station.name}`),
    'this hub has no stations yet. Add one with: weatherglass hub add NAME',
  );
});

const standing = ({ added_ts, revoked_ts }: Enrolled): string =>
  revoked_ts === null ? `added ${dayText(added_ts)}  ` : `revoked ${dayText(revoked_ts)}`;
