import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { HOUR_MS } from '../../src/base/durations.ts';
import { HubSession, PasswordAnswer } from '../../src/contract/fleet-people.ts';
import { peopleFile } from '../../src/hub/access/people.ts';
import { Sessions } from '../../src/hub/access/sessions.ts';
import { systemClock } from '../../src/main/clock.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { detailOf, HubHere } from '../support/hub-here.ts';
import { loggedIn, PASSWORD, sent, withPeople } from '../support/hub-people.ts';

let hub: HubHere;
beforeAll(async () => {
  const begunMs = systemClock.steadyMs();
  const clock = { ...systemClock, steadyMs: () => begunMs }; // now: of the wait after a wrong guess nothing passes, however slow the machine
  hub = await HubHere.start('http://127.0.0.1:9', ['North'], { clock });
  await withPeople(hub.folder, [
    { name: 'Olga Østergård', role: 'operator' },
    { name: 'Vera', role: 'viewer' },
    { name: 'Guessed', role: 'viewer' },
    { name: 'Gone', role: 'viewer' },
    { name: 'Ada', role: 'operator' },
    { name: 'Bo', role: 'viewer' },
    { name: 'Carl', role: 'operator' },
    { name: 'Dora', role: 'viewer' },
  ]);
  hub.running.staff.people.reload();
});
afterAll(() => hub.stop());
const session = async (cookie: string) =>
  HubSession.parse(await (await hub.get('/api/session', { Cookie: cookie })).json());
const logIn = (name: string, password: string, headers: Record<string, string> = {}) =>
  sent(hub, 'POST', '/api/session', { name, password }, headers);

it('session: its cookie is not for scripts nor for other sites, and over TLS for TLS alone', async () => {
  const plain = (await logIn('olga østergård', PASSWORD)).headers.get('set-cookie')!;
  expect(plain).toMatch(/^weatherglass-hub=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  const secured = await logIn('Vera', PASSWORD, { 'X-Forwarded-Proto': 'https' });
  expect(secured.headers.get('set-cookie')).toMatch(/; Secure$/);
  expect(await session(plain.split(';')[0]!)).toMatchObject({ name: 'Olga Østergård', role: 'operator' });
});

it('session: begins on a full disk, whose reader has to see what is wrong; a wrong password is one there, too', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const write = vi.spyOn(hub.running.staff.audit, 'write').mockRejectedValue(full);
  const answers = [await logIn('Vera', PASSWORD), await logIn('Vera', 'not the password')];
  expect(answers.map(({ status }) => status)).toEqual([200, 401]);
  expect(write).toHaveBeenCalledTimes(2);
  write.mockRestore();
});

it('session: a body that is none is refused in words of ours', async () => {
  const refused = await sent(hub, 'POST', '/api/session', null);
  expect([refused.status, await detailOf(refused)]).toEqual([422, 'the body must be an object']);
});

it('session: a cookie that was planted before is never one (fixation), and login ends an older session', async () => {
  const planted = `weatherglass-hub=${'A'.repeat(43)}`;
  const response = await logIn('Vera', PASSWORD, { Cookie: planted });
  const mine = response.headers.get('set-cookie')!.split(';')[0]!;
  expect(mine).not.toBe(planted);
  expect((await session(planted)).role).toBe('public');
  expect((await session(mine)).role).toBe('viewer');
  await logIn('Vera', PASSWORD, { Cookie: mine });
  expect((await session(mine)).role).toBe('public');
  const other = await loggedIn(hub, 'Vera');
  expect((await session(`${planted}; ${other}`)).role).toBe('public'); // two of one name: one was planted
});

