import { describe, expect, it } from 'vitest';
import { Config } from '../../src/config/config.ts';
import type { Courier } from '../../src/connections/courier.ts';
import type { Sink } from '../../src/connections/sink.ts';
import { NOON } from './support/measured.ts';
import { halfBody, refusedConnection } from './support/network.ts';
import { eachSending, pushOf, type Sending, startPush } from './support/sending.ts';

let sending: Sending;
let { world, network } = {} as Sending;
eachSending((one) => ({ world, network } = sending = one));

describe('a time series database', () => {
  const start = (push: object, secret: string | null = null): Courier => startPush(sending, push, secret);

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
    await world.measureUnsent(3 * 86_400, 300);
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
    await world.measureUnsent(8 * day, 300);
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
    await world.measureUnsent(86_400, 300);
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

  it('is off without an address, and incomplete without the file of its token', () => {
    expect(pushOf(sending, {})).toEqual({ name: 'push', enabled: false });
    expect(pushOf(sending, { url: 'http://nas/write', token_file: '/nowhere' })).toMatchObject({
      enabled: true,
      lacks: 'token_file',
    });
    expect((pushOf(sending, { url: 'http://nas/write' }) as Sink).name).toBe('push');
  });
});
