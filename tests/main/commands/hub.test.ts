import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { HubHealth } from '../../../src/contract/fleet.ts';
import { dispatch } from '../../../src/main/cli.ts';
import { freePort } from '../../support/free-port.ts';
import { basic } from '../../support/hub-here.ts';
import { HubProcess } from '../../support/hub-process.ts';
import { realNowS } from '../../support/real-now.ts';

const root = join(import.meta.dirname, '../../..');
const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-hub-cli-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let folders = 0;
const fresh = () => join(scratch, String(folders++));

/** The command in this process: what it prints, and its exit code. */
async function hub(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const text = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => {
    const write = (piece: string) => {
      text[name] += piece;
      return true;
    };
    return { write } as unknown as NodeJS.WriteStream;
  };
  const io = { stdout: stream('out'), stderr: stream('err'), env: { HOME: scratch } };
  return { code: await dispatch(['hub', ...args], io), ...text };
}

describe('weatherglass hub add, revoke, rotate, list, htpasswd', () => {
  it('prints what a station needs on two lines, and keeps no secret', async () => {
    const data = fresh();
    const { code, out } = await hub('add', 'North School', '--data', data);
    expect(code).toBe(0);
    const [, login, secret] = /^login: ([a-z0-9-]{3,40})\nsecret: ([\w-]{43})\n$/.exec(out)!;
    expect(login).toBe('north-school');
    const { out: words } = await hub('htpasswd', '--data', data);
    const [, hash] = /^north-school:\{SSHA\}(\S+)\n$/.exec(words)!;
    const bytes = Buffer.from(hash!, 'base64');
    const digest = createHash('sha1').update(secret!).update(bytes.subarray(20)).digest();
    expect(bytes.subarray(0, 20).equals(digest)).toBe(true);
    const { out: listed } = await hub('list', '--json', '--data', data);
    expect(JSON.parse(listed)).toMatchObject({
      stations: [{ login: 'north-school', name: 'North School', revoked_ts: null }],
    });
    expect(listed).not.toMatch(/SSHA|hash/);
    expect((await hub('revoke', 'North School', '--data', data)).out).toBe('revoked: north-school\n');
    expect((await hub('htpasswd', '--data', data)).out).toBe('');
    expect((await hub('list', '--data', data)).out).toMatch(/^north-school {2}revoked 20..-..-.. {2}North School\n$/);
    const again = await hub('rotate', 'north-school', '--data', data);
    expect(again.out).toMatch(/^login: north-school\nsecret: [\w-]{43}\n$/);
    expect(again.out).not.toContain(secret);
  });

  it.each([
    [['add'], 64, 'takes NAME; none was given'],
    [['add', 'a', 'b'], 64, 'takes NAME; "a" "b" was given (put a value of several words in quotes)'],
    [
      ['remov', 'north'],
      64,
      'no command "remov"; it has add, revoke, remove, rotate, list, htpasswd, notice, notices, alerts, erase, export, keep, token, tokens, wave, waves, person, people, audit, add-csv',
    ],
    [['remove', 'nobody', '--yes'], 1, 'there is no station "nobody"'],
    [['add', ''], 64, 'NAME is empty'],
    [['add', 'x', '--prot'], 64, 'has no option --prot'],
    [['add', 'x'.repeat(100)], 1, '1 to 80 letters'],
    [['revoke', 'nobody'], 1, 'there is no station "nobody"'],
    [['list', 'x'], 64, 'takes no more words'],
    [['notice'], 64, 'takes TEXT; none was given'],
    [['notice', 'a\nb'], 1, 'one line of 1 to 200 plain characters'],
    [['notice', 'x', '--share', '101'], 64, '--share is "101", expected a number from 0 to 100'],
    [['notice', 'x', '--only', 'nobody'], 1, 'there is no station "nobody"'],
    [['notice', '--withdraw', 'x'], 1, 'there is no notice "x"'],
    [[], 64, 'needs --engine URL'],
    [['--engine', 'mysql://h'], 64, 'expected http://HOST:PORT (VictoriaMetrics) or influx+http://HOST:PORT'],
    [['--engine', 'http://h', '--port', '99999'], 64, '--port is "99999", expected a number from 0 to 65535'],
  ])('hub %j is answered with one sentence and exit code %i', async (args, code, sentence) => {
    const data = fresh();
    mkdirSync(data);
    const result = await hub(...args, '--data', data);
    expect(result.code).toBe(code);
    expect(result.out).toBe('');
    expect(result.err).toMatch(/^weatherglass: [^\n]+\n$/);
    expect(result.err).toContain(sentence);
  });

  it.each(['', '{', '{"version":1,"logins":["A B"]}'])(
    'keeps a station out although the list of the removed ones holds %j, which stops who adds or removes somebody',
    async (text) => {
      const data = fresh();
      for (const name of ['North', 'South', 'Old']) await hub('add', name, '--data', data);
      await hub('remove', 'old', '--yes', '--data', data);
      await hub('add', 'old', '--data', data);
      const removed = join(data, 'removed.json');
      writeFileSync(removed, text);
      const revoked = await hub('revoke', 'old', '--data', data); // the name of old-2, and the login of the one before
      expect(revoked).toMatchObject({ code: 1, out: '' });
      expect(revoked.err).toMatch(
        /"weatherglass hub list" shows all logins \(the list of removed stations cannot be read\)\.\n$/,
      );
      const north = await hub('revoke', 'north', '--data', data);
      expect(north).toMatchObject({ code: 0, out: 'revoked: north\n' });
      expect(north.err).toMatch(
        /^weatherglass: the list of removed stations \(removed\.json\) cannot be read;[^\n]*\n$/,
      );
      expect((await hub('rotate', 'South', '--data', data)).out).toMatch(/^login: south\n/);
      expect((await hub('htpasswd', '--data', data)).out).toMatch(/^south:\S+\nold-2:\S+\n$/);
      for (const args of [
        ['add', 'Old'],
        ['remove', 'south', '--yes'],
      ]) {
        const refused = await hub(...args, '--data', data);
        expect(refused).toMatchObject({ code: 1, out: '' });
        expect(refused.err).toMatch(
          /removed\.json is not .*; restore it from a backup, or write it again \(docs\/use\/fleet\.md, "Change or remove a station"\)\.\n$/,
        );
      }
      expect(readFileSync(removed, 'utf8')).toBe(text);
      writeFileSync(removed, '{"version":1,"logins":["old"]}'); // as docs/use/fleet.md says
      expect((await hub('add', 'Old', '--data', data)).out).toMatch(/^login: old-3\n/);
    },
  );

  it('makes a folder where it is asked to add somebody, and says so once', async () => {
    const data = fresh();
    const first = await hub('add', 'North', '--data', data);
    expect(first).toMatchObject({ code: 0, err: `weatherglass: ${data} is now the data folder of a new hub.\n` });
    expect(await hub('list', '--data', data)).toMatchObject({ code: 0, err: '' });
    expect(await hub('add', 'South', '--data', data)).toMatchObject({ code: 0, err: '' });
    const again = await hub('add', 'North', '--data', data);
    expect(again.out).toMatch(/^login: north-2\n/);
    expect(again.err).toMatch(
      /^weatherglass: another station has this name already \(north\)\..* hub rotate north\.\n$/,
    );
  });

  it.each([
    ['revoke', 'x'],
    ['remove', 'x', '--yes'],
    ['rotate', 'x'],
    ['list'],
    ['htpasswd'],
    ['notice', 'x'],
    ['notices'],
    ['notice', '--withdraw', 'x'],
  ])('%s %s makes no folder, and writes nothing into a foreign one', async (...args) => {
    const [nowhere, foreign] = [fresh(), fresh()];
    expect(await hub(...args, '--data', nowhere)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/there is no folder .*\.\n$/),
    });
    expect(existsSync(nowhere)).toBe(false);
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'holiday.jpg'), '');
    expect(await hub(...args, '--data', foreign)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/is not the data folder of a hub/),
    });
    expect(readdirSync(foreign)).toEqual(['holiday.jpg']);
  });

  it.each([
    ['add', 'x'],
    ['--engine', 'http://127.0.0.1:9', '--port', '0'],
  ])('%s %s makes no hub of what is full of something else', async (...args) => {
    const foreign = fresh();
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'holiday.jpg'), '');
    const err = expect.stringMatching(/is not the data folder of a hub/);
    expect(await hub(...args, '--data', foreign)).toMatchObject({ code: 1, out: '', err });
    expect(readdirSync(foreign)).toEqual(['holiday.jpg']);
  });

  it('goes on in a folder in which a first command was killed', async () => {
    const data = fresh();
    mkdirSync(data);
    for (const name of ['stations.lock', 'stations.json.next-0b']) writeFileSync(join(data, name), '');
    expect(await hub('list', '--data', data)).toMatchObject({
      code: 0,
      err: 'weatherglass: this hub has no stations yet. Add one with: weatherglass hub add NAME\n',
    });
    expect(await hub('notices', '--data', data)).toMatchObject({
      code: 0,
      err: 'weatherglass: there are no notices.\n',
    });
  });

  it.each([
    ['add', 'x'],
    ['revoke', 'x'],
    ['notice', 'x'],
    ['list'],
    ['--engine', 'http://127.0.0.1:9', '--port', '0'],
  ])("%s %s stays away from a station's data", async (...args) => {
    const data = fresh();
    mkdirSync(data);
    writeFileSync(join(data, 'weatherglass.db'), '');
    expect(await hub(...args, '--data', data)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/is the data folder of a station/),
    });
    expect(readdirSync(data)).toEqual(['weatherglass.db']);
  });

  it('says something to stations, to more of them, and no longer', async () => {
    const data = fresh();
    for (const name of ['North', 'South', 'East']) await hub('add', name, '--data', data);
    const { out } = await hub('notice', 'New version tonight', '--share', '0', '--data', data);
    const [, id] = /^notice: ([a-z0-9]+)\nstations: 0 of 3\n$/.exec(out)!;
    expect((await hub('notice', 'New version tonight', '--data', data)).out).toBe(`notice: ${id}\nstations: 3 of 3\n`);
    await hub('notice', 'Your battery', '--only', 'east', '--data', data);
    expect((await hub('notices', '--data', data)).out).toMatch(
      new RegExp(`^${id}  \\S+  100 %, 3 of 3 stations  New version tonight\\n.* 1 of 3 stations  Your battery\\n$`),
    );
    expect((await hub('notice', '--withdraw', id!, '--data', data)).out).toBe(`withdrawn: ${id}\n`);
    const { notices } = JSON.parse((await hub('notices', '--json', '--data', data)).out);
    expect(notices).toEqual([expect.objectContaining({ text: 'Your battery', only: ['east'], stations: 1 })]);
  });

  it('removes a station for good when it is told so twice, and calls nobody else like it', async () => {
    const data = fresh();
    for (const name of ['North', 'South']) await hub('add', name, '--data', data);
    const asked = await hub('remove', 'North', '--data', data);
    expect(asked).toMatchObject({ code: 1, out: '' });
    expect(asked.err).toMatch(
      /readings and scores stay in the database[\s\S]*north was not removed\. To remove it without a question, add --yes/,
    );
    expect((await hub('list', '--data', data)).out).toContain('north ');
    expect(await hub('remove', 'North', '--yes', '--data', data)).toEqual({
      code: 0,
      out: 'removed: north\n',
      err: '',
    });
    expect((await hub('list', '--data', data)).out).toMatch(/^south {2}added \S+ +South\n$/);
    expect((await hub('add', 'North', '--data', data)).out).toMatch(/^login: north-2\n/);
    await hub('remove', 'north-2', '--yes', '--data', data);
    await hub('revoke', 'south', '--data', data);
    expect((await hub('add', 'North', '--data', data)).out).toMatch(/^login: north-3\n/);
  });

  it('removes nobody else when it is told the same once more, though another has that name', async () => {
    const data = fresh();
    for (const name of ['north', 'north']) await hub('add', name, '--data', data);
    expect((await hub('remove', 'north', '--yes', '--data', data)).out).toBe('removed: north\n');
    for (const word of [
      ['remove', 'north', '--yes'],
      ['remove', 'north'],
      ['rotate', 'north'],
      ['revoke', 'north'],
    ])
      expect(await hub(...word, '--data', data)).toEqual({
        code: 1,
        out: '',
        err: expect.stringContaining('the station north was removed; "weatherglass hub list" shows the others'),
      });
    expect((await hub('list', '--data', data)).out).toMatch(/^north-2 {2}added \S+ +north\n$/);
  });

  it('says which file is damaged, and changes nothing in it', async () => {
    const data = fresh();
    await hub('add', 'North', '--data', data);
    writeFileSync(join(data, 'stations.json'), '{');
    const { code, err } = await hub('add', 'South', '--data', data);
    expect(code).toBe(1);
    expect(err).toMatch(/stations\.json is not JSON; restore it from a backup/);
  });
});

