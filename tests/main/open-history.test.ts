import fs, { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { openHistory } from '../../src/main/open-history.ts';
import { loadSettings } from '../../src/main/settings/settings.ts';
import type { Heavy } from '../../src/station/jobs/heavy.ts';
import { openBare, using } from '../../src/station/store/sqlite/database.ts';
import { FakeClock } from '../support/fake-clock.ts';

const home = mkdtempSync(join(tmpdir(), 'weatherglass-open-history-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** A disk that tells so much of its blocks of a kilobyte. */
function telling(blocks: { bavail: number; bfree: number; blocks: number }): void {
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ ...blocks, bsize: 1024 } as never);
  syncBuiltinESMExports();
}

/** A start whose look at the folder ends with an error of this code, as it comes from a thread, on a disk with room. */
async function failing(name: string, code: string) {
  const settings = loadSettings({ data: join(home, name), port: '0', host: '127.0.0.1' }, { HOME: home });
  const opening = { settings, clock: new FakeClock(1_750_500_000), kindFor: () => 'simulator' as const };
  (await openHistory(opening)).store.close();
  const failed = Object.assign(new Error('as the system says it'), { code });
  const heavy: Heavy = { run: () => Promise.reject(failed) };
  return openHistory({ ...opening, heavyFor: () => heavy });
}

it.each(['EDQUOT', 'ENOSPC', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'STORE_NO_ROOM'])(
  'a start that ends with %s where there is room begins without its disk, and waits for no more room than any start takes',
  async (code) => {
    const { store, diskIsBack } = await failing(code, code);
    expect(store.trouble?.detail).toContain('is full');
    expect(await diskIsBack?.()).toBe(true);
    store.close();
  },
);

it('a start whose rescue found too little room begins without its disk, and names the room', async () => {
  const { store, diskIsBack } = await failing('damaged', 'STORE_NO_ROOM_TO_RESCUE');
  expect(store.trouble?.detail).toMatch(/^The database is damaged\. To rescue it, the disk of .* needs \d+ MB/);
  expect(await diskIsBack?.()).toBe(true); // there is as much by now
  store.close();
});

it('a database that somebody puts in place of a damaged one is taken up without the room for a rescue, once it is whole', async () => {
  telling({ bavail: 600, bfree: 600, blocks: 12_000 });
  const { store, diskIsBack } = await failing('replaced', 'STORE_NO_ROOM_TO_RESCUE');
  expect(await diskIsBack?.()).toBe(false);
  const path = join(home, 'replaced', 'weatherglass.db');
  for (let copied = 1; copied <= 2; copied += 1) {
    writeFileSync(path, Buffer.alloc(copied * 100_000));
    expect(await diskIsBack?.()).toBe(false); // the copy is under way
  }
  rmSync(path);
  using(openBare(path), (db) => db.pragma('user_version = 9999')); // a newer program's: a start would refuse it, and measure no more
  for (let look = 1; look <= 3; look += 1) expect(await diskIsBack?.()).toBe(false);
  writeFileSync(path, Buffer.alloc(300_000));
  expect(await diskIsBack?.()).toBe(false);
  writeFileSync(`${path}-wal`, ''); // somebody looks at it
  expect(await diskIsBack?.()).toBe(true);
  store.close();
});

it.each(['STORE_NO_ROOM', 'STORE_NO_ROOM_TO_RESCUE'])(
  'a disk that does not tell its room is asked by writing as much: %s',
  async (code) => {
    telling({ bavail: 0, bfree: 0, blocks: 0 });
    const { store, diskIsBack } = await failing(`mute-${code}`, code);
    expect(await diskIsBack?.()).toBe(true);
    expect(readdirSync(join(home, `mute-${code}`)).filter((name) => name.includes('probe'))).toEqual([]);
    store.close();
  },
);

it('any other refusal ends the start in its sentence', async () => {
  await expect(failing('refused', 'STORE_REFUSED')).rejects.toThrow('as the system says it');
});
