import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSettings } from '../../../src/main/settings/settings.ts';
import { writeAtomically } from '../../../src/main/settings/write-file.ts';
import { SettingsFile } from '../../../src/main/settings-file/settings-file.ts';
import { SmallDisk } from '../../support/small-disk.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weatherglass-write-'));
  file = join(folder, 'config.yaml');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const rights = () => statSync(file).mode & 0o777;

it('what a broken attempt left lends the new file neither its rights nor its place', () => {
  const precious = join(folder, 'precious');
  writeFileSync(precious, 'precious');
  writeFileSync(file, 'old', { mode: 0o600 });
  writeFileSync(`${file}.new`, 'half', { mode: 0o644 });
  writeAtomically(file, 'one');
  expect(rights()).toBe(0o600);
  symlinkSync(precious, `${file}.new`);
  writeAtomically(file, 'two');
  expect([readFileSync(file, 'utf8'), readFileSync(precious, 'utf8')]).toEqual(['two', 'precious']);
  expect(lstatSync(file).isSymbolicLink()).toBe(false);
});

it('rights stay, also those that the umask would take', () => {
  writeFileSync(file, 'old');
  chmodSync(file, 0o664);
  writeAtomically(file, 'new');
  expect(rights()).toBe(0o664);
});

it("a file that is given a key is nobody's business any more but its owner's, and its group's", async () => {
  writeFileSync(file, 'site: { name: Here }\n');
  chmodSync(file, 0o644);
  const desk = new SettingsFile({ origin: { options: {}, env: {}, file }, running: { owner: null, port: null } });
  expect(await desk.change({ 'site.name': 'There' }, null)).toMatchObject({ applied: ['site.name'] });
  expect(rights()).toBe(0o644);
  expect(await desk.change({ 'uploads.windy.key': 'hush' }, null)).toMatchObject({ applied: ['uploads.windy.key'] });
  expect(rights()).toBe(0o640);
  expect(JSON.stringify(desk.read())).not.toContain('hush');
  chmodSync(file, 0o644);
  await desk.change({ 'alarms.channels.webhook.url': 'https://chat.example' }, null);
  expect(rights()).toBe(0o644);
  await desk.change({ 'alarms.channels.webhook.url': 'https://chat.example/hooks/hush' }, null);
  expect(rights()).toBe(0o640);
});

it('a link to a file that is not there yet stays a link', () => {
  symlinkSync('real.yaml', file);
  writeAtomically(file, 'new');
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'real.yaml'), 'utf8')).toBe('new');
});

it('a disk with room for a part of it keeps the file as it was', ({ skip }) => {
  const disk = SmallDisk.mount(1);
  if (disk === null) return skip();
  try {
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
  } finally {
    disk.unmount();
  }
});

it('a file in another encoding is named, and where it is not UTF-8, instead of read with its letters lost', () => {
  const desk = new SettingsFile({ origin: { options: {}, env: {}, file }, running: { owner: null, port: null } });
  writeFileSync(file, Buffer.from('site:\n  units: metric\n  name: Zürich\n', 'latin1'));
  const why = `The settings file ${file} is not UTF-8: line 3 has letters in another encoding, perhaps Latin-1. Save it as UTF-8.`;
  expect(() => loadSettings({ config: file }, {})).toThrow(why);
  expect(desk.read()).toMatchObject({ error: why, said: { code: 'settings.encoding', given: { path: file } } });
  expect(readFileSync(file)).toContain(0xfc); // and is left as it was
  writeFileSync(file, Buffer.from('\ufeffsite:\n  name: Zürich\n', 'utf16le'));
  expect(() => loadSettings({ config: file }, {})).toThrow('line 1 has letters');
  writeFileSync(file, '\ufeffsite:\n  name: Zürich\n');
  expect(loadSettings({ config: file }, {}).config.site.name).toBe('Zürich');
});

it('a pipe in the place of the file is refused, and keeps nobody waiting', () => {
  expect(spawnSync('mkfifo', [file]).status).toBe(0);
  expect(() => loadSettings({ config: file }, {})).toThrow('is not a regular file');
  const desk = new SettingsFile({ origin: { options: {}, env: {}, file }, running: { owner: null, port: null } });
  expect(desk.read()).toMatchObject({ error: expect.stringContaining('is not a regular file') });
});
