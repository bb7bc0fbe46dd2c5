import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { debianPackage } from '../../src/main/release/debian-package.ts';
import { upgradesIn } from '../../src/main/release/wanted-version.ts';
import { fleetBench, SETTINGS } from './support/fleet-bench.ts';

const bench = fleetBench();
const start = (more: object = {}) => bench().start({ fleet: { ...SETTINGS, url: 'http://hub', ...more } });
/** What the hub was told last of an upgrade: version and state. */
const told = (): Array<number | undefined> => {
  const last = (metric: string) =>
    bench()
      .hub.values()
      .filter((one) => one.metric === metric)
      .at(-1);
  const states = [last('wx_station_wanted'), last('wx_station_upgrade'), last('wx_station_version')];
  const newestS = states[2]!.tS;
  return states.slice(0, 2).map((one) => (one?.tS === newestS ? one.value : undefined));
};

describe('a version that the fleet asks for', () => {
  it('is left for apt and told to the owner and to the hub, and forgotten when it is taken back', async () => {
    const one = start();
    await bench().world.measure(900);
    expect([bench().wanted, told()]).toEqual([null, [undefined, undefined]]);
    bench().hub.upgrade = { version: '1.5.0' };
    await bench().world.measure(1200);
    expect(bench().wanted).toBe('1.5.0');
    expect(told()).toEqual([1_005_000, 0]);
    expect(one.status().last_error).toMatch(/asks for version 1\.5\.0; install it with: sudo weatherglass upgrade$/);
    expect(one.status().state).toBe('ok');
    bench().failed.add('1.5.0');
    await bench().world.measure(1200);
    expect([bench().wanted, told()]).toEqual([null, [1_005_000, 2]]);
    expect(one.status().last_error).toMatch(/did not measure here and was taken back/);
    bench().hub.upgrade = undefined;
    await bench().world.measure(1200);
    expect([bench().wanted, told(), one.status().last_error]).toEqual([null, [undefined, undefined], null]);
  });

  it('is refused by an owner who says so, and the hub hears it', async () => {
    const one = start({ upgrades: false });
    bench().hub.upgrade = { version: '1.5.0' };
    await bench().world.measure(1800);
    expect([bench().wanted, told(), one.status().last_error]).toEqual([null, [1_005_000, 1], null]);
  });

  it.each([
    ['refuses', { ...SETTINGS, upgrades: false }],
    ['leaves the fleet', {}],
  ])('is forgotten at the start where its owner %s, though no hub answers', async (_, fleet) => {
    start();
    bench().hub.upgrade = { version: '1.5.0' };
    await bench().world.measure(1200);
    expect(bench().wanted).toBe('1.5.0');
    await bench().stop();
    bench().network.reply = () => 'hang';
    bench().made(fleet);
    expect(bench().wanted).toBeNull();
  });

  it.each([
    ['of today', { version: '1.2.3' }],
    ['older than it', { version: '1.0.0' }],
    ['with a command in it', { version: '1.5.0; reboot' }],
    ['as a number', { version: 15 }],
    ['as a list', ['1.5.0']],
    ['as a text', '1.5.0'],
  ])('is none where the hub answers with one %s', async (_, upgrade) => {
    start();
    bench().hub.upgrade = upgrade;
    await bench().world.measure(1800);
    expect([bench().wanted, told()]).toEqual([null, [undefined, undefined]]);
  });

  it('stands in a file of the data folder, and counts as failed when apt’s preferences name it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'weatherglass-wanted-'));
    const pkg = debianPackage('weatherglass', folder);
    const upgrades = upgradesIn(folder, pkg);
    upgrades.want('1.5.0');
    expect(readFileSync(join(folder, 'wanted-version'), 'utf8')).toBe('1.5.0\n');
    expect(upgrades.hasFailed('1.5.0')).toBe(false);
    mkdirSync(join(folder, 'etc/apt/preferences.d'), { recursive: true });
    writeFileSync(pkg.pinFile, 'Package: weatherglass\nPin: version 1.5.0\nPin-Priority: -1\n');
    expect([upgrades.hasFailed('1.5.0'), upgrades.hasFailed('1.5.1')]).toEqual([true, false]);
    upgrades.want(null);
    expect(() => readFileSync(join(folder, 'wanted-version'))).toThrow('ENOENT');
    rmSync(folder, { recursive: true });
  });
});
