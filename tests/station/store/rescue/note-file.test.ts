import fs, { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { removeNote, writeNote } from '../../../../src/station/store/rescue/folder/note-file.ts';

const NAME = 'weatherglass.untold';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weatherglass-note-'));
  writeNote(folder, NAME, 1);
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true });
});

it('a note is removed, and one that is not there counts as removed', () => {
  expect([removeNote(folder, NAME), readdirSync(folder), removeNote(folder, NAME)]).toEqual([true, [], true]);
});

it('a note that another program takes away just then counts as removed', () => {
  const { unlinkSync } = fs;
  vi.spyOn(fs, 'unlinkSync').mockImplementation((path) => {
    unlinkSync(path);
    unlinkSync(path);
  });
  syncBuiltinESMExports();
  expect([removeNote(folder, NAME), readdirSync(folder)]).toEqual([true, []]);
});

it.each(['EIO', 'EACCES', 'EROFS'])(
  'a note that a disk lets nobody even look at (%s) is not called removed',
  (code) => {
    vi.spyOn(fs, 'existsSync').mockReturnValue(false); // which is all that it says of such a disk
    vi.spyOn(fs, 'unlinkSync').mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });
    syncBuiltinESMExports();
    expect(removeNote(folder, NAME)).toBe(false);
  },
);
