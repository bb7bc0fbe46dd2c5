import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/problems.ts';
import { settingNodes } from '../../src/config/schema.ts';
import { fieldSentence } from '../../src/words/field.ts';
import type { Sentence } from '../../src/words/sentence.ts';

const SRC = join(import.meta.dirname, '../../src');
const CODE = /'(field\.[a-z-]+)/g;
const codesIn = (...patterns: string[]): string[] => {
  const texts = globSync(patterns, { cwd: SRC }).map((file) =>
    readFileSync(join(SRC, file), 'utf8').replaceAll('`', "'"),
  );
  return [...new Set(texts.flatMap((text) => [...text.matchAll(CODE)].map(([, code]) => code!)))];
};

const problems = (raw: unknown): Sentence[] => {
  const parsed = parseConfig(raw);
  return 'problems' in parsed ? parsed.problems : [];
};
/** Settings with one value, under its key with dots. */
const only = (key: string, value: unknown): unknown =>
  key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
const rule = (more: object) => only('alarms.rules', [{ id: 'heat', ...more }]);
const twice = only('alarms.rules', [{ id: 'heat' }, { id: 'heat' }]);

const EXAMPLES: Readonly<Record<string, unknown>> = {
  'field.file': 5,
  'field.section': only('push', 'http://nas/write'),
  'field.unknown-near': only('site.nam', 'Garden'),
  'field.unknown-among': only('site.colour', 'red'),
  'field.with-value': only('site.altitude_m', 90_000),
  'field.with-text': only('site.timezone', 'Mars'),
  'field.range': only('site.altitude_m', 90_000),
  'field.contradiction': only('compensation', { k_min: 0.9, k_max: 0.4 }),
  'field.boolean': only('site.indoors', 'yes'),
  'field.text': only('push.url', 5),
  'field.list': only('server.allowed_hosts', 'weather.example'),
  'field.entries': only('inputs.rtl433.args', Array(51).fill('-v')),
  'field.empty': only('sensors.probe_id', ''),
  'field.length': only('site.name', 'x'.repeat(41)),
  'field.required': rule({ quantity: 'temperatureC', when: 'chance_above', on: 0.5, off: 0.2 }),
  'field.unusable': only('inputs.mqtt.topics', [{ topic: 'garden', map: { 'Not a name': 'T' } }]),
  'field.one-of': only('access.writes', 'maybe'),
  'field.line': only('site.name', 'two\nlines'),
  'field.zone': only('site.timezone', 'Mars'),
  'field.source': only('sensors.source', 'thermometer'),
  'field.time': only('kiosk.night_from', '25:00'),
  'field.host': only('server.allowed_hosts', ['a b']),
  'field.origin': only('server.cors_origins', ['nonsense']),
  'field.address': only('push.url', 'http://nas:99999'),
  'field.input-url': only('inputs.davis.url', 'davis'),
  'field.mqtt-url': only('mqtt.url', 'broker'),
  'field.topic': only('mqtt.discovery_prefix', 'home/#'),
  'field.push-url': only('push.url', 'nas'),
  'field.fleet-url': only('fleet.url', 'hub'),
  'field.fleet-id': only('fleet.login', 'Hill 7'),
  'field.webhook-url': only('alarms.channels.webhook.url', 'example.org/hook'),
  'field.ntfy-topic': only('alarms.channels.ntfy.topic', 'my alarms'),
  'field.mail': only('alarms.channels.email.to', 'nobody'),
  'field.mail-host': only('alarms.channels.email.host', 'smtp://mail'),
  'field.quiet': rule({ quiet: '22:00-22:00' }),
  'field.alarm-id': rule({ id: 'Heat!' }),
  'field.alarm-own': rule({ id: 'wind' }),
  'field.alarm-twice': twice,
  'field.alarm-quantity': rule({ quantity: 'mood' }),
  'field.alarm-no-change': rule({ over_s: 600 }),
  'field.alarm-no-chance': rule({ limit: 3 }),
  'field.alarm-share': rule({ id: 'frost_tonight', on: 30 }),
  'field.above': rule({ id: 'frost_now', off: 0.5 }),
  'field.below': rule({ off: 40 }),
};

describe('sentences of refused settings', () => {
  it('each that the rules of the settings name is said of an example', () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(codesIn('config/*.ts', 'contract/alarm-rule.ts').sort());
    const unsaid = Object.entries(EXAMPLES).filter(
      ([code, raw]) => !JSON.stringify(problems(raw)).includes(`"${code}"`),
    );
    expect(unsaid.map(([code, raw]) => [code, problems(raw).map(({ detail }) => detail)])).toEqual([]);
  });

  it('each rule of a schema has one, here and in requests: a bare code is no sentence', () => {
    const inCode = codesIn('config/problems.ts');
    const rules = codesIn('{config,contract,http}/**/*.ts').filter((code) => !inCode.includes(code));
    expect(rules.length).toBeGreaterThan(20);
    expect(rules.filter((code) => fieldSentence(`${code} 3`, 'x').said === null)).toEqual([]);
  });

  const keys = [...new Set(settingNodes().flatMap(([way]) => way.map((_, i) => way.slice(0, i + 1).join('.'))))];
  const VALUES = [5, -1e9, 1.5, '', 'a b', 'x'.repeat(3000), true, [], {}, [5], [{}], [''], ['x'.repeat(400)], null];
  it.each(VALUES.map((value) => [JSON.stringify(value).slice(0, 20), value] as const))(
    'all are ours, whatever a setting is given: %s',
    (_, value) => {
      const said = keys.flatMap((key) => problems(only(key, value)));
      expect(said.length).toBeGreaterThan(0);
      expect(said.filter((one) => one.said === null || /Invalid|expected|undefined/.test(one.detail))).toEqual([]);
    },
  );
});
