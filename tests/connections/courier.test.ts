import { describe, expect, it } from 'vitest';
import { Courier } from '../../src/connections/courier.ts';
import type { Pace, Sink } from '../../src/connections/sink.ts';
import { exchange, judge } from '../../src/sending/exchange.ts';
import { ours } from '../../src/sending/outcome.ts';
import { sentence } from '../../src/words/sentence.ts';
import { speakerOf } from '../../src/words/speakers.ts';
import { emptyRow } from '../support/empty-row.ts';
import { NOON } from './support/measured.ts';
import { endlessBody, halfBody, type Reply, refusedConnection } from './support/network.ts';
import { eachSending, type Sending } from './support/sending.ts';

const KEY = 'geheim/7';
const PACE: Pace = { staleS: null, catchUp: true, mostRows: 1 };

let sending: Sending;
let { world, network } = {} as Sending;
eachSending((one) => ({ world, network } = sending = one));

/** A receiver as they come: the key in the address, the row's time in it, too. */
const plain = (pace: Partial<Pace> = {}, more: Partial<Sink> = {}): Sink => ({
  name: 'net',
  pace: { ...PACE, ...pace },
  secrets: [KEY],
  takes: ({ temperatureC }) => temperatureC !== null,
  async send({ rows }, signal) {
    const url = `http://net.example/put?key=${encodeURIComponent(KEY)}&ts=${rows.map(({ startS }) => startS).join()}`;
    const answer = await exchange(network.fetch, { url, signal });
    return judge(answer, answer.status === 200 || answer.status === 204);
  },
  ...more,
});

const courier = (sink = plain(), isHeld = false) => sending.begin(sink, isHeld);

const starts = (): number[] => network.asked.map(({ url }) => Number(new URL(url).searchParams.get('ts')));
const gaps = (): number[] => network.asked.slice(1).map(({ atS }, i) => atS - network.asked[i]!.atS);