describe('weatherglass hub --engine', () => {
  it('starts by npm without an engine, serves what it knows, hears of commands and stops in order', async () => {
    const data = fresh();
    const { out } = await hub('add', 'North', '--data', data);
    const key = { login: 'north', secret: /secret: (\S+)/.exec(out)![1]! };
    const deadPort = await freePort();
    const process_ = new HubProcess(`http://127.0.0.1:${deadPort}`, data, await freePort());
    await process_.start();
    expect(process_.said.join('')).toBe(`weatherglass hub ready ${process_.url}\n`);
    const health = (await (await fetch(`${process_.url}/api/health`)).json()) as HubHealth;
    expect(health).toMatchObject({ ok: false, stations: 1, engine: { kind: 'victoria-metrics', state: 'down' } });
    const post = async () =>
      (
        await fetch(`${process_.url}/api/v1/ingest`, {
          method: 'POST',
          body: `wx temp=1 ${Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future'))}`,
          headers: { Authorization: basic(key) },
        })
      ).status;
    expect(await post()).toBe(502);
    await hub('revoke', 'north', '--data', data);
    await expect.poll(post).toBe(403);
    expect(await process_.end('SIGTERM')).toBe(0);
  });

  it('ends with one sentence when its port is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const { port } = holder.address() as AddressInfo;
    const args = ['hub', '--engine', 'http://127.0.0.1:9', '--port', String(port), '--data', fresh()];
    const { code, err } = await new Promise<{ code: number; err: string }>((resolve) => {
      const child = execFile(process.execPath, [join(root, 'bin/weatherglass.mjs'), ...args], (_error, _out, err) =>
        resolve({ code: child.exitCode ?? -1, err }),
      );
    });
    holder.close();
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toMatch(/^weatherglass: .*EADDRINUSE/);
  });
});

