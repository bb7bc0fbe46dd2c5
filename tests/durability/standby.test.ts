import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeDemo } from '../../src/main/demo/demo.ts';
import { LastingService } from '../../src/main/lasting-service.ts';
import { openLog } from '../../src/main/log.ts';
import { startService } from '../../src/main/service.ts';
import { openDemoFolder, setMade } from '../../src/main/settings/demo-folder.ts';
import { patience } from '../support/patience.ts';
import { simulator } from '../support/simulator.ts';
import { onSmallDisk, untilBegunAgain, waitingFor } from './history-on-disk.ts';
import { clearFolders, tempFolder } from './support.ts';

const home = tempFolder();
afterAll(clearFolders);
const env = { HOME: home, RUNTIME_DIRECTORY: join(home, 'run') };

describe.each(['full', 'read-only'] as const)('a start on a %s disk', (kind) => {
  it('measures into memory and says so, and its samples are in the history once the disk takes them', async (context) => {
    const { disk, settings, clock } = onSmallDisk(context, env);
    settings.config.log.level = 'silent';
    const first = await startService(settings, { board: simulator(), clock });
    await clock.advance(120_000);
    first.station.calibration.calibrate((await first.station.telemetry()).temperature! - 1);
    const calibrated = first.station.status().compensator_k;
    await first.stop();

    if (kind === 'full') disk.fill();
    else execFileSync('mount', ['-o', 'remount,ro', disk.folder]);
    await clock.advance(60_000);
    const service = await LastingService.start(settings, { board: simulator(), clock });
    await clock.advance(120_000);
    expect((await service.station.telemetry()).temperature).not.toBeNull();
    expect(service.station.alive().sampling).toBe(true);
    expect(service.station.ready()).toMatchObject({ ready: false, reason: expect.stringContaining('stay in memory') });
    const words = kind === 'full' ? 'is full' : 'is read-only';
    expect(service.station.status().notices.map(({ text }) => text)).toContainEqual(expect.stringContaining(words));

    // What was learned came along, and what is told now goes home.
    expect(service.station.status().compensator_k).toBe(calibrated);
    service.station.calibration.calibrate((await service.station.telemetry()).temperature! - 1);
    const again = service.station.status().compensator_k;
    expect(again).not.toBe(calibrated);
    await clock.advance(60_000);

    if (kind === 'full') disk.makeRoom();
    else execFileSync('mount', ['-o', 'remount,rw', disk.folder]);
    await untilBegunAgain(service, clock);
    expect(service.station.status()).toMatchObject({ compensator_k: again, calibrations: 2 });
    // Two minutes before, two in memory, none twice; the minute with no station stays a gap.
    expect(service.station.history.records().coverage.rows).toBeGreaterThan(115);
    expect(service.station.watch.events(50).map(({ detail }) => detail)).toContainEqual(
      expect.stringMatching(/^The disk works again. \d+ rows from memory/),
    );
    expect(waitingFor(settings)).toEqual([]);
    await service.stop();
  });
});

it('beside a station whose disk is full a second one is refused, as on any other', async (context) => {
  const { disk, open } = onSmallDisk(context, env);
  const { store } = await open();
  disk.fill();
  await expect(open()).rejects.toThrow(`Process ${process.pid} already runs a station on`);
  store.close();
});

it('a clock that is set while the disk is full moves what waits beside it', async (context) => {
  const { disk, settings, clock } = onSmallDisk(context, env);
  settings.config.log.level = 'silent';
  await (await startService(settings, { board: simulator(), clock })).stop();
  disk.fill();
  const { station, stop } = await startService(settings, { board: simulator(), clock });
  await clock.advance(120_000);
  clock.jumpWallS(-86_400);
  await clock.advance(180_000);
  const told = () => station.watch.events(50).filter(({ kind }) => kind === 'clock');
  for (const waiting = patience(60_000); told().length === 0 && waiting(); )
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(told()).toHaveLength(1);
  const { last_ts } = station.history.records().coverage;
  expect(last_ts).toBeLessThanOrEqual(clock.nowS());
  await stop();
});

it('without a runtime folder it is in memory, and a stop writes it out as soon as the disk takes it', async (context) => {
  const { disk, open, seed } = onSmallDisk(context, { HOME: home });
  (await open()).store.close();
  disk.fill();
  const { store: first } = await open();
  seed(first, 600);
  expect(first.close()).toBe(300); // told as lost
  const { store: second } = await open();
  seed(second, 600);
  disk.makeRoom();
  expect(second.close()).toBe(0);
  const { store: third } = await open();
  expect(third.history.records().coverage.rows).toBe(300);
  third.close();
});

it('in memory, a new start for a changed setting or time zone waits until the disk takes what it holds', async (context) => {
  const { disk, settings, clock } = onSmallDisk(context, { HOME: home });
  settings.config.log.level = 'silent';
  await (await startService(settings, { board: simulator(), clock })).stop();
  disk.fill();
  let zoneChanged = false;
  const service = await LastingService.start(settings, { board: simulator(), clock, zoneChanged: () => zoneChanged });
  const before = service.station;
  await clock.advance(120_000);
  zoneChanged = true;
  await clock.advance(180_000);
  expect(service.station).toBe(before);
  disk.makeRoom();
  zoneChanged = false;
  await untilBegunAgain(service, clock);
  expect(service.station.history.records().coverage.rows).toBeGreaterThan(140);
  await service.stop();
});

it('made-up weather that waits for a disk does not get into a real history', async (context) => {
  const { disk, settings, open, seed } = onSmallDisk(context, env);
  (await open('sense-hat')).store.close();
  disk.fill();
  const { store } = await open('simulator');
  seed(store, 600);
  store.close();
  disk.makeRoom();
  const { store: real } = await open('sense-hat');
  expect(real.history.records().coverage.rows).toBe(0);
  expect(real.events.recent(9).map(({ detail }) => detail)).toEqual([expect.stringContaining('were dropped')]);
  expect(waitingFor(settings)).toEqual([]);
  real.close();
});

it('a read-only disk: no recalculation is promised, no stop is called normal, and a demo says why it ends', async (context) => {
  const { disk, settings, clock } = onSmallDisk(context, { HOME: home });
  settings.config.log.level = 'silent';
  const first = await startService(settings, { board: simulator(), clock });
  await clock.advance(660_000); // ticks that a scale is of
  await first.stop();
  const demo = openDemoFolder(join(disk.folder, 'demo'));
  setMade(demo);
  execFileSync('mount', ['-o', 'remount,ro', disk.folder]);

  const lines: string[] = [];
  const write = (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg);
  const log = openLog('info', { writableLength: 0, write } as unknown as NodeJS.WriteStream);
  settings.config.site.altitude_m += 300;
  const second = await startService(settings, { board: simulator(), clock, log });
  await clock.advance(10_000);
  const told = second.station.watch.events(50).map(({ detail }) => detail);
  expect(told).toContainEqual(expect.stringContaining('is read-only'));
  expect(told.filter((text) => /Recalculating/.test(text))).toEqual([]);
  await second.stop();
  expect(lines.slice(-2)).toEqual([
    'Station shut down while the disk could not be written',
    expect.stringMatching(/ samples were dropped$/),
  ]);

  const made = makeDemo({ ...settings, dataDir: demo }, clock);
  await expect(made).rejects.toThrow(/is read-only, and the demo .* --data\.$/);
});
