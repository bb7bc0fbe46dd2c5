import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leftWaiting } from '../../support/left-waiting.ts';
import { faults } from './faults.ts';
import { Pi } from './healthy-pi.ts';

let pi: Pi;
beforeEach(() => {
  pi = new Pi();
});
afterEach(() => pi.remove());

describe('a root folder without a fault', () => {
  it('is found well by every check', async () => {
    const { code, findings } = await pi.examine('--json');
    expect([...findings.values()].filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(code).toBe(0);
    expect(findings.size).toBeGreaterThan(20);
  });

  it('on a board of the first version misses no colour sensor', async () => {
    pi.chips({ '0x39': null });
    expect((await pi.examine('--json')).findings.get('chip-colour')).toMatchObject({ status: 'ok', fix: null });
  });

  it('draws through I2C where no kernel driver holds the LED controller', async () => {
    pi.drop('/sys/class/graphics/fb1');
    pi.chips({ '0x46': { '0xf0': 0x73 } });
    expect((await pi.examine('--json')).findings.get('framebuffer')).toMatchObject({ status: 'ok' });
    pi.link('/sys/bus/i2c/devices/1-0046/driver', '../../../../bus/i2c/drivers/simple-mfd-i2c');
    expect((await pi.examine('--json')).findings.get('framebuffer')).toMatchObject({ status: 'fail' });
  });

  it('needs no board when the settings name the simulator', async () => {
    pi.settings({ sensors: 'source: simulator' });
    pi.drop('/dev/i2c-1');
    pi.drop('/sys/class');
    expect((await pi.examine('--json')).code).toBe(0);
  });
});

describe('what waits beside the history', () => {
  const DATA = '/var/lib/weatherglass';
  const waits = /^6 readings since .*2025.* wait beside the database; the next start brings everything in/;
  beforeEach(() => leftWaiting(join(pi.root, DATA)));

  it('is told, and that the next start brings it in', async () => {
    const { code, findings } = await pi.examine('--json');
    expect([code, findings.get('database')]).toMatchObject([
      1,
      { status: 'warn', detail: expect.stringMatching(waits), fix: `weatherglass serve --data ${DATA}` },
    ]);
  });

  it('is told also where the history itself is gone', async () => {
    pi.drop(`${DATA}/weatherglass.db`);
    const { findings } = await pi.examine('--json');
    expect(findings.get('database')).toMatchObject({ status: 'warn', detail: expect.stringMatching(waits) });
  });

  it('is counted also where a pipe lies in the place of the history, which is waited for by nobody', async () => {
    pi.drop(`${DATA}/weatherglass.db`);
    spawnSync('mkfifo', [join(pi.root, DATA, 'weatherglass.db')]);
    expect((await pi.examine('--json')).findings.get('database')?.detail).toMatch(/it is no file$/);
  });

  it('is set aside by no restore that the doctor advises: a start mends the damage and loses nothing of it', async () => {
    pi.put(`${DATA}/weatherglass.db`, 'this was a database once '.repeat(400));
    pi.put(`${DATA}/backups/weatherglass-20261119-030000.db`, '');
    const fix = (await pi.examine('--json')).findings.get('database')!.fix!;
    const [command, words] = fix.split('   (') as [string, string];
    expect([command, words]).toEqual([`weatherglass serve --data ${DATA}`, expect.stringMatching(waits)]);
  });

  it('is brought in by a start with the settings file that the doctor was given, too', async () => {
    const config = join(pi.root, 'home/other one.yaml');
    pi.put('/home/other one.yaml', '');
    const { findings } = await pi.examine('--json', '--config', config);
    expect(findings.get('database')?.fix).toBe(`weatherglass serve --data ${DATA} --config '${config}'`);
  });

  it('is brought in by a bare start where that opens the folder anyway, named or not', async () => {
    pi.env = { WEATHERGLASS_DATA: DATA };
    expect((await pi.examine('--json')).findings.get('database')?.fix).toBe('weatherglass serve');
    pi.dataDir = null;
    expect((await pi.examine('--json')).findings.get('database')?.fix).toBe('weatherglass serve');
  });

  it('is told in the language of the terminal', async () => {
    pi.env = { LANG: 'de_DE.UTF-8' };
    expect((await pi.examine()).text).toMatch(
      /6 Messwerte warten seit .* in einer Datei neben der Datenbank; der nächste/,
    );
  });

  it('is told without a number where it cannot be read', async () => {
    pi.put(`${DATA}/weatherglass.away.db`, 'no database');
    expect((await pi.examine('--json')).findings.get('database')?.detail).toMatch(/^Readings or events wait beside/);
  });
});

describe('the doctor', () => {
  it.each(faults)('finds that $fault', async ({ spoil, id, status, fix }) => {
    spoil(pi);
    const { code, findings } = await pi.examine('--json');
    expect(findings.get(id)).toMatchObject({ status, fix: expect.stringContaining(fix) });
    expect(code).toBe(
      Math.max(...[...findings.values()].map((finding) => ['ok', 'warn', 'fail'].indexOf(finding.status))),
    );
    expect(code).toBeGreaterThan(0);
  });

  it('blames a single fault on a single check', async () => {
    const alone = faults.filter(({ id }) => !['i2c', 'i2c-addon', 'settings', 'clock'].includes(id));
    const fixes: string[] = [];
    for (const { spoil, id } of alone) {
      pi.remove();
      pi = new Pi();
      spoil(pi);
      const { findings } = await pi.examine('--json');
      const blamed = [...findings.values()].filter(({ status }) => status !== 'ok').map((finding) => finding.id);
      expect(blamed).toEqual([id]);
      fixes.push(findings.get(id)!.fix!);
    }
    // What looks like a command is one: the words for the reader stand behind it, in brackets.
    const commands = fixes.filter((fix) =>
      /^(sudo|echo|ls|weatherglass|npm|i2cdetect|nano|mv|unset|systemctl) /.test(fix),
    );
    expect(commands.length).toBeGreaterThan(15);
    const bare = commands.map((fix) => fix.replace(/ {3}\(.*\)$/, ''));
    expect(bare.filter((fix) => /, |[()]/.test(fix))).toEqual([]);
    expect(spawnSync('bash', ['-n'], { input: bare.join('\n'), encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('prints one line per check, and below what is wrong the command that mends it', async () => {
    pi.chips({ '0x5f': null });
    const { code, text } = await pi.examine();
    expect(code).toBe(2);
    expect(text).toMatch(/^fail {2}Chip HTS221 +nothing answers at 0x5f.*\n +fix: .*i2cdetect/m);
    expect(text).toMatch(/^1 fault and 0 warnings in \d+ checks\.$/m);
    pi.chips({ '0x1c': null });
    expect((await pi.examine()).text).toMatch(/nothing answers at 0x1c: no compass$/m);
  });

  it.each([
    [
      'a variable',
      { WEATHERGLASS_SERVER__PORT: '99999', WEATHERGLASS_SITE__NAME: 'Garden' },
      [],
      'unset WEATHERGLASS_SERVER__PORT   (the environment overrides the settings file)',
    ],
    [
      'a variable that is no value at all',
      { WEATHERGLASS_SITE__ALTITUDE_M: '{' },
      [],
      'unset WEATHERGLASS_SITE__ALTITUDE_M   (the environment overrides the settings file)',
    ],
    [
      'two that contradict one another',
      { WEATHERGLASS_COMPENSATION__K_MIN: '0.9', WEATHERGLASS_COMPENSATION__K_MAX: '0.4' },
      [],
      'unset WEATHERGLASS_COMPENSATION__K_MIN WEATHERGLASS_COMPENSATION__K_MAX   (the environment overrides the settings file)',
    ],
    ['an option', {}, ['--port', '99999', '--source', 'simulator'], 'remove --port, or give another value'],
  ] as [string, Record<string, string>, string[], string][])(
    'blames %s and not the settings file, which is well',
    async (_name, env, args, fix) => {
      pi.env = env;
      expect((await pi.examine('--json', ...args)).findings.get('settings')).toMatchObject({ status: 'fail', fix });
    },
  );

  it('says what is wrong with the settings in the language of the terminal', async () => {
    pi.env = { LANG: 'de_DE.UTF-8', WEATHERGLASS_SERVER__PORT: '99999' };
    const { text } = await pi.examine();
    expect(text).toMatch(/Einstellungen .*sind nicht verwendbar: server\.port/);
    expect(text).not.toContain('cannot be used');
  });

  it('blames the settings file for what is in it, and the one that was named', async () => {
    pi.env = { WEATHERGLASS_SERVER__PORT: '99999' };
    pi.put('/home/other.yaml', 'weather: nice\n');
    const config = join(pi.root, 'home/other.yaml');
    expect((await pi.examine('--json', '--config', config)).findings.get('settings')?.fix).toContain(`nano ${config} `);
  });

  it('looks into the folder that was named also where the settings cannot be used', async () => {
    pi.settings({ more: 'weather: nice\n' });
    const { dataDir } = pi;
    expect((await pi.examine('--json')).findings.get('data')?.detail).toBe(dataDir);
    pi.dataDir = null;
    pi.env = { WEATHERGLASS_DATA: dataDir! };
    expect((await pi.examine('--json')).findings.get('data')?.detail).toBe(dataDir);
    expect((await pi.examine('--json', '--demo')).findings.get('data')?.detail).toContain('weatherglass-demo');
  });

  it('tells the account behind sudo from root', async () => {
    pi.put('/proc/self/status', 'Uid:\t0\nGid:\t0\nGroups:\t0\n');
    pi.put('/etc/group', 'video:x:44:pi\ninput:x:995:pi\ni2c:x:998:\npi:x:1000:\n');
    expect((await pi.examine('--json')).findings.get('group-i2c')).toMatchObject({ status: 'ok' });
  });
});
