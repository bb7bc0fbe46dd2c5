import { describe, expect, it } from 'vitest';
import { TokenBuckets } from '../../src/base/token-buckets.ts';
import { isLoopback, limitKey, PROXIED } from '../../src/http/addresses.ts';
import { Guesses } from '../../src/http/guesses.ts';
import { scryptHash } from '../../src/http/scrypt.ts';
import { pinGate, writeAccess } from '../../src/server/gate/write-access.ts';
import { ask } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { lanAddress } from '../support/lan.ts';
import { runningClock } from '../support/running-clock.ts';
import { serving } from '../support/serve.ts';

const verify = (port: number, headers: Record<string, string> = {}, address = '127.0.0.1') =>
  ask(port, { method: 'POST', path: '/api/verify', headers, address });

describe('writes: open', () => {
  it('[5.1] asks nobody for a credential, neither to read nor to change', async () => {
    const served = await serving({ station: new FakeStation() });
    expect((await ask(served.port, { path: '/api/status' })).status).toBe(200);
    expect((await verify(served.port)).status).toBe(200);
  });
});

describe('writes: pin', () => {
  it('lets the holder of the PIN change things and everyone read', async () => {
    const served = await serving({
      station: new FakeStation(),
      settings: { writes: { mode: 'pin', pinHash: await scryptHash('2468') } },
    });
    expect((await ask(served.port, { path: '/api/status' })).status).toBe(200);
    expect((await verify(served.port)).status).toBe(401);
    expect((await verify(served.port, { 'x-weatherglass-pin': '1357' })).json).toMatchObject({ detail: 'wrong PIN' });
    expect((await verify(served.port, { 'x-weatherglass-pin': '2468' })).status).toBe(200);
  });

  it('tells neither answers nor logs what the PIN was', async () => {
    // As long as no number of an answer is: four digits may stand in any.
    const [pin, wrong] = ['246813579024', '864213579024'];
    const pinHash = await scryptHash(pin);
    const served = await serving({ station: new FakeStation(), settings: { writes: { mode: 'pin', pinHash } } });
    const replies = [
      await verify(served.port, { 'x-weatherglass-pin': wrong }),
      await verify(served.port, { 'x-weatherglass-pin': pin }),
      await ask(served.port, { path: '/api/status' }),
    ];
    const told = JSON.stringify([replies, served.log.lines]);
    expect(served.log.lines.map(({ message }) => message)).toContain('change');
    for (const secret of [wrong, pin, pinHash.split('$')[2]!]) expect(told).not.toContain(secret);
  });

  it('refuses to start with a hash it does not know', () => {
    const accessOf = (pinHash: string) =>
      writeAccess({ writes: { mode: 'pin', pinHash } }, new Guesses(new FakeClock()));
    expect(() => accessOf('2468')).toThrow('weatherglass pin');
    expect(() => accessOf('scrypt$$')).toThrow('weatherglass pin');
  });

  const gateAt = (clock: FakeClock, guesses = new Guesses(clock)) => pinGate(async (pin) => pin === '2468', guesses);
  const outcome = (gate: ReturnType<typeof pinGate>, pin: string, address = '192.0.2.7') =>
    gate(pin, address).then(
      () => 200,
      (error: { status: number; headers: Record<string, string> }) =>
        error.status === 429 ? `wait ${error.headers['Retry-After']}` : error.status,
    );

  it('makes an address wait longer and longer after five wrong tries', async () => {
    const clock = new FakeClock();
    const gate = gateAt(clock);
    for (let i = 0; i < 5; i += 1) expect(await outcome(gate, '0000')).toBe(401);
    expect(await outcome(gate, '2468')).toBe('wait 1'); // even the right one, or the answer would tell
    for (const waitS of [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      await clock.advance(900_000);
      expect(await outcome(gate, '0000')).toBe(401);
      expect(await outcome(gate, '0000')).toBe(`wait ${waitS}`);
    }
    await clock.advance(900_000);
    expect(await outcome(gate, '2468')).toBe(200);
    expect(await outcome(gate, '0000')).toBe(401); // the count begins anew
  });

  it('counts all addresses of this machine as one', async () => {
    const gate = gateAt(new FakeClock());
    const own = ['127.0.0.1', '127.0.3.7', '::1', '::ffff:127.8.8.8', '127.255.255.254'];
    for (const address of own) expect(await outcome(gate, '0000', address)).toBe(401);
    for (const address of [...own, '127.0.0.2']) expect(await outcome(gate, '2468', address)).toBe('wait 1');
    expect(await outcome(gate, '2468', PROXIED)).toBe(200);
  });

  it('goes on counting when the station begins again with other settings, and trusts nobody for knowing another PIN', async () => {
    const clock = new FakeClock();
    const guesses = new Guesses(clock);
    guesses.forPin('one');
    const before = gateAt(clock, guesses);
    for (let i = 0; i < 5; i += 1) await outcome(before, '0000');
    expect(await outcome(before, '2468', '10.0.0.7')).toBe(200);
    guesses.forPin('one');
    const after = gateAt(clock, guesses);
    expect(await outcome(after, '0000')).toBe('wait 1');
    for (let i = 0; i < 60; i += 1) await outcome(after, '0000', `10.0.0.${100 + i}`);
    expect(await outcome(after, '2468', '10.0.0.8')).toBe('wait 60');
    expect(await outcome(after, '2468', '10.0.0.7')).toBe(200);
    guesses.forPin('another');
    expect(await outcome(gateAt(clock, guesses), '2468', '10.0.0.7')).toBe('wait 60');
  });

  it('does not let one address lock out another', async () => {
    const gate = gateAt(new FakeClock());
    for (let i = 0; i < 9; i += 1) await outcome(gate, '0000', '192.0.2.66');
    expect(await outcome(gate, '2468', '192.0.2.7')).toBe(200);
  });

  it('does not let one machine of an IPv6 home lock out the others', async () => {
    const gate = gateAt(new FakeClock());
    for (let i = 0; i < 9; i += 1) await outcome(gate, '0000', '2001:db8:1:2::66');
    expect(await outcome(gate, '2468', '2001:db8:1:2::7')).toBe(200);
  });

  it('counts the wrong tries of a whole network, and never against who has given the right PIN', async () => {
    const gate = gateAt(new FakeClock());
    expect(await outcome(gate, '2468', '2001:db8:1:2::7')).toBe(200);
    const outcomes: (number | string)[] = [];
    for (let i = 0; i < 80; i += 1) outcomes.push(await outcome(gate, '0000', `2001:db8:1:2::${i.toString(16)}:1`));
    expect(outcomes.filter((o) => o === 401)).toHaveLength(60);
    expect(outcomes.at(-1)).toBe('wait 60');
    expect(await outcome(gate, '2468', '2001:db8:1:2::7')).toBe(200);
    expect(await outcome(gate, '2468', '2001:db8:9:9::1')).toBe(200); // another home
  });

  it('forgets no misses because others miss, too', async () => {
    const clock = new FakeClock();
    const gate = gateAt(clock);
    for (let i = 0; i < 9; i += 1) await outcome(gate, '0000', '192.0.2.66');
    for (let i = 0; i < 1100; i += 1) await outcome(gate, '0000', `10.${i >> 8}.${i & 255}.1`);
    expect(await outcome(gate, '0000', '192.0.2.66')).toMatch(/^wait/);
    // Beyond what is remembered, strangers are counted as one.
    expect(await outcome(gate, '0000', '10.200.0.1')).toMatch(/^wait/);
    await clock.advance(2 * 3_600_000);
    expect(await outcome(gate, '2468', '10.200.0.1')).toBe(200);
  });

  it('bears a guess from many networks: ten thousand PINs last for a week, and the house is not locked out', async () => {
    const clock = new FakeClock();
    const gate = gateAt(clock);
    expect(await outcome(gate, '2468', '10.0.0.7')).toBe(200);
    let judged = 0;
    for (let i = 0; i < 900; i += 1)
      judged += (await outcome(gate, '0000', `10.${i >> 6}.${i & 63}.1`)) === 401 ? 1 : 0;
    expect(judged).toBe(300);
    clock.jumpWallS(365 * 86_400); // a clock that is set lets nobody guess more
    expect(await outcome(gate, '0000', '10.250.0.1')).toBe('wait 60');
    expect(await outcome(gate, '2468', '10.0.0.7')).toBe(200);
    expect(await outcome(gate, '2468', '127.0.0.1')).toBe(200);
    await clock.advance(60_000);
    expect(await outcome(gate, '2468', '10.250.0.2')).toBe(200);
  });

  it('does not let a stranger behind a proxy on this machine lock out the wall, whatever address the proxy names', async () => {
    const { port } = await serving({
      station: new FakeStation(),
      clock: { ...runningClock(), steadyMs: () => 0 }, // of the wait nothing passes, however slow the machine
      settings: { writes: { mode: 'pin', pinHash: await scryptHash('2468') } },
    });
    const guess = (pin: string, headers: Record<string, string> = {}) =>
      verify(port, { 'x-weatherglass-pin': pin, ...headers });
    for (let i = 0; i < 5; i += 1)
      expect((await guess('0000', { 'x-forwarded-for': `192.0.2.${i}` })).status).toBe(401);
    expect((await guess('2468', { 'x-forwarded-for': '192.0.2.200' })).status).toBe(429);
    expect((await guess('2468', { 'x-real-ip': '127.0.0.1' })).status).toBe(429);
    expect((await guess('2468')).status).toBe(200);
  });

  it('counts on for strangers behind a proxy on this machine, though somebody there knows the PIN', async () => {
    const gate = gateAt(new FakeClock());
    const outcomes: (number | string)[] = [];
    for (let round = 0; round < 20; round += 1)
      for (const pin of ['0000', '0000', '0000', '0000', '2468']) outcomes.push(await outcome(gate, pin, PROXIED));
    expect(outcomes.filter((o) => o === 401)).toHaveLength(60);
    expect(outcomes.at(-1)).toBe('wait 60');
    expect(await outcome(gate, '2468', '127.0.0.1')).toBe(200);
  });

  it('judges guesses that come at once one after the other', async () => {
    const gate = gateAt(new FakeClock());
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(gate, '0000')));
    expect(outcomes.filter((o) => o === 401)).toHaveLength(5);
  });
});

