import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/main/clock.ts';
import { run as seed } from '../../src/main/commands/seed.ts';
import { openHistory } from '../../src/main/open-history.ts';
import { startService } from '../../src/main/service.ts';
import { loadSettings } from '../../src/main/settings.ts';
import { keptWeatherSeed, weatherSeed } from '../../src/main/simulated-weather.ts';
import { atOnce } from '../../src/station/steps.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weather-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const env = { XDG_CONFIG_HOME: '/nowhere' };
const quiet = { write: () => true, isTTY: false };
const io = { env, stdout: quiet, stderr: quiet } as never;
const seeding = (...more: string[]) => seed(['--data', folder, '--days', '1', '--step', '300', ...more], io);
const settings = () => loadSettings({ data: folder, port: '0', host: '127.0.0.1', source: 'simulator' }, env);
const remembered = async () => {
  const { store } = await openHistory(settings(), systemClock, () => 'simulator', false);
  const found = weatherSeed(store);
  store.close();
  return found;
};

describe('a simulated history', () => {
  it('goes on live with the weather it was seeded with', async () => {
    await seeding('--seed', '3');
    expect(await remembered()).toBe(3);
    const { station, stop } = await startService(settings(), { log: { info() {}, warn() {}, error() {} } as never });
    const { temperature } = await station.telemetry();
    const { series } = atOnce(station.history.recent(2, 720));
    expect(Math.abs(temperature! - (series as { temperature: number[] }).temperature.at(-2)!)).toBeLessThan(1.5);
    await stop();
    expect(await remembered()).toBe(3);
  });

  it('refuses another weather in the same folder, and goes on with its own when none is named', async () => {
    await seeding('--seed', '3');
    await expect(seeding('--seed', '4')).rejects.toThrow('seed 3');
    await seeding('--end', String(Math.floor(Date.now() / 1000)));
    expect(await remembered()).toBe(3);
  });

  it('remembers the first seed it is asked with', async () => {
    const { store } = await openHistory(settings(), systemClock, () => 'simulator', false);
    expect(weatherSeed(store)).toBeNull();
    expect(keptWeatherSeed(store, 7, 1)).toBe(7);
    expect(keptWeatherSeed(store, 8, 2)).toBe(7);
    store.close();
  });
});
