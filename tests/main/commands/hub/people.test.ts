import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programFile } from '../../../../src/hub/access/programs.ts';
import { hubCommands } from '../../../support/hub-commands.ts';
import { SmallDisk } from '../../../support/small-disk.ts';

const { fresh, hub } = hubCommands();

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
    ).not.toContain(password);
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
    const asked = await hub('person', 'remove', 'tom', '--data', data);
    expect([asked.code, asked.out, asked.err]).toEqual([
      1,
      '',
      expect.stringMatching(/ends the logins of Tom for good\.\n.*Tom was not removed\. .* add --yes\.\n$/s),
    ]);
    expect((await hub('people', '--data', data)).out).toContain('  Tom');
    expect(await hub('person', 'remove', 'tom', '--yes', '--data', data)).toEqual({
      code: 0,
      out: 'removed: Tom\n',
      err: '',
    });
    expect((await hub('person', 'remove', 'Олга', '--data', data)).err).toMatch(
      /the last person\. Then the page shows everything to whoever reaches it\.\n.* add --yes\./s,
    );
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

  it('takes the tokens of a person along who is removed, and those that a namesake of before has left', async () => {
    const data = fresh();
    for (const name of ['Olga', 'Ole']) await hub('person', 'add', name, '--role', 'operator', '--data', data);
    await hub('token', 'add', 'by command', '--data', data);
    const made = (by: string) =>
      programFile(data).change((before) => {
        const made = before.added({ name: `of ${by}`, role: 'operator', groups: [], days: 9 }, by, 1000);
        return made as Exclude<typeof made, string>;
      });
    await made('Olga');
    await made('Ole');
    const names = () =>
      programFile(data)
        .read()
        .all.map(({ name }) => name);
    await hub('person', 'remove', 'ole', '--yes', '--data', data);
    expect(names()).toEqual(['by command', 'of Olga']);
    await made('Ole');
    await hub('person', 'add', 'Ole', '--role', 'operator', '--data', data);
    expect(names()).toEqual(['by command', 'of Olga']);
  });

  it.each([
    [['person'], 64, 'needs one of add, set, password, remove'],
    [['person', 'add', 'x', '--role', 'king'], 64, 'expected operator, teacher or viewer'],
    [['person', 'add', 'x', '--role', 'teacher'], 1, 'a teacher needs a group'],
    [['person', 'add', 'a:b'], 1, 'without a colon'],
    [['audit', '--last', 'all'], 64, 'expected a whole number'],
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
    const csv = `${fresh()}.csv`;
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

  it.each(['--to', '--data'])(
    'adds nothing where the disk of %s is full, says so once, and can be given again',
    async (full) => {
      const disk = SmallDisk.mount(2);
      if (disk === null) return;
      try {
        const folders = { '--to': fresh(), '--data': fresh(), [full]: join(disk.folder, 'here') };
        const csv = `${fresh()}.csv`;
        writeFileSync(csv, `name\n${Array.from({ length: 50 }, (_, i) => `School ${i}\n`).join('')}`);
        expect((await hub('add', 'One', '--data', folders['--data'])).code).toBe(0);
        disk.fill();
        disk.makeRoom(16_384); // for the lock, and for some of the files
        const args = ['add-csv', csv, '--url', 'https://hub.example.org', ...Object.entries(folders).flat()];
        expect(await hub(...args)).toEqual({
          code: 1,
          out: '',
          err: 'weatherglass: Nothing was added: the disk is full (ENOSPC).\n',
        });
        expect(readdirSync(folders['--to'])).toEqual([]);
        expect((await hub('list', '--data', folders['--data'])).out.trim().split('\n')).toHaveLength(1);
        disk.makeRoom();
        expect((await hub(...args)).out).toBe('added: 50\nchanged: 0\nthere already: 0\n');
        expect(readdirSync(folders['--to'])).toHaveLength(51);
      } finally {
        disk.unmount();
      }
    },
  );
});
