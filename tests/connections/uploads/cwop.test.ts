import { connect, createServer, type NetConnectOpts, type Server, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/base/clock.ts';
import { parseConfig } from '../../../src/config/problems.ts';
import { isIdle, type Sink } from '../../../src/connections/sink.ts';
import { uploadSinks } from '../../../src/connections/uploads/index.ts';
import { systemClock } from '../../../src/main/clock.ts';
import type { Ports } from '../../../src/sending/ports.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { portOf } from '../../support/port-of.ts';
import { withWaits } from '../../support/running-clock.ts';
import { ROOMS, row } from '../support/measured.ts';

const GREETING = '# aprsc 2.1.10-gd72a17c\r\n';
const PACKET = 'CW0003>APRS,TCPIP*:@011205z5540.57N/01234.10E_.../...g...t065r...p...P...h61b10162weatherglass-1.0';
const NOON_S = 1_780_315_500;

/** A server of APRS-IS: it greets, answers a login, and says nothing to a packet. */
interface Manner {
  greeting?: string | null;
  answer?: (login: string) => string | null;
  /** One byte at a time. */
  split?: boolean;
  /** What it does when it has been told so much. */
  closesAfter?: 'connecting' | 'login';
}

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function aprs(manner: Manner = {}): Promise<{ port: number; heard: string[]; login: () => string }> {
  const { greeting = GREETING, answer = (login) => logresp(login), split = false, closesAfter } = manner;
  const heard: string[] = [];
  const say = async (socket: Socket, text: string): Promise<void> => {
    if (!split) return void socket.write(text);
    socket.setNoDelay(true);
    for (const letter of text) {
      socket.write(letter);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (closesAfter === 'connecting') return void socket.destroy();
    if (greeting !== null) void say(socket, greeting);
    let rest = '';
    socket.on('data', (data) => {
      const lines = (rest + data.toString()).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) {
        heard.push(line);
        if (!line.startsWith('user ')) continue;
        if (closesAfter === 'login') return void socket.end();
        const said = answer(line);
        if (said !== null) void say(socket, `# some news\r\n${said}\r\n`);
      }
    });
  });
  open.push(server);
  return { port: await portOf(server), heard, login: () => heard[0] ?? '' };
}

const logresp = (login: string): string => `# logresp ${login.split(' ')[1]} unverified, server T2TEST`;

/** The limit of one port. */
const CONNECT_MS = 4000;

/** A minute for whatever a server does say, however busy the machine is. */
const patient = withWaits(() => 60_000);

/** Patience that is over as soon as `isSilent`: what the server does say comes in time, however busy the machine is. It has its time to connect. */
const hasty = (isSilent: () => boolean): Clock => ({
  ...patient,
  sleep: async (ms, signal) => {
    if (ms === CONNECT_MS) return patient.sleep(ms, signal);
    while (!signal.aborted && !isSilent()) await systemClock.sleep(5, signal);
  },
});

const SITE = { latitude: 55.6761, longitude: 12.5683, altitude_m: 25, indoors: false };

function sinkFor(
  port: number,
  login: object = {},
  meant: number[] = [],
  clock: Clock = patient,
  site: object = SITE,
  first: Socket | null = null,
): Sink {
  const judged = parseConfig({
    site,
    uploads: { cwop: { enabled: true, id: 'CW0003', ...login } },
  });
  if ('problems' in judged) throw new Error(judged.problems.join('; '));
  const ports: Ports = {
    fetch: () => Promise.reject(new Error('no HTTP here')),
    fetchTrusting: () => () => Promise.reject(new Error('no HTTP here')),
    lookup: async () => [],
    ownAddresses: () => [],
    connect: (options: NetConnectOpts) => {
      const { port: wanted } = options as { port: number };
      meant.push(wanted);
      if (first !== null && meant.length === 1) return first;
      return connect({ port, host: '127.0.0.1', ...(options.signal && { signal: options.signal }) });
    },
    gzip: () => Promise.reject(new Error('nothing to pack')),
    clock,
    random: () => 0.5,
    secret: () => null,
    log: () => {},
  };
  const sink = uploadSinks(judged.config, ports, '1.0.0', false).find(({ name }) => name === 'cwop')!;
  if (isIdle(sink)) throw new Error(`cwop lacks ${sink.lacks}`);
  return sink;
}

const ROW = row({ startS: NOON_S - 300, tS: NOON_S });
const sent = (sink: Sink, signal = AbortSignal.timeout(60_000), of = ROW) =>
  sink.send({ rows: [of], nowS: NOON_S + 20 }, signal);

