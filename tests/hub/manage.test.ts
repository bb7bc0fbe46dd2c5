import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AlertsAnswer, BulkAnswer, KeysAnswer, PasswordAnswer, PeopleAnswer } from '../../src/contract/fleet-people.ts';
import { groupReceiverFile } from '../../src/hub/alerts/group-receivers.ts';
import { HubHere } from '../support/hub-here.ts';
import { loggedIn, sent, withPeople } from '../support/hub-people.ts';

let hub: HubHere;
let olga: string;
let tom: string;
beforeAll(async () => {
  hub = await HubHere.start('http://127.0.0.1:9', []);
  await withPeople(hub.folder, [
    { name: 'Olga', role: 'operator' },
    { name: 'Tom', role: 'teacher', groups: ['West'] },
  ]);
  hub.running.staff.people.reload();
  [olga, tom] = [await loggedIn(hub, 'Olga'), await loggedIn(hub, 'Tom')];
});
afterAll(() => hub.stop());

const secrets: string[] = [];
const as = async (cookie: string, path: string, body: unknown) => {
  const response = await sent(hub, 'POST', `/api/manage/${path}`, body, { Cookie: cookie, 'Accept-Language': 'de' });
  const text = await response.text();
  const answer: unknown = text === '' ? null : JSON.parse(text);
  for (const [, secret] of text.matchAll(/"(?:secret|password)":"([^"]+)"/g)) secrets.push(secret!);
  return { status: response.status, answer };
};
const station = (login: string) => hub.running.hub.fleet().stations.find(({ id }) => id === login);
const proves = async (login: string, secret: string) =>
  (await hub.get('/api/v1/refused', { Authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}` }))
    .status;

it('stations in bulk: a dry run changes nothing and has its faults in the reader’s language; keys come once', async () => {
  const csv = 'name,place,group\nNorth,Holte,West\nSouth,"55.7, 12.5",East\n';
  const dry = BulkAnswer.parse((await as(olga, 'stations', { csv, dry_run: true })).answer);
  expect([dry.lines.map(({ outcome }) => outcome), dry.keys, hub.running.hub.registry.stations]).toEqual([
    ['add', 'add'],
    [],
    [],
  ]);
  const wrong = await as(olga, 'stations', { csv: `${csv}North,,\n`, dry_run: false });
  expect([wrong.status, BulkAnswer.parse(wrong.answer).faults]).toEqual([
    422,
    [{ line: 4, detail: 'diese Station steht schon in Zeile 2' }],
  ]);
  expect(hub.running.hub.registry.stations).toHaveLength(0); // all or nothing
  const added = BulkAnswer.parse((await as(olga, 'stations', { csv, dry_run: false })).answer);
  expect(added.keys.map(({ login, group }) => [login, group])).toEqual([
    ['north', 'West'],
    ['south', 'East'],
  ]);
  expect(await proves('north', added.keys[0]!.secret)).toBe(503); // the hub knows the login: nginx alone does not yet
  expect(BulkAnswer.parse((await as(olga, 'stations', { csv, dry_run: false })).answer).keys).toEqual([]);
  expect(station('south')).toMatchObject({ latitude: 55.7, longitude: 12.5, group: 'East', published: false });
});

it('a teacher renames and moves stations of the own group, one or all of them, and no other', async () => {
  expect((await as(tom, 'stations/tend', { logins: ['north'], name: 'Nordskolen', place: 'Virum' })).status).toBe(204);
  expect(station('north')).toMatchObject({ name: 'Nordskolen', place: 'Virum' });
  for (const logins of [['south'], ['north', 'south']])
    expect((await as(tom, 'stations/tend', { logins, place: 'Elsewhere' })).status).toBe(404);
  expect(station('north')).toMatchObject({ place: 'Virum' }); // not half of it either
  expect((await as(tom, 'stations/group', { logins: ['south'], group: 'West' })).status).toBe(403);
  expect((await as(olga, 'stations/group', { logins: ['south', 'north'], group: 'West' })).status).toBe(204);
  expect((await as(tom, 'stations/tend', { logins: ['north', 'south'], place: 'Holte' })).status).toBe(204);
  expect((await as(olga, 'stations/tend', { logins: ['nobody'], place: 'Holte' })).status).toBe(404);
  expect((await as(olga, 'stations/tend', { logins: ['north', 'south'], name: 'Same' })).status).toBe(422);
});

it('alerts: a teacher chooses who is told of the own group, up to ten, over TLS and out of the hub’s network', async () => {
  const add = (more: object) => as(tom, 'alerts', { group: 'West', kinds: ['silent'], ...more });
  const webhook = 'https://chat.example.invalid/hook/key';
  for (const wrong of [
    'http://chat.example.org/',
    'https://127.0.0.1:8428/',
    'https://[::1]/',
    'https://2130706433/',
    'https://u:p@chat.example.org/',
  ])
    expect([wrong, (await add({ webhook: wrong })).status]).toEqual([wrong, 422]);
  expect((await add({ email: 'anna@example.org' })).status).toBe(422); // this hub has no mail server
  expect((await add({ webhook, email: 'anna@example.org' })).status).toBe(422);
  expect((await add({ webhook, kinds: ['hub'] })).status).toBe(422);
  expect((await add({ webhook, group: 'East' })).status).toBe(404);
  const added = await add({ webhook });
  expect(added).toMatchObject({ status: 200, answer: { is_taken: false } });
  const shown = await (await hub.get('/api/manage/alerts', { Cookie: tom })).text();
  const { receivers } = AlertsAnswer.parse(JSON.parse(shown));
  expect(receivers).toMatchObject([{ groups: ['West'], to: 'chat.example.invalid', kinds: ['silent'], by: 'Tom' }]);
  expect(shown).not.toContain('key');
  const file = groupReceiverFile(hub.folder);
  await file.change((before) => {
    const given = { group: 'West', email: null, webhook, kinds: ['silent' as const], by: 'Tom' };
    const more = Array.from({ length: 9 }).reduce<typeof before>((list) => {
      const next = list.added(given, 1000);
      return typeof next === 'string' ? list : next.list;
    }, before);
    return { list: more };
  });
  expect((await add({ webhook })).status).toBe(422); // the eleventh
  expect((await as(tom, 'alerts/remove', { id: receivers[0]!.id })).status).toBe(204);
  expect(file.read().all).toHaveLength(9);
  expect(hub.running.staff.audit.read(2)).toMatchObject([
    { who: 'Tom', did: 'alert-receiver-removed', to: 'West' },
    { who: 'Tom', did: 'alert-receiver-added', to: 'West', what: { to: 'chat.example.invalid', kinds: 'silent' } },
  ]);
});

it('a person who goes takes the receivers along, and one who comes finds none of a namesake', async () => {
  const people = async (change: object) => {
    const { status } = await as(olga, 'people', { name: 'tim', ...change });
    expect(status).toBe(200);
  };
  const file = groupReceiverFile(hub.folder);
  const others = file.read().all.length;
  const ofTim = () =>
    file.change((before) => {
      const given = { group: 'East', email: null, webhook: 'https://t.example.invalid/', kinds: ['silent' as const] };
      return before.added({ ...given, by: 'Tim' }, 1000) as Exclude<ReturnType<typeof before.added>, string>;
    });
  for (const deeds of [['add'], ['remove'], ['add', 'remove']]) {
    await ofTim(); // left by a hub of before, or made by him
    for (const deed of deeds) await people({ deed });
    expect(file.read().all).toHaveLength(others);
  }
  writeFileSync(join(hub.folder, 'programs.json'), 'damaged');
  await people({ deed: 'add' });
  await people({ deed: 'remove' });
  rmSync(join(hub.folder, 'programs.json'));
});

it('retention: an operator sets it for several stations at once, after it was told what it deletes', async () => {
  const keep = (days: number | null, isDry: boolean) =>
    as(olga, 'stations/keep', { logins: ['north', 'south'], days, dry_run: isDry });
  const dry = await keep(30, true);
  expect(dry).toMatchObject({ status: 200, answer: { before_ts: expect.any(Number), values: null } }); // no database here
  expect(station('north')).toMatchObject({ keep_days: null });
  expect((await keep(30, false)).status).toBe(200);
  expect([station('north'), station('south')]).toMatchObject([{ keep_days: 30 }, { keep_days: 30 }]);
  // The same once more is no deed: it would push others out of the log.
  const lines = () => hub.running.staff.audit.read(1000).length;
  const before = lines();
  expect((await keep(30, false)).status).toBe(200);
  const { name, place } = station('north')!;
  for (let i = 0; i < 3; i++) await as(tom, 'stations/tend', { logins: ['north'], name, place: place ?? '' });
  await as(olga, 'stations/group', { logins: ['north'], group: 'West' });
  expect(lines()).toBe(before);
  expect((await keep(0, false)).status).toBe(422);
  expect((await as(tom, 'stations/keep', { logins: ['north'], days: 1, dry_run: true })).status).toBe(403);
  expect((await keep(null, false)).status).toBe(200);
  expect(station('north')).toMatchObject({ keep_days: null });
});

it('stations in bulk: a cell of a million spaces is refused, and not after an hour', async () => {
  const csv = `name,place\nZ,"a${' '.repeat(1_000_000)}b"\n`;
  const { status, answer } = await as(olga, 'stations', { csv, dry_run: true });
  expect([status, BulkAnswer.parse(answer).faults.map(({ line }) => line)]).toEqual([200, [2]]);
});

it('logins: are renewed, revoked, renamed and removed, several at once', async () => {
  const { keys } = KeysAnswer.parse(
    (await as(olga, 'stations/keys', { logins: ['north', 'south'], deed: 'rotate' })).answer,
  );
  expect(await proves('south', keys[1]!.secret)).toBe(503);
  await as(olga, 'stations/keys', { logins: ['south'], deed: 'revoke' });
  expect(await proves('south', keys[1]!.secret)).toBe(403);
  const relogged = KeysAnswer.parse(
    (await as(olga, 'stations/keys', { logins: ['north'], deed: 'relog', login: 'nord-1' })).answer,
  );
  expect(await proves('nord-1', relogged.keys[0]!.secret)).toBe(503);
  expect(await proves('north', keys[0]!.secret)).toBe(401);
  expect([station('north'), station('nord-1')]).toEqual([
    undefined,
    expect.objectContaining({ name: 'Nordskolen', group: 'West' }),
  ]);
  expect((await as(olga, 'stations/keys', { logins: ['nord-1'], deed: 'relog', login: 'north' })).status).toBe(422); // used once
  expect((await as(olga, 'stations/keys', { logins: ['south'], deed: 'remove' })).status).toBe(200);
  expect(station('south')).toBeUndefined();
});

it('people: an operator adds, changes and removes them, and one operator stays', async () => {
  const { password } = PasswordAnswer.parse(
    (await as(olga, 'people', { deed: 'add', name: 'Vera', role: 'viewer' })).answer,
  );
  const vera = await loggedIn(hub, 'Vera', password!);
  expect((await as(vera, 'people', { deed: 'remove', name: 'Olga' })).status).toBe(403);
  expect((await as(olga, 'people', { deed: 'set', name: 'Vera', role: 'teacher', groups: [] })).status).toBe(422);
  expect((await as(olga, 'people', { deed: 'add', name: 'vera' })).status).toBe(422);
  // A group that no station is in, which is a typing error more often than not.
  for (const path of ['people', 'programs']) {
    const nobody = { deed: 'add', name: 'Ulla', role: 'teacher', groups: ['Nirgends'] };
    expect(await as(olga, path, nobody)).toMatchObject({ status: 422, answer: { detail: 'unbekannte Gruppe' } });
  }
  const logins = hub.running.hub.registry.stations.map(({ login }) => login);
  // The last station of Tom's group is in another: Tom keeps it, and may be given more.
  expect((await as(olga, 'stations/group', { logins, group: 'East' })).status).toBe(204);
  const tomsGroups = { deed: 'set', name: 'Tom', role: 'teacher', groups: ['West', 'East'] };
  expect((await as(olga, 'people', tomsGroups)).status).toBe(200);
  expect((await as(olga, 'people', { ...tomsGroups, groups: ['West'] })).status).toBe(200);
  expect((await as(olga, 'stations/group', { logins, group: 'West' })).status).toBe(204);
  tom = await loggedIn(hub, 'Tom'); // a change of groups ends sessions
  for (const change of [
    { deed: 'remove', name: 'Olga' },
    { deed: 'set', name: 'Olga', role: 'viewer' },
  ])
    expect((await as(olga, 'people', change)).status).toBe(409);
  expect((await as(olga, 'people', { deed: 'remove', name: 'Vera' })).status).toBe(200);
  expect((await hub.get('/api/fleet', { Cookie: vera })).status).toBe(401);
  const { people } = PeopleAnswer.parse(await (await hub.get('/api/manage/people', { Cookie: olga })).json());
  expect(people.map(({ name }) => name)).toEqual(['Olga', 'Tom']);
});

it('audit log: has every change with its person, and no secret', () => {
  const entries = hub.running.staff.audit.read(1000);
  const deeds = entries.flatMap(({ who, did, to, many }) =>
    (many?.logins ?? [to ?? '']).map((one) => `${who} ${did} ${one}`.trim()),
  );
  for (const deed of [
    'Olga station-added north',
    'Tom station-renamed north',
    'Tom station-moved south',
    'Olga station-grouped south',
    'Olga station-rotated north',
    'Olga station-revoked south',
    'Olga station-relogged north',
    'Olga station-removed south',
    'Olga person-added Vera',
    'Olga person-removed Vera',
    'Vera logged-in',
  ])
    expect(deeds).toContain(deed);
  expect(secrets.length).toBeGreaterThan(5);
  const kept = ['audit.jsonl', 'people.json', 'stations.json', 'details.json']
    .map((name) => readFileSync(join(hub.folder, name), 'utf8'))
    .join('');
  for (const secret of secrets) expect(kept).not.toContain(secret);
});

it('audit log: a teacher’s deeds and anybody’s logins come to an end in it, and an operator’s do not', async () => {
  await as(olga, 'stations', { csv: 'name,group\nWest,West\n', dry_run: false });
  const move = (cookie: string, i: number) => as(cookie, 'stations/tend', { logins: ['west'], place: `Place ${i}` });
  let moved = 0;
  while (moved < 100 && (await move(tom, moved)).status === 204) moved++;
  expect(moved).toBeLessThanOrEqual(61);
  expect(await move(tom, 1000)).toMatchObject({ status: 429, answer: { code: 'fleet-hub.deeds-wait' } });
  for (let i = 0; i < 70; i++) expect((await move(olga, i)).status).toBe(204);
  for (let i = 0; i < 30; i++) await loggedIn(hub, 'Tom'); // nobody is kept out: a class may share a login
  const logins = hub.running.staff.audit.read(1000).filter(({ who, did }) => who === 'Tom' && did === 'logged-in');
  expect(logins.length).toBeLessThanOrEqual(21);
});
