import { isUtf8 } from 'node:buffer';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFolder } from '../../base/make-folder.ts';
import { unlessRefused } from '../../base/system-error.ts';
import { writeWhole } from '../../base/whole-file.ts';
import { sentence } from '../../words/sentence.ts';
import { UserError } from '../user-error.ts';

/** Mode of a new settings file: it may hold the hash of the PIN, which no other user needs. */
const NEW_MODE = 0o600;

/** Resolves a symbolic link, even if its target does not exist yet. */
function placeOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? resolve(dirname(path), readlinkSync(path)) : path;
}

/** The text of a settings file. A pipe or a device in its place would keep whoever reads it waiting, and all others with them. */
export function readSettingsText(path: string): string {
  const info = statSync(path);
  if (!info.isFile() && !info.isDirectory()) throw new UserError(sentence('settings.not-a-file', { path }));
  return asUtf8(path, readFileSync(path)); // which has a sentence of its own for a folder
}

/** Read leniently, a file in another encoding would lose its letters, and the next change would write that down. */
function asUtf8(path: string, bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (isUtf8(bytes)) return text;
  const line = text.slice(0, text.indexOf('\ufffd')).split('\n').length;
  throw new UserError(sentence('settings.encoding', { path, line: String(line) }));
}

/** Whether the file can be replaced. That depends on its folder, or the nearest existing one. */
export function canWrite(path: string): boolean {
  const tried = unlessRefused(() => {
    const place = placeOf(path);
    let folder = dirname(place);
    while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (existsSync(place) && !isOpenedByItsOwner(place, folder)) accessSync(place, constants.W_OK); // a closed one is left alone
  });
  return tried !== null;
}

/** Whether the folder's owner has made it writable for us: an administrator's file in the folder of the installed service. */
function isOpenedByItsOwner(place: string, folder: string): boolean {
  const { uid, mode } = statSync(place);
  return uid !== process.getuid?.() && uid === statSync(folder).uid && (mode & constants.S_IWUSR) !== 0;
}

/**
 * Puts `text` in the place of a file, whole or not at all; what stood there is kept beside it as `.old`. A link is followed, so
 * that it stays one, and rights and owner stay as they were; `secret` takes it from everybody who is neither owner nor group.
 */
export function writeAtomically(path: string, text: string, secret = false): void {
  const place = placeOf(path);
  makeFolder(dirname(place), { mode: 0o700 });
  const before = statSync(place, { throwIfNoEntry: false });
  const rights = secret ? 0o770 : 0o777;
  const asRoot = before !== undefined && process.getuid?.() === 0;
  writeWhole(place, text, {
    mode: before === undefined ? NEW_MODE : before.mode & rights,
    ...(before && { whole: () => keepAside(place) }),
    ...(asRoot && { owner: { uid: before.uid, gid: before.gid } }),
  });
}

/** Replaces the backup copy: one left by the administrator might not be writable. */
function keepAside(place: string): void {
  rmSync(`${place}.old`, { force: true });
  copyFileSync(place, `${place}.old`);
}
