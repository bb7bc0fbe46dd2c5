import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_S } from '../../../src/base/durations.ts';
import { demoPlan, earlierPlan, makeDemo } from '../../../src/main/demo/demo.ts';
import { storeOptions } from '../../../src/main/open-history.ts';
import { startService } from '../../../src/main/service.ts';
import { isMade } from '../../../src/main/settings/demo-folder.ts';
import { loadSettings } from '../../../src/main/settings/settings.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { openStore } from '../../support/open-store.ts';
import { SmallDisk } from '../../support/small-disk.ts';

const NOW_S = 1_772_000_000;
const quiet = () => {};
let home: string;
const env = () => ({ HOME: home });
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'weatherglass-demo-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));
const demo = () => loadSettings({ demo: true, port: '0', host: '127.0.0.1' }, env());
const folder = () => join(home, '.local/share/weatherglass-demo');

describe('the plan of a demonstration', () => {
  it('covers the year without a hole or an overlap, finer towards now', () => {
    const plans = demoPlan(NOW_S - 365 * DAY_S, NOW_S);
    expect(plans.map(({ stepS }) => stepS)).toEqual([3600, 300, 60]);
    plans.slice(1).forEach((plan, i) => {
      expect(plan.startS).toBe(plans[i]!.endS);
    });
    expect(plans[0]!.startS - (NOW_S - 365 * DAY_S)).toBeLessThan(3600);
    expect(plans.at(-1)!.endS).toBe(NOW_S);
    for (const { startS, stepS } of plans) expect(startS % stepS).toBe(0);
  });
  it('begins three years and their first of January before it, with hours around this date, and without a hole', () => {
    const plans = earlierPlan(NOW_S);
    const year = demoPlan(NOW_S - 365 * DAY_S, NOW_S)[0]!;
    expect(plans[0]!.startS).toBeLessThanOrEqual(NOW_S - 4 * 365.25 * DAY_S);
    expect(plans.at(-1)!.endS).toBe(year.startS);
    plans.slice(1).forEach((plan, i) => {
      expect(plan.startS).toBe(plans[i]!.endS);
    });
    for (const ago of [1, 2, 3]) {
      const dateS = NOW_S - ago * 365.25 * DAY_S;
      const around = plans.find(({ startS, endS }) => startS < dateS - 8 * DAY_S && endS > dateS - 8 * DAY_S)!;
      expect(around.stepS).toBe(3600);
    }
  });
  it('of a gap is what that much of the year would have been', () => {
    expect(demoPlan(NOW_S - 7200, NOW_S).map(({ stepS }) => stepS)).toEqual([60]);
    expect(demoPlan(NOW_S - 3 * DAY_S, NOW_S).map(({ stepS }) => stepS)).toEqual([300, 60]);
    expect(demoPlan(NOW_S, NOW_S)).toEqual([]);
  });
});

describe('the folder of a demonstration', () => {
  it('is never the user’s, and its settings are its own', () => {
    const mine = join(home, '.config/weatherglass/config.yaml');
    const settings = loadSettings({ demo: true }, { ...env(), WEATHERGLASS_DATA: join(home, 'mine') });
    expect(settings).toMatchObject({ demo: true, dataDir: folder(), configFile: join(folder(), 'config.yaml') });
    expect(settings.config.site.name).toBe('Demonstration');
    expect(settings.config.sensors.source).toBe('simulator');
    expect(existsSync(mine)).toBe(false);
    expect(existsSync(join(home, 'mine'))).toBe(false);
  });
  it('that holds anything else is refused and left as it is', () => {
    const other = join(home, 'photos');
    writeFileSync(other, 'not even a folder');
    expect(() => loadSettings({ demo: true, data: other }, env())).toThrow('is not a folder');
    rmSync(other);
    const settings = loadSettings({ demo: true, data: other }, env());
    rmSync(join(settings.dataDir, 'demo.json'));
    writeFileSync(join(other, 'holiday.jpg'), 'a beach');
    expect(() => loadSettings({ demo: true, data: other }, env())).toThrow('does not belong to the demo');
    expect(readFileSync(join(other, 'holiday.jpg'), 'utf8')).toBe('a beach');
  });
  it('takes no settings and no board of another station', () => {
    expect(() => loadSettings({ demo: true, config: '/etc/weatherglass.yaml' }, env())).toThrow('omit --config');
    expect(() => loadSettings({ demo: true, source: 'sense-hat' }, env())).toThrow(
      '--demo shows simulated weather; omit --source',
    );
  });
});

