import { afterEach, describe, expect, it } from 'vitest';
import { HomeAssistantExporter } from '../../../src/connections/home-assistant/export.ts';
import { websocketOf } from '../../../src/connections/home-assistant/session.ts';
import { QUANTITIES } from '../../../src/quantities/table.ts';
import type { HistoryFacet } from '../../../src/station/api.ts';
import type { PastRow } from '../../../src/station/store/queries/past-rows.ts';
import { HomeAssistantStandIn, type Script } from '../../support/home-assistant.ts';
import { withWaits } from '../../support/running-clock.ts';

const FROM_S = 1_700_000_000 - (1_700_000_000 % 3600);
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.c2VjcmV0LXRva2Vu.9fK-1_x';

const folded = (value: number | null, lo = value, hi = value) => ({ n: 1, value, lo, hi, steadiness: null });
/** Hours with wind and rain; the thermometer is silent in every tenth. */
const hourly = (count: number): PastRow[] =>
  Array.from({ length: count }, (_, i) => {
    const t = i % 10 === 9 ? null : 10 + (i % 24) / 4;
    const level = (value: number | null) => ({
      value,
      lo: value === null ? null : value - 1,
      hi: value === null ? null : value + 1,
    });
    const narrow = new Map([
      [QUANTITIES.windSpeedMs.narrow, folded(3.25, 1, 7)],
      [QUANTITIES.windDirectionDeg.narrow, folded(i % 360)],
      [QUANTITIES.rainMm.narrow, folded(i % 5 === 0 ? 0.2 : 0)],
      [QUANTITIES.outdoorBattery.narrow, folded(1)],
    ]);
    const wide = {
      temp_smooth: level(t),
      hum_smooth: level(60),
      press_smooth: level(990),
      press_slp: level(1013),
      dew: level(4),
      outdoor_c: level(null),
      lux: level(null),
    };
    return { startS: FROM_S + i * 3600, widthS: 3600, wide, narrow };
  });
const historyOf = (rows: readonly PastRow[]) =>
  ({
    firstS: () => rows[0]?.startS ?? null,
    *hours() {
      for (let i = 0; i < rows.length; i += 120) yield rows.slice(i, i + 120);
    },
  }) as unknown as HistoryFacet;

let standIn: HomeAssistantStandIn | null = null;
const unexpected: unknown[] = [];
/** Divides every wait of the exporter. */
let hurry = 1;
afterEach(async () => {
  hurry = 1;
  await standIn?.close();
  standIn = null;
  expect(unexpected.splice(0)).toEqual([]);
});

const clock = () => withWaits((ms) => ms / hurry);

async function run(
  script: Script,
  rows = hourly(2500),
  asked: Partial<{ address: string; token: string; prefix: string }> = {},
) {
  const here = new HomeAssistantStandIn({ token: TOKEN, ...script });
  standIn = here;
  const address = await here.listen();
  const exporter = new HomeAssistantExporter(clock(), new AbortController().signal, (error) => unexpected.push(error));
  const begin = () => exporter.start(historyOf(rows), { address, token: TOKEN, prefix: '', ...asked });
  const ended = async () => {
    while (exporter.status().state === 'running') await new Promise((resolve) => setTimeout(resolve, 5));
    return exporter.status();
  };
  return { here, exporter, begin, ended, address };
}