describe('writes: local', () => {
  it('takes changes from this machine', async () => {
    const served = await serving({ station: new FakeStation(), settings: { writes: { mode: 'local' } } });
    expect((await verify(served.port)).status).toBe(200);
  });

  it.skipIf(!lanAddress)('takes none from the LAN, where reading goes on', async () => {
    const served = await serving({
      station: new FakeStation(),
      settings: { host: '0.0.0.0', writes: { mode: 'local' } },
    });
    expect((await verify(served.port, { 'x-forwarded-for': '127.0.0.1' }, lanAddress)).status).toBe(403);
    expect((await ask(served.port, { path: '/api/status', address: lanAddress! })).status).toBe(200);
  });

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
    'takes none that a proxy of this machine passes on, whatever it says: %s',
    async (header) => {
      const served = await serving({ station: new FakeStation(), settings: { writes: { mode: 'local' } } });
      for (const value of ['192.0.2.7', '127.0.0.1', ''])
        expect((await verify(served.port, { [header]: value })).status).toBe(403);
    },
  );

  it('knows the loopback in all its spellings', () => {
    expect(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual([true, true, true, true]);
    expect(['192.0.2.7', '::ffff:192.0.2.7', 'fe80::1', '', undefined].map(isLoopback)).not.toContain(true);
  });
});

