import { describe, expect, it } from 'vitest';
import { DAY_S, fleetBench, SETTINGS } from './support/fleet-bench.ts';
import { NOON } from './support/measured.ts';

const bench = fleetBench();

describe('the hub of a fleet', () => {
  it('has every row, value by value, soon after it has settled', async () => {
    const one = bench().start();
    await bench().world.measure(2 * 3600);
    await bench().settle(20);
    bench().expectEqual();
    expect(one.status()).toMatchObject({ name: 'fleet', state: 'ok', waiting: 0, last_error: null });
    const [post] = bench().network.asked.filter(({ method }) => method === 'POST');
    expect(post!.url).toBe('https://hub.example.org/api/v1/ingest');
    expect(post!.headers.get('authorization')).toBe(`Basic ${btoa('hill-7:seven')}`);
    expect(post!.headers.get('content-encoding')).toBe('gzip');
    expect(post!.headers.get('user-agent')).toBe('weatherglass/1.2.3');
    expect(bench().network.mostOpen).toBe(1);
  });

  it('is told how the station does every five minutes, also when nothing is measured any more', async () => {
    bench().start();
    await bench().world.measure(900);
    await bench().settle(1800);
    const told = bench()
      .hub.values()
      .filter(({ metric }) => metric === 'wx_station_health');
    expect(told.length).toBeGreaterThanOrEqual(7);
    const last = bench()
      .hub.values()
      .filter(({ tS }) => tS === told.at(-1)!.tS);
    expect(Object.fromEntries(last.map(({ metric, value }) => [metric.slice(11), value]))).toEqual({
      version: 1_002_003,
      health: 1,
      backlog: 0,
      alarms: 1,
      lat: 55.79,
      lon: 12.52,
      alt: 40,
      disk: 42,
    });
  });

  const backlogs = () => {
    const all = bench().hub.values();
    return all.filter(({ metric }) => metric === 'wx_station_backlog').map(({ value }) => value);
  };

  it('is told of rows that wait behind those that bring the word, and not of those themselves', async () => {
    bench().start();
    await bench().world.measure(2 * 3600);
    await bench().settle(20);
    expect(backlogs().length).toBeGreaterThan(15);
    expect(new Set(backlogs())).toEqual(new Set([0]));
  });

  it('hears soon that a station has caught up with its past', async () => {
    await bench().away(2 * DAY_S);
    const one = bench().start();
    await bench().settle(90);
    expect(one.status().waiting).toBe(0);
    expect(backlogs()[0]).toBeGreaterThan(500);
    expect(backlogs().at(-1)).toBe(0);
    bench().expectEqual();
  });

  it('gets hours where five minutes are no longer kept', async () => {
    await bench().away(2 * DAY_S);
    bench().remade(`INSERT OR REPLACE INTO watermark (tier, from_ts) VALUES ('five_min', ${NOON + DAY_S})`);
    bench().start();
    await bench().settle(60);
    bench().expectEqual();
    expect([...bench().hub.rows().keys()].filter((tS) => tS < NOON + DAY_S)).toHaveLength(24);
  });

  it('another login, or another hub, is sent everything from the beginning', async () => {
    await bench().away(7200);
    bench().start();
    await bench().settle(60);
    await bench().stop();
    bench().hub.secrets.set('hill-8', 'seven');
    bench().start({ fleet: { ...SETTINGS, login: 'hill-8' } });
    await bench().settle(60);
    expect(bench().hub.rows('hill-8')).toEqual(bench().ofStation());
  });

  it('is sent nothing that is simulated, and told so where that is allowed', async () => {
    bench().start({ simulated: true });
    await bench().world.measure(1800);
    expect(bench().network.asked).toEqual([]);
    bench().start({ simulated: true, allowSimulated: true });
    await bench().away(3600);
    await bench().settle(60);
    bench().expectEqual({ wx_simulated: 1 }); // of each row: the same login may measure later
    expect(
      bench()
        .hub.values()
        .some(({ metric }) => metric === 'wx_station_simulated'),
    ).toBe(true);
  });

  it('is off without an address and incomplete without a login or the file of its secret', () => {
    expect(bench().made({})).toEqual({ name: 'fleet', enabled: false });
    expect(bench().made({ url: 'http://hub' })).toMatchObject({ enabled: true, lacks: 'login' });
    expect(bench().made({ url: 'http://hub', login: 'hill-7' })).toMatchObject({ lacks: 'secret_file' });
    bench().secret = null;
    expect(bench().made()).toMatchObject({ enabled: true, lacks: 'secret_file' });
  });
});
