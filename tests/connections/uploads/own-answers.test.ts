import { expect, it } from 'vitest';
import type { Outcome } from '../../../src/sending/outcome.ts';
import { type AskedSinks, eachAsked, NOW_S, row, SITE, sent, toData } from './asked-sinks.ts';
import type { Said } from './fake-internet.ts';
import { type FakeName, fakes, KEY } from './fake-services.ts';

let sinks: AskedSinks;
let { internet } = {} as AskedSinks;
eachAsked((one) => ({ internet } = sinks = one));

const sinkOf: AskedSinks['of'] = (...of) => sinks.of(...of);

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