describe('CWOP', () => {
  it.each([false, true])('is greeted, logged in to, sent one packet and left (byte by byte: %s)', async (split) => {
    const server = await aprs({ split });
    expect(await sent(sinkFor(server.port))).toMatchObject({ kind: 'ok', text: expect.stringContaining('logresp') });
    expect(server.heard).toEqual(['user CW0003 pass -1 vers weatherglass 1.0', PACKET]);
  });

  it('is told the rain of 24 hours that the row knows', async () => {
    const server = await aprs();
    await sent(sinkFor(server.port), undefined, { ...ROW, rainDayMm: () => 19.812 });
    expect(server.heard[1]).toBe(PACKET.replace('p...', 'p078'));
  });

  it.each<[string, Manner, string]>([
    ['does not greet', { greeting: null }, 'it sends no greeting'],
    ['does not answer the login', { answer: () => null }, 'it refuses the login'],
    ['goes at once', { closesAfter: 'connecting' }, 'connection lost'],
    ['goes after the login', { closesAfter: 'login' }, 'connection lost'],
    ['talks without end', { answer: () => 'x'.repeat(20_000) }, 'its answer is too long'],
  ])('is told nothing when it %s', async (_what, manner, why) => {
    const server = await aprs(manner);
    const isSilent = () => manner.greeting === null || (manner.answer?.('') === null && server.login() !== '');
    await expect(sent(sinkFor(server.port, {}, [], hasty(isSilent)))).rejects.toThrow(why);
    expect(server.heard.filter((line) => line.includes('APRS'))).toEqual([]);
  });

  it('is left when the time is over', async () => {
    const server = await aprs({ greeting: null });
    await expect(sent(sinkFor(server.port), AbortSignal.timeout(30))).rejects.toThrow('no answer in time');
  });

  it('is told nothing of a room: the same of every one', async () => {
    const server = await aprs();
    for (const room of ROOMS) {
      const sink = sinkFor(server.port, {}, [], patient, { ...SITE, indoors: true });
      await sent(sink, undefined, { ...ROW, ...room, outdoorC: -3.25 });
    }
    const packets = server.heard.filter((line) => line.includes('APRS'));
    expect(packets).toEqual(ROOMS.map(() => expect.stringContaining('t026')));
    expect(new Set(packets).size).toBe(1);
  });

  it('is tried at its second door when the first is closed', async () => {
    const meant: number[] = [];
    await expect(sent(sinkFor(1, {}, meant))).rejects.toThrow('refused');
    expect(meant).toEqual([14_580, 23]);
  });

  it('is tried at its second door when the first says nothing at all, as behind a firewall that drops packets', async () => {
    const server = await aprs();
    const meant: number[] = [];
    const clock = new FakeClock();
    const dropped = new Socket();
    const outcome = sent(sinkFor(server.port, {}, meant, clock, SITE, dropped));
    await clock.advance(CONNECT_MS);
    expect(meant).toEqual([14_580, 23]);
    expect(dropped.destroyed).toBe(true);
    expect(await outcome).toMatchObject({ kind: 'ok' });
    expect(server.heard).toContain(PACKET);
  });

  it('takes an amateur by the passcode, and says when it is wrong', async () => {
    const server = await aprs({
      answer: (line) => `# logresp OZ1ABC ${line.includes('12345') ? '' : 'un'}verified, server T`,
    });
    expect(await sent(sinkFor(server.port, { id: 'OZ1ABC', key: '12345' }))).toMatchObject({ kind: 'ok' });
    expect(server.login()).toBe('user OZ1ABC pass 12345 vers weatherglass 1.0');
    expect(await sent(sinkFor(server.port, { id: 'OZ1ABC', key: '54321' }))).toMatchObject({ kind: 'refused' });
  });

  it('is not called under a name that is none', async () => {
    const meant: number[] = [];
    const wicked = sinkFor(1, { id: 'CW1\r\nBULLETIN>APRS:' }, meant);
    expect(await sent(wicked)).toMatchObject({ kind: 'refused' });
    expect(meant).toEqual([]);
  });

  it.each([
    ['CW0003', 3 * 60 + 30, 0],
    ['DW1230', 30, 0],
    ['CW0008', 3 * 60 + 30, 300],
    ['CW0005', 30, 300],
  ])('%s speaks %s s after the row of its minute, off the marks of five minutes', async (id, settleS, phaseS) => {
    const sink = sinkFor(1, { id });
    expect(sink.pace).toMatchObject({ settleS, staleS: 600, catchUp: false });
    const tenS = Math.ceil(NOON_S / 600) * 600;
    const isDue = (tS: number) => sink.due?.(row({ startS: tS - 300, tS })) ?? true;
    expect([isDue(tenS + phaseS), isDue(tenS + 300 - phaseS)]).toEqual([true, false]);
    const minute = Number(/\d$/.exec(id)![0]);
    expect(Math.floor(((tenS + phaseS + settleS) / 60) % 10)).toBe(minute);
  });
});
