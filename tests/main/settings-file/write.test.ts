import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeAtomically } from '../../../src/main/settings/write-file.ts';
import { SmallDisk } from '../../support/small-disk.ts';
import { settingsHome } from './settings-home.ts';

const { at, desk, inForce } = settingsHome();
const rights = () => statSync(at.file).mode & 0o777;

it('what a broken attempt left lends the new file neither its rights nor its place', () => {
  const precious = join(at.folder, 'precious');
  writeFileSync(precious, 'precious');
  writeFileSync(at.file, 'old', { mode: 0o600 });
  writeFileSync(`${at.file}.new`, 'half', { mode: 0o644 });
  writeAtomically(at.file, 'one');
  expect(rights()).toBe(0o600);
  symlinkSync(precious, `${at.file}.new`);
  writeAtomically(at.file, 'two');
  expect([readFileSync(at.file, 'utf8'), readFileSync(precious, 'utf8')]).toEqual(['two', 'precious']);
  expect(lstatSync(at.file).isSymbolicLink()).toBe(false);
});

it('rights stay, also those that the umask would take', () => {
  writeFileSync(at.file, 'old');
  chmodSync(at.file, 0o664);
  writeAtomically(at.file, 'new');
  expect(rights()).toBe(0o664);
});

it("a file that is given a key is nobody's business any more but its owner's, and its group's", async () => {
  writeFileSync(at.file, 'site: { name: Here }\n');
  chmodSync(at.file, 0o644);
  expect(await desk().change({ 'site.name': 'There' }, null)).toMatchObject({ applied: ['site.name'] });
  expect(rights()).toBe(0o644);
  expect(await desk().change({ 'uploads.windy.key': 'hush' }, null)).toMatchObject({ applied: ['uploads.windy.key'] });
  expect(rights()).toBe(0o640);
  expect(JSON.stringify(desk().read())).not.toContain('hush');
  chmodSync(at.file, 0o644);
  await desk().change({ 'alarms.channels.webhook.url': 'https://chat.example' }, null);
  expect(rights()).toBe(0o644);
  await desk().change({ 'alarms.channels.webhook.url': 'https://chat.example/hooks/hush' }, null);
  expect(rights()).toBe(0o640);
});

it('a link to a file that is not there yet stays a link', () => {
  symlinkSync('real.yaml', at.file);
  writeAtomically(at.file, 'new');
  expect(lstatSync(at.file).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(at.folder, 'real.yaml'), 'utf8')).toBe('new');
});

it('a disk with room for a part of it keeps the file as it was', (context) => {
  const disk = SmallDisk.during(context, 1);
  const own = join(disk.folder, 'config.yaml');
  const before = '#'.repeat(4900);
  writeFileSync(own, before);
  writeFileSync(`${own}.old`, before); // which is cut, and makes room, before it is written anew
  disk.fill();
  const filler = join(disk.folder, 'holiday-photos');
  truncateSync(filler, statSync(filler).size - 4096);
  expect(() => writeAtomically(own, `${before}#`)).toThrow('ENOSPC');
  expect(readFileSync(own, 'utf8')).toBe(before);
  expect(readdirSync(disk.folder)).not.toContain('config.yaml.new');
  expect(existsSync(own)).toBe(true);
});

it('a file in another encoding is named, and where it is not UTF-8, instead of read with its letters lost', () => {
  writeFileSync(at.file, Buffer.from('site:\n  units: metric\n  name: Zürich\n', 'latin1'));
  const why = `The settings file ${at.file} is not UTF-8: line 3 has letters in another encoding, perhaps Latin-1. Save it as UTF-8.`;
  expect(() => inForce()).toThrow(why);
  expect(desk().read()).toMatchObject({ error: why, said: { code: 'settings.encoding', given: { path: at.file } } });
  expect(readFileSync(at.file)).toContain(0xfc); // and is left as it was
  writeFileSync(at.file, Buffer.from('\ufeffsite:\n  name: Zürich\n', 'utf16le'));
  expect(() => inForce()).toThrow('line 1 has letters');
  writeFileSync(at.file, '\ufeffsite:\n  name: Zürich\n');
  expect(inForce().site.name).toBe('Zürich');
});

it('a pipe in the place of the file is refused, and keeps nobody waiting', () => {
  expect(spawnSync('mkfifo', [at.file]).status).toBe(0);
  expect(() => inForce()).toThrow('is not a regular file');
  expect(desk().read()).toMatchObject({ error: expect.stringContaining('is not a regular file') });
});
