import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { parseConfig } from '../../../src/config/problems.ts';
import { systemClock } from '../../../src/main/clock.ts';
import { withoutSecrets as cleanOf, judged } from '../../../src/main/settings-file/as-file.ts';
import { told } from '../../support/misfits-told.ts';
import { promised } from '../../support/promised.ts';

vi.mock('../../../src/config/config.ts', (original) => import('./with-parts.ts').then((it) => it.withParts(original)));

const HASH = `scrypt$AAAABBBB$${'k'.repeat(43)}`;
const now = (parseConfig({ site: { name: 'Attic', altitude_m: 50 } }) as { config: Config }).config;
const withoutSecrets = (text: string, of = now) => cleanOf(text, of);
const judge = (text: string, elsewhere: string[] = []) => judged(text, now, (key) => elsewhere.includes(key));

describe('the file that goes out', () => {
  it('keeps comments and order, and holds no secret wherever it stood', () => {
    const out = withoutSecrets(
      [
        '# Mine',
        'access:',
        '  writes: pin # by grandmother',
        `  pin_hash: &pin ${HASH}`,
        '  # pin_hash: scrypt$older$one',
        `# ${HASH} was sent to me`,
        'test_uploads:',
        '  testnet:',
        '    id: IBERLIN1',
        '    key: hunter2 # never tell hunter2',
        'site: { name: Attic }',
        '',
      ].join('\n'),
    );
    expect(out).toContain('# Mine\naccess:\n  writes: pin # by grandmother');
    expect(out).toMatch(/id: IBERLIN1[\s\S]*name: Attic/);
    expect(out).not.toMatch(/scrypt|hunter2|kkkk/);
  });
  it('is still a file where a secret is a word of it: that is taken out of comments alone', () => {
    const file = (topic: string) =>
      `# mail of the alarms\nsite:\n  name: alarms, webhook\nalarms:\n  channels:\n    webhook:\n      url: http://h/webhook?channel=alarms\n${topic}`;
    const out = withoutSecrets(file('    ntfy:\n      enabled: true\n      topic: alarms\n'));
    expect(out).toBe(
      file('    ntfy:\n      enabled: true\n')
        .replace('of the alarms', 'of the •••')
        .replace('/webhook?channel=alarms', '/•••?channel=•••'),
    );
  });
  it.each(['url:', 'before:', ''])('has no key of an address that a comment keeps behind "%s"', (name) => {
    const old = `# ${name} https://hooks.slack.com/services/T0/B0/old1`;
    for (const file of [`${old}\n`, `site:\n  ${old}\n  name: Attic\n`])
      expect(withoutSecrets(file)).toBe(file.replace('/services/T0/B0/old1', '/•••'));
  });
  it('has no name of a login: another station that takes it in would log in as its mask', () => {
    const file = 'mqtt:\n  url: mqtt://nas:1883\n';
    const out = withoutSecrets(`${file}  username: anna-of-the-attic # Anna\n`);
    expect(out).toBe(file);
    expect(judged(out, now, () => false)).toEqual({ changes: { 'mqtt.url': 'mqtt://nas:1883' }, passed_over: [] });
  });
  it('keeps a comment that only speaks of a secret, and masks in one what could be its value', () => {
    const file = [
      '# The topic of the garden and its password are with Anna: ask her',
      'inputs:',
      '  mqtt:',
      '    # token_file: /etc/weatherglass/token',
      '    topics:',
      '      # - topic: rtl_433/+/events',
      '      - topic: rtl_433/pi/events # this topic: see mqtt://broker',
      '        map: {}',
      'alarms:',
      '  rules:',
      '    # - id: frost_tonight',
      '    - id: heat # probe_id: 28-0316a2795e7f, key of the shed: none',
      '',
    ].join('\n');
    expect(withoutSecrets(file)).toBe(file);
    for (const [old, kept] of [
      ['  pin_hash: scrypt$older$one', '  pin_hash: •••'],
      ['my own key = two words', 'my own key = •••'],
      ['ntfy: { topic: "weather-Kx83", enabled: true }', 'ntfy: { topic: "•••", enabled: true }'],
      ['id: raspi-1234567 until May', 'id: ••• until May'],
      ['topic: alarms', 'topic: •••'],
      ['once the topic: weather_Kx83.', 'once the topic: •••.'],
      ['WEATHERGLASS_MQTT__PASSWORD=hunter2', 'WEATHERGLASS_MQTT__PASSWORD=•••'],
      ['args: [-F, "mqtt://nas,user=a,pass=hunter2"]', 'args: [-F, "mqtt://nas,user=•••'],
      ['mqtt://anna:hunter2@nas', 'mqtt://•••@nas'],
    ])
      for (const of of [(line: string) => `# ${line}\n`, (line: string) => `site:\n  # ${line}\n  name: Attic\n`])
        expect(withoutSecrets(of(old!))).toBe(of(kept!));
  });
  it('has no ID of a sensor, which is its key, and of arguments those alone that hold none', () => {
    const file = [
      'uploads:',
      '  sensorcommunity:',
      '    id: raspi-1234567',
      '    enabled: true',
      'inputs:',
      '  rtl433:',
      '    args:',
      '      - -F # output',
      '      - mqtt://nas:1883,user=anna,pass=hunter2 # upstairs, hunter2',
      '      - -f',
      '      - 868M',
      '',
    ];
    const out = withoutSecrets(file.join('\n'));
    expect(out).toBe(
      file
        .filter((line) => !line.includes('raspi'))
        .join('\n')
        .replace(',user=anna,pass=hunter2', '/•••')
        .replace(', hunter2', ', •••'),
    );
  });
  it('has no end of a secret that begins with another one', () => {
    const inputs = 'inputs:\n  mqtt:\n    password: abcdef\nmqtt:\n  password: abcdef1234\n';
    expect(withoutSecrets(`# once abcdef1234, before abcdef\n${inputs}`)).toContain('# once •••, before •••\n');
  });
  it('has of the arguments of another program the names of options alone', () => {
    const file = (secret: string) => `inputs:\n  rtl433:\n    args: [ -u, ${secret} ]\n`;
    const of = structuredClone(now);
    of.inputs.rtl433.command = 'curl'; // of the environment, or of an option
    expect(withoutSecrets(file('anna:secret'), of)).toBe(file('•••'));
  });
  it('of a station without one is empty', () => expect(withoutSecrets('')).toBe(''));
});