describe('a courier', () => {
  it('brings each row once, soon after it closed', async () => {
    const { courier: one } = courier();
    await world.measure(1800);
    expect(starts()).toEqual([0, 1, 2, 3, 4].map((i) => NOON + i * 300));
    for (const { url, atS } of network.asked) {
      expect(atS - Number(new URL(url).searchParams.get('ts'))).toBeLessThanOrEqual(375);
    }
    expect(one.status()).toMatchObject({ state: 'ok', why_off: null, last_error: null, waiting: 0 });
  });

  it('comes back later and later, to a quarter of an hour, and everything arrives in the end', async () => {
    const { courier: one, told } = courier();
    network.reply = () => refusedConnection();
    await world.measure(3600);
    expect(gaps().slice(0, 8)).toEqual([5, 10, 20, 40, 80, 160, 320, 640]);
    expect(one.status()).toMatchObject({ state: 'retrying', last_error: 'connection refused' });
    expect(told).toEqual(['warn net: connection refused']);
    const before = network.asked.length;
    network.reply = () => new Response('ok');
    await world.measure(1800);
    expect(new Set(starts().slice(before)).size).toBe(network.asked.length - before);
    expect(starts().at(-1)).toBe(NOON + 5400 - 600);
    expect(told.at(-1)).toBe('info net: works again');
  });

  it.each([
    ['in seconds', { 'Retry-After': '700' }, 700],
    ['as a date', { 'Retry-After': 'Sun, 15 Jun 2025 12:30:00 GMT', Date: 'Sun, 15 Jun 2025 12:10:00 GMT' }, 1200],
    ['shorter than we would wait', { 'Retry-After': '0' }, 5],
    ['in words', { 'Retry-After': 'soon' }, 5],
  ])('obeys a time that the receiver names %s', async (_, headers, waitS) => {
    network.reply = () => new Response('slow down', { status: 429, headers });
    courier();
    await world.measure(2400);
    expect(gaps()[0]).toBe(waitS);
  });

  it('asks one that refuses it every hour, and at once when somebody says so', async () => {
    network.reply = () => new Response('bad key', { status: 401 });
    const { courier: one } = courier();
    await world.measure(4 * 3600);
    expect(gaps()).toEqual([3600, 3600, 3600]);
    expect(one.status()).toMatchObject({ state: 'refused', last_error: '401: bad key' });
    network.reply = () => new Response('thanks', { status: 200 });
    const answer = await one.test();
    expect(answer).toMatchObject({ name: 'net', outcome: 'ok', status: 200, text: 'thanks' });
    const before = network.asked.length;
    await world.clock.advance(120_000);
    expect(network.asked.length - before).toBeGreaterThan(40); // a row a second: it has begun to catch up
    expect(one.status().state).toBe('ok');
  });

  it('says what went wrong in the language of the reader, and leaves what the receiver said as it came', async () => {
    const [german, polish] = await Promise.all([speakerOf('de'), speakerOf('pl')]);
    network.reply = () => refusedConnection();
    const { courier: one } = courier();
    await world.measure(600);
    expect(one.status(german).last_error).toBe('Verbindung abgelehnt');
    expect(await one.test(polish)).toMatchObject({ text: 'połączenie odrzucono' });
    // A text of ours in somebody else's mouth is somebody else's.
    network.reply = () => new Response('Not Found', { status: 500 });
    await one.test();
    expect(one.status(german).last_error).toBe('500: Not Found');
  });

  it('takes its keys out of what is quoted, in every language, and remembers over a restart which sentence it was', async () => {
    const quoting: Sink['send'] = async () => ({
      kind: 'retry',
      ...ours(sentence('answer.unusual', { quote: `Sign in, ${KEY}` }), 200),
    });
    const { courier: one } = courier(plain({}, { send: quoting }));
    await world.measure(600);
    await sending.stop();
    const after = new Courier({
      sink: plain(),
      outbox: world.outboxAnew(),
      ports: network.ports(),
      isHeld: false,
    });
    const german = await speakerOf('de');
    for (const who of [one, after])
      expect(who.status(german).last_error).toBe('200: unerwartete Antwort, nichts wurde gespeichert: Sign in, •••');
    expect(after.status().last_error).toBe('200: unexpected answer, nothing was stored: Sign in, •••');
  });

  it('steps over a row that is refused, says so, and gives it up only when another one is taken', async () => {
    network.reply = ({ url }) => new Response('too old', { status: url.includes(String(NOON)) ? 422 : 200 });
    const { courier: one, told } = courier();
    await world.measure(420);
    expect(one.status()).toMatchObject({ state: 'ok', last_error: '422: too old', waiting: 1 });
    await world.measure(300);
    expect(starts()).toEqual([NOON, NOON + 300]);
    expect(one.status()).toMatchObject({ last_error: null, waiting: 0 });
    expect(told).toEqual(['warn net: refused while others are taken, and set aside: rows 1']);
    await world.measure(3600);
    network.reply = () => new Response(null, { status: 204 });
    const before = network.asked.length;
    await world.measure(3600);
    expect(
      starts()
        .slice(before)
        .filter((one) => one === NOON),
    ).toEqual([NOON]); // offered again, and taken
    expect(world.outbox.aside.of('net')).toEqual([]);
  });

  it('goes on where a receiver refuses more single rows than are kept aside: the oldest of them are given up, and that is told', async () => {
    const isBad = (url: string): boolean => Number(new URL(url).searchParams.get('ts')) % 600 === 0;
    network.reply = ({ url }) => new Response('too old', { status: isBad(url) ? 422 : 200 });
    const rows = 2 * 300;
    await world.measureUnsent(300 * rows, 300);
    const { courier: one, told } = courier(plain({ corrects: true }));
    await world.clock.advance(2 * 3_600_000);
    const refused = Array.from({ length: rows / 2 - 1 }, (_, i) => NOON + 600 * i); // behind the last there is none that is taken
    expect(one.status()).toMatchObject({ state: 'ok' });
    expect(one.status().cursor_ts).toBe(refused.at(-1)! + 600);
    expect([...world.outbox.aside.of('net')].sort()).toEqual(refused.slice(-288));
    expect(told).toContain('warn net: too many rows are set aside, and the oldest are given up: rows 1');
  });

  it('waits for nobody for ever, and has one question open at a time', async () => {
    network.reply = () => 'hang';
    const { courier: one } = courier();
    await world.measure(900);
    const test = one.test();
    await world.clock.advance(60_000);
    expect(await test).toMatchObject({ outcome: 'retry', status: null, text: 'no answer in time' });
    expect(gaps()[0]).toBe(20); // fifteen of waiting, five of patience
    expect(network.mostOpen).toBe(1);
  });

  it('leaves a receiver behind that does not end when it is told to', async () => {
    const { courier: one } = courier(plain({}, { send: () => new Promise(() => {}) }));
    await world.measure(420);
    await world.clock.advance(20_000);
    expect(one.status()).toMatchObject({ state: 'retrying', last_error: 'no answer in time' });
  });

  it('ends within a moment of its end, whatever it waits for, and the row goes with the next start', async () => {
    network.reply = () => 'hang';
    courier();
    await world.measure(360);
    while (network.open === 0) await world.clock.advance(1000);
    await sending.stop();
    expect(world.store.outbox.get('net')).toMatchObject({ cursorS: NOON, lastSuccessS: null });
  });

  it('sends nothing that is simulated and held, not even on request', async () => {
    const { courier: one } = courier(plain(), true);
    await world.measure(1200);
    expect(await one.test()).toMatchObject({ error: expect.stringContaining('simulated') as string });
    expect(network.asked).toEqual([]);
    expect(one.status()).toMatchObject({ enabled: true, state: 'off', why_off: 'simulated' });
  });

  it('sends on request what it sends by itself: wind and rain, too, and nothing that is too old for the receiver', async () => {
    const told: unknown[] = [];
    const { courier: one } = courier(
      plain(
        { staleS: 600, settleS: 7200 },
        {
          async send({ rows }) {
            told.push(...rows.map((row) => [row.outside?.().windSpeedMs, row.narrow?.().windSpeedMs]));
            return { kind: 'ok', status: 200, text: '' };
          },
        },
      ),
    );
    for (let minute = 0; minute < 11; minute++) {
      const tS = world.clock.nowS();
      world.store.samples.append({ ...emptyRow(tS), temp_smooth: 18, narrow: { windSpeedMs: 3, rainMm: 0 } });
      world.store.flush();
      await world.clock.advance(60_000);
    }
    expect(await one.test()).toMatchObject({ outcome: 'ok' });
    expect(told).toEqual([[3, 3]]);
    await world.clock.advance(3_600_000);
    expect(await one.test()).toMatchObject({ error: 'there is no reading to send yet' });
    expect(told).toHaveLength(1);
  });

  it('passes by rows that lack what the receiver needs, without a word to it', async () => {
    courier(plain({}, { takes: () => false }));
    await world.measure(1500);
    expect(network.asked).toEqual([]);
    expect(world.outbox.facts('net', { ...PACE, settleS: 0 }).waiting).toBe(0);
  });
});

