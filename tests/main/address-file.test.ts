import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readAddress, writeAddress } from '../../src/main/machine/address-file.ts';
import { schemaOf } from '../../src/station/store/sqlite/which-schema.ts';

let scratch: string;
let folder: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'told-'));
  folder = join(scratch, 'weatherglass');
  mkdirSync(folder);
});
afterEach(() => rmSync(scratch, { recursive: true }));
const told = { host: '0.0.0.0', port: 8123, dataDir: '/var/lib/weatherglass' };

it('a station tells in the runtime folder of its unit where it is, and outside a unit to nobody', () => {
  writeAddress({}, told);
  writeAddress({ RUNTIME_DIRECTORY: scratch }, told); // another program's
  expect(readdirSync(folder)).toEqual([]);
  writeAddress({ RUNTIME_DIRECTORY: `/run/other:${folder}` }, told);
  expect(readAddress(folder)).toEqual(told);
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  writeAddress({ RUNTIME_DIRECTORY: join(scratch, 'gone/weatherglass') }, told); // no reason not to measure
  expect(said.mock.calls.join('')).toContain('the upgrade will not know where it listens: ');
  said.mockRestore();
});

it('root believes no link, no pipe, nothing without end and nothing odd in that folder', () => {
  expect(readAddress(join(scratch, 'nowhere'))).toBeNull();
  const path = join(folder, 'address.json');
  for (const text of [
    '',
    '{',
    '[]',
    '{"host":"x","port":99999,"dataDir":"/"}',
    JSON.stringify({ ...told, host: 'x/?\u001b[2J' }),
    JSON.stringify({ ...told, dataDir: 'here' }),
    JSON.stringify({ ...told, dataDir: '/x\u001b[2J' }),
  ]) {
    writeFileSync(path, text);
    expect(readAddress(folder)).toBeNull();
  }
  writeFileSync(path, JSON.stringify(told).padEnd(20_000));
  expect(readAddress(folder)).toBeNull();
  rmSync(path);
  writeFileSync(join(scratch, 'true.json'), JSON.stringify(told));
  symlinkSync(join(scratch, 'true.json'), path);
  expect(readAddress(folder)).toBeNull();
  rmSync(path);
  spawnSync('mkfifo', [path]);
  expect(readAddress(folder)).toBeNull(); // at once
  expect(schemaOf(path)).toBeNull();
});
