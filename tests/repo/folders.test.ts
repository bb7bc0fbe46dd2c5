import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { makeFolder } from '../../src/base/make-folder.ts';

const SRC = join(import.meta.dirname, '../../src');

it('a folder is made with all that leads to it, and one that cannot be is an error and no endless try', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'folders-'));
  const deep = join(scratch, 'a/b/c');
  makeFolder(deep, { mode: 0o700 });
  makeFolder(deep);
  expect(statSync(join(scratch, 'a')).mode & 0o777).toBe(0o700);
  writeFileSync(join(scratch, 'file'), '');
  symlinkSync(join(scratch, 'nowhere'), join(scratch, 'loose'));
  for (const [path, code] of [
    ['file', 'EEXIST'],
    ['file/x', 'ENOTDIR'],
    ['loose', 'EEXIST'],
    ['loose/x', 'EEXIST'],
  ])
    expect(() => makeFolder(join(scratch, path!))).toThrow(code);
  expect(() => makeFolder('/proc/no-such/folder')).toThrow('ENOENT');
  rmSync(scratch, { recursive: true });
});

const { mkdirSync } = fs;
const instead = (make: typeof mkdirSync) => {
  fs.mkdirSync = make;
  syncBuiltinESMExports();
};
afterEach(() => instead(mkdirSync));

it.each<[string, typeof mkdirSync]>([
  [
    'somebody makes it just before us',
    (path, options) => {
      mkdirSync(path, { recursive: true });
      return mkdirSync(path, options);
    },
  ],
  [
    'somebody makes its parent just after we missed it',
    (path, options) => {
      try {
        return mkdirSync(path, options);
      } finally {
        mkdirSync(dirname(String(path)), { recursive: true });
      }
    },
  ],
])('a folder that several make at the same moment is there for all: %s', (_name, make) => {
  const scratch = mkdtempSync(join(tmpdir(), 'folders-'));
  instead(make as typeof mkdirSync);
  makeFolder(join(scratch, 'a/b/c'));
  expect(statSync(join(scratch, 'a/b/c')).isDirectory()).toBe(true);
  rmSync(scratch, { recursive: true });
});

it('no folder is made in the other way, which never ends where a file system takes no folders', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const others = files.filter((file) => /\bmkdir(Sync)?\([^;]*recursive/.test(readFileSync(join(SRC, file), 'utf8')));
  expect(others).toEqual([]);
});
