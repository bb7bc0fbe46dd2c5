import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FolderLock } from '../../../../src/station/store/rescue/folder/lock.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-lock-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const fresh = (name: string): string => {
  const folder = join(scratch, name);
  mkdirSync(folder);
  return folder;
};

describe.each(['station', 'hub'] as const)('lock of the folder of a %s', (what) => {
  const own = what === 'station' ? 'weatherglass' : 'hub';
  const another = (folder: string) => () => new FolderLock(folder, what).release();
  const refusal = `Process ${process.pid} already runs a ${what} on`;

  it.each([
    ['a folder that was removed', (folder: string) => rmSync(folder, { recursive: true })],
    ['a folder that was moved', (folder: string) => renameSync(folder, `${folder}-moved`)],
    ['a lock that was removed', (folder: string) => rmSync(join(folder, `${own}.lock`))],
  ])('%s is held again, and given back in order', (name, take) => {
    const folder = fresh(`${what} ${name}`);
    const lock = new FolderLock(folder, what);
    expect(another(folder)).toThrow(refusal);
    take(folder);
    mkdirSync(folder, { recursive: true });
    lock.keep();
    expect(another(folder)).toThrow(refusal);
    lock.keep();
    lock.release();
    expect(readdirSync(folder)).toEqual([`${own}.lock`]);
    another(folder)();
  });

  it('leaves to another the folder that this one has taken meanwhile, and its number with it', () => {
    const folder = fresh(`${what} taken`);
    const lock = new FolderLock(folder, what);
    renameSync(folder, `${folder}-moved`);
    mkdirSync(folder);
    const other = new FolderLock(folder, what);
    expect(() => lock.keep()).toThrow(refusal);
    expect(() => new FolderLock(`${folder}-moved`, what)).toThrow(/already runs/);
    lock.release();
    expect(readdirSync(folder).toSorted()).toEqual([`${own}.lock`, `${own}.pid`]);
    other.release();
  });

  it('is refused by the name of what lies in its place, whatever that leads to', () => {
    const folder = fresh(`${what} link`);
    writeFileSync(join(folder, 'letter'), 'mine');
    for (const to of ['letter', '/nowhere/at-all', `${own}.lock`]) {
      symlinkSync(to, join(folder, `${own}.lock`));
      expect(another(folder)).toThrow(
        `${join(folder, `${own}.lock`)} is a link, where the ${what} keeps a file of its own`,
      );
      rmSync(join(folder, `${own}.lock`));
    }
  });
});