it('session: ends by logging out, by a new password or role, and when the person is removed', async () => {
  const first = await loggedIn(hub, 'Vera');
  expect((await sent(hub, 'DELETE', '/api/session', undefined, { Cookie: first })).status).toBe(204);
  expect((await session(first)).role).toBe('public');
  const [here, elsewhere] = [await loggedIn(hub, 'Gone'), await loggedIn(hub, 'Gone')];
  const change = { password: PASSWORD, new_password: 'another long one' };
  expect(
    (await sent(hub, 'POST', '/api/session/password', { ...change, new_password: 'short' }, { Cookie: here })).status,
  ).toBe(422);
  const changed = await sent(hub, 'POST', '/api/session/password', change, { Cookie: here });
  expect([changed.status, (await session(elsewhere)).role, (await session(here)).role]).toEqual([
    204,
    'public',
    'public',
  ]);
  const again = changed.headers.get('set-cookie')!.split(';')[0]!;
  expect((await session(again)).name).toBe('Gone');
  expect((await logIn('Gone', PASSWORD)).status).toBe(401);
  await peopleFile(hub.folder).change((people) => ({
    list: people.removed('Gone') as typeof people,
  }));
  hub.running.staff.people.reload();
  expect((await session(again)).role).toBe('public');
});

it('session: an operator who makes a new password of their own stays logged in where it is shown, and nowhere else', async () => {
  const [here, elsewhere] = [await loggedIn(hub, 'Ada'), await loggedIn(hub, 'Ada')];
  const newPassword = (name: string, cookie: string) =>
    sent(hub, 'POST', '/api/manage/people', { deed: 'password', name }, { Cookie: cookie });
  const others = await newPassword('Bo', here);
  expect([others.status, others.headers.get('set-cookie')]).toEqual([200, null]);
  const own = await newPassword(' ada', here);
  const again = own.headers.get('set-cookie')!.split(';')[0]!;
  expect((await session(again)).name).toBe('Ada');
  expect([(await session(here)).role, (await session(elsewhere)).role]).toEqual(['public', 'public']);
  const { password } = PasswordAnswer.parse(await own.json());
  expect((await logIn('Ada', PASSWORD)).status).toBe(401);
  expect((await logIn('Ada', password!)).status).toBe(200);
});

it('session: a new password of one’s own leaves nobody outside where the log cannot be written', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const write = vi.spyOn(hub.running.staff.audit, 'write').mockRejectedValue(full);
  onTestFinished(() => write.mockRestore());
  const carl = await loggedIn(hub, 'Carl');
  const made = await sent(hub, 'POST', '/api/manage/people', { deed: 'password', name: 'Carl' }, { Cookie: carl });
  const after = made.headers.get('set-cookie')!.split(';')[0]!;
  expect([made.status, (await session(after)).name]).toEqual([507, 'Carl']);
  const wanted = { password: PASSWORD, new_password: 'another long one' };
  const dora = await loggedIn(hub, 'Dora');
  const chosen = await sent(hub, 'POST', '/api/session/password', wanted, { Cookie: dora });
  const still = chosen.headers.get('set-cookie')!.split(';')[0]!;
  expect([chosen.status, (await session(still)).name]).toEqual([507, 'Dora']);
});

it('session: nothing changes at the word of another site’s page (CSRF)', async () => {
  const cookie = await loggedIn(hub, 'Vera');
  const write = (headers: Record<string, string>) =>
    sent(hub, 'DELETE', '/api/session', undefined, { Cookie: cookie, ...headers });
  const host = hub.url.slice('http://'.length);
  for (const foreign of [
    { Origin: 'https://elsewhere.example' },
    { Origin: 'null' },
    { Origin: `http://${host}.elsewhere.example` },
    { 'Sec-Fetch-Site': 'cross-site', Origin: hub.url },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://elsewhere.example', 'X-Forwarded-Host': 'fleet.example' },
  ])
    expect([foreign, (await write(foreign)).status]).toEqual([foreign, 403]);
  const form = { method: 'POST', body: '{"name":"Vera","password":"x"}', headers: { 'Content-Type': 'text/plain' } };
  expect((await fetch(`${hub.url}/api/session`, form)).status).toBe(415); // what a form of another page can send
  expect((await session(cookie)).name).toBe('Vera');
  // Behind a proxy that does not pass the name on: the browser says that the page is the hub's own.
  const own = { Origin: 'https://fleet.example', 'Sec-Fetch-Site': 'same-origin' };
  expect((await logIn('Vera', PASSWORD, own)).status).toBe(200);
  expect((await write({ Origin: 'https://fleet.example', 'X-Forwarded-Host': 'fleet.example' })).status).toBe(204);
});