describe('weather made for a demonstration', () => {
  it('that a disk has no room for is refused with the folder, what is free and what is needed', async (context) => {
    const disk = SmallDisk.during(context, 20);
    const settings = loadSettings({ demo: true, data: join(disk.folder, 'demo') }, env());
    const needs = (state: string, needed: number) =>
      `The disk of ${settings.dataDir} ${state}, and the demo needs ${needed} MB there. Choose another folder with --data.`;
    const clock = new FakeClock(NOW_S);
    await expect(makeDemo(settings, clock)).rejects.toThrow(needs('has 20 MB free', 150));
    const begun = expect(makeDemo(settings, clock, {}, 20 * DAY_S)).rejects.toThrow(needs('has 0 MB free', 9));
    setImmediate(() => disk.fill()); // while it is made
    await begun;
  });

  it('is left alone while another start makes it', async () => {
    const settings = demo();
    const clock = new FakeClock(NOW_S);
    const first = makeDemo(settings, clock, {}, DAY_S);
    await expect(makeDemo(settings, clock, {}, DAY_S)).rejects.toThrow('already runs a station');
    expect((await first)!.days).toBeCloseTo(1, 1);
    expect(readdirSync(settings.dataDir).filter((name) => name.startsWith('damaged'))).toEqual([]);
  });

  it('stays where it is when the clock was set between two starts of one machine', async () => {
    const settings = demo();
    const clock = Object.assign(new FakeClock(NOW_S), { boot: 'one boot' });
    await makeDemo(settings, clock, {}, DAY_S);
    const ports = { clock, log: { info: quiet, warn: quiet, error: quiet } as never };
    await (await startService(settings, ports)).stop();
    clock.jumpWallS(5 * DAY_S);
    await makeDemo(settings, clock);
    const service = await startService(settings, ports);
    const { last_ts } = service.station.history.storage().tiers[0]!;
    await service.stop();
    expect(last_ts).toBeLessThanOrEqual(clock.nowS() + 60);
  });

  it('is marked in status and log, goes on where it ended, and what was half made is made anew', async () => {
    const settings = demo();
    writeFileSync(join(settings.dataDir, 'weatherglass.db'), 'half a database'); // a first start that lost its power
    const clock = new FakeClock(NOW_S);
    const made = await makeDemo(settings, clock, {}, 4 * DAY_S);
    expect(made!.days).toBeCloseTo(4, 1);
    expect(isMade(settings.dataDir)).toBe(true);

    const lines: string[] = [];
    const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line), error: quiet };
    const service = await startService(settings, { clock, log: log as never });
    const status = service.station.status();
    expect(status).toMatchObject({ demo: true, hardware: 'simulator', name: 'Demonstration', first_run: false });
    expect(status.notices[0]!.text).toContain('This is a demo');
    expect(status.history_days).toBeCloseTo(4, 1);
    const { forecasts } = service.station;
    expect(forecasts.scorecard().rows.filter(({ target }) => target === 'temperature')).toHaveLength(6);
    const said = forecasts.issued(NOW_S - DAY_S);
    expect(said.issued_ts).toBeGreaterThan(NOW_S - DAY_S - 3600);
    expect(said.targets['temperature']).toHaveLength(6);
    expect(lines.join('\n')).toContain('This is a demo');
    await service.stop();

    clock.jumpWallS(3 * DAY_S);
    expect((await makeDemo(settings, clock))!.days).toBeCloseTo(3, 1);
    expect(await makeDemo(settings, clock)).toBeNull();
    const store = openStore(storeOptions(settings, clock));
    const hours = [...store.ticks.pages(NOW_S - 4 * DAY_S, NOW_S + 3 * DAY_S)].flat().map(({ tS }) => tS);
    store.close();
    const widest = Math.max(...hours.slice(1).map((tS, i) => tS - hours[i]!));
    expect(widest).toBeLessThanOrEqual(900); // nor does a start leave a hole where it went on
    expect(readdirSync(home)).toEqual(['.local']);
  });
});
