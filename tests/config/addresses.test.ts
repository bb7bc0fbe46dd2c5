import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/problems.ts';

const KEYS = {
  http: ['push.url', 'fleet.url', 'inputs.davis.url', 'alarms.channels.webhook.url', 'alarms.channels.ntfy.url'],
  mqtt: ['mqtt.url', 'inputs.mqtt.url'],
};
const refusals = (key: string, value: unknown): string[] => {
  const raw = key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const parsed = parseConfig(raw);
  return 'problems' in parsed ? parsed.problems.map(({ detail }) => detail) : [];
};
const each = (scheme: keyof typeof KEYS, rests: string[]) =>
  KEYS[scheme].flatMap((key) => rests.map((rest) => [key, `${scheme}://${rest}`] as const));

describe('addresses of the settings', () => {
  it.each([...each('http', ['x:99999', '[::1', '%zz', 'a:b:c']), ...each('mqtt', ['broker:99999', 'a:b:c', '[::1'])])(
    '%s: %s cannot exist, and is refused where it is entered',
    (key, url) => {
      expect(refusals(key, url)).toEqual([
        `${key} is "${url}", must have a host and a port that can exist; a port is at most 65535`,
      ]);
    },
  );

  it.each([
    ...each('http', [
      'nas',
      'nas:8086',
      '192.0.2.9',
      '[2001:db8::1]:8086',
      'my_nas.lan',
      'büro.example',
      'x:65535',
      'nas/',
    ]),
    ...each('mqtt', ['broker', 'broker:1883', '192.0.2.9', '[::1]:8883', 'my_broker', 'x:65535', 'broker/']),
    ...['http://nas:8086/write?db=a@b', 'https://nas/api/v2/write?org=home'].map((url) => ['push.url', url] as const),
    ['alarms.channels.webhook.url', 'https://example.org/hook?key=x'],
    ['alarms.channels.ntfy.url', 'https://ntfy.sh'],
    ['mqtt.url', 'mqtts://broker'],
  ] as const)('%s: %s is taken', (key, url) => expect(refusals(key, url)).toEqual([]));

  it.each(['a b', 'http://weather.example', 'weather.example/', '', '@'])('more host names: %j is none', (name) => {
    expect(refusals('server.allowed_hosts', ['ok.example', name])).toEqual([
      `server.allowed_hosts.1 is "${name}", must be a host name such as weather.example.org, without http://`,
    ]);
  });
  it('more host names: with a port, a dot at the end, capitals, an address', () =>
    expect(refusals('server.allowed_hosts', ['a.b:8000', 'Weather.example.', '[::1]', '192.0.2.9', 'a_b'])).toEqual(
      [],
    ));

  it.each(['nonsense', '*', 'panel.local:3000', 'http://panel/page', 'http://panel:99999', 'http://a b'])(
    'other pages that may read: %j is no origin',
    (origin) => {
      expect(refusals('server.cors_origins', [origin])).toEqual([
        `server.cors_origins.0 is "${origin}", must be the origin of a page, such as http://panel.local:3000`,
      ]);
    },
  );
  it('other pages that may read: what browsers send as an origin', () => {
    const origins = [
      'http://panel.local:3000',
      'https://Panel.local/',
      'http://[::1]:3000',
      'capacitor://localhost',
      'null',
    ];
    expect(refusals('server.cors_origins', origins)).toEqual([]);
  });
});
