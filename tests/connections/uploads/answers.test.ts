import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/config/problems.ts';
import { isIdle, type Sink } from '../../../src/connections/sink.ts';
import { uploadSinks } from '../../../src/connections/uploads/index.ts';
import type { Outcome } from '../../../src/sending/outcome.ts';
import type { Ports } from '../../../src/sending/ports.ts';
import type { OutboxRow } from '../../../src/station/outbox/row.ts';
import fc from '../../support/drawn.ts';
import { runningClock } from '../../support/running-clock.ts';
import { ROOMS, withWeather } from '../support/measured.ts';
import { type Behaviour, FakeInternet, type Mishap, type Said } from './fake-internet.ts';
import { type FakeName, fakeNames, fakes, KEY } from './fake-services.ts';

const NOW_S = 1_780_315_520;
const row: OutboxRow = {
  startS: 1_780_315_200,
  widthS: 300,
  tS: 1_780_315_500,
  temperatureC: 18.4,
  humidityPct: 61,
  seaLevelHpa: 1016.2,
  stationHpa: 1013.227,
  dewPointC: 10.75,
  outdoorC: null,
  lux: 800,
  cloudIndex: 0.2,
  temperatureRateCPerH: 0.1,
  pressureRateHpaPerH: -0.2,
  cpuC: 48,
};

let internet: FakeInternet;
/** A new one each: a request that was given up in one test may arrive in the next. */
beforeEach(async () => {
  internet = await new FakeInternet().start();
});
afterEach(() => internet.stop());

const ports = (): Ports => ({
  fetch: internet.fetch,
  fetchTrusting: () => internet.fetch,
  lookup: async () => [],
  ownAddresses: () => [],
  connect,
  gzip: () => Promise.reject(new Error('nothing to pack')),
  clock: runningClock(),
  random: () => 0.5,
  secret: (path) => (path === '/keys/windy' ? KEY : null),
  log: () => {},
});

const SITE = { latitude: 55.6761, longitude: 12.5683, altitude_m: 25, indoors: false };

function configWith(uploads: object, site: object = SITE) {
  const judged = parseConfig({ site, uploads });
  if ('problems' in judged) throw new Error(judged.problems.join('; '));
  return judged.config;
}

function sinkOf(name: FakeName, login: object = {}, site: object = SITE, simulated = false): Sink {
  const { id, key } = new fakes[name]();
  const settings = { enabled: true, id, ...(key !== null && { key }), ...login };
  const sinks = uploadSinks(configWith({ [name]: settings }, site), ports(), '1.0.3', simulated);
  const sink = sinks.find((one) => one.name === name)!;
  if (isIdle(sink)) throw new Error(`${name} lacks ${sink.lacks}`);
  return sink;
}

const sent = (sink: Sink, of: OutboxRow = row, signal = new AbortController().signal) =>
  sink.send({ rows: [of], nowS: NOW_S }, signal);

/** What it says to the data itself, where it is asked for other things before. */
const toData =
  (name: FakeName, said: Said | Mishap): Behaviour =>
  (asked) => {
    const isBefore = asked.method === 'GET' && (name === 'opensensemap' || name === 'openweathermap');
    if (!isBefore) return said;
    if (name === 'openweathermap') return { status: 200, body: '[{"id":"ab","external_id":"my-garden"}]' };
    return new fakes[name]().answer(asked);
  };

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