describe('a file that comes in', () => {
  it('is told as what it would change, and what something else decides is passed over', () => {
    const text =
      'site: { name: Attic, altitude_m: 60 }\nkiosk: { zoom: 2 }\ntest_uploads: { testnet: { key: hunter2 } }';
    expect(judge(text, ['kiosk.zoom', 'site.name'])).toEqual({
      changes: { 'site.altitude_m': 60, 'test_uploads.testnet.key': 'hunter2' },
      passed_over: ['kiosk.zoom'],
    });
    expect(judge('')).toEqual({ changes: {}, passed_over: [] });
  });
  it('tells nobody whether a guess of something hidden is right', () => {
    const set = (of: { password: string; url: string; arg: string; name: string }) => ({
      mqtt: { password: of.password, username: of.name },
      alarms: { channels: { webhook: { url: of.url } } },
      inputs: { rtl433: { args: ['-f', '868M', '--key', of.arg] } },
    });
    const real = { password: 'hunter2', url: 'https://hooks.example/KEY', arg: 'token', name: 'anna' };
    const { config } = parseConfig(set(real)) as { config: Config };
    const asked = (of: typeof real) => judged(JSON.stringify(set(of)), config, () => false);
    for (const guess of [real, { password: 'x', url: 'https://hooks.example/x', arg: 'x', name: 'x' }])
      expect(asked(guess)).toEqual({
        changes: {
          'mqtt.password': guess.password,
          'mqtt.username': guess.name,
          'alarms.channels.webhook.url': guess.url,
          'inputs.rtl433.args': ['-f', '868M', '--key', guess.arg],
        },
        passed_over: [],
      });
    expect(judged('mqtt: { password: null }', config, () => false)).toMatchObject({
      changes: { 'mqtt.password': null },
    });
    expect(judged('mqtt: { password: null }', now, () => false)).toMatchObject({ changes: {} });
  });
  it('has a reason for each of its mistakes', () => {
    expect(told(judge('site: { colour: blue, altitude_m: high }'))).toEqual({
      misfits: {
        'text 1': expect.stringContaining('site.altitude_m is "high"'),
        'text 2': expect.stringContaining('site.colour is not a setting'),
      },
    });
  });
  it.each([
    ['a list', '- site'],
    ['a sentence', 'hello'],
    ['half a file', 'site: ['],
    ['a nest without a bottom', '['.repeat(14_000)],
    ['a nest of sections', '{a: '.repeat(3500)],
    ['a few letters that mean gigabytes', 'a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nsite: *c'],
    ['one that contains itself', 'site: &a { name: *a }'],
    ['thousands of lines that are no YAML', '%\n'.repeat(5000)],
    ['thousands of closing brackets', ']'.repeat(10_000)],
    ['thousands of keys', Array.from({ length: 2000 }, (_, i) => `k${i}:`).join('\n')],
    ['thousands of keys on a line', `{${Array.from({ length: 2000 }, (_, i) => `k${i}`).join()}}`],
    ['lists in lists on a line', '- '.repeat(8000)],
    ['types upon types', `${'!!map '.repeat(2000)}{}`],
    ['another prototype', '__proto__: { site: 1 }'],
  ])('that is none is refused: %s', (name, text) => {
    const begunMs = systemClock.computedMs!();
    expect(judge(text)).toHaveProperty('misfits');
    promised(`a file of settings that is ${name}`, systemClock.computedMs!() - begunMs, 150); // anybody may ask, on the thread that samples
  });
  it('may be the example with all it says', () => {
    const example = readFileSync(join(import.meta.dirname, '../../../config.example.yaml'), 'utf8');
    const outcome = judge(`# - - - - - - -\n${example}`);
    expect(outcome).not.toMatchObject({ misfits: { text: expect.anything() } });
  });
});
