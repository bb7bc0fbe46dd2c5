import { describe, expect, it } from 'vitest';
import { fleetBench } from './support/fleet-bench.ts';
import { NOON } from './support/measured.ts';
import { halfBody, type Reply } from './support/network.ts';

const bench = fleetBench();

describe('the hub of a fleet, whatever it answers', () => {
  const troubles: [string, () => Reply, string, string?][] = [
    ['a page of a hotel', () => new Response('<html>Log in', { status: 200 }), 'does not report what it has stored'],
    ['another address', () => new Response('', { status: 302, headers: { Location: 'http://x/' } }), 'another address'],
    ['half an answer', () => halfBody(200), 'connection lost'],
    ['an answer cut in JSON', () => new Response('{"status":"success","da'), 'does not report what it has stored'],
    ['a fault of its own', () => new Response('oh', { status: 500 }), '500: oh'],
    [
      'the page of a server before it',
      () => new Response('<html><head><title>502 Bad Gateway</title></head></html>', { status: 502 }),
      '502: the server answers, but the hub or its database does not',
    ],
    [
      'another page of that server',
      () => new Response('<html>\r\n<head><title>429 Too Many Requests</title></head></html>', { status: 429 }),
      '429: 429 Too Many Requests',
    ],
    ['a full disk', () => new Response('full', { status: 507, headers: { 'Retry-After': '30' } }), '507: full'],
    ['too much', () => new Response('', { status: 429 }), '429'],
    ['nothing at all', () => 'hang', 'no answer in time'],
    ['a wrong place', () => new Response('nothing here', { status: 404 }), '404', 'refused'],
    ['revoked', () => new Response('revoked', { status: 403 }), '403', 'refused'],
    ['everything is refused', () => new Response('line 1: no', { status: 400 }), '400', 'refused'],
  ];

  it.each(troubles)('that answers with %s costs no row, and is told', async (_, reply, words, state = 'retrying') => {
    await bench().away(1800);
    bench().start();
    await bench().settle(30);
    await bench().stop();
    await bench().away(1800);
    bench().network.reply = reply;
    const one = bench().start();
    await bench().settle(120);
    expect(one.status().last_error).toContain(words);
    expect(one.status()).toMatchObject({ state, cursor_ts: NOON + 1200, waiting: 6 });
    bench().network.reply = bench().hub.reply;
    await bench().settle(state === 'refused' ? 3700 : 300);
    bench().expectEqual();
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0, last_error: null });
  });

  it('that never takes one row gets all others, and the row is told', async () => {
    const bad = NOON + 6 * 300;
    const itsLine = new RegExp(`^wx,rev=0 .* ${bad}$`, 'm');
    bench().hub.trouble = ({ body }) => (itsLine.test(body) ? new Response('line 7: no', { status: 400 }) : null);
    await bench().world.measure(2 * 3600, 150);
    const one = bench().start();
    await bench().settle(60);
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0 });
    expect(one.status().last_error).toBe('400: 1 of 22 readings refused for good: line 7: no');
    expect(bench().hub.rows().has(bad)).toBe(false);
    const asked = bench().network.asked.length;
    await bench().world.measure(1200);
    await bench().settle(60);
    expect(bench().network.asked.length - asked).toBeLessThanOrEqual(12); // it is not asked about that row again
    bench().remade(`UPDATE five_min SET temp_smooth = 19 WHERE ts = ${bad}`);
    await bench().settle(60);
    bench().expectEqual(); // corrected, it goes
  });

  it.each([300, 2700])(
    'that takes the state of a station and none of its rows costs none: %i s of them',
    async (seconds) => {
      await bench().away(3600);
      bench().start();
      await bench().settle(60);
      await bench().stop();
      await bench().away(seconds);
      bench().hub.trouble = ({ body }) => (/^wx,/m.test(body) ? new Response('line 1: no', { status: 400 }) : null);
      const one = bench().start();
      await bench().settle(120);
      expect(one.status()).toMatchObject({ state: 'refused', waiting: seconds / 300 });
      bench().hub.trouble = () => null;
      await bench().settle(3700);
      bench().expectEqual();
      expect(one.status()).toMatchObject({ state: 'ok', waiting: 0 });
    },
  );

  it('that never takes thirty rows of a day gets all others, and is not asked more often than it lets itself be', async () => {
    const isBad = (tS: number) => tS % 2700 === 0;
    bench().hub.trouble = ({ body }) =>
      body.split('\n').some((line) => line.startsWith('wx,rev=0 ') && isBad(Number(line.split(' ')[2])))
        ? new Response('line 7: no', { status: 400 })
        : null;
    await bench().away(24 * 3600);
    const one = bench().start();
    await bench().settle(900);
    expect(one.status()).toMatchObject({ state: 'ok', waiting: 0 });
    const [there, here] = [bench().hub.rows(), bench().ofStation()];
    for (const tS of here.keys()) expect(there.has(tS), String(tS)).toBe(!isBad(tS));
    expect(bench().hub.hurried).toEqual([]);
  });

  it('another key is taken from the file as soon as the hub asks for it', async () => {
    await bench().away(3600);
    const one = bench().start();
    await bench().settle(60);
    bench().hub.secrets.set('hill-7', 'eight');
    await bench().away(600);
    expect(one.status()).toMatchObject({ state: 'refused', last_error: '401: who are you?' });
    bench().secret = 'eight';
    await bench().away(4000);
    await bench().settle(60);
    bench().expectEqual();
    expect(one.status().state).toBe('ok');
  });

  it('its secret is shown nowhere', async () => {
    bench().network.reply = ({ headers }) => new Response(`${headers.get('authorization')} seven`, { status: 403 });
    const one = bench().start();
    await bench().world.measure(1500);
    const shown = JSON.stringify([one.status(), await one.test()]);
    expect(shown).not.toContain('seven');
    expect(shown).not.toContain(btoa('hill-7:seven'));
  });
});
