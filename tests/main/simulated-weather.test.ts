import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import { run as seed } from '../../src/main/commands/seed.ts';
import { openHistory } from '../../src/main/open-history.ts';
import { startService } from '../../src/main/service.ts';
import { loadSettings } from '../../src/main/settings/settings.ts';
import { keptWeather, weatherSeed } from '../../src/main/simulated-weather.ts';
import { runningClock } from '../support/running-clock.ts';
import { stopWhole } from '../support/whole-stop.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weather-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const env = { XDG_CONFIG_HOME: '/nowhere' };
const quiet = { write: () => true, isTTY: false };
const io = { env, stdout: quiet, stderr: quiet } as never;
const clock = runningClock();
const seeding = (...more: string[]) =>
  seed(['--data', folder, '--days', '1', '--step', '300', '--end', String(Math.floor(clock.nowS())), ...more], io);
const ports = { log: { info() {}, warn() {}, error() {} } as never, clock };
const settings = () => loadSettings({ data: folder, port: '0', host: '127.0.0.1', source: 'simulator' }, env);
const remembered = async () => {
  const { store } = await openHistory({ settings: settings(), clock, kindFor: () => 'simulator' });
  const found = weatherSeed(store);
  store.close();
  return found;
};

describe('a simulated history', () => {
  it('goes on live with the weather it was seeded with', async () => {
    await seeding('--seed', '3');
    expect(await remembered()).toBe(3);
    const service = await startService(settings(), ports);
    const { station } = service;
    const { temperature } = await station.telemetry();
    const { series } = atOnce(station.history.recent(2, 720));
    expect(Math.abs(temperature! - (series as { temperature: number[] }).temperature.at(-2)!)).toBeLessThan(1.5);
    await stopWhole(service);
    expect(await remembered()).toBe(3);
  });

  it('refuses another weather in the same folder, and goes on with its own when none is named', async () => {
    await seeding('--seed', '3');
    await expect(seeding('--seed', '4')).rejects.toThrow('seed 3');
    await seeding('--end', String(Math.floor(clock.nowS()) + 3600));
    expect(await remembered()).toBe(3);
  });

  it('remembers the first seed it is asked with', async () => {
    const { store } = await openHistory({ settings: settings(), clock, kindFor: () => 'simulator' });
    expect(weatherSeed(store)).toBeNull();
    expect(keptWeather(store, { seed: 7, altitudeM: 40 }, 1).seed).toBe(7);
    expect(keptWeather(store, { seed: 8, altitudeM: 40 }, 2).seed).toBe(7);
    store.close();
  });

  it('stays at the altitude it began at, as a board does whose owner corrects it: no step of the pressure', async () => {
    await seeding('--seed', '3');
    const higher = { ...env, WEATHERGLASS_SITE__ALTITUDE_M: '500' };
    const there = loadSettings({ data: folder, port: '0', host: '127.0.0.1', source: 'simulator' }, higher);
    const service = await startService(there, ports);
    const { pressure_station: nowHpa } = await service.station.telemetry();
    await stopWhole(service);
    expect(Math.abs(nowHpa! - 1013)).toBeLessThan(40); // 500 m up it would be 954
    expect(await remembered()).toBe(3);
  });

  it('of a program before, which noted no altitude, goes on where it was measured last', async () => {
    await seeding('--seed', '3');
    const { store } = await openHistory({ settings: settings(), clock, kindFor: () => 'simulator' });
    store.learned.saveAll([{ name: 'history.weather', version: 1, state: { seed: 3 } }], clock.nowS());
    store.scales.add(clock.nowS(), {
      k: 0.55,
      humidityOffset: 0,
      psychrometric: false,
      altitudeM: 0,
      air: null,
      barometer: null,
    });
    expect(keptWeather(store, { seed: 3, altitudeM: 500 }, clock.nowS())).toEqual({ seed: 3, altitudeM: 0 });
    store.close();
  });

  it('that is told its place again and again in its first minutes leaves one copy aside', async () => {
    for (const altitude of ['0', '100', '200']) {
      const moved = loadSettings(
        { data: folder, port: '0', host: '127.0.0.1', source: 'simulator' },
        { ...env, WEATHERGLASS_SITE__ALTITUDE_M: altitude },
      );
      await stopWhole(await startService(moved, ports));
    }
    const copies = readdirSync(folder).filter((name) => /^weatherglass-.*\.db$/.test(name));
    expect(copies).toHaveLength(1);
  });
});
