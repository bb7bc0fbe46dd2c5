import { SqliteError } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Config } from '../../src/config/config.ts';
import { Courier } from '../../src/connections/courier.ts';
import { forecastLines } from '../../src/connections/fleet/lines.ts';
import { decimal, lineProtocol, prometheusText, rowPoint } from '../../src/connections/line-protocol.ts';
import { pushSink } from '../../src/connections/push/push.ts';
import { isIdle, type Sink } from '../../src/connections/sink.ts';
import fc from '../support/drawn.ts';
import { Measured, NOON, row } from './support/measured.ts';
import { FakeNetwork, halfBody, refusedConnection } from './support/network.ts';

const AT = 1_795_287_000;
const HOME = { station: 'Home', simulated: false };

describe('line protocol', () => {
  it('is one line a row, with the fields that were measured, its start in seconds', () => {
    expect(lineProtocol([rowPoint(row({ startS: AT }))], HOME)).toBe(
      `wx,station=Home temp=18.4,hum=61,slp=1016.2,pressure=1013.227,dew=10.74,lux=312 ${AT}\n`,
    );
  });

  it('a row without any has no line, and nothing is left of it in Prometheus’ format either', () => {
    const ofAir = { temperatureC: null, humidityPct: null, seaLevelHpa: null, stationHpa: null };
    const nothing = rowPoint(row({ ...ofAir, dewPointC: null, lux: null }));
    expect(lineProtocol([nothing, rowPoint(row({ startS: AT }))], HOME).split('\n')).toHaveLength(2);
    expect(prometheusText([nothing], HOME)).toBe('');
  });

  it('a station’s name keeps its blanks, commas and signs, and ends no line', () => {
    const odd = { station: 'a b,c=d\n"e"\\', simulated: true };
    expect(lineProtocol([rowPoint(row({ startS: AT }))], odd)).toMatch(
      /^wx,simulated=1,station=a\\ b\\,c\\=d\\ "e" temp=/,
    );
    expect(prometheusText([rowPoint(row({ startS: AT }))], odd).split('\n')[0]).toBe(
      `wx_temp{simulated="1",station="a b,c=d \\"e\\"\\\\"} 18.4 ${AT}000`,
    );
  });

  it('whatever the numbers are, no line holds what a database would misread', () => {
    const number = fc.oneof(
      fc.double(),
      fc.constantFrom(null, -0, 1e21, 5e-324, -1e-7, Number.NaN, Number.POSITIVE_INFINITY),
    );
    const names = Object.keys(row()).filter((name) => !['startS', 'widthS', 'tS'].includes(name));
    fc.assert(
      fc.property(fc.array(number, { minLength: names.length, maxLength: names.length }), (values) => {
        const odd = row({ startS: AT, ...Object.fromEntries(names.map((name, i) => [name, values[i]])) });
        const text = lineProtocol([rowPoint(odd)], HOME);
        expect(text).toMatch(/^(wx,station=Home [a-z_]+=-?\d+(\.\d+)?(,[a-z_]+=-?\d+(\.\d+)?)* \d+\n)?$/);
        expect(text).not.toMatch(/=-0[ ,]|null|undefined|NaN/);
      }),
    );
    expect(decimal(-0.0001, 3)).toBe('0');
    expect(decimal(100, 3)).toBe('100');
    expect(decimal(1e15, 1)).toBeNull();
  });
});

