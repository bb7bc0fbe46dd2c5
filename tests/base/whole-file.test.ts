import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeWhole } from '../../src/base/whole-file.ts';
import { clearFolders, tempFolder } from '../durability/support.ts';

afterAll(clearFolders);

describe('a file is written whole or not at all', () => {
  it('in place of the one before, with the rights it is given whatever the umask says', () => {
    const path = join(tempFolder(), 'note');
    const umask = process.umask(0o077);
    writeWhole(path, 'one');
    writeWhole(path, 'two', { mode: 0o640 });
    process.umask(umask);
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it('never through a link, and whatever lies where it is made', () => {
    const folder = tempFolder();
    const [path, victim] = [join(folder, 'note'), join(folder, 'victim')];
    writeFileSync(victim, 'kept');
    symlinkSync(victim, `${path}.new`);
    writeWhole(path, 'one');
    mkdirSync(`${path}.new/full`, { recursive: true });
    writeWhole(path, 'two');
    expect([readFileSync(path, 'utf8'), readFileSync(victim, 'utf8')]).toEqual(['two', 'kept']);
  });

  it('leaves the old one and no trace where it fails', () => {
    const path = join(tempFolder(), 'note');
    writeWhole(path, 'one');
    const fails = () => {
      throw new Error('no room');
    };
    expect(() => writeWhole(path, 'two', { whole: fails })).toThrow('no room');
    expect(readFileSync(path, 'utf8')).toBe('one');
    expect(readdirSync(join(path, '..'))).toEqual(['note']);
  });
});
