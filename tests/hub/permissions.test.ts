import type { Express } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission, Standing } from '../../src/hub/access/roles.ts';
import { PERMISSIONS } from '../../src/hub/access/roles.ts';
import { freePort } from '../support/free-port.ts';
import { basic, HubHere } from '../support/hub-here.ts';
import { loggedIn, sent, withPeople } from '../support/hub-people.ts';

/** Routes that a station opens by its own login, and the files of the page, which hold nothing of anybody. */
const OF_STATIONS = ['/api/v1/ingest', '/api/v1/ack', '/api/v1/refused'];
/** Prometheus on the hub's machine has no login. */
const OF_MONITORS = ['/metrics'];
const OF_THE_PAGE = ['/', '/^\\/(.+)$/'];

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
  hub = await HubHere.start(`http://127.0.0.1:${await freePort()}`, ['North']);
  await withPeople(hub.folder, [
    { name: 'Olga', role: 'operator' },
    { name: 'Tom', role: 'teacher', groups: ['West'] },
    { name: 'Vera', role: 'viewer' },
  ]);
  hub.running.staff.people.hear();
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

  it('metrics are for the machine itself, and for people from elsewhere', async () => {
    const through = { 'X-Forwarded-For': '192.0.2.7' };
    expect((await hub.get('/metrics')).status).toBe(200);
    expect((await hub.get('/metrics', through)).status).toBe(401);
    expect((await hub.get('/metrics', { ...through, Cookie: cookies.viewer! })).status).toBe(200);
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
    expect(await hub.json('/api/health')).toHaveProperty('stations', 1);
  });
});

it('a hub without people shows everything to whoever reaches it, and lets nobody change anything', async () => {
  const bare = await HubHere.start(`http://127.0.0.1:${await freePort()}`, ['North']);
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