describe('a time series database', () => {
  let world: Measured;
  let network: FakeNetwork;
  let ended: AbortController;
  let running: Promise<void>;
  beforeEach(() => {
    world = new Measured();
    network = new FakeNetwork(world.clock);
    ended = new AbortController();
    running = Promise.resolve();
  });
  afterEach(async () => {
    ended.abort();
    await running;
    world.close();
  });

  const made = (push: object, secret: string | null = null) =>
    pushSink(
      Config.parse({ site: { name: 'Home' }, push }),
      network.ports({ secret: () => secret }),
      world.outbox,
      false,
    );

  function start(push: object, secret: string | null = null): Courier {
    const sink = made(push, secret);
    if (isIdle(sink)) throw new Error('nothing to send to');
    const parts = { sink, outbox: world.outbox, ports: network.ports(), isHeld: false };
    const one = new Courier(parts);
    running = one.run(ended.signal);
    return one;
  }

  /** What a database would hold: by time, the last that was written. */
  const stored = (): Map<number, string> =>
    new Map(
      network.asked.flatMap(({ body }) =>
        body
          .split('\n')
          .filter(Boolean)
          .map((line): [number, string] => [Number(line.split(' ').at(-1)), line]),
      ),
    );

  it('gets the record from its beginning, a day in a request, and then each row ten minutes after its end', async () => {
    await world.measure(3 * 3600);
    const one = start({ url: 'http://nas:8086/write?db=weather' });
    await world.measure(1800);
    await world.clock.advance(10_000);
    expect(network.asked[0]).toMatchObject({ method: 'POST', url: 'http://nas:8086/write?db=weather&precision=s' });
    expect(network.asked[0]!.headers.get('content-encoding')).toBe('gzip');
    expect(network.asked[0]!.headers.get('authorization')).toBeNull();
    expect(network.asked[0]!.body.split('\n')).toHaveLength(34 + 1);
    expect([...stored().keys()]).toEqual(Array.from({ length: 40 }, (_, i) => NOON + i * 300));
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0 });
  });

  it('gets everything after a day without it, and once more what it may have lost in a cut connection', async () => {
    start({ url: 'http://nas:8086/write?db=weather' });
    await world.measure(3600);
    network.reply = () => refusedConnection();
    await world.measure(86_400, 300);
    let halves = 2;
    network.reply = () => (halves-- > 0 ? halfBody(200) : new Response(null, { status: 204 }));
    await world.measure(3600);
    await world.clock.advance(10_000);
    const rows = [...stored()];
    expect(rows.map(([tS]) => tS)).toEqual(Array.from({ length: 26 * 12 - 2 }, (_, i) => NOON + i * 300));
    for (const [tS, line] of rows) expect(line).toContain(`temp=${Number((18.4 + (tS - NOON) / 300_000).toFixed(3))},`);
  });

  it.each([
    ['a token', { token: 'abc' }, null, 'Token abc'],
    ['a token from a file', { token_file: '/run/token', token: 'old' }, 'abc', 'Token abc'],
    ['a whole header', { token: 'Bearer abc' }, null, 'Bearer abc'],
    ['a name and a password', { token: 'me:se@c ret' }, null, `Basic ${btoa('me:se@c ret')}`],
  ])('is given %s in a header, and it is told nowhere', async (_, push, secret, header) => {
    network.reply = ({ headers }) => new Response(`who is ${headers.get('authorization')} se@c ret`, { status: 401 });
    const one = start({ url: 'https://nas/write', ...push }, secret);
    await world.measure(1500);
    expect(network.asked[0]!.headers.get('authorization')).toBe(header);
    expect(network.asked[0]!.url).toBe('https://nas/write?precision=s');
    expect(one.status()).toMatchObject({ state: 'refused' });
    const answer = JSON.stringify([one.status(), await one.test()]);
    for (const word of header.includes('abc') ? ['abc'] : ['se@c ret', btoa('me:se@c ret')])
      expect(answer).not.toContain(word);
  });

  const dropped = (rows: number, why = 'field type conflict: temp is type float, already exists as type integer') =>
    new Response(`{"error":"partial write: ${why} dropped=${rows}"}`, { status: 400 });
  const linesOf = (body: string): string[] => body.split('\n').filter(Boolean);

  it('one that drops every row while it speaks of a part of them costs none: they are there when it is mended', async () => {
    network.reply = ({ body }) => dropped(linesOf(body).length);
    await world.measure(3 * 86_400, 300);
    const one = start({ url: 'http://nas:8086/write?db=weather' });
    await world.clock.advance(120_000);
    expect(one.status()).toMatchObject({ state: 'refused', cursor_ts: 0 });
    expect(world.outbox.aside.of('push')).toEqual([]);
    network.reply = () => new Response(null, { status: 204 });
    await world.clock.advance(2 * 3_600_000);
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0 });
    expect(stored().size).toBeGreaterThan(3 * 288 - 5);
  });

  it('one that keeps three days gets them, and what it calls too old is passed by, a day in a request', async () => {
    const day = 86_400;
    await world.measure(8 * day, 300);
    const fromS = world.clock.nowS() - 3 * day;
    network.reply = ({ body }) => {
      const old = linesOf(body).filter((line) => Number(line.split(' ').at(-1)) < fromS).length;
      return old === 0 ? new Response(null, { status: 204 }) : dropped(old, 'points beyond retention policy');
    };
    const one = start({ url: 'http://nas:8086/write?db=weather' });
    await world.clock.advance(100_000);
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0 });
    expect(network.asked.length).toBeLessThan(50);
    const taken = new Set(
      network.asked.flatMap(({ body }) => linesOf(body)).map((line) => Number(line.split(' ').at(-1))),
    );
    for (let tS = Math.ceil(fromS / 300) * 300; tS < fromS + 2.9 * day; tS += 300) expect(taken.has(tS)).toBe(true);
  });

  it('a row that it drops is set aside and told; a faulty database is waited for', async () => {
    const bad = ` ${NOON + 600}\n`;
    network.reply = ({ body }) => (body.includes(bad) ? dropped(1) : new Response(null, { status: 204 }));
    const one = start({ url: 'http://nas:8086/write?db=weather' });
    await world.measure(1800);
    await world.clock.advance(30_000);
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0 });
    expect(world.outbox.aside.of('push')).toEqual([NOON + 600]);
    network.reply = () => new Response('shard is down', { status: 503 });
    await world.measure(900);
    expect(one.status()).toMatchObject({ state: 'retrying', last_error: '503: shard is down' });
    expect(one.status().waiting).toBeGreaterThan(0);
  });

  it.each([
    [400, '{"error":"database is required"}'],
    [400, 'The plain HTTP request was sent to HTTPS port'],
    [413, 'Request Entity Too Large'],
    [422, ''],
  ])('an address that answers %i to everything costs no row', async (status, text) => {
    network.reply = () => new Response(text, { status });
    await world.measure(1500);
    const one = start({ url: 'http://nas:8086/write' });
    await world.clock.advance(30_000);
    expect(one.status()).toMatchObject({ state: 'refused', cursor_ts: 0 });
  });

  it.each([
    ["a portal's page", new Response('<html>Login</html>', { status: 200 }), 'retrying'],
    ['a byte order mark', new Response(Buffer.from([0xef, 0xbb, 0xbf]), { status: 200 }), 'retrying'],
    ['a yes of somebody else', new Response('ok', { status: 202 }), 'retrying'],
    ['another address', new Response('', { status: 302, headers: { Location: 'http://portal/' } }), 'refused'],
    ['a proxy that wants a login', new Response('', { status: 407 }), 'refused'],
  ])('%s is no yes, and costs no row', async (_, reply, state) => {
    network.reply = () => reply.clone();
    await world.measure(7200, 300);
    const one = start({ url: 'http://nas:8086/write' });
    await world.clock.advance(30_000);
    expect(one.status()).toMatchObject({ state, cursor_ts: 0, last_success_ts: null });
    network.reply = () => new Response(null, { status: 200 }); // CnosDB's yes
    await one.test();
    await world.clock.advance(30_000);
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0, last_error: null });
  });

  it('a row that is never taken is found by halving, and holds up no other', async () => {
    const bad = ` ${NOON + 50 * 300}\n`;
    network.reply = ({ body }) =>
      body.includes(bad) ? new Response('unable to parse', { status: 400 }) : new Response(null, { status: 204 });
    await world.measure(86_400, 300);
    const one = start({ url: 'http://nas:8086/write?db=weather' });
    await world.clock.advance(120_000);
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0 });
    expect(world.outbox.aside.of('push')).toEqual([NOON + 50 * 300]);
    expect(network.asked.length).toBeLessThan(30);
    const taken = network.asked.filter(({ body }) => !body.includes(bad)).flatMap(({ body }) => body.split('\n'));
    expect(new Set(taken.filter(Boolean)).size).toBe(288 - 1 - 2); // two have not settled yet
  });

  it.each([
    'http://me:secret@nas:8086/write',
    'http://me:100%@nas/write',
    'https://me@nas/write',
    'http://nas:8086/write?db=x&u=me&p=secret',
    'http://nas:8086/write?token=secret',
    'http://nas:8086/write?AuthKey=secret',
  ])('an address with a secret in it, which every page would show, is refused: %s', (url) => {
    expect(Config.safeParse({ push: { url } }).error?.issues[0]?.message).toBe('field.push-url');
  });

  it('an address may hold an @ and words that are no secrets', () => {
    for (const url of ['http://nas:8086/write?db=a@b&precision=s', 'https://nas/api/v2/write?org=home&bucket=p'])
      expect(Config.safeParse({ push: { url } }).success).toBe(true);
  });

  /** What is kept of an hour's forecast. */
  function say(tS: number): void {
    const entry = (horizonS: number, mu: number, band: number | null) => ({
      horizon_s: horizonS,
      horizon_label: '',
      valid_ts: tS + horizonS,
      mu,
      lo: band && mu - band,
      hi: band && mu + band,
      delta: null,
      sigma: null,
      weights: { persistence: null, climatology: null, learned: null },
    });
    const targets = {
      temperature: [entry(3600, 10.25, 1.5), entry(21_600, 11, null)],
      pressure: [entry(86_400, 1e9, 2)],
    };
    world.store.issued.keep({ issued_ts: tS, anchors: {}, targets });
  }
  const foretold = (): string[] =>
    network.asked.flatMap(({ body }) => body.split('\n').filter((line) => line.startsWith('wx_fc')));

  it('gets what was foretold, too, as the hub of a fleet does, once each, and goes on where it was', async () => {
    for (let h = 0; h < 30; h++) say(NOON - h * 3600);
    const one = start({ url: 'http://nas:8086/write?db=weather' });
    network.reply = () => new Response('', { status: 503 });
    await world.measure(600);
    network.reply = () => new Response(null, { status: 204 });
    const before = network.asked.length;
    await world.measure(1800);
    const taken = network.asked.slice(before).flatMap(({ body }) => body.split('\n'));
    const fleets = world.store.issued.between(0, NOON + 1).flatMap(forecastLines);
    expect(fleets[0]?.text).toMatch(/^wx_fc,target=temperature,horizon=1h mu=10.25,halfwidth=1.5 \d+\n$/);
    expect(
      taken.filter((line) => line.startsWith('wx_fc')).map((line) => `${line.replace(',station=Home', '')}\n`),
    ).toEqual(fleets.map(({ text }) => text));
    expect(taken.some((line) => line.startsWith('wx,station=Home'))).toBe(true);
    say(NOON + 3600);
    await world.measure(7200, 30);
    expect(foretold().filter((line) => line.endsWith(` ${NOON + 3600}`))).toEqual([
      `wx_fc,station=Home,target=temperature,horizon=1h mu=10.25,halfwidth=1.5 ${NOON + 3600}`,
      `wx_fc,station=Home,target=temperature,horizon=6h mu=11 ${NOON + 3600}`,
      `wx_fc,station=Home,target=pressure,horizon=1d halfwidth=2 ${NOON + 3600}`,
    ]);
    expect(one.status().state).toBe('ok');
  });

  it('gets none twice while the disk takes no note of it, nor none for ever because the disk was full when it began', async () => {
    const { outbox } = world.store;
    const full = () => {
      throw new SqliteError('database or disk is full', 'SQLITE_FULL');
    };
    for (const method of ['begin', 'passBy'] as const) {
      say(NOON - (method === 'begin' ? 7200 : 3600));
      const disk = vi.spyOn(outbox, method).mockImplementation(full);
      if (method === 'begin') start({ url: 'http://nas:8086/write?db=weather' });
      await world.measure(900);
      disk.mockRestore();
      await world.measure(900);
    }
    expect(foretold()).toHaveLength(2 * 3);
    expect(outbox.get('push.forecasts')?.cursorS).toBe(NOON - 3600 + 1);
  });

  it('gets them again from a clock that ran a year ahead and was set right', async () => {
    say(NOON - 3600);
    world.store.outbox.begin('push.forecasts', NOON + 365 * 86_400, false);
    start({ url: 'http://nas:8086/write?db=weather' });
    await world.measure(900);
    expect(foretold()).toHaveLength(3);
  });

  it('may take them in Prometheus’ format, and refuse those that are too old for it', async () => {
    const one = start({ url: 'http://nas:8428/api/v1/import/prometheus', format: 'prometheus' });
    network.reply = ({ body }) =>
      body.includes('wx_fc')
        ? new Response('partial write: points beyond retention policy', { status: 400 })
        : new Response();
    await world.measure(1800); // it has taken rows: that something is too old is believed from then on
    say(NOON - 3600);
    await world.measure(600);
    expect(foretold()).toEqual([
      `wx_fc_mu{station="Home",target="temperature",horizon="1h"} 10.25 ${NOON - 3600}000`,
      `wx_fc_halfwidth{station="Home",target="temperature",horizon="1h"} 1.5 ${NOON - 3600}000`,
      `wx_fc_mu{station="Home",target="temperature",horizon="6h"} 11 ${NOON - 3600}000`,
      `wx_fc_halfwidth{station="Home",target="pressure",horizon="1d"} 2 ${NOON - 3600}000`,
    ]);
    expect(one.status().state).toBe('ok');
  });

  it.each([
    ['refused', new Response('no rights to wx_fc', { status: 401 }), 'refused'],
    ['waited for', new Response('shard is down', { status: 503 }), 'retrying'],
  ])(
    'whose forecasts alone are %s gets its rows all the same, and the forecasts less and less often',
    async (_, no, state) => {
      say(NOON - 3600);
      const one = start({ url: 'http://nas:8086/write?db=weather' });
      network.reply = ({ body }) => (body.includes('wx_fc') ? no.clone() : new Response(null, { status: 204 }));
      await world.measure(7200, 30);
      await world.clock.advance(10_000);
      expect(one.status()).toMatchObject({ state, waiting: 0, last_error: expect.stringContaining(`${no.status}`) });
      const rows = network.asked.filter(({ body }) => body.includes('wx,'));
      expect(rows.length).toBeGreaterThanOrEqual(20);
      const tries = network.asked.filter(({ body }) => body.includes('wx_fc'));
      expect(tries.length).toBeGreaterThan(1);
      expect(tries.length).toBeLessThan(20);
      network.reply = () => new Response(null, { status: 204 });
      await one.test();
      await world.measure(60);
      expect(one.status().state).toBe('ok');
    },
  );

  it('is off without an address, and incomplete without the file of its token', () => {
    expect(made({})).toEqual({ name: 'push', enabled: false });
    expect(made({ url: 'http://nas/write', token_file: '/nowhere' })).toMatchObject({
      enabled: true,
      lacks: 'token_file',
    });
    expect((made({ url: 'http://nas/write' }) as Sink).name).toBe('push');
  });
});
