import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hubCommands } from '../../../support/hub-commands.ts';

const { fresh, hub } = hubCommands();

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
    [['--engine', 'http://anna:hunter2@h'], 64, '--engine is "http://•••@h", expected'],
    [['--engine', 'http://h', '--port', '99999'], 64, '--port is "99999", expected a whole number from 0 to 65535'],
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
    expect(await hub('add', 'North', '--data', data)).toMatchObject({ code: 0, err: '' });
  });

  it('begins in a folder whose parents are made for it', async () => {
    const data = join(fresh(), 'far', 'away');
    expect(await hub('add', 'North', '--data', data)).toMatchObject({
      code: 0,
      err: `weatherglass: ${data} is now the data folder of a new hub.\n`,
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
      /readings and scores stay in the database[\s\S]*north was not removed\. To do it without a question, add --yes/,
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

  it('takes a login that begins with a dash behind --, and says so where it is taken for an option', async () => {
    const data = fresh();
    await hub('add', 'North', '--login=-ab', '--data', data);
    expect((await hub('rotate', '-ab', '--data', data)).err).toMatch(
      /has no option -a; .* Put -- before a word that begins with a dash\.\n$/,
    );
    expect((await hub('add', 'North', '--data', data)).err).toContain('give that one a new secret: hub rotate -- -ab.');
    expect((await hub('rotate', '--data', data, '--', '-ab')).out).toMatch(/^login: -ab\n/);
    expect((await hub('keep', '--data', data, '--', '-ab')).out).toBe('-ab  kept for ever\n');
    expect((await hub('remove', '--yes', '--data', data, '--', '-ab')).out).toBe('removed: -ab\n');
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
