import { describe, expect, it } from 'vitest';
import { decodeConsole } from '../../../../src/station/inputs/families/console.ts';
import { pairsOf, timeOf } from '../../../../src/station/inputs/families/form.ts';
import type { Observation } from '../../../../src/station/inputs/observation.ts';
import { type Payload, payloads, requestsOf, tolerance } from '../support/payloads.ts';

type Console = 'ecowitt' | 'ambient' | 'wunderground';
const FAMILIES: readonly Console[] = ['ecowitt', 'ambient', 'wunderground'];

const heardOf = (payload: Payload): Observation[] =>
  requestsOf(payload).flatMap(({ method, text }) => decodeConsole(text, method, '192.0.2.7'));

const all = FAMILIES.flatMap((family) => payloads(family).map((payload) => ({ family, ...payload })));

describe('recorded payloads of consoles', () => {
  it.each(all.filter(({ expected }) => expected !== null))('$family/$file holds what is expected', (payload) => {
    const { family, expected } = payload;
    const [heard] = heardOf(payload);
    expect(heard!.kind).toBe(family);
    expect(heard!.sentS).toBe(expected!.time);
    const held: Record<string, number> = { ...heard!.values, ...heard!.counters };
    for (const [name, value] of Object.entries({ ...expected!.values, ...expected!.counters })) {
      expect(held[name], name).toBeDefined();
      expect(Math.abs(held[name]! - Number(value)), name).toBeLessThanOrEqual(tolerance(name, Number(value)));
    }
    for (const [name, value] of Object.entries(expected!.optional ?? {}))
      if (held[name] !== undefined)
        expect(Math.abs(held[name] - value), name).toBeLessThanOrEqual(tolerance(name, value));
    for (const name of expected!.absent ?? []) expect(held[name], name).toBeUndefined();
    for (const [name, state] of Object.entries((expected!.battery ?? {}) as Record<string, string | null>))
      expect(heard!.batteries[name] ?? null, name).toBe(state);
    if (expected!.model) expect(heard!.model).toBe(expected!.model);
    const secrets = (expected as { secrets?: string[] }).secrets ?? [];
    for (const secret of secrets) expect(Object.values(heard!).join(' ')).not.toContain(secret);
  });

  it.each(all)('$family/$file loses no key without a word', (payload) => {
    const requests = requestsOf(payload);
    const heard = heardOf(payload);
    expect(heard).toHaveLength(requests.length);
    expect(heard.flatMap(({ unknown }) => unknown)).toEqual([]);
    for (const [i, { text }] of requests.entries()) {
      const secret = pairsOf(text).get('PASSKEY') ?? pairsOf(text).get('PASSWORD') ?? '-none-';
      if (secret.length > 3) expect(JSON.stringify(heard[i])).not.toContain(secret);
    }
  });
});

describe('a console', () => {
  const one = (text: string) => decodeConsole(text, 'POST', '192.0.2.7')[0]!;

  it('keeps names that nobody knows, and refuses none of the rest for it', () => {
    const heard = one('PASSKEY=A&stationtype=GW9&tempf=50&newsensor9=3&tempq=9');
    expect(heard.unknown).toEqual(['newsensor9', 'tempq']);
    expect(heard.values).toEqual({ 'outdoor.temperature_c': 10 });
  });

  it.each([
    ['', 'tempf'],
    ['-9999', 'tempf'],
    ['1.941ba', 'tempf'],
    ['%zz', 'tempf'],
    ['%E0%A4%A', 'tempf'],
    ['0x10', 'humidity'],
    ['NaN', 'windspeedmph'],
    ['258.012e9', 'yearlyrainin'],
  ])('that says %j for %s says nothing of it', (text, key) => {
    const heard = one(`PASSKEY=A&stationtype=GW9&tempinf=50&${key}=${text}`);
    expect(Object.keys({ ...heard.values, ...heard.counters })).toEqual(['indoor.temperature_c']);
  });

  it.each<[string, object]>([
    ['normal', { station: 'ok' }],
    ['low', { station: 'low' }],
    ['constructor', {}],
  ])('of AcuRite whose battery is %s', (word, batteries) => {
    expect(one(`id=A&sensor=1&mt=tower&tempf=50&battery=${word}`).batteries).toEqual(batteries);
  });

  it('of Oregon tells its second thermometer apart from the first', () => {
    const line = (n: number, c: number) => one(`mac=A&id=84&rid=${n}&oh=50&ot=${c}&ch=${n}&p=1`);
    const [first, second] = [line(1, 20), line(2, 5)];
    expect([first.channel, second.channel]).toEqual([null, '2']);
    expect(second.sender).toBe(first.sender);
    expect(second.values['outdoor.temperature_c']).toBe(5);
  });

  it('that says a key twice means the last', () => {
    expect(one('PASSKEY=A&stationtype=GW9&tempf=32&tempf=50').values).toEqual({ 'outdoor.temperature_c': 10 });
    expect(one('PASSKEY=A&stationtype=GW9&tempf=50&__proto__=3&constructor=4').values).toEqual({
      'outdoor.temperature_c': 10,
    });
  });

  it('that is cut off in a key, or names no software, has neither', () => {
    expect(one('PASSKEY=A&stationtype=GW9&tempf=50&dailyra').unknown).toEqual([]);
    expect(one('ID=1&dateutc=now&softwaretype=&tempf=50').model).toBeNull();
  });

  it('without a pass key is known by its address and type', () => {
    const [here, again] = [one('stationtype=GW9&tempf=50'), one('stationtype=GW9&tempf=51')];
    expect(here.sender).toBe(again.sender);
    expect(decodeConsole('stationtype=GW9&tempf=50', 'POST', '192.0.2.8')[0]!.sender).not.toBe(here.sender);
  });

  it.each([
    [
      'PASSKEY=A&stationtype=GW2000A_V3.1.5&model=GW2000A&tempf=50',
      'PASSKEY=A&stationtype=GW1000B_V1.7.3&model=GW1000B&tempf=60',
    ],
    [
      'PASSKEY=A&stationtype=EasyWeatherV1.4.4&model=WS2900_V2.01.18&tempf=50',
      'PASSKEY=A&stationtype=EasyWeatherV1.4.4&model=WS2350_V2.37&tempf=50',
    ],
    [
      'ID=1&dateutc=now&softwaretype=Weather+logger+V2.1.9&tempf=50',
      'ID=1&dateutc=now&softwaretype=GW1000A_V1.6.8&tempf=50',
    ],
  ])('is not another one that has its key: %s', (here, other) => {
    const [a, b] = [one(here), one(other)];
    expect(a.sender).not.toBe(b.sender);
    const updated = here.replace(/V\d+\.\d+/, 'V9.0');
    expect(one(updated).sender).toBe(a.sender);
  });

  it.each([
    ['2022-09-12 08:01:26', 1662969686],
    ['2024-02-08 10: 36: 28', 1707388588],
    ['2016-1-4 21:2:35', 1451941355],
    ['now', null],
    ['', null],
    ['2026-02-31 10:00:00', null],
    ['2026-00-10 10:00:00', null],
  ])('tells its time as %j', (text, time) => expect(timeOf(text)).toBe(time));
});
