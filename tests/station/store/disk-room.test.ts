import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { diskOf, isFull } from '../../../src/station/store/disk-room.ts';

const BLOCK = 4096;
/** An ext4 of 400 MB: a twentieth of it is held back for root. */
const disk = { bavail: 0, bfree: 0, blocks: 100_000, bsize: BLOCK };

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

it.each([
  { who: 'root', uid: 0, bavail: 0, bfree: 5000, full: false },
  { who: 'root', uid: 0, bavail: 0, bfree: 10, full: true },
  { who: 'a user', uid: 1000, bavail: 0, bfree: 5000, full: true },
  { who: 'a user', uid: 1000, bavail: 100, bfree: 5100, full: false },
])(
  'a disk with $bavail blocks for anybody and $bfree for root is full for $who: $full',
  ({ uid, bavail, bfree, full }) => {
    vi.spyOn(process, 'geteuid').mockReturnValue(uid);
    vi.spyOn(fs, 'statfsSync').mockReturnValue({ ...disk, bavail, bfree } as never);
    syncBuiltinESMExports();
    expect(isFull('/anywhere')).toBe(full);
  },
);

it('the room that is told is that for anybody, as other programs tell it', async () => {
  vi.spyOn(process, 'geteuid').mockReturnValue(0);
  vi.spyOn(fs.promises, 'statfs').mockResolvedValue({ ...disk, bavail: 7, bfree: 5007 } as never);
  syncBuiltinESMExports();
  expect(await diskOf(tmpdir())).toEqual({ freeBytes: 7 * BLOCK, ownBytes: 5007 * BLOCK, totalBytes: 100_000 * BLOCK });
});