describe('weatherglass hub person, people, audit, add-csv', () => {
  it('makes the first operator, whose password is shown once and stored nowhere', async () => {
    const data = fresh();
    const { code, out, err } = await hub('person', 'add', 'Олга', '--role', 'operator', '--data', data);
    expect(code).toBe(0);
    const [, password] = /^name: Олга\npassword: ((?:[a-z2-9]{5}-){3}[a-z2-9]{5})\n$/.exec(out)!;
    expect(err).toContain('the page asks everybody to log in');
    expect((await hub('people', '--data', data)).out).toBe('operator  Олга\n');
    const again = await hub('person', 'password', 'олга', '--data', data);
    expect(again.out).not.toContain(password);
    expect(
      readFileSync(join(data, 'people.json'), 'utf8') + readFileSync(join(data, 'audit.jsonl'), 'utf8'),
    ).not.toMatch(/[a-z2-9]{5}-[a-z2-9]{5}-/);
    const tom = await hub(
      'person',
      'add',
      'Tom',
      '--role',
      'teacher',
      '--group',
      'West',
      '--group',
      'East',
      '--data',
      data,
    );
    expect(tom.err).toMatch(/No station is in the group "West" yet.*"East" yet/s);
    expect((await hub('people', '--json', '--data', data)).out).not.toMatch(/hash|scrypt/);
    expect((await hub('person', 'set', 'tom', '--role', 'viewer', '--data', data)).code).toBe(0);
    const refused = await hub('person', 'set', 'Олга', '--role', 'viewer', '--data', data);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('the last operator')]);
    expect((await hub('person', 'remove', 'Tom', '--data', data)).err).toBe('');
    expect((await hub('person', 'remove', 'Олга', '--data', data)).err).toContain('add --yes');
    expect((await hub('person', 'remove', 'Олга', '--yes', '--data', data)).err).toContain(
      'shows everything to whoever reaches it',
    );
    const { out: told } = await hub('audit', '--data', data);
    expect(
      told
        .trim()
        .split('\n')
        .map((line) => line.split('  ').slice(1, 4).join(' ')),
    ).toEqual([
      'root (command) person-added Олга',
      'root (command) password-changed олга',
      'root (command) person-added Tom',
      'root (command) person-changed tom',
      'root (command) person-removed Tom',
      'root (command) person-removed Олга',
    ]);
    const { entries } = JSON.parse((await hub('audit', '--of', 'Tom', '--json', '--data', data)).out) as {
      entries: object[];
    };
    expect(entries).toHaveLength(2);
  });

  it.each([
    [['person'], 64, 'needs one of add, set, password, remove'],
    [['person', 'add', 'x', '--role', 'king'], 64, 'expected operator, teacher or viewer'],
    [['person', 'add', 'x', '--role', 'teacher'], 1, 'a teacher needs a group'],
    [['person', 'add', 'a:b'], 1, 'without a colon'],
    [['audit', '--last', 'all'], 64, 'expected a number'],
  ])('%j is refused in one sentence', async (args, code, words) => {
    const data = fresh();
    await hub('add', 'North', '--data', data);
    const answer = await hub(...args, '--data', data);
    expect([answer.code, answer.out]).toEqual([code, '']);
    expect(answer.err).toContain(words);
  });
});

