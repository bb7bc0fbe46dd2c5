import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { putWhole, streamWhole, writeWhole } from '../../src/base/whole-file.ts';
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

describe('a streamed file is written whole or not at all', () => {
  it('in place of the one before, with rights that the umask leaves', async () => {
    const path = join(tempFolder(), 'rows.csv');
    writeFileSync(path, 'old');
    const umask = process.umask(0o077);
    await streamWhole(path, ['one\n', new TextEncoder().encode('two\n')]);
    process.umask(umask);
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('leaves the old one and no trace where its source fails, and removes no folder', async () => {
    const path = join(tempFolder(), 'rows.csv');
    writeFileSync(path, 'old');
    const cut = async function* () {
      yield 'one\n';
      throw new Error('cut');
    };
    await expect(streamWhole(path, cut())).rejects.toThrow('cut');
    expect(readdirSync(join(path, '..'))).toEqual(['rows.csv']);
    mkdirSync(`${path}.new/full`, { recursive: true });
    await expect(streamWhole(path, ['one'])).rejects.toThrow();
    expect([readFileSync(path, 'utf8'), readdirSync(`${path}.new`)]).toEqual(['old', ['full']]);
  });

  it('of another library gets its name when it is on the disk', () => {
    const path = join(tempFolder(), 'copy.db');
    writeFileSync(`${path}.partial`, 'whole');
    putWhole(`${path}.partial`, path);
    expect([readFileSync(path, 'utf8'), readdirSync(join(path, '..'))]).toEqual(['whole', ['copy.db']]);
  });
});
