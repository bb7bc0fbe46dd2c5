import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../src/connections/fleet/hub.ts';
import { People, peopleFile } from '../../src/hub/access/people.ts';
import { programFile } from '../../src/hub/access/programs.ts';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { type Answer, type Engine, engine, type Front, front, frontIsHere, htpasswd } from '../support/fleet-engine.ts';
import { HubHere } from '../support/hub-here.ts';
import { PASSWORD, withPeople } from '../support/hub-people.ts';
import { ACK, cells, expected, LOGINS, ODD, READS, revOf, T, type Who, WRITES } from './spoofs.ts';

if (!frontIsHere)
  console.warn(
    '\nSKIPPED: who sees and writes what of a fleet, because nginx, openssl or victoria-metrics is missing (apt-get install nginx victoria-metrics)\n',
  );

describe.skipIf(!frontIsHere)('behind nginx, a station', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-isolation-'));
  let store: Engine;
  let before: Front;
  let hub: HubHere;
  const secrets = new Map<string, string>([[ODD, 'odd secret']]);
  const loginOf = ({ name, secretOf }: Who): { login?: string } =>
    name === undefined ? {} : { login: `${name}:${secrets.get(secretOf!)}` };
  let slow: Front;
  let stored: Record<string, number>;
  const written = new Map<string, Answer>();
  beforeAll(async () => {
    store = await engine(join(folder, 'engine'));
    hub = await HubHere.start(store.url, ['st-001', 'st-002', 'st-003']);
    for (const { login, secret } of hub.keys) secrets.set(login, secret);
    const { list } = await new RegistryFile(hub.folder).change((before) => ({ list: before.revoked('st-003', T) }));
    hub.running.hub.reloadFiles(); // which it does three times a second, where the machine has time for it
    const odd = htpasswd({ [ODD]: 'odd secret' });
    const more = { hubPort: hub.running.port, stations: list.htpasswd() + odd };
    [before, slow] = await Promise.all([
      front({ ...more, rate: '10000r/s', people: { anna: 'looks' } }),
      front({ ...more, rate: '2r/s' }),
    ]);
    for (const [station, values] of [
      ['st-001', 7],
      ['st-002', 11],
      ['st-777', 500],
    ] as const) {
      const lines = Array.from({ length: values }, (_, i) => `wx,rev=${i % 2} temp=${i} ${T - i * 60}`).join('\n');
      await fetch(`${store.url}/write?precision=s&extra_label=station=${station}`, { method: 'POST', body: lines });
    }
    // All are tried before anything is looked at: the engine takes a while to show what it has.
    for (const [name, how, who, made] of cells(WRITES)) {
      const spoof = made(`${name}${how}`);
      written.set(`${name}${how}`, await before.ask(spoof.path, { ...spoof, ...loginOf(who) }));
    }
    stored = await store.counts('{__name__=~"wx_.*"}', ['rev', 'station']);
  });
  afterAll(async () => {
    await Promise.all([before?.stop(), slow?.stop()]);
    await hub?.stop();
    await store?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const counted = ({ status, text }: Answer): number | null => {
    expect(status, text).toBe(200);
    const { data } = JSON.parse(text) as { data: { result: Array<{ metric: object; value: [number, string] }> } };
    expect(data.result.every((one) => Object.keys(one.metric).length === 0)).toBe(true);
    return data.result.length === 0 ? 0 : Number(data.result[0]!.value[1]);
  };

  it.each(cells(WRITES))('%s, writes %s: into its own or nowhere', (name, how, who, made) => {
    const spoof = made(`${name}${how}`);
    const refused = expected(who, spoof);
    const { status, text } = written.get(`${name}${how}`)!;
    expect(status, text).toBe(refused ?? 204);
    const mine = `wx_temp ${revOf(`${name}${how}`)} `;
    const places = Object.entries(stored).filter(([place]) => place.startsWith(mine));
    expect(places).toEqual(refused === undefined ? [[mine + who.station, 1]] : []);
  });

  // What was just written are values of that day too, of other revisions. Each waits for the engine to write down what it has.
  it.concurrent.each(cells(READS))('%s, reads %s: its own count or nothing', async (_name, _how, who, made) => {
    const spoof = made();
    const refused = expected(who, spoof);
    const options = { ...spoof, ...loginOf(who) };
    const answer = await before.ask(spoof.path, options);
    if (refused !== undefined) {
      expect(answer.status).toBe(refused);
      expect(answer.text).not.toMatch(/"result"|wx_/);
      return;
    }
    const counts = Object.entries(stored).filter(([place]) => place.endsWith(` ${who.station}`));
    expect(counted(answer)).toBe(counts.reduce((sum, [, values]) => sum + values, 0));
    const byRevision = [0, 1].map(async (rev) => counted(await before.ask(`${spoof.path}&rev=${rev}`, options)));
    expect(await Promise.all(byRevision)).toEqual([Math.ceil(who.values! / 2), Math.floor(who.values! / 2)]);
  });

  it('is sixty cells', () => expect([...cells(WRITES), ...cells(READS)].length).toBe(60));

  it.each(['"', '%22', '1"}', '-1', '1e3', '0x1', '1234567890', '1&rev=2"', '%31'])(
    'hears that rev=%s is no revision, unless it is one',
    async (rev) => {
      const isOne = rev.startsWith('1&');
      const { status } = await before.ask(`${ACK}&rev=${rev}`, loginOf(LOGINS.first));
      expect(status).toBe(isOne ? 200 : 400);
    },
  );

  it('hears that of=… is one of four words', async () => {
    const mine = loginOf(LOGINS.first);
    const status = async (of: string) => [of, (await before.ask(`${ACK}&of=${of}`, mine)).status];
    const words = ['fc', 'score', 'wx', 'all', 'fc&of=x'];
    expect(await Promise.all(words.map(status))).toEqual(words.map((of) => [of, 200]));
    const others = ['fc"', '%66c', '.*'];
    expect(await Promise.all(others.map(status))).toEqual(others.map((of) => [of, 400]));
  });

  it('that was revoked hears it in a sentence, as at the hub itself; a wrong key is no more than that', async () => {
    for (const path of [ACK, '/api/v1/ingest']) {
      const method = path === ACK ? 'GET' : 'POST';
      const revoked = await before.ask(path, {
        method,
        body: method === 'POST' ? 'wx temp=1 1' : '',
        ...loginOf(LOGINS.revoked),
      });
      expect(revoked.status).toBe(403);
      expect(revoked.text).toMatch(/st-003 has been revoked; ask the hub’s operator/);
      const wrong = await before.ask(path, { method, ...loginOf(LOGINS['with a wrong key']) });
      expect(wrong.status).toBe(401);
      expect(wrong.text).toMatch(/unknown login, or wrong secret/);
    }
    expect((await before.ask('/api/v1/refused', loginOf(LOGINS.first))).status).toBe(404);
  });

  it('that is the second under one login is sent away, and no other word for by is taken', async () => {
    const [first, second] = ['wg_0123456789ab-01234567', 'wg_ba9876543210-01234567'];
    const mine = loginOf(LOGINS.second);
    expect((await before.ask(`${ACK}&by=${first}`, mine)).status).toBe(200);
    const away = await before.ask(`${ACK}&by=${second}`, mine);
    expect([away.status, away.text]).toEqual([409, expect.stringMatching(/another station.*sends as st-002/)]);
    expect((await before.ask(`${ACK}&by=${first}"`, mine)).status).toBe(400);
  });

  it('finds no other way to the engine', async () => {
    const mine = loginOf(LOGINS.first);
    for (const path of [
      '/api/v1/query?query=wx_temp',
      '/api/v1/export?match[]=wx_temp',
      '/api/v1/ack/../export?match[]=wx_temp',
      '/api/v1/ack%2F..%2Fexport?match[]=wx_temp',
      '/api/v1/admin/tsdb/delete_series?match[]=wx_temp',
    ])
      expect((await before.ask(path, mine)).status, path).toBe(404);
    // What people look at wants the password of a person; a station has none, and a person sends nothing.
    for (const path of [
      '/',
      '/api/fleet',
      '/write?precision=s',
      '/internal/force_flush',
      '/snapshot/create',
      '/metrics',
    ])
      expect((await before.ask(path, mine)).status, path).toBe(401);
    expect((await before.ask('/api/fleet', { login: 'anna:looks' })).status).toBe(200);
    expect((await before.ask('/write', { method: 'POST', login: 'anna:looks', body: `wx a=1 ${T}` })).status).toBe(403);
    expect((await before.ask(ACK, { login: 'anna:looks' })).status).toBe(401);
  });

  it('leaves people to the hub that has some, with a cookie for TLS alone; published pages are for everybody', async () => {
    const body = JSON.stringify({ name: 'Olga', password: PASSWORD });
    const headers = { 'content-type': 'application/json', origin: 'https://localhost', host: 'localhost' };
    const logIn = (more = {}) => before.ask('/api/session', { method: 'POST', headers: { ...headers, ...more }, body });
    expect([(await logIn()).status, (await before.ask('/public')).status]).toEqual([401, 200]); // no people yet: nginx asks
    await withPeople(hub.folder, [{ name: 'Olga', role: 'operator' }]);
    hub.running.staff.people.reload();
    before.hubAsks(true);
    try {
      expect((await before.ask('/api/fleet')).status).toBe(401);
      expect((await logIn({ origin: 'https://elsewhere.example' })).status).toBe(403);
      const answer = await logIn();
      expect(answer.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
      const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
      expect((await before.ask('/api/fleet', { headers: { cookie } })).status).toBe(200);
      expect((await before.ask('/api/manage/people', { headers: { cookie } })).status).toBe(200);
      const taken = await before.ask('/api/waves/none', { method: 'DELETE', headers: { cookie } });
      expect([taken.status, taken.text]).toEqual([422, expect.stringContaining('no wave')]);
      expect((await before.ask('/api/fleet', { method: 'POST', headers: { cookie } })).status).toBe(403);
      expect((await before.ask('/public')).status).toBe(200);
      const { token } = await programFile(hub.folder).change((programs) => {
        const made = programs.added(
          { name: 'Prometheus', role: 'viewer', groups: [], days: 1 },
          null,
          hub.running.hub.nowS,
        );
        if (typeof made === 'string') throw new Error(made);
        return made;
      });
      hub.running.staff.programs.reload();
      const as = async (path: string, authorization: string) =>
        (await before.ask(path, { headers: { authorization } })).status;
      for (const path of ['/metrics', '/api/fleet', '/api/waves'])
        expect([path, await as(path, `Bearer ${token}`)]).toEqual([path, 200]);
      expect(await as('/api/manage/people', `Bearer ${token}`)).toBe(403);
      expect(await as('/metrics', `Bearer ${token.slice(0, -1)}`)).toBe(401);
      expect(await as('/api/v1/ingest', `Bearer ${token}`)).toBe(403); // it sends nothing for a station
    } finally {
      before.hubAsks(false);
      await peopleFile(hub.folder).change(() => ({ list: new People() }));
      hub.running.staff.people.reload();
    }
    expect((await before.ask('/api/fleet', { login: 'anna:looks' })).status).toBe(200);
  });

  it('may send a packed day, and not more than a megabyte at once', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const send = (body: Buffer) =>
      before.ask('/api/v1/ingest', { ...loginOf(LOGINS.second), method: 'POST', headers, body });
    const day = Array.from({ length: 288 }, (_, i) => `wx,rev=5 lux=${i} ${T - i * 300}`).join('\n');
    expect((await send(gzipSync(day))).status).toBe(204);
    expect((await send(gzipSync(day))).status).toBe(204);
    expect(await store.counts('{__name__="wx_lux"}')).toEqual({ 'wx_lux st-002': 288 });
    expect((await send(Buffer.alloc(1_100_000, 'x'))).status).toBe(413);
  });

  const FILLING: Array<[what: string, lines: (i: number) => string, status: number, why: RegExp]> = [
    ['names', (i) => `wx${i},rev=0 temp=1 ${T}`, 400, /there is no series/],
    ['fields', (i) => `wx,rev=0 temp${i}=1 ${T}`, 400, /more than 32 fields that this hub does not know/],
    ['tags', (i) => `wx,rev=0,tag${i}=1 temp=1 ${T}`, 400, /wx has no tag/],
    ['words in a tag', (i) => `wx_fc,target=temperature,horizon=${i}h mu=1 ${T}`, 400, /the tag horizon must not be/],
    ['numbers of its rows', (i) => `wx,rev=${2000 + i} temp=1 ${T}`, 429, /numbered its rows in 100 ways today/],
  ];
  it.each(FILLING)(
    'cannot fill the engine with invented %s: not one of them is stored',
    async (_what, line, status, why) => {
      const before_ = await store.counts('{__name__!=""}', ['rev', 'station', 'horizon']);
      const body = Array.from({ length: 150 }, (_, i) => line(i + 7)).join('\n');
      const answer = await before.ask('/api/v1/ingest', { ...loginOf(LOGINS.second), method: 'POST', body });
      expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(why)]);
      expect(await store.counts('{__name__!=""}', ['rev', 'station', 'horizon'])).toEqual(before_);
    },
  );

  it('that asks too often is told so, and takes no turn from another, nor does who pretends to be it', async () => {
    const many = async (login: string) => {
      const all = await Promise.all(Array.from({ length: 150 }, () => slow.ask(ACK, { login })));
      return all.filter(({ status }) => status === 429);
    };
    const refused = await many(loginOf(LOGINS.first).login!);
    expect(refused.length).toBeGreaterThan(0);
    // As the station understands it.
    for (const answer of refused)
      expect(refusal(answer)).toMatchObject({ kind: 'retry', afterS: 10, text: expect.stringMatching(/too many/) });
    expect((await slow.ask(ACK, loginOf(LOGINS.second))).status).toBe(200);
    // Nor from itself, for what it brings.
    const body = `wx,rev=0 temp=0 ${T}`;
    const bring = () => slow.ask('/api/v1/ingest', { ...loginOf(LOGINS.first), method: 'POST', body });
    expect((await bring()).status).toBe(204);
    const brought = await Promise.all(Array.from({ length: 150 }, bring));
    const later = brought.filter(({ status }) => status !== 204);
    expect(later.length).toBeGreaterThan(0);
    for (const { status, headers } of later) expect([status, headers.get('retry-after')]).toEqual([429, '10']);
  });

  it('that comes while the hub is away, or cannot take more, is told when to come again, and not all the same', async () => {
    const alone = await front({ hubPort: 9, stations: { 'st-001': 'a secret' }, rate: '10000r/s' });
    const ask = (isProof: boolean) =>
      alone.ask(isProof ? ACK : '/api/v1/ingest', {
        login: 'st-001:a secret',
        ...(!isProof && { method: 'POST', body: `wx,rev=0 temp=0 ${T}` }),
      });
    const asked: Awaited<ReturnType<typeof ask>>[] = [];
    // Ten at a time: nginx counts by milliseconds, and of what has piled up in one of them it refuses whatever the burst does not hold.
    for (let round = 0; round < 6; round += 1)
      asked.push(...(await Promise.all(Array.from({ length: 10 }, (_, i) => ask(i % 2 === 1)))));
    await alone.stop();
    const waits = asked.map((answer) => {
      expect([answer.status, /<html>/.test(answer.text)]).toEqual([503, true]); // for people it has words of its own
      const outcome = refusal(answer);
      return outcome.kind === 'retry' ? outcome.afterS : null;
    });
    expect([...new Set(waits)].sort((a, b) => a! - b!)).toEqual([5, 10, 20, 40]);
  });
});
