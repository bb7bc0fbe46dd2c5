import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { hubFolder } from '../../src/main/commands/hub/folder.ts';
import { enterStationFolder, isOfAStation } from '../../src/main/settings/whose-folder.ts';
import { canBeAnother, pack } from '../support/as-another-user.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-whose-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
chmodSync(scratch, 0o755);
const folder = join(scratch, 'data');

it('whose folder: a station is known by its files, and a folder that is not there is nobody’s', () => {
  expect(isOfAStation(folder)).toBe(false);
  mkdirSync(folder);
  writeFileSync(join(folder, 'letter'), '');
  expect(isOfAStation(folder)).toBe(false);
  expect(() => enterStationFolder(folder)).toThrow('is not the data folder of a station');
  writeFileSync(join(folder, 'weatherglass.db'), '');
  expect(isOfAStation(folder)).toBe(true);
  expect(() => enterStationFolder(folder)).not.toThrow();
});

it('whose folder: a variable that is set to nothing names none', () => {
  const env = { HOME: scratch, WEATHERGLASS_HUB_DATA: '' };
  const io = { env, stdout: process.stdout, stderr: process.stderr };
  expect(hubFolder(undefined, io, true).folder).toBe(join(scratch, '.local/share/weatherglass-hub'));
});

it.skipIf(!canBeAnother)('whose folder: one that this user may not list is not taken for an empty one', async () => {
  const closed = join(scratch, 'closed');
  mkdirSync(closed, { mode: 0o750 });
  const code = `${await pack('src/main/settings/whose-folder.ts')}
    enterStationFolder(${JSON.stringify(closed)}); // a command goes on to what refuses it in a sentence
    try { console.log(isOfAStation(${JSON.stringify(closed)})) } catch (error) { console.log(error.code, error.path) }`;
  const asked = { input: code, encoding: 'utf8', cwd: '/', env: {}, uid: 65_534, gid: 65_534 } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-'], asked);
  expect([stdout, stderr]).toEqual([`EACCES ${closed}\n`, '']);
});
