import { execFileSync } from 'node:child_process';
import fs, {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { makeDemo } from '../../src/main/demo/demo.ts';
import { LastingService } from '../../src/main/lasting-service.ts';
import { openLog } from '../../src/main/log.ts';
import { diskTrouble, runtimeFolder } from '../../src/main/machine/data-disk.ts';
import { openFolder, openHistory } from '../../src/main/open-history.ts';
import { startService } from '../../src/main/service.ts';
import { openDemoFolder, setMade } from '../../src/main/settings/demo-folder.ts';
import { loadSettings } from '../../src/main/settings/settings.ts';
import { seedHistory } from '../../src/station/seed.ts';
import { SimulatorBoard } from '../../src/station/sensors/boards/simulator.ts';
import { restoreFrom } from '../../src/station/store/rescue/backups/restore.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { patience } from '../support/patience.ts';
import { SmallDisk } from '../support/small-disk.ts';

const home = mkdtempSync(join(tmpdir(), 'weatherglass-standby-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
const board = () => new SimulatorBoard({ seed: 1, place: { latitude: 55, longitude: 12 }, altitudeM: 10 });
const env = { HOME: home, RUNTIME_DIRECTORY: join(home, 'run') };
const settingsFor = (data: string, more: NodeJS.ProcessEnv = env) =>
  loadSettings({ data, port: '0', host: '127.0.0.1' }, more);
/** Files of a station that waits for its disk. */
const waitingFor = (data: string) => readdirSync(runtimeFolder(data, env)!).filter((name) => name.includes('away'));

describe.each(['full', 'read-only'] as const)('a start on a %s disk', (kind) => {
  it('measures into memory and says so, and its samples are in the history once the disk takes them', async (context) => {
    const disk = SmallDisk.mount(12);
    if (disk === null) return context.skip();
    const data = join(disk.folder, 'data');
    const clock = new FakeClock(1_750_500_000);
    const first = await startService(settingsFor(data), { board: board(), clock });
    await clock.advance(120_000);
    first.station.calibration.calibrate((await first.station.telemetry()).temperature! - 1);
    const calibrated = first.station.status().compensator_k;
    await first.stop();

    if (kind === 'full') disk.fill();
    else execFileSync('mount', ['-o', 'remount,ro', disk.folder]);
    await clock.advance(60_000);
    const service = await LastingService.start(settingsFor(data), { board: board(), clock });
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
    const before = service.station;
    for (const waiting = patience(240_000); service.station === before && waiting(); ) {
      await clock.advance(10_000);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(service.station).not.toBe(before);
    await clock.advance(40_000);
    expect(service.station.ready()).toEqual({ ready: true, sample_age_s: expect.any(Number) });
    expect(service.station.status()).toMatchObject({ compensator_k: again, calibrations: 2 });
    // Two minutes before, two in memory, none twice; the minute with no station stays a gap.
    expect(service.station.history.records().coverage.rows).toBeGreaterThan(115);
    expect(service.station.watch.events(50).map(({ detail }) => detail)).toContainEqual(
      expect.stringMatching(/^The disk works again. \d+ rows from memory/),
    );
    expect(waitingFor(data)).toEqual([]);
    await service.stop();
    disk.unmount();
  });
});

it('a clock that is set while the disk is full moves what waits beside it', async (context) => {
  const disk = SmallDisk.mount(12);
  if (disk === null) return context.skip();
  const settings = settingsFor(join(disk.folder, 'data'));
  settings.config.log.level = 'silent';
  const clock = new FakeClock(1_750_500_000);
  await (await startService(settings, { board: board(), clock })).stop();
  disk.fill();
  const { station, stop } = await startService(settings, { board: board(), clock });
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
  disk.unmount();
});

it('a disk with some room, and not enough for what waits in memory, ends no start and damages nothing; all of it goes home later', async (context) => {
  const disk = SmallDisk.mount(12);
  if (disk === null) return context.skip();
  const settings = settingsFor(join(disk.folder, 'data'));
  const clock = new FakeClock(1_750_500_000);
  const open = () => openHistory({ settings, clock, kindFor: () => 'simulator' });
  (await open()).store.close();
  disk.fill();
  const { store } = await open();
  const plan = { startS: clock.nowS() - 6000, endS: clock.nowS(), stepS: 2 };
  for (const _ of seedHistory(store, board(), settings.config, plan));
  store.close();

  disk.makeRoom(600_000);
  for (let start = 1; start <= 2; start += 1) {
    const { diskIsBack, store: inMemory } = await open();
    expect(inMemory.trouble?.detail).toContain('is full');
    expect(await diskIsBack?.()).toBe(false);
    inMemory.close();
  }
  disk.makeRoom();
  const { diskIsBack, store: home } = await open();
  expect([diskIsBack, home.finding]).toEqual([null, null]);
  expect(home.history.records().coverage.rows).toBe(3000);
  const told = home.events.recent(9).map(({ detail }) => detail);
  expect(told[0]).toMatch(/3000 rows from memory/);
  expect(told.filter((text) => /damage/.test(text))).toEqual([]);
  expect(waitingFor(settings.dataDir)).toEqual([]);
  home.close();
  disk.unmount();
});

it('a damaged database and too little room to rescue it end no start: the station measures, and rescues its rows once there is room', async (context) => {
  const disk = SmallDisk.mount(12);
  if (disk === null) return context.skip();
  const settings = settingsFor(join(disk.folder, 'data'));
  const clock = new FakeClock(1_750_500_000);
  const open = () => openHistory({ settings, clock, kindFor: () => 'simulator' });
  const { store } = await open();
  const plan = { startS: clock.nowS() - 12_000, endS: clock.nowS(), stepS: 2 };
  for (const _ of seedHistory(store, board(), settings.config, plan));
  store.close();
  const path = join(settings.dataDir, 'weatherglass.db');
  const bytes = readFileSync(path);
  expect(bytes.length).toBeGreaterThan(1_500_000); // more than there is room for below
  const neededMb = Math.ceil((3 * bytes.length) / 1e6);
  writeFileSync(path, bytes.fill(0xa5, 0, 1024));
  disk.fill();

  for (let start = 1; start <= 2; start += 1) {
    disk.makeRoom(400_000); // a disk with as much is not full
    expect(diskTrouble(settings.dataDir)).toBeNull();
    const { diskIsBack, store: inMemory } = await open();
    expect(inMemory.trouble?.detail).toContain('The database is damaged. To rescue it, the disk');
    expect(inMemory.trouble?.detail).toContain(`needs ${neededMb} MB of free space`);
    disk.makeRoom(300_000);
    expect(await diskIsBack?.()).toBe(false); // or it began anew each minute
    inMemory.close();
  }
  await expect(openFolder(settings, clock)).rejects.toThrow(
    `The database in ${settings.dataDir} is damaged. To rescue it, the disk needs ${neededMb} MB of free space`,
  );
  const { diskIsBack: isBack, store: waiting } = await open();
  const meanwhile = { startS: plan.endS, endS: plan.endS + 600, stepS: 2 };
  for (const _ of seedHistory(waiting, board(), settings.config, meanwhile));
  const { bavail, bsize } = statfsSync(disk.folder);
  disk.makeRoom(neededMb * 1e5);
  expect(await isBack?.()).toBe(true); // a tenth more may do
  disk.makeRoom(neededMb * 9e5 - bavail * bsize + 8192); // as much as it asked for, whatever waits meanwhile
  expect(await isBack?.()).toBe(true);
  waiting.close();
  const { diskIsBack, store: home } = await open();
  expect([diskIsBack, home.trouble]).toEqual([null, null]);
  expect(home.finding?.text).toMatch(/^The database was damaged .* rows rescued\./);
  expect(home.history.records().coverage.rows).toBe(6300);
  home.close();
  disk.unmount();
});

it('a backup that is restored beside the running station is taken up, with what was measured meanwhile, without the room for a rescue', async (context) => {
  const disk = SmallDisk.mount(12);
  if (disk === null) return context.skip();
  const data = join(disk.folder, 'data');
  const settings = settingsFor(data, { HOME: home });
  settings.config.log.level = 'silent';
  const clock = new FakeClock(1_750_500_000);
  const { store } = await openHistory({ settings, clock, kindFor: () => 'simulator' });
  const plan = { startS: clock.nowS() - 12_000, endS: clock.nowS(), stepS: 2 };
  for (const _ of seedHistory(store, board(), settings.config, plan));
  store.close();
  const path = join(data, 'weatherglass.db');
  const backup = join(home, 'backup.db');
  copyFileSync(path, backup);
  const { size } = statSync(path);
  writeFileSync(path, readFileSync(path).fill(0xa5, 0, 1024));
  disk.fill();
  disk.makeRoom(600_000);

  const service = await LastingService.start(settings, { board: board(), clock });
  await clock.advance(180_000);
  expect(service.station.ready()).toMatchObject({ ready: false, reason: expect.stringContaining('is damaged') });
  disk.makeRoom(size);
  await restoreFrom(backup, data, clock.nowS(), () => {});
  const before = service.station;
  for (const waiting = patience(240_000); service.station === before && waiting(); ) {
    await clock.advance(10_000);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(service.station).not.toBe(before);
  await clock.advance(40_000);
  expect(service.station.ready()).toEqual({ ready: true, sample_age_s: expect.any(Number) });
  expect(service.station.history.records().coverage.rows).toBeGreaterThan(6000 + 85);
  await service.stop();
  disk.unmount();
});

it('a full disk that does not tell its room is asked once an hour by writing as much as a rescue needs', async (context) => {
  const disk = SmallDisk.mount(12);
  if (disk === null) return context.skip();
  const data = join(disk.folder, 'data');
  const settings = settingsFor(data);
  const clock = new FakeClock(1_750_500_000);
  const open = () => openHistory({ settings, clock, kindFor: () => 'simulator' });
  const { store } = await open();
  const plan = { startS: clock.nowS() - 12_000, endS: clock.nowS(), stepS: 2 };
  for (const _ of seedHistory(store, board(), settings.config, plan));
  store.close();
  const path = join(data, 'weatherglass.db');
  const { size } = statSync(path);
  writeFileSync(path, readFileSync(path).fill(0xa5, 0, 1024));
  disk.fill();
  disk.makeRoom(400_000);
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 0, bfree: 0, blocks: 0, bsize: 4096 } as never);
  syncBuiltinESMExports();
  const { diskIsBack, store: inMemory } = await open();
  expect(inMemory.trouble?.detail).toContain('The database is damaged');
  expect(await diskIsBack?.()).toBe(false);
  disk.makeRoom(3 * size + 500_000);
  expect(await diskIsBack?.()).toBe(false);
  await clock.advance(3_600_000);
  expect(await diskIsBack?.()).toBe(true);
  expect(readdirSync(data).filter((name) => name.includes('probe'))).toEqual([]);
  inMemory.close();
  disk.unmount();
});

it('what was learned in memory stays there, so no room for it is asked of the disk', async (context) => {
  const disk = SmallDisk.mount(12);
  if (disk === null) return context.skip();
  const settings = settingsFor(join(disk.folder, 'data'));
  const clock = new FakeClock(1_750_500_000);
  const open = () => openHistory({ settings, clock, kindFor: () => 'simulator' });
  (await open()).store.close();
  disk.fill();
  const { store } = await open();
  store.learned.saveAll([{ name: 'diary', version: 1, state: 'knowledge'.repeat(800_000) }], clock.nowS());
  store.close();
  disk.makeRoom(2_000_000);
  const { diskIsBack, store: home } = await open();
  expect(diskIsBack).toBeNull();
  home.close();
  disk.unmount();
});

it('what was learned in memory takes no room from the readings that a stop writes out', async (context) => {
  const disk = SmallDisk.mount(12);
  if (disk === null) return context.skip();
  const settings = settingsFor(join(disk.folder, 'data'), { HOME: home });
  const clock = new FakeClock(1_750_500_000);
  const open = () => openHistory({ settings, clock, kindFor: () => 'simulator' });
  (await open()).store.close();
  disk.fill();
  const { diskIsBack, store } = await open();
  const plan = { startS: clock.nowS() - 600, endS: clock.nowS(), stepS: 2 };
  for (const _ of seedHistory(store, board(), settings.config, plan));
  store.learned.saveAll([{ name: 'diary', version: 1, state: 'knowledge'.repeat(800_000) }], clock.nowS());
  disk.makeRoom(2_000_000);
  expect(await diskIsBack?.()).toBe(true);
  expect(store.close()).toBe(0);
  const { store: back } = await open();
  expect(back.history.records().coverage.rows).toBe(300);
  back.close();
  disk.unmount();
});

it('without a runtime folder it is in memory, and a stop writes it out as soon as the disk takes it', async (context) => {
  const disk = SmallDisk.mount(12);
  if (disk === null) return context.skip();
  const settings = settingsFor(join(disk.folder, 'data'), { HOME: home });
  const clock = new FakeClock(1_750_500_000);
  const open = () => openHistory({ settings, clock, kindFor: () => 'simulator' });
  (await open()).store.close();
  const plan = { startS: clock.nowS() - 600, endS: clock.nowS(), stepS: 2 };
  disk.fill();
  const { store: first } = await open();
  for (const _ of seedHistory(first, board(), settings.config, plan));
  expect(first.close()).toBe(300); // told as lost
  const { store: second } = await open();
  for (const _ of seedHistory(second, board(), settings.config, plan));
  disk.makeRoom();
  expect(second.close()).toBe(0);
  const { store: third } = await open();
  expect(third.history.records().coverage.rows).toBe(300);
  third.close();
  disk.unmount();
});

it('made-up weather that waits for a disk does not get into a real history', async (context) => {
  const disk = SmallDisk.mount(12);
  if (disk === null) return context.skip();
  const settings = settingsFor(join(disk.folder, 'data'));
  const clock = new FakeClock(1_750_500_000);
  const open = (kind: 'simulator' | 'sense-hat') => openHistory({ settings, clock, kindFor: () => kind });
  (await open('sense-hat')).store.close();
  disk.fill();
  const { store } = await open('simulator');
  const plan = { startS: clock.nowS() - 600, endS: clock.nowS(), stepS: 2 };
  for (const _ of seedHistory(store, board(), settings.config, plan));
  store.close();
  disk.makeRoom();
  const { store: real } = await open('sense-hat');
  expect(real.history.records().coverage.rows).toBe(0);
  expect(real.events.recent(9).map(({ detail }) => detail)).toEqual([expect.stringContaining('were dropped')]);
  expect(waitingFor(settings.dataDir)).toEqual([]);
  real.close();
  disk.unmount();
});

it('a read-only disk: no recalculation is promised, no stop is called normal, and a demo says why it ends', async (context) => {
  const disk = SmallDisk.mount(12);
  if (disk === null) return context.skip();
  const settings = settingsFor(join(disk.folder, 'data'), { HOME: home });
  settings.config.log.level = 'silent';
  const clock = new FakeClock(1_750_500_000);
  const first = await startService(settings, { board: board(), clock });
  await clock.advance(660_000); // ticks that a scale is of
  await first.stop();
  const demo = openDemoFolder(join(disk.folder, 'demo'));
  setMade(demo);
  execFileSync('mount', ['-o', 'remount,ro', disk.folder]);

  const lines: string[] = [];
  const write = (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg);
  const log = openLog('info', { writableLength: 0, write } as unknown as NodeJS.WriteStream);
  settings.config.site.altitude_m += 300;
  const second = await startService(settings, { board: board(), clock, log });
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
  disk.unmount();
});
