import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { configExample } from '../../scripts/example-settings.ts';
import { Config } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/problems.ts';
import { loadSettings } from '../../src/main/settings/settings.ts';
import { speakerOf } from '../../src/words/speakers.ts';
import fc from '../support/drawn.ts';

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-settings-'));
const home = { HOME: folder };
const file = (text: string): string => {
  const path = join(folder, `${Math.abs(text.length * 7919)}-${text.slice(0, 8).replace(/\W/g, '_')}.yaml`);
  writeFileSync(path, text);
  return path;
};
const problemsOf = (text: string): string => {
  try {
    loadSettings({ config: file(text) }, home);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the settings were accepted');
};

describe('settings', () => {
  it('start from honest defaults: nobody has said where the station stands', () => {
    const { config, configFile, dataDir } = loadSettings({}, home);
    expect(config.site).toMatchObject({ latitude: null, longitude: null, altitude_m: 0 });
    expect(config.server).toMatchObject({ host: '0.0.0.0', port: 8000 });
    expect(configFile).toBeNull();
    expect(dataDir).toBe(join(folder, '.local/share/weatherglass'));
  });

  it('that contradict one another are refused by both names', () => {
    expect(problemsOf('compensation:\n  k_min: 0.9\n  k_max: 0.4\n')).toContain(
      'compensation.k_min is 0.9, must not be above compensation.k_max, which is 0.4',
    );
  });

  it('follow the XDG folders', () => {
    const { dataDir } = loadSettings({}, { ...home, XDG_DATA_HOME: '/srv/data' });
    expect(dataDir).toBe('/srv/data/weatherglass');
  });

  it('let the command line win over the environment, and the environment over the file', () => {
    const path = file('site: { altitude_m: 10, name: Garden }\nserver: { port: 9000 }');
    const env = { ...home, WEATHERGLASS_SITE__ALTITUDE_M: '42', WEATHERGLASS_SERVER__PORT: '9001' };
    const { config } = loadSettings({ config: path, port: '9002' }, env);
    expect(config.site).toMatchObject({ altitude_m: 42, name: 'Garden' });
    expect(config.server.port).toBe(9002);
  });

  it('take a name from the environment as text even when it looks like a number', () => {
    expect(loadSettings({}, { ...home, WEATHERGLASS_SITE__NAME: '42' }).config.site.name).toBe('42');
  });

  it('tell by name a variable of the environment that is no value', () => {
    for (const value of ['{', '*x', '[&a [*a]]'])
      expect(() => loadSettings({}, { ...home, WEATHERGLASS_SITE__ALTITUDE_M: value })).toThrow(
        `WEATHERGLASS_SITE__ALTITUDE_M is "${value}", expected a number or a word`,
      );
  });

  it('tell an unknown key by its path and the nearest known one', () => {
    expect(problemsOf('site: { altitude: 3 }')).toContain(
      'site.altitude is not a setting; did you mean site.altitude_m?',
    );
    expect(problemsOf('sites: {}')).toMatch(/cannot be used: sites is not a setting; did you mean site\?$/);
    expect(problemsOf('foo: 1')).toContain('foo is not a setting; known here: site, ');
  });

  it('tell a value out of range by its path, the value and the allowed range', () => {
    expect(problemsOf('site: { altitude_m: 90000 }')).toContain(
      'site.altitude_m is 90000, must be a number from -500 to 5000',
    );
    expect(problemsOf('server: { port: 8000.5 }')).toContain(
      'server.port is 8000.5, must be a whole number from 0 to 65535',
    );
    expect(problemsOf('access: { writes: maybe }')).toContain('must be one of open, pin, local');
    expect(problemsOf('sensors: { rotation_deg: 45 }')).toContain('must be one of 0, 90, 180, 270');
    expect(problemsOf('site: { timezone: Mars/Olympus }')).toContain('must be a zone name such as Europe/Copenhagen');
  });

  it('are quoted shortened where a refused value or key is long', () => {
    expect(problemsOf(`site: { name: ${'x'.repeat(5_000)} }`)).toMatch(
      /site\.name is "x{80}…", must have 1 to 40 letters/,
    );
    expect(problemsOf(`site: { ${'y'.repeat(5_000)}: 1 }`)).toMatch(/site\.y{80}… is no/);
  });

  it('explain a file that is missing, is not YAML or holds no sections', () => {
    expect(() => loadSettings({ config: join(folder, 'none.yaml') }, home)).toThrow('does not exist');
    expect(problemsOf('site: [')).toMatch(/not readable YAML: see line \d+, column \d+, and the lines above\./);
    const laughs = 'a: &a [x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\nsite: [*c,*c,*c,*c,*c]';
    for (const text of ['site: { name: *Home }', 'site: &a\n  name: *a', laughs])
      expect(problemsOf(text)).toMatch(/not readable YAML: .*begins with \* needs quotes$/);
    expect(problemsOf('- a\n- b')).toContain('must hold sections');
  });

  it('come back unchanged from the file they were written to', () => {
    fc.assert(
      fc.property(
        fc.record({
          altitude_m: fc.integer({ min: -500, max: 5000 }),
          latitude: fc.option(fc.double({ min: -90, max: 90, noNaN: true }), { nil: null }),
          name: fc.string({ minLength: 1, maxLength: 39 }).map((text) => `${text.replaceAll(/[^\x20-\x7e]/g, '')}a`),
        }),
        (site) => {
          const first = parseConfig({ site });
          if (!('config' in first)) throw new Error(first.problems.join());
          expect(parseConfig(parse(stringify(first.config)))).toEqual(first);
        },
      ),
    );
  });
});

describe('config.example.yaml', () => {
  it('is what the schema says today', () => {
    expect(readFileSync(join(import.meta.dirname, '../../config.example.yaml'), 'utf8')).toBe(configExample());
  });
  it('holds exactly the defaults', () => {
    expect(parse(configExample())).toEqual(Config.parse({}));
  });
});

it.each([
  ['de', '„Mars“'],
  ['fr', '«\u00a0Mars\u00a0»'],
  ['da', '»Mars«'],
])('what is refused stands between the quotation marks of its reader: %s', async (language, quoted) => {
  const { say } = await speakerOf(language);
  const parsed = parseConfig({ site: { timezone: 'Mars', altitude_m: '"high"' } });
  const said = 'problems' in parsed ? parsed.problems.map(say).join() : '';
  expect(said.replaceAll(/[\u2066-\u2069]/g, '')).toContain(quoted);
  expect(said).not.toContain('"Mars"');
});

it('what is refused is told without the secret in it: the sentence ends in a log', () => {
  const told = (raw: object): string => {
    const parsed = parseConfig(raw);
    return 'problems' in parsed ? parsed.problems.map(({ detail }) => detail).join() : 'nothing';
  };
  expect(told({ uploads: { windy: { key: 12345678 } } })).toBe('uploads.windy.key must be text');
  expect(told({ access: { pin_hash: 4711 } })).toBe('access.pin_hash must be text');
  expect(told({ push: { url: 'http://me:hush@nas/write' } })).toContain('push.url is "http://•••@nas/write", ');
  expect(told({ push: { url: 'http://nas/write?db=x&p=hush' } })).toContain('"http://nas/write?db=•••&p=•••"');
  expect(told({ mqtt: { url: 'mqtt://me:hush@nas' } })).not.toContain('hush');
  expect(told({ push: 'http://me:hush@nas/write' })).not.toContain('hush');
});

describe('a malformed line with a key in it', () => {
  it.each([
    ['no space after the colon', 'mqtt:\n  password:hunter2\n', 'mqtt must hold settings by name'],
    ['no space, between others', 'mqtt: { interval_s: 30, password:hunter2 }', 'mqtt.password… is not a setting'],
    ['a sign of equality', 'mqtt: { interval_s: 30, password=hunter2 }', 'did you mean mqtt.password?'],
    ['two settings on a line', 'mqtt: { interval_s: 30 password:hunter2 }', 'mqtt.interval_s is "30 password:•••", '],
    ['one step too far in', 'mqtt:\n  username:\n    password: hunter2\n', 'mqtt.username must be text'],
    ['a list in place of a section', 'mqtt:\n  - password: hunter2\n', 'mqtt must hold settings by name'],
    [
      'arguments that are no list',
      'inputs: { rtl433: { args: --token hunter2 } }',
      'inputs.rtl433.args must be a list',
    ],
    ['a quote that stays open', 'mqtt:\n  password: "hunter2\n', 'see line '],
    ['a text behind a quote', 'mqtt:\n  password: "ab" hunter2\n', 'see line 2, column 18,'],
    ['a mark at its beginning', 'mqtt:\n  password: |hunter2\n', 'see line 2, '],
    ['a tag', 'mqtt:\n  password: !hunter2! x\n', 'see line 2, '],
    ['an escape that is none', 'mqtt:\n  password: "\\hunter2"\n', 'see line 2, '],
    ['a bracket alone', 'mqtt:\n  password: x\n]hunter2\n', 'see line 3, '],
  ])('is told by its place and the way out, and the key by nobody: %s', (_, text, told) => {
    const problem = problemsOf(text);
    expect(problem).toContain(told);
    expect(problem).not.toMatch(/hunter|\\h/);
  });

  it('in the environment is not told either, nor where the name has a slip', () => {
    for (const name of ['INPUTS__RTL433__ARGS', 'MQTT__PASWORD', 'INPUTS__MQTT'])
      expect(() => loadSettings({}, { ...home, [`WEATHERGLASS_${name}`]: '[a, pass=hunter2' })).toThrow(
        `WEATHERGLASS_${name} is •••, expected a number or a word`,
      );
  });
});

it('says what is wrong with a setting in the language of the reader', async () => {
  const { say } = await speakerOf('de');
  const told = (raw: object): string[] => {
    const parsed = parseConfig(raw);
    return 'problems' in parsed ? parsed.problems.map(say) : [];
  };
  expect(told({ site: { altitude_m: 90_000, colour: 'red' } })).toEqual([
    'site.altitude_m (90000) muss eine Zahl von -500 bis 5000 sein',
    expect.stringMatching(/^site\.colour ist keine Einstellung; hier bekannt: name, /),
  ]);
  expect(told({ compensation: { k_min: 0.9, k_max: 0.4 } })).toEqual([
    'compensation.k_min ist 0.9 und darf nicht über compensation.k_max (0.4) liegen',
  ]);
});
