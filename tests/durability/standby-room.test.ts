import fs, { copyFileSync, cpSync, readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, type TestContext, vi } from 'vitest';
import { LastingService } from '../../src/main/lasting-service.ts';
import { diskTrouble } from '../../src/main/machine/data-disk.ts';
import { openFolder } from '../../src/main/open-history.ts';
import { restoreFrom } from '../../src/station/store/rescue/backups/restore.ts';
import { simulator } from '../support/simulator.ts';
import { historyOf, onSmallDisk, settingsFor, untilBegunAgain, waitingFor } from './history-on-disk.ts';
import { clearFolders, dbOf, tempFolder } from './support.ts';

const home = tempFolder();
afterAll(clearFolders);
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
const env = { HOME: home, RUNTIME_DIRECTORY: join(home, 'run') };

let sound: string | null = null;
/** A folder with 6,000 readings, closed in order: written once. */
async function sixThousand(): Promise<string> {
  const folder = tempFolder();
  const { open, seed } = historyOf(settingsFor(folder, { HOME: home }));
  const { store } = await open();
  seed(store, 12_000);
  store.close();
  return folder;
}

/** A copy of it on a disk that is full, without the page that says where everything is. */
async function damaged(context: TestContext, itsEnv: NodeJS.ProcessEnv = env) {
  const on = onSmallDisk(context, itsEnv);
  sound ??= await sixThousand();
  const { dataDir } = on.settings;
  cpSync(sound, dataDir, { recursive: true, preserveTimestamps: true });
  const file = readFileSync(dbOf(dataDir));
  writeFileSync(dbOf(dataDir), file.fill(0xa5, 0, 1024));
  on.disk.fill();
  return { ...on, bytes: file.length };
}

it('a disk with some room, and not enough for what waits in memory, ends no start and damages nothing; all of it goes home later', async (context) => {
  const { disk, settings, open, seed } = onSmallDisk(context, env);
  (await open()).store.close();
  disk.fill();
  const { store } = await open();
  seed(store, 6000);
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
  expect(waitingFor(settings)).toEqual([]);
  home.close();
});

it('a damaged database and too little room to rescue it end no start: the station measures, and rescues its rows once there is room', async (context) => {
  const { disk, settings, clock, open, seed, bytes } = await damaged(context);
  expect(bytes).toBeGreaterThan(1_500_000); // more than there is room for below
  const neededMb = Math.ceil((3 * bytes) / 1e6);

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
  seed(waiting, 600, clock.nowS() + 600); // meanwhile
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
});

it('a backup that is restored beside the running station is taken up, with what was measured meanwhile, without the room for a rescue', async (context) => {
  const { disk, settings, clock, bytes } = await damaged(context, { HOME: home });
  settings.config.log.level = 'silent';
  const backup = join(home, 'backup.db');
  copyFileSync(dbOf(sound!), backup);
  disk.makeRoom(600_000);

  const service = await LastingService.start(settings, { board: simulator(), clock });
  await clock.advance(180_000);
  expect(service.station.ready()).toMatchObject({ ready: false, reason: expect.stringContaining('is damaged') });
  disk.makeRoom(bytes);
  await restoreFrom(backup, settings.dataDir, clock.nowS(), () => {});
  await untilBegunAgain(service, clock);
  expect(service.station.history.records().coverage.rows).toBeGreaterThan(6000 + 85);
  await service.stop();
});

it('a full disk that does not tell its room is asked once an hour by writing as much as a rescue needs', async (context) => {
  const { disk, settings, clock, open, bytes } = await damaged(context);
  disk.makeRoom(400_000);
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 0, bfree: 0, blocks: 0, bsize: 4096 } as never);
  syncBuiltinESMExports();
  const { diskIsBack, store: inMemory } = await open();
  expect(inMemory.trouble?.detail).toContain('The database is damaged');
  expect(await diskIsBack?.()).toBe(false);
  disk.makeRoom(3 * bytes + 500_000);
  expect(await diskIsBack?.()).toBe(false);
  await clock.advance(3_600_000);
  expect(await diskIsBack?.()).toBe(true);
  expect(readdirSync(settings.dataDir).filter((name) => name.includes('probe'))).toEqual([]);
  inMemory.close();
});

it('what was learned in memory stays there, so no room for it is asked of the disk', async (context) => {
  const { disk, clock, open } = onSmallDisk(context, env);
  (await open()).store.close();
  disk.fill();
  const { store } = await open();
  store.learned.saveAll([{ name: 'diary', version: 1, state: 'knowledge'.repeat(800_000) }], clock.nowS());
  store.close();
  disk.makeRoom(2_000_000);
  const { diskIsBack, store: home } = await open();
  expect(diskIsBack).toBeNull();
  home.close();
});

it('what was learned in memory takes no room from the readings that a stop writes out', async (context) => {
  const { disk, clock, open, seed } = onSmallDisk(context, { HOME: home });
  (await open()).store.close();
  disk.fill();
  const { diskIsBack, store } = await open();
  seed(store, 600);
  store.learned.saveAll([{ name: 'diary', version: 1, state: 'knowledge'.repeat(800_000) }], clock.nowS());
  disk.makeRoom(2_000_000);
  expect(await diskIsBack?.()).toBe(true);
  expect(store.close()).toBe(0);
  const { store: back } = await open();
  expect(back.history.records().coverage.rows).toBe(300);
  back.close();
});