describe('what a receiver says', () => {
  it('is shown without the key, however it is written, and never longer than two kilobytes', async () => {
    network.reply = () =>
      new Response(`no such key ${KEY} ${encodeURIComponent(KEY)} ${'ä'.repeat(9000)}`, { status: 403 });
    const { courier: one, told } = courier();
    await world.measure(420);
    const answer = (await one.test()) as { text: string };
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(2000);
    for (const text of [answer.text, one.status().last_error!, ...told]) {
      expect(text).toContain('no such key •••');
      expect(text).not.toContain(KEY);
      expect(text).not.toContain(encodeURIComponent(KEY));
      expect(text).not.toContain('\uFFFD');
    }
  });

  it('is read whole where it is a long list, and no further than anybody needs', async () => {
    const { signal } = new AbortController();
    network.reply = () => new Response('x'.repeat(40_000));
    expect((await exchange(network.fetch, { url: 'http://net.example/', signal })).text).toHaveLength(40_000);
    network.reply = () => endlessBody();
    expect((await exchange(network.fetch, { url: 'http://net.example/', signal })).text.length).toBeLessThan(80_000);
  });

  it('be it garbage, slow, cut off, endless or an error of any kind, a thousand times: nothing is lost and nothing leaks', async () => {
    const kinds: (() => Reply)[] = [
      () => new Response(Buffer.from([0xff, 0xfe, 0, 1, 2, 3]), { status: 500 }),
      () => new Response('<html>Login', { status: 502 }),
      () => halfBody(),
      () => halfBody(503),
      () => endlessBody(500),
      () => 'hang',
      () => refusedConnection(),
      () => new TypeError(`fetch failed for http://net.example/put?key=${KEY}`),
      () => new Response('', { status: 429, headers: { 'Retry-After': '-7' } }),
      () => new Response('', { status: 503, headers: { 'Retry-After': '99999999999999' } }),
      () => new Response('', { status: 301, headers: { Location: 'http://elsewhere.example/' } }),
    ];
    let n = 0;
    const arrived = new Set<number>();
    network.reply = () => {
      n += 1;
      return n > 1000 ? new Response('ok') : kinds[n % kinds.length]!();
    };
    const sink = plain();
    const send: Sink['send'] = async (batch, signal) => {
      const outcome = await sink.send(batch, signal);
      if (outcome.kind === 'ok') for (const { startS } of batch.rows) arrived.add(startS);
      return outcome;
    };
    await world.measure(3600);
    const { courier: one, told } = courier(plain({ corrects: true }, { send }));
    while (n <= 1000) await world.clock.advance(3_600_000);
    await world.clock.advance(3_600_000);
    expect([...arrived].sort()).toEqual(Array.from({ length: 11 }, (_, i) => NOON + i * 300));
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0 });
    expect(JSON.stringify([told, one.status()])).not.toContain(KEY);
  });
});
