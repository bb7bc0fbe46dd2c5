import { describe, expect, it } from 'vitest';
import { isIdle } from '../../../src/connections/sink.ts';
import type { Outcome } from '../../../src/sending/outcome.ts';
import fc from '../../support/drawn.ts';
import { ROOMS, withWeather } from '../support/measured.ts';
import { type AskedSinks, eachAsked, row, SITE, sent, toData } from './asked-sinks.ts';
import type { Mishap, Said } from './fake-internet.ts';
import { fakeNames, fakes } from './fake-services.ts';

let sinks: AskedSinks;
let { internet } = {} as AskedSinks;
eachAsked((one) => ({ internet } = sinks = one));

const sinkOf: AskedSinks['of'] = (...of) => sinks.of(...of);

describe.each(fakeNames)('%s', (name) => {
  it('takes what is sent, and it is stored once', async () => {
    const fake = new fakes[name]();
    internet.behaviour = (asked) => fake.answer(asked);
    expect(await sent(sinkOf(name))).toMatchObject({ kind: 'ok' });
    expect(fake.stored).toHaveLength(1);
    if (fake.stamps) expect(fake.stored).toEqual([row.tS]);
  });

  it('refuses a wrong id and a wrong key, and says so', async () => {
    const fake = new fakes[name]();
    internet.behaviour = (asked) => fake.answer(asked);
    const logins: object[] = name === 'openweathermap' ? [] : [{ id: 'WRONG' }];
    if (fake.key !== null) logins.push({ key: 'wrong' });
    for (const login of logins)
      expect(await sent(sinkOf(name, login)), JSON.stringify(login)).toMatchObject({ kind: 'refused' });
    expect(fake.stored).toEqual([]);
  });

  it.each<[string, Said, Partial<Outcome>]>([
    ['too many requests', { status: 429, headers: { 'retry-after': '120' } }, { kind: 'retry', afterS: 120 }],
    ['an overloaded server', { status: 503, headers: { 'retry-after': '60' } }, { kind: 'retry', afterS: 60 }],
    ['a broken server', { status: 500, body: '<h1>500</h1>' }, { kind: 'retry' }],
    ['a door that is closed', { status: 403, body: 'forbidden' }, { kind: 'refused' }],
    ['another address', { status: 302, headers: { location: 'https://elsewhere.example/' } }, { kind: 'refused' }],
    ["a hotel's own page", { status: 200, body: '<!DOCTYPE html><title>Welcome</title> login' }, { kind: 'retry' }],
    ['a yes of somebody else', { status: 202, body: '"success"' }, { kind: 'retry' }],
    ['words of nobody', { status: 200, body: '\u0000\u0001{"a":[' }, { kind: 'retry' }],
  ])('understands %s', async (_what, said, outcome) => {
    internet.behaviour = toData(name, said);
    expect(await sent(sinkOf(name))).toMatchObject(outcome);
  });

  it('does not take any yes for its own where it asks for something first', async () => {
    if (name !== 'opensensemap' && name !== 'openweathermap') return;
    for (const status of [200, 202, 204, 400]) {
      internet.behaviour = () => ({ status, ...(status !== 204 && { body: '"success"' }) });
      expect((await sent(sinkOf(name))).kind, String(status)).toBe(status === 400 ? 'refused' : 'retry');
    }
  });

  it.each<Mishap>(['half a body', 'cut', 'hang', 'slow'])(
    'comes to no conclusion from what breaks off (%s)',
    async (mishap) => {
      internet.behaviour = toData(name, mishap);
      await expect(sent(sinkOf(name), row, AbortSignal.timeout(120))).rejects.toThrow(/cut|no answer|read|lost/);
    },
  );

  it('never shows what it was asked with', async () => {
    internet.isDown = true;
    await expect(sent(sinkOf(name))).rejects.toThrow(/^unknown host name$/);
  });

  it.each([
    ['the probe alone', -3.25, ROOMS],
    ['nothing of the air', null, ROOMS],
    ['the probe and the weather', -3.25, ROOMS.map((room) => withWeather(room, -3.25))],
    ['the weather alone', null, ROOMS.map((room) => withWeather(room, null))],
  ])('is told nothing of a room, in no unit and no scale: the same of every one, %s', async (_, outdoorC, rooms) => {
    const told = [];
    for (const room of rooms) {
      const fake = new fakes[name]();
      internet.behaviour = (asked) => fake.answer(asked);
      const sink = sinkOf(name, {}, { ...SITE, indoors: true });
      const of = { ...row, ...room, outdoorC };
      const isTaken = sink.takes(of);
      if (isTaken) await sent(sink, of);
      const asked = internet.asked.splice(0);
      told.push([isTaken, ...asked.map(({ method, url, headers, body }) => [method, url.href, headers, body])]);
      const words = asked.map(({ url, body }) => url.href + body).join();
      if (outdoorC === null) expect(words).not.toMatch(/tempf|temperature"|humidity|dew/);
      else expect([isTaken, words]).toEqual([true, expect.stringMatching(/-3\.[23]|26\.[12]/)]);
    }
    for (const one of told) expect(one).toEqual(told[0]);
  });

  it('is told where it can be that the weather is simulated', async () => {
    const fake = new fakes[name]();
    internet.behaviour = (asked) => fake.answer(asked);
    await sent(sinkOf(name, {}, SITE, true));
    const said = internet.asked.map(({ url, body }) => url.href + body).join();
    // Measurements of these two have no place for a word.
    if (name === 'openweathermap' || name === 'opensensemap') return;
    expect(said).toContain('weatherglass-1.0-simulated');
  });

  it('is asked in whole words, whatever is missing', async () => {
    internet.behaviour = toData(name, { status: 500 });
    const value = fc.oneof(
      fc.constant(null),
      fc.double({ noNaN: false }),
      fc.double({ min: -60, max: 1100, noNaN: true }),
    );
    const rows = fc.record({
      temperatureC: value,
      humidityPct: value,
      outdoorC: value,
      stationHpa: value,
      seaLevelHpa: value,
    });
    const [indoors, outdoors] = [sinkOf(name, {}, { ...SITE, indoors: true }), sinkOf(name)];
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), async (values, isRoom) => {
        const sink = isRoom ? indoors : outdoors;
        const of = { ...row, ...values };
        if (sink.takes(of)) await sent(sink, of);
      }),
      { numRuns: 40 },
    );
    for (const { url, body } of internet.asked)
      expect(decodeURIComponent(url.href) + body).not.toMatch(/undefined|NaN|null|Infinity|\[object|=&|=$|""/);
  });
});

describe('who is sent nothing', () => {
  const stateOf = (settings: object) => {
    const sink = sinks.all({ windy: settings }).find(({ name }) => name === 'windy')!;
    return isIdle(sink) ? (sink.lacks ?? (sink.enabled ? 'on' : 'off')) : 'sends';
  };

  it('is switched off, or has no id or no key', () => {
    expect(stateOf({})).toBe('off');
    expect(stateOf({ enabled: true })).toBe('id');
    expect(stateOf({ enabled: true, id: 'a' })).toBe('key');
    expect(stateOf({ enabled: true, id: 'a', key_file: '/keys/none' })).toBe('key_file');
    expect(stateOf({ enabled: true, id: 'a', key_file: '/keys/windy' })).toBe('sends');
    expect(stateOf({ enabled: true, id: 'a', key: 'b' })).toBe('sends');
  });

  it('leaves all of them in the list', () => {
    const listed = sinks.all({}).map(({ name }) => name);
    expect(listed.sort()).toEqual([...fakeNames, 'cwop'].sort());
  });
});