describe('answers of their own', () => {
  const outcomeOf = (name: FakeName, said: Said) => {
    internet.behaviour = toData(name, said);
    return sent(sinkOf(name));
  };

  it.each<[FakeName, Said, Partial<Outcome>]>([
    ['wunderground', { status: 401, body: 'unauthorized' }, { kind: 'refused' }],
    ['wunderground', { status: 400, body: 'bad request' }, { kind: 'passed' }],
    [
      'wunderground',
      { status: 200, body: 'INVALIDPASSWORDID|Password or key and/or id are incorrect' },
      { kind: 'refused' },
    ],
    ['wunderground', { status: 200, body: '' }, { kind: 'retry' }],
    ['pwsweather', { status: 200, body: 'ERROR: Not a vailid Station ID/Password' }, { kind: 'refused' }],
    ['pwsweather', { status: 200, body: 'Data parameters invalid, NOT logged.' }, { kind: 'passed' }],
    ['pwsweather', { status: 200, body: 'ERROR: dateutc parameter is not in proper format' }, { kind: 'passed' }],
    ['pwsweather', { status: 200, body: '' }, { kind: 'retry' }],
    ['windy', { status: 200, body: '' }, { kind: 'ok' }],
    ['windy', { status: 409, body: '{"message":"duplicate"}' }, { kind: 'ok' }],
    ['windy', { status: 410, body: 'gone' }, { kind: 'refused' }],
    ['windy', { status: 401, body: '' }, { kind: 'refused' }],
    ['windy', { status: 400, body: '{"message":"winddir must be less than 360"}' }, { kind: 'passed' }],
    ['windy', { status: 429, body: '{"retry_after":"2026-06-01T12:10:20.000Z"}' }, { kind: 'retry', afterS: 300 }],
    [
      'windy',
      { status: 429, body: '{"retry_after":"soon"}', headers: { 'retry-after': '7' } },
      { kind: 'retry', afterS: 7 },
    ],
    ['wowbe', { status: 200, body: '{}' }, { kind: 'retry' }],
    ['wowbe', { status: 404, body: '{"message":"No query results"}' }, { kind: 'refused' }],
    ['wowbe', { status: 422, body: '{"errors":{"dateutc":["bad"]}}' }, { kind: 'passed' }],
    ['wowbe', { status: 422, body: '{"errors":{"siteid":["unknown"]}}' }, { kind: 'refused' }],
    ['openweathermap', { status: 200, body: '{"cod":401,"message":"Invalid API key"}' }, { kind: 'refused' }],
    ['openweathermap', { status: 400, body: '{"code":400001,"message":"bad dt"}' }, { kind: 'passed' }],
    ['openweathermap', { status: 404, body: '{"code":404001}' }, { kind: 'retry' }],
    ['openweathermap', { status: 200, body: '' }, { kind: 'retry' }],
    ['opensensemap', { status: 422, body: '{"message":"Illegal value"}' }, { kind: 'passed' }],
    ['opensensemap', { status: 404, body: '{"message":"Box not found"}' }, { kind: 'refused' }],
    ['opensensemap', { status: 200, body: '' }, { kind: 'retry' }],
    ['sensorcommunity', { status: 200, body: '{"id":7}' }, { kind: 'ok' }],
    ['sensorcommunity', { status: 400, body: '{"value":["invalid"]}' }, { kind: 'passed' }],
    ['sensorcommunity', { status: 200, body: '' }, { kind: 'retry' }],
    ['sensorcommunity', { status: 200, body: '{"error":"log in first"}' }, { kind: 'retry' }],
    ['sensorcommunity', { status: 200, body: '[]' }, { kind: 'retry' }],
  ])('%s says %j', async (name, said, outcome) => {
    expect(await outcomeOf(name, said)).toMatchObject(outcome);
  });

  it('Sensor.Community is told nobody its ID, by which alone it knows a station', () => {
    const secretsOf = (name: FakeName) => sinkOf(name).secrets;
    expect(secretsOf('sensorcommunity')).toEqual([new fakes.sensorcommunity().id]);
    expect(secretsOf('wunderground')).toEqual([KEY]);
  });

  it('PWSWeather is asked at its old address when the new one is not known', async () => {
    const fake = new fakes.pwsweather();
    internet.behaviour = (asked) => (asked.url.host.startsWith('pwsupdate') ? { status: 404 } : fake.answer(asked));
    expect(await sent(sinkOf('pwsweather'))).toMatchObject({ kind: 'ok' });
    expect(internet.asked.map(({ url }) => url.host)).toEqual(['pwsupdate.pwsweather.com', 'www.pwsweather.com']);
  });

  it('Windy, which says 200 to everything, is found out when it shows nothing of what it took', async () => {
    const fake = new fakes.windy();
    const sink = sinkOf('windy');
    let nowS = 0;
    fake.nowS = () => (nowS += 300);
    internet.behaviour = (asked) => fake.answer(asked);
    expect(await sent(sink)).toMatchObject({ kind: 'ok' });
    expect(await sent(sink, { ...row, tS: row.tS + 300 })).toMatchObject({ kind: 'ok' });
    fake.stored.length = 0;
    fake.keepsNothing = true;
    const found = await sent(sink, { ...row, tS: row.tS + 600 });
    expect(found.kind).not.toBe('ok');
    expect(found.text).not.toContain(encodeURIComponent(KEY));
  });

  it('OpenWeatherMap keeps the number of a station: it is registered once, and again when it was deleted there', async () => {
    const fake = new fakes.openweathermap();
    internet.behaviour = (asked) => fake.answer(asked);
    await sent(sinkOf('openweathermap'));
    const restarted = sinkOf('openweathermap');
    await sent(restarted);
    expect(fake.registered).toHaveLength(1);
    fake.registered.length = 0;
    expect(await sent(restarted)).toMatchObject({ kind: 'retry' });
    expect(await sent(restarted)).toMatchObject({ kind: 'ok' });
    expect(fake.registered).toHaveLength(1);
  });

  it('OpenWeatherMap wants to know a place', async () => {
    internet.behaviour = toData('openweathermap', { status: 200, body: '[]' });
    internet.behaviour = () => ({ status: 200, body: '[]' });
    const outcome = await sent(sinkOf('openweathermap', {}, { ...SITE, latitude: null, longitude: null }));
    expect(outcome).toMatchObject({ kind: 'refused', text: expect.stringContaining('needs the station’s place') });
  });

  it('a sensor that somebody adds to a box of openSenseMap is sent after an hour; the box is not read for each row', async () => {
    const sensors = [{ _id: 't', title: 'Temperatur', unit: '°C' }];
    const fake = new fakes.opensensemap();
    internet.behaviour = (asked) =>
      asked.method === 'GET' ? { status: 200, body: JSON.stringify({ sensors }) } : fake.answer(asked);
    const sink = sinkOf('opensensemap');
    const sentAt = async (nowS: number): Promise<unknown> => {
      const { signal } = new AbortController();
      expect(await sink.send({ rows: [row], nowS }, signal)).toMatchObject({ kind: 'ok' });
      return (JSON.parse(internet.asked.at(-1)!.body) as { sensor: string }[]).map(({ sensor }) => sensor);
    };
    expect(await sentAt(NOW_S)).toEqual(['t']);
    sensors.push({ _id: 'h', title: 'rel. Luftfeuchte', unit: '%' });
    expect(await sentAt(NOW_S + 1800)).toEqual(['t']);
    expect(await sentAt(NOW_S + 3600)).toEqual(['t', 'h']);
    expect(internet.asked.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'GET', 'POST']);
  });

  it('a box of openSenseMap without our sensors is refused in words', async () => {
    internet.behaviour = () => ({ status: 200, body: '{"sensors":[{"_id":"x","title":"PM10","unit":"µg/m³"}]}' });
    expect(await sent(sinkOf('opensensemap'))).toMatchObject({ kind: 'refused', text: expect.stringContaining('hPa') });
  });
});

describe('who is sent nothing', () => {
  const stateOf = (settings: object) => {
    const sink = uploadSinks(configWith({ windy: settings }), ports(), '1.0.0', false).find(
      ({ name }) => name === 'windy',
    )!;
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
    const listed = uploadSinks(configWith({}), ports(), '1.0.0', false).map(({ name }) => name);
    expect(listed.sort()).toEqual([...fakeNames, 'cwop'].sort());
  });
});
