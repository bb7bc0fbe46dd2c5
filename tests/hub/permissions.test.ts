import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Express } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { People, peopleFile } from '../../src/hub/access/people.ts';
import { Programs, programFile } from '../../src/hub/access/programs.ts';
import type { Permission, Standing } from '../../src/hub/access/roles.ts';
import { PERMISSIONS } from '../../src/hub/access/roles.ts';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { basic, HubHere } from '../support/hub-here.ts';
import { loggedIn, sent, withPeople } from '../support/hub-people.ts';

/** Routes that a station opens by its own login, and the files of the page, which hold nothing of anybody. */
const OF_STATIONS = ['/api/v1/ingest', '/api/v1/ack', '/api/v1/refused'];
/** Prometheus on the hub's machine has no login. */
const OF_MONITORS = ['/metrics'];
const OF_THE_PAGE = ['/', '/^\\/(.+)$/'];

/** What a teacher of West asks of a station of East, by each route that lets teachers change something. */
const ELSEWHERE: Record<string, unknown> = {
  'POST /api/manage/stations/tend': { logins: ['south'], place: 'Elsewhere' },
  'POST /api/manage/alerts': { group: 'East', webhook: 'https://chat.example.org/hook', kinds: ['silent'] },
  'POST /api/manage/alerts/remove': { id: 'aaaabbbbcccc' },
};
const OF_TWO: Record<string, string> = { '/api/fleet/compare': '?a=north&b=south' };

interface Route {
  method: string;
  path: string;
  permission: Permission | undefined;
}

/** Every route of the router. One that only says which methods a path has is left out. */
function routesOf(app: Express): Route[] {
  return app.router.stack.flatMap(({ route }) => {
    if (route === undefined || route.stack.every(({ handle }) => handle.name === 'methodNotAllowed')) return [];
    const gates = route.stack.flatMap(({ handle }) =>
      'permission' in handle ? [handle.permission as Permission] : [],
    );
    const methods = [...new Set(route.stack.map(({ method }) => method!.toUpperCase()))];
    return methods.map((method) => ({ method, path: String(route.path), permission: gates[0] }));
  });
}

let hub: HubHere;
const cookies: Partial<Record<Standing, string>> = {};
beforeAll(async () => {
  hub = await HubHere.start('http://127.0.0.1:9', ['North', 'South']);
  await withPeople(hub.folder, [
    { name: 'Olga', role: 'operator' },
    { name: 'Tom', role: 'teacher', groups: ['West'] },
    { name: 'Vera', role: 'viewer' },
  ]);
  hub.running.staff.people.reload();
  cookies.operator = await loggedIn(hub, 'Olga');
  cookies.teacher = await loggedIn(hub, 'Tom');
  cookies.viewer = await loggedIn(hub, 'Vera');
});
afterAll(() => hub.stop());

