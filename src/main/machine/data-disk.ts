import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../base/make-folder.ts';
import { nullIfRefused, unlessRefused } from '../../base/system-error.ts';
import { LEAST_ROOM, roomIn } from '../../station/store/disk-room.ts';
import { isDiskFull } from '../../station/store/sqlite/database.ts';
import { isNoRoom } from '../../station/store/sqlite/store-refusal.ts';
import { RUNTIME_FOLDER } from './address-file.ts';

export type DiskTrouble = 'is full' | 'is read-only';

/** Why nothing can be written to a folder at all; null when it can, or when the reason is another that waiting does not mend. */
export function diskTrouble(folder: string): DiskTrouble | null {
  let probe: string | null = null;
  try {
    makeFolder(folder);
    probe = mkdtempSync(join(folder, 'weatherglass.probe-')); // whatever lies there is left alone
    writeFileSync(join(probe, 'bytes'), Buffer.alloc(LEAST_ROOM));
    return null;
  } catch (error) {
    return troubleOf(error);
  } finally {
    if (probe !== null) unlessRefused(() => rmSync(probe!, { recursive: true, force: true }));
  }
}

/** Trouble of a disk that an error tells; null for any other. */
export function troubleOf(error: unknown): DiskTrouble | null {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (isDiskFull(error) || isNoRoom(error)) return 'is full';
  return /^(EROFS$|SQLITE_READONLY)/.test(code) ? 'is read-only' : null;
}

/** Whether the data folder has room for this many bytes: a disk may be full again before the copy ends. Null: the disk does not tell. */
export function hasRoom(folder: string, bytes: number): boolean | null {
  if (diskTrouble(folder) !== null) return false;
  const { freeBytes, totalBytes } = roomIn(folder) ?? { freeBytes: 0, totalBytes: 0 };
  return totalBytes > 0 ? freeBytes >= bytes : null;
}

/** Asks a disk for room by writing as much, between turns; `signal` ends it. The file has no name meanwhile: a kill leaves none of it. */
export async function takesBytes(folder: string, bytes: number, signal: AbortSignal): Promise<boolean> {
  const chunk = Buffer.alloc(LEAST_ROOM);
  let written = 0;
  try {
    const probe = mkdtempSync(join(folder, 'weatherglass.probe-'));
    const file = await open(join(probe, 'bytes'), 'wx').finally(() => rm(probe, { recursive: true }));
    try {
      while (written < bytes && !signal.aborted) written += (await file.write(chunk)).bytesWritten;
    } finally {
      await file.close();
    }
  } catch (error) {
    nullIfRefused(error);
    return false;
  }
  return written >= bytes;
}

/**
 * Runtime folder of one station: in memory, for its user alone, outliving the process and not the machine. The session's, or that of the
 * unit (`RuntimeDirectory=`, kept over a stop). Null where there is none, or where what lies there is another user's.
 */
export function runtimeFolder(dataDir: string, env: NodeJS.ProcessEnv): string | null {
  const base = env['XDG_RUNTIME_DIR'] || env['RUNTIME_DIRECTORY']?.split(':')[0];
  if (!base) return null;
  const folder = join(base, nameFor(dataDir));
  return unlessRefused(() => {
    makeFolder(folder, { mode: 0o700 });
    const info = lstatSync(folder);
    const isOurs = info.isDirectory() && info.uid === process.getuid?.() && (info.mode & 0o077) === 0;
    return isOurs ? folder : null;
  });
}

const nameFor = (dataDir: string): string =>
  `weatherglass-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12)}`;

/**
 * Runtime folders that a station on this data folder may have used: a command need not run in the environment of the station. Those of
 * another user than the data folder's are none.
 */
export function runtimeFoldersOf(dataDir: string, env: NodeJS.ProcessEnv): string[] {
  if (!existsSync(dataDir)) return [];
  const { uid } = statSync(dataDir);
  const bases = [env['XDG_RUNTIME_DIR'], env['RUNTIME_DIRECTORY']?.split(':')[0], RUNTIME_FOLDER];
  const folders = bases.flatMap((base) => (base ? [join(base, nameFor(dataDir))] : []));
  return [...new Set(folders)].filter((folder) => {
    const found = unlessRefused(() => lstatSync(folder));
    return found?.isDirectory() === true && found.uid === uid;
  });
}
