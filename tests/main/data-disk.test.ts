import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { diskTrouble, runtimeFolder } from '../../src/main/machine/data-disk.ts';

const home = mkdtempSync(join(tmpdir(), 'weatherglass-data-disk-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('the runtime folder', () => {
  const data = join(home, 'data');
  it("is the unit's, or the session's, and this user's alone", () => {
    const base = mkdtempSync(join(home, 'base-'));
    const folder = runtimeFolder(data, { RUNTIME_DIRECTORY: base });
    expect(folder).toMatch(new RegExp(`^${base}/weatherglass-[0-9a-f]{12}$`));
    expect(runtimeFolder(data, { XDG_RUNTIME_DIR: base })).toBe(folder);
    expect(runtimeFolder(join(home, 'other'), { RUNTIME_DIRECTORY: base })).not.toBe(folder);
    chmodSync(folder!, 0o755);
    expect(runtimeFolder(data, { RUNTIME_DIRECTORY: base })).toBeNull();
    rmSync(folder!, { recursive: true });
    symlinkSync(home, folder!);
    expect(runtimeFolder(data, { RUNTIME_DIRECTORY: base })).toBeNull();
    expect(runtimeFolder(data, {})).toBeNull();
    expect(runtimeFolder(data, { RUNTIME_DIRECTORY: '/proc/nowhere' })).toBeNull();
  });

  it('of another user is not used', (context) => {
    if (process.getuid?.() !== 0) return context.skip();
    const base = mkdtempSync(join(home, 'base-'));
    const folder = runtimeFolder(data, { RUNTIME_DIRECTORY: base })!;
    chownSync(folder, 65_534, 65_534);
    expect(runtimeFolder(data, { RUNTIME_DIRECTORY: base })).toBeNull();
  });
});

it('a folder that belongs to somebody else, or is none, is not mended by waiting', () => {
  expect(diskTrouble('/proc')).toBeNull();
  expect(diskTrouble(join(home, 'fresh'))).toBeNull();
});

it('the runtime folder stays over a stop of the service: the unit keeps it, and removes one file of it by name', () => {
  const unit = readFileSync('deploy/weatherglass.service', 'utf8').split('\n');
  expect(unit).toContain('RuntimeDirectory=weatherglass');
  expect(unit).toContain('RuntimeDirectoryPreserve=yes');
  const removes = unit.filter((line) => /^Exec.*%t|\/run\//.test(line));
  expect(removes).toEqual(['ExecStopPost=-/usr/bin/rm -f %t/weatherglass/address.json']);
});
