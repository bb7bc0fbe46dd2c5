import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BulkAnswer, KeysAnswer, PasswordAnswer, PeopleAnswer } from '../../src/contract/fleet-people.ts';
import { freePort } from '../support/free-port.ts';
import { HubHere } from '../support/hub-here.ts';
import { loggedIn, sent, withPeople } from '../support/hub-people.ts';

let hub: HubHere;
let olga: string;
let tom: string;
beforeAll(async () => {
  hub = await HubHere.start(`http://127.0.0.1:${await freePort()}`, []);
  await withPeople(hub.folder, [
    { name: 'Olga', role: 'operator' },
    { name: 'Tom', role: 'teacher', groups: ['West'] },
  ]);
  hub.running.staff.people.hear();
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
    expect((await as(tom, 'stations/tend', { logins, place: 'Elsewhere' })).status).toBe(403);
  expect(station('north')).toMatchObject({ place: 'Virum' }); // not half of it either
  expect((await as(tom, 'stations/group', { logins: ['south'], group: 'West' })).status).toBe(403);
  expect((await as(olga, 'stations/group', { logins: ['south', 'north'], group: 'West' })).status).toBe(204);
  expect((await as(tom, 'stations/tend', { logins: ['north', 'south'], place: 'Holte' })).status).toBe(204);
  expect((await as(olga, 'stations/tend', { logins: ['nobody'], place: 'Holte' })).status).toBe(404);
  expect((await as(olga, 'stations/tend', { logins: ['north', 'south'], name: 'Same' })).status).toBe(422);
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
  const deeds = hub.running.staff.audit.read(1000).map(({ who, did, to }) => `${who} ${did} ${to ?? ''}`.trim());
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