describe('export to Home Assistant', () => {
  it('sends every hour of every quantity once, with sums for rain and a circular mean for the wind', async () => {
    const { here, begin, ended } = await run({});
    expect(await begin()).toMatchObject({ state: 'running' });
    const { state, sent, share, detail } = await ended();
    expect([state, share, detail]).toEqual([
      'done',
      1,
      expect.stringMatching(/hourly values are in Home Assistant\.$/),
    ]);
    const kept = (id: string) => here.statistics.get(`weatherglass:${id}`)!;
    expect([...here.statistics.keys()].sort()).toEqual(
      [
        'dew_point',
        'humidity',
        'pressure',
        'pressure_station',
        'rain',
        'temperature',
        'wind_direction',
        'wind_speed',
      ].map((id) => `weatherglass:${id}`),
    );
    expect([kept('temperature').rows.size, kept('rain').rows.size]).toEqual([2250, 2500]);
    expect(sent).toBe(2250 + 7 * 2500);
    expect(kept('temperature').metadata).toEqual({
      statistic_id: 'weatherglass:temperature',
      source: 'weatherglass',
      name: 'Weatherglass Temperature',
      unit_of_measurement: '°C',
      has_mean: true,
      has_sum: false,
      mean_type: 1,
      unit_class: 'temperature',
    });
    const second = new Date((FROM_S + 3600) * 1000).toISOString();
    expect(kept('temperature').rows.get(second)).toEqual({ start: second, mean: 10.25, min: 9.25, max: 11.25 });
    expect(kept('rain').metadata).toMatchObject({
      has_mean: false,
      has_sum: true,
      mean_type: 0,
      unit_of_measurement: 'mm',
      unit_class: 'distance',
    });
    expect([...kept('rain').rows.values()].at(-1)).toMatchObject({ sum: 100, state: 100 });
    expect(kept('wind_direction').metadata).toMatchObject({ mean_type: 2, has_mean: false });
  });

  it('doubles nothing when it is sent again', async () => {
    const { here, begin, ended } = await run({}, hourly(300));
    const all = () => JSON.stringify([...here.statistics].map(([id, { rows }]) => [id, [...rows]]));
    await begin();
    await ended();
    const first = all();
    await begin();
    await ended();
    expect(all()).toBe(first);
  });

  it('speaks to versions before 2025.11 in their words, and to one that claims to be newer than it is', async () => {
    for (const version of ['2024.6.4', '2025.10.2']) {
      const { here, begin, ended } = await run({ version }, hourly(50));
      await begin();
      expect((await ended()).state, version).toBe('done');
      expect(here.statistics.get('weatherglass:temperature')?.metadata).not.toHaveProperty('mean_type');
      expect(here.statistics.has('weatherglass:wind_direction')).toBe(false);
      await here.close();
    }
  });

  it('tells two stations apart by a prefix', async () => {
    const { here, begin, ended } = await run({}, hourly(5), { prefix: 'garden' });
    await begin();
    await ended();
    expect(here.statistics.has('weatherglass:garden_temperature')).toBe(true);
  });

  it.each<[string, Script, RegExp]>([
    ['a wrong token', { token: 'another' }, /does not accept the token/],
    ['a recorder that is off', { recording: false }, /recorder is off or being upgraded/],
    ['a recorder in an upgrade', { migrating: true }, /recorder is off or being upgraded/],
    ['another program', { greeting: { hello: 'world' } }, /is not Home Assistant/],
  ])('says what is wrong at once: %s', async (_, script, words) => {
    const { begin, exporter } = await run(script, hourly(5));
    expect(await begin()).toEqual({ error: expect.stringMatching(words), said: expect.anything() });
    expect(exporter.status().state).toBe('idle');
  });

  it.each<[string, Script, RegExp]>([
    ['a user who is no administrator', { isAdmin: false }, /not an administrator/],
    ['a connection that breaks off', { breaksAt: 2 }, /broke off after 5 values\. Send again: nothing is doubled/],
  ])('says how it ended: %s', async (_, script, words) => {
    const { begin, ended } = await run(
      script,
      hourly(5).map((row) => ({ ...row, narrow: new Map() })),
    );
    await begin();
    expect(await ended()).toMatchObject({ state: 'failed', detail: expect.stringMatching(words) });
  });

  it('says so where nobody answers, where the address is none, and where there is nothing to send', async () => {
    const { begin, here } = await run({}, hourly(5));
    await here.close();
    expect(await begin()).toMatchObject({ error: expect.stringMatching(/does not answer at ws:\/\/127\.0\.0\.1/) });
    const { begin: nowhere } = await run({}, hourly(5), { address: 'ftp://home' });
    expect(await nowhere()).toMatchObject({ error: expect.stringMatching(/not an address of Home Assistant/) });
    const { begin: empty } = await run({}, []);
    expect(await empty()).toMatchObject({ error: expect.stringMatching(/no full hour/) });
  });

  it('shows an answer of the other side on one line, without the token, wherever that stands in it', async () => {
    const hidden = `code ${TOKEN}`;
    for (const [error, words] of [
      [{ code: hidden, message: '' }, /refused Temperature: code \S*$/],
      [{ code: 'x', message: `said ${TOKEN}\u202e\u0007 back\n` }, /refused Temperature: said \S* back$/],
      [{ code: 'x', message: `${'said '.repeat(38)}${TOKEN}` }, /refused Temperature: (?:said )+\S*$/],
      [null, /refused Temperature: unknown error$/],
      ['no', /refused Temperature: unknown error$/],
      [{ code: 7, message: {} }, /refused Temperature: unknown error$/],
    ] as const) {
      const { begin, ended, here } = await run({ error }, hourly(5));
      await begin();
      const { detail } = await ended();
      expect(detail).toMatch(words);
      expect(detail).not.toContain(TOKEN.slice(0, 6));
      expect(detail).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      await here.close();
    }
  });

  it('ends half a minute after a question that gets no answer, whatever else is said', async () => {
    hurry = 1000;
    const { begin, exporter } = await run({ chatters: true }, hourly(5));
    expect(await begin()).toMatchObject({ error: expect.stringMatching(/recorder is off|does not answer/) });
    expect(exporter.status().state).toBe('idle');
  });

  it('takes one run at a time', async () => {
    const { begin, ended } = await run({}, hourly(500));
    const [first, second] = await Promise.all([begin(), begin()]);
    expect([first, second]).toEqual([
      expect.objectContaining({ state: 'running' }),
      expect.objectContaining({ error: expect.stringMatching(/is running/) }),
    ]);
    await ended();
  });

  it('sends the token in the greeting alone, and tells it nowhere', async () => {
    const { here, begin, ended, exporter } = await run({ isAdmin: false }, hourly(5));
    await begin();
    await ended();
    expect(here.heard.filter((message) => JSON.stringify(message).includes(TOKEN))).toEqual([
      { type: 'auth', access_token: TOKEN },
    ]);
    expect(JSON.stringify([exporter, exporter.status()])).not.toContain(TOKEN);
    const echo = await run({ greeting: { type: `auth_required ${TOKEN}` } }, hourly(5));
    expect(JSON.stringify(await echo.begin())).not.toContain(TOKEN);
  });
});

describe('addresses of Home Assistant', () => {
  it.each([
    ['homeassistant.local', 'ws://homeassistant.local:8123/api/websocket'],
    ['192.168.1.5:8124', 'ws://192.168.1.5:8124/api/websocket'],
    ['http://ha:8123/', 'ws://ha:8123/api/websocket'],
    ['https://home.example.org', 'wss://home.example.org/api/websocket'],
    ['wss://home.example.org/ha/api/websocket', 'wss://home.example.org/ha/api/websocket'],
    ['ftp://ha', null],
    ['http://user:word@ha', null],
    ['', null],
  ])('%s', (address, expected) => {
    expect(websocketOf(address)).toBe(expected);
  });
});
