import { SqliteError } from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import type { Courier } from '../../src/connections/courier.ts';
import { forecastLines } from '../../src/connections/fleet/lines.ts';
import { NOON } from './support/measured.ts';
import { eachSending, type Sending, startPush } from './support/sending.ts';

const DATABASE = { url: 'http://nas:8086/write?db=weather' };

let sending: Sending;
let { world, network } = {} as Sending;
eachSending((one) => ({ world, network } = sending = one));

const start = (push: object = DATABASE): Courier => startPush(sending, push);

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

describe('a time series database', () => {
  it('gets what was foretold, too, as the hub of a fleet does, once each, and goes on where it was', async () => {
    for (let h = 0; h < 30; h++) say(NOON - h * 3600);
    const one = start();
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
      if (method === 'begin') start();
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
    start();
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
      const one = start();
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
});