describe('permissions of a hub with people', () => {
  it('each route names one, or is of stations or of the page', () => {
    const unnamed = routesOf(hub.running.app)
      .filter(({ permission }) => permission === undefined)
      .map(({ path }) => path);
    expect([...new Set(unnamed)].sort()).toEqual([...OF_STATIONS, ...OF_THE_PAGE, ...OF_MONITORS].sort());
  });

  it('a known path answers another method with 405 and the ones that it has, an unknown one with 404', async () => {
    const put = (path: string) => sent(hub, 'PUT', path, {}, { Cookie: cookies.operator! });
    for (const { method, path } of routesOf(hub.running.app)) {
      if (path.startsWith('/^')) continue; // files of the page
      const { status, headers } = await put(path.replaceAll(/:\w+/g, 'north'));
      expect([path, status, headers.get('allow')?.split(', ')]).toEqual([path, 405, expect.arrayContaining([method])]);
    }
    expect((await put('/api/nothing')).status).toBe(404);
  });

  it.each(Object.keys(PERMISSIONS.read) as Standing[])(
    'every route lets in %s as the table says, and nobody else',
    async (role) => {
      const headers: Record<string, string> = cookies[role] === undefined ? {} : { Cookie: cookies[role] };
      const told: string[] = [];
      const wanted: string[] = [];
      for (const { method, path, permission } of routesOf(hub.running.app)) {
        if (permission === undefined || method === 'DELETE') continue;
        const address = path.replaceAll(/:\w+/g, 'north');
        const { status } =
          method === 'GET'
            ? await hub.get(address, headers)
            : await sent(hub, method, address, 'no body that fits', headers);
        const isIn = PERMISSIONS[permission][role] !== 'none';
        const refusal = role === 'public' ? 401 : 403;
        told.push(`${method} ${path}: ${status === 401 || status === 403 ? status : 'in'}`);
        wanted.push(`${method} ${path}: ${isIn ? 'in' : refusal}`);
      }
      expect(told).toEqual(wanted);
    },
  );

  it('a teacher neither sees nor reaches a station of another group, by any route', async () => {
    await new RegistryFile(hub.folder).change((registry) => ({
      list: registry
        .detailed(['north'], { group: 'West', place: 'Holte' })
        .detailed(['south'], { group: 'East', place: 'Geheimdorf', latitude: 1.25, longitude: 2.5 }),
    }));
    hub.running.hub.reloadFiles();
    await hub.running.waves.file.change((waves) => {
      const begun = waves.begun({ group: 'East', version: '1.5.0', share: 100 }, 1000, []) as { list: typeof waves };
      const all = begun.list.begun({ group: null, version: '1.6.0', share: 100 }, 1000, []) as { list: typeof waves };
      return all;
    });
    writeFileSync(
      join(hub.folder, 'group-alerts.json'),
      JSON.stringify({
        version: 1,
        receivers: [
          {
            ...{ id: 'aaaabbbbcccc', group: 'East', email: null, webhook: 'https://south.example/h' },
            ...{ kinds: ['silent'], by: 'Olga', added_ts: 1000 },
          },
        ],
      }),
    );
    const headers = { Cookie: cookies.teacher!, 'Content-Type': 'application/json' };
    for (const { method, path, permission } of routesOf(hub.running.app)) {
      if (permission === undefined || (method === 'DELETE' && path === '/api/session')) continue;
      const isOpen = PERMISSIONS[permission].teacher === 'own';
      const route = `${method} ${path}`;
      if (isOpen && method !== 'GET') expect(ELSEWHERE, route).toHaveProperty([route]); // a new route says how it is tried
      const address = path.replaceAll(/:\w+/g, 'south') + (OF_TWO[path] ?? '');
      const body = method === 'GET' ? {} : { body: JSON.stringify(ELSEWHERE[route] ?? {}) };
      const answer = await fetch(hub.url + address, { method, headers, ...body });
      const text = await answer.text();
      const told = ['south', 'South', 'East', 'Geheimdorf'].filter((word) => text.includes(word));
      expect([route, told]).toEqual([route, []]);
      if (isOpen && (path.includes(':') || method !== 'GET' || path in OF_TWO))
        expect([route, answer.status]).toEqual([route, 404]);
    }
    expect(readFileSync(join(hub.folder, 'group-alerts.json'), 'utf8')).toContain('south.example');
    expect((await hub.running.hub.registry.detailsOf('south')).place).toBe('Geheimdorf');
    const own = (await (await hub.get('/api/fleet', headers)).json()) as { stations: Array<{ id: string }> };
    expect(own.stations.map(({ id }) => id)).toEqual(['north']);
    const all = (await (await hub.get('/api/fleet', { Cookie: cookies.viewer! })).json()) as typeof own;
    expect(all.stations.map(({ id }) => id)).toEqual(['north', 'south']);
  });

  it('metrics are for the machine itself, and for people from elsewhere', async () => {
    const through = { 'X-Forwarded-For': '192.0.2.7' };
    expect((await hub.get('/metrics')).status).toBe(200);
    expect((await hub.get('/metrics', through)).status).toBe(401);
    expect((await hub.get('/metrics', { ...through, Cookie: cookies.viewer! })).status).toBe(200);
  });

  it('a token lets a program in as its role says, until it ends or is revoked, and into nothing of people', async () => {
    const post = (body: object) => sent(hub, 'POST', '/api/manage/programs', body, { Cookie: cookies.operator! });
    const made = async (name: string, role: string, days = 30) =>
      ((await (await post({ deed: 'add', name, role, days })).json()) as { token: string }).token;
    const [viewer, operator] = [await made('Prometheus', 'viewer'), await made('Script', 'operator')];
    const as = (token: string) => ({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': '192.0.2.7' });
    const statusOf = async (token: string, path: string) => (await hub.get(path, as(token))).status;
    expect(await statusOf(viewer, '/metrics')).toBe(200);
    expect(await statusOf(viewer, '/api/fleet')).toBe(200);
    expect(await statusOf(viewer, '/api/manage/audit')).toBe(403);
    expect(await statusOf(operator, '/api/manage/audit')).toBe(200);
    for (const path of ['/api/manage/people', '/api/manage/programs'])
      expect([path, await statusOf(operator, path)]).toEqual([path, 403]);
    // A cookie beside a token changes nothing: the token decides.
    expect((await hub.get('/api/fleet', { ...as('wgf_wrong'), Cookie: cookies.operator! })).status).toBe(401);
    const unknown = await hub.get('/api/fleet', as(`${viewer.slice(0, -1)}${viewer.endsWith('A') ? 'B' : 'A'}`));
    expect([unknown.status, unknown.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const files = ['programs.json', 'audit.jsonl'].map((name) => readFileSync(join(hub.folder, name), 'utf8')).join('');
    expect([files.includes(viewer), files.includes('Prometheus')]).toEqual([false, true]);
    const listed = await (await hub.get('/api/manage/programs', { Cookie: cookies.operator! })).text();
    expect([/hash|wgf_/.test(listed), listed.includes('"until_ts"')]).toEqual([false, true]);
    await sent(hub, 'POST', '/api/manage/stations/tend', { logins: ['north'], place: 'Virum' }, as(operator));
    expect(hub.running.staff.audit.read(1)).toMatchObject([{ who: 'Script (token)', did: 'station-moved' }]);
    expect((await post({ deed: 'add', name: 'Script', role: 'viewer' })).status).toBe(422);
    expect((await post({ deed: 'remove', name: 'Script' })).status).toBe(200);
    expect(await statusOf(operator, '/api/fleet')).toBe(401);
    // A token is over when the operator who made it is none any more, and does not wake up for another of that name.
    await withPeople(hub.folder, [{ name: 'Otto', role: 'operator' }]);
    hub.running.staff.people.reload();
    const otto = { Cookie: await loggedIn(hub, 'Otto') };
    const body = { deed: 'add', name: 'Of Otto', role: 'operator', days: 1825 };
    const { token } = (await (await sent(hub, 'POST', '/api/manage/programs', body, otto)).json()) as { token: string };
    const people = (change: object) =>
      sent(hub, 'POST', '/api/manage/people', { name: 'Otto', ...change }, { Cookie: cookies.operator! });
    const stands = async () => {
      const told = await hub.get('/api/manage/programs', { Cookie: cookies.operator! });
      const { programs } = (await told.json()) as { programs: Array<{ by: string; stands: boolean }> };
      return [await statusOf(token, '/api/export'), programs.find(({ by }) => by === 'Otto')?.stands];
    };
    expect(await stands()).toEqual([422, true]);
    await people({ deed: 'set', role: 'viewer' });
    expect(await stands()).toEqual([401, false]);
    // A hub of before left the token when he went, and another one of his name has come since.
    const came = (moveS: number) =>
      peopleFile(hub.folder).change((before) => ({
        list: new People(
          before.all.map((one) => (one.name === 'Otto' ? { ...one, added_ts: one.added_ts + moveS } : one)),
        ),
      }));
    await people({ deed: 'set', role: 'operator' });
    expect(await stands()).toEqual([422, true]);
    await came(1e10);
    hub.running.staff.people.reload();
    expect(await stands()).toEqual([401, false]);
    // A token that he makes while the clock is behind that of his coming (a board without a battery) lets its program in.
    const again = { Cookie: await loggedIn(hub, 'Otto') };
    const late = await sent(hub, 'POST', '/api/manage/programs', { ...body, name: 'Late' }, again);
    expect(await statusOf(((await late.json()) as { token: string }).token, '/api/export')).toBe(422);
    const { until_ts } = hub.running.staff.programs.now.all.find(({ name }) => name === 'Late')!;
    expect(until_ts - hub.running.hub.nowS, 'no longer than asked for').toBeLessThanOrEqual(body.days * 86_400 + 1);
    await people({ deed: 'remove' });
    expect(await stands()).toEqual([401, undefined]);
    await people({ deed: 'add', role: 'operator' });
    // However the clock stood when the other one was added, or when the token was made.
    for (const moveS of [10, -86_400]) {
      await came(moveS);
      hub.running.staff.people.reload();
      expect(await stands()).toEqual([401, undefined]);
    }
    await programFile(hub.folder).change((before) => ({
      list: new Programs(before.all.map((one) => ({ ...one, until_ts: 1000 }))),
    }));
    hub.running.staff.programs.reload();
    expect(await statusOf(viewer, '/api/fleet')).toBe(401);
    expect(hub.running.staff.audit.read(10).map(({ did }) => did)).toEqual(
      expect.arrayContaining(['token-made', 'token-revoked']),
    );
  });

  it('a person’s session sends nothing for a station, and a station’s secret opens nothing of people', async () => {
    const headers = { Cookie: cookies.operator! };
    for (const path of OF_STATIONS) expect([path, (await hub.get(path, headers)).status]).not.toEqual([path, 200]);
    expect((await hub.post(null, 'wx temp=1 1', { headers })).status).toBe(401);
    expect((await hub.get('/api/fleet', { Authorization: basic(hub.keys[0]!) })).status).toBe(401);
  });

  it('whether it is well, but nothing of the fleet, is told to a monitor elsewhere', async () => {
    const elsewhere = await (await hub.get('/api/health', { 'X-Forwarded-For': '192.0.2.7' })).json();
    expect(Object.keys(elsewhere as object)).toEqual(['ok', 'now_ts']);
    expect(await hub.json('/api/health')).toHaveProperty('stations', 2);
  });
});

it('a hub without people shows everything to whoever reaches it, and lets nobody change anything', async () => {
  const bare = await HubHere.start('http://127.0.0.1:9', ['North']);
  try {
    for (const { method, path, permission } of routesOf(bare.running.app)) {
      if (permission === undefined || method === 'DELETE') continue;
      const address = path.replaceAll(/:\w+/g, 'north');
      const { status } = method === 'GET' ? await bare.get(address) : await sent(bare, method, address, 'no body');
      const isRefused = status === 403;
      expect([method, path, isRefused]).toEqual([
        method,
        path,
        PERMISSIONS[permission].viewer === 'none' || method === 'POST',
      ]);
    }
  } finally {
    await bare.stop();
  }
});
