import { afterAll, beforeAll, expect, it } from 'vitest';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { HubHere } from '../support/hub-here.ts';
import { withPeople } from '../support/hub-people.ts';

let hub: HubHere;
beforeAll(async () => {
  hub = await HubHere.start('http://127.0.0.1:9', ['<b>North</b>', 'Hidden', 'Revoked']);
  await withPeople(hub.folder, [{ name: 'Olga', role: 'operator' }]);
  await new RegistryFile(hub.folder).change((registry) => {
    const placed = registry.detailed(['b-north-b'], {
      latitude: 55.791234,
      longitude: 12.524567,
      published: ['temperature', 'place'],
    });
    const revoked = placed.detailed(['revoked'], { published: ['humidity'] }).revoked('revoked', 2000);
    return { list: revoked };
  });
  hub.running.hub.reloadFiles();
  hub.running.staff.people.reload();
});
afterAll(() => hub.stop());

it('public page: of a published station alone, with the fields chosen, the place to a kilometre, and without a cookie', async () => {
  const response = await hub.get('/public/b-north-b', { 'Accept-Language': 'de' });
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(page).toContain('<h1>&lt;b&gt;North&lt;/b&gt;</h1><p>55.79, 12.52</p>');
  expect(page).toContain('lang="de"');
  expect(page).not.toMatch(/Luftfeuchte|12345|Hidden|b-north-b/); // nor the login
  expect(response.headers.get('set-cookie')).toBeNull();
  for (const login of ['hidden', 'revoked', 'nobody'])
    for (const kind of ['public', 'card'])
      expect([login, (await hub.get(`/${kind}/${login}`)).status]).toEqual([login, 404]);
  const list = await (await hub.get('/public')).text();
  expect(list.match(/<li>/g)).toHaveLength(1);
});

it('public card: may stand in another site’s page, and the page in none; neither runs a script', async () => {
  const [card, page] = [await hub.get('/card/b-north-b'), await hub.get('/public/b-north-b')];
  const policies = [card, page].map(({ headers }) => headers.get('content-security-policy')!);
  expect(policies.map((policy) => /frame-ancestors (.*)$/.exec(policy)![1])).toEqual(['*', "'none'"]);
  expect(policies.every((policy) => policy.startsWith("default-src 'none'; style-src 'sha256-"))).toBe(true);
  expect(card.headers.get('x-frame-options')).toBeNull();
  expect((await hub.get('/api/fleet')).headers.get('x-frame-options')).not.toBeNull();
});