it('login: guessing is slowed down by address, an unknown name is no other answer, and the log tells of it', async () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const wrong = await logIn('Guessed', 'wrong', from('192.0.2.1'));
  const unknown = await logIn('Nobody', 'wrong', from('192.0.2.2'));
  expect([wrong.status, await wrong.json()]).toEqual([unknown.status, await unknown.json()]);
  const statuses: number[] = [];
  for (let i = 0; i < 8; i++) statuses.push((await logIn('Guessed', `guess ${i}`, from('192.0.2.1'))).status);
  expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401]);
  expect(statuses.slice(5)).toEqual([429, 429, 429]);
  expect((await logIn('Guessed', PASSWORD, from('192.0.2.1'))).status).toBe(429); // also the right one, until the wait is over
  expect((await logIn('Guessed', PASSWORD, from('192.0.2.77'))).status).toBe(200);
  const deeds = hub.running.staff.audit.read(100);
  expect(deeds.filter(({ did }) => did === 'login-refused').length).toBeGreaterThan(3);
  expect(deeds[0]).toMatchObject({ who: 'Guessed', by: 'page', did: 'logged-in' });
  const file = readFileSync(join(hub.folder, 'audit.jsonl'), 'utf8');
  expect(file).not.toMatch(/guess \d|a long password|another long one/);
});

it('login: guesses through a proxy on this machine that names its clients in another header do not lock this machine out', async () => {
  const proxied = { 'X-Real-IP': '192.0.2.1' };
  for (let i = 0; i < 5; i++) expect((await logIn('Guessed', `guess ${i}`, proxied)).status).toBe(401);
  expect((await logIn('Guessed', PASSWORD, proxied)).status).toBe(429);
  expect((await logIn('Guessed', PASSWORD)).status).toBe(200);
});

it('login: a client that names itself an address of this machine, behind a proxy that passes its word on, is one of the proxy’s', async () => {
  const other = await HubHere.start('http://127.0.0.1:9', []);
  await withPeople(other.folder, [{ name: 'Vera', role: 'viewer' }]);
  other.running.staff.people.reload();
  const statuses: number[] = [];
  for (const named of [
    '127.0.1.7',
    '127.0.2.7',
    '::1',
    '192.0.2.1, 127.0.3.7',
    '::ffff:127.0.4.7',
    '127.0.5.7',
    '127.0.6.7',
  ])
    statuses.push(
      (await sent(other, 'POST', '/api/session', { name: 'Vera', password: 'guess' }, { 'X-Forwarded-For': named }))
        .status,
    );
  expect(statuses).toContain(429);
  expect((await sent(other, 'POST', '/api/session', { name: 'Vera', password: PASSWORD })).status).toBe(200);
  await other.stop();
});

it('session: ends after half a day without use, and after a month in any case', async () => {
  const clock = new FakeClock(1_795_000_000);
  const sessions = new Sessions(clock);
  const person = { name: 'Vera', role: 'viewer' as const, groups: [], hash: '', added_ts: 0, changed_ts: 0 };
  const idle = sessions.begin(person);
  await clock.advance(13 * HOUR_MS);
  expect(sessions.find(idle)).toBeNull();
  const used = sessions.begin(person);
  for (let i = 0; i < 59; i++) {
    await clock.advance(12 * HOUR_MS);
    expect(sessions.find(used)).not.toBeNull();
  }
  await clock.advance(12 * HOUR_MS + 1);
  expect(sessions.find(used)).toBeNull();
});

it('person: answer and log have the name as it stands, however an operator typed it', async () => {
  const olga = await loggedIn(hub, 'Olga Østergård');
  const change = { deed: 'set', name: ' vera', role: 'viewer' };
  const answer = await sent(hub, 'POST', '/api/manage/people', change, { Cookie: olga });
  expect(await answer.json()).toEqual({ name: 'Vera', password: null });
  expect(hub.running.staff.audit.read(1, 'Vera')).toMatchObject([{ did: 'person-changed', to: 'Vera' }]);
});