describe('a rate limit', () => {
  it('lets a burst through, then as many as are refilled, and tells how long to wait', () => {
    const clock = new FakeClock();
    const buckets = new TokenBuckets({ burst: 3, perMinute: 60 }, clock);
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 1]);
    expect(buckets.take('b')).toBe(0);
  });

  it('refills with time up to its burst and no further', async () => {
    const clock = new FakeClock();
    const buckets = new TokenBuckets({ burst: 3, perMinute: 60 }, clock);
    for (let i = 0; i < 3; i += 1) buckets.take('a');
    await clock.advance(3_600_000);
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 1]);
  });

  it('counts one IPv6 network as one neighbour and an IPv4 address in either spelling', () => {
    expect(limitKey('2001:db8:1:2:aaaa::1')).toBe(limitKey('2001:db8:1:2::ffff'));
    expect(limitKey('fe80::1')).not.toBe(limitKey('fe80::2')); // machines of the link, each with an address of its own
    expect(limitKey('fe80::1%eth0')).toBe('fe80::1');
    expect(limitKey('2001:db8:1:3::1')).not.toBe(limitKey('2001:db8:1:2::1'));
    expect(limitKey('::ffff:192.0.2.7')).toBe('192.0.2.7');
  });

  it('answers 429 with Retry-After to changes and exports, and never to reading', async () => {
    const once = { burst: 1, perMinute: 1 };
    const { port } = await serving({ station: new FakeStation(), settings: { writeLimit: once, exportLimit: once } });
    const download = () => ask(port, { path: '/api/export.csv?hours=1' });
    expect([(await verify(port)).status, (await verify(port)).status]).toEqual([200, 429]);
    expect([(await download()).status, (await download()).status]).toEqual([200, 429]);
    expect((await verify(port)).headers['retry-after']).toMatch(/^\d+$/);
    for (let i = 0; i < 20; i += 1) expect((await ask(port, { path: '/api/status' })).status).toBe(200);
  });

  it('counts what a proxy on this machine passes on apart from this machine', async () => {
    const { port } = await serving({
      station: new FakeStation(),
      settings: { writeLimit: { burst: 1, perMinute: 1 } },
    });
    const proxied = (client: string) => verify(port, { 'x-forwarded-for': client });
    expect([(await proxied('192.0.2.1')).status, (await proxied('192.0.2.2')).status]).toEqual([200, 429]);
    expect((await verify(port)).status).toBe(200);
  });
});