describe('weatherglass hub add-csv', () => {
  it('adds stations with a settings file each and sheets of codes, once, and the audit log has every command', async () => {
    const [data, to] = [fresh(), fresh()];
    const csv = join(scratch, 'schools.csv');
    writeFileSync(csv, 'name;group\nNordskolen;West\n北京;East\n');
    const dry = await hub('add-csv', csv, '--dry-run', '--data', data);
    expect([dry.code, dry.out]).toEqual([0, 'line 2  add     nordskolen  Nordskolen\nline 3  add     station  北京\n']);
    const more = ['--url', 'https://hub.example.org', '--to', to, '--data', data];
    expect((await hub('add-csv', csv, ...more)).out).toBe('added: 2\nchanged: 0\nthere already: 0\n');
    expect(readdirSync(to).sort()).toEqual(['nordskolen.yaml', 'sheets.html', 'station.yaml']);
    const settings = readFileSync(join(to, 'nordskolen.yaml'), 'utf8');
    expect(settings).toMatch(
      /^fleet:\n {2}url: "https:\/\/hub.example.org"\n {2}login: "nordskolen"\n {2}secret: "[\w-]{43}"\n$/,
    );
    expect(readFileSync(join(to, 'sheets.html'), 'utf8').match(/<svg /g)).toHaveLength(2);
    expect((await hub('add-csv', csv, ...more)).err).toContain('is not empty');
    more[3] = fresh();
    expect((await hub('add-csv', csv, ...more)).out).toBe('added: 0\nchanged: 0\nthere already: 2\n');
    writeFileSync(csv, 'name\nA\nA\n');
    const wrong = await hub('add-csv', csv, '--dry-run', '--data', data);
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringContaining('line 3: this station is in line 2 already\n'),
    ]);
    await hub('add', 'One', '--data', data);
    await hub('rotate', 'one', '--data', data);
    await hub('revoke', 'one', '--data', data);
    await hub('remove', 'one', '--yes', '--data', data);
    await hub('notice', 'Hello', '--data', data);
    const { out } = await hub('audit', '--data', data);
    const deeds = out
      .trim()
      .split('\n')
      .map((line) => line.split('  ')[2]);
    expect(deeds).toEqual([
      'station-added',
      'station-added',
      'station-rotated',
      'station-revoked',
      'station-removed',
      'notice-shown',
    ]);
    expect(out).toContain('  station-added  nordskolen, station (2)\n');
    expect(out).not.toContain(/secret: "([\w-]+)"/.exec(settings)![1]);
  });
});

describe('weatherglass hub keep and token', () => {
  it('keep: sets how long a station’s or a group’s readings are kept, once it was meant', async () => {
    const data = fresh();
    for (const name of ['North', 'South']) await hub('add', name, '--data', data);
    const engine = ['--engine', `http://127.0.0.1:${await freePort()}`];
    const asked = await hub('keep', 'north', '--days', '30', ...engine, '--data', data);
    expect([asked.code, asked.err]).toEqual([1, expect.stringContaining('deletes all values of north from before')]);
    expect((await hub('keep', '--data', data)).out).toBe('north  kept for ever\nsouth  kept for ever\n');
    const done = await hub('keep', 'north', '--days', '30', '--yes', '--data', data);
    expect(done).toEqual({ code: 0, out: 'north  kept for 30 days\n', err: '' });
    expect((await hub('keep', '--data', data)).out).toBe('north  kept for 30 days\nsouth  kept for ever\n');
    expect((await hub('keep', 'north', '--for-ever', '--data', data)).out).toBe('north  kept for ever\n');
    const { out } = await hub('audit', '--data', data, '--of', 'north');
    expect(out).toContain('retention-set  north  before=null  after=30');
  });

  it('token: is shown once, stored as a hash, and revoked', async () => {
    const data = fresh();
    await hub('add', 'North', '--data', data);
    const { code, out } = await hub('token', 'add', 'prometheus', '--days', '90', '--data', data);
    expect(code).toBe(0);
    const [, token] = /^name: prometheus\ntoken: (wgf_[\w-]{43})\n$/.exec(out)!;
    const stored = ['programs.json', 'audit.jsonl'].map((name) => readFileSync(join(data, name), 'utf8')).join('');
    expect(stored).not.toContain(token);
    expect((await hub('tokens', '--data', data)).out).toMatch(/^prometheus {2}viewer {2}- {2}until \d{4}-\d\d-\d\d\n$/);
    expect((await hub('token', 'revoke', 'prometheus', '--data', data)).out).toBe('revoked: prometheus\n');
    expect((await hub('tokens', '--data', data)).out).toBe('');
  });

  it.each([
    [['keep', '--days', '30'], 64, 'needs a LOGIN or --group NAME'],
    [['keep', 'north', '--days', '0', '--yes'], 64, 'expected a number from 1 to'],
    [['keep', '--group', 'West', '--for-ever'], 1, 'no station is in the group'],
    [['wave', '1.5.0', '--group', 'West'], 1, 'no station is in the group'],
    [['export', '--from', '2026-01-01', '--to', '2026-01-02', '--group', 'West'], 1, 'no station is in the group'],
    [['keep', 'nobody', '--for-ever'], 1, 'nobody'],
    [['token'], 64, 'needs one of add, revoke'],
    [['token', 'add', 'x', '--days', '9999'], 1, 'valid for 1 to'],
    [['token', 'add', 'x', '--role', 'king'], 64, 'expected operator, teacher or viewer'],
    [['token', 'revoke', 'x'], 1, 'there is no token called x'],
  ])('%j is refused in one sentence', async (args, code, words) => {
    const data = fresh();
    await hub('add', 'North', '--data', data);
    const answer = await hub(...args, '--data', data);
    expect([answer.code, answer.out]).toEqual([code, '']);
    expect(answer.err).toContain(words);
  });
});
