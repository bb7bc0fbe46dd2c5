import type { Stats } from 'node:fs';

/**
 * The few file operations that the probe, the LED panel, the joystick and the doctor need. Paths are absolute, as on the Pi; an
 * implementation may put a root folder in front of them. Failures reject with Node's own error, whose `code` says which.
 */
export interface Files {
  readText(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array>;
  /** Names inside a folder, sorted. */
  list(path: string): Promise<string[]>;
  /** The text of a symbolic link, unresolved. */
  link(path: string): Promise<string>;
  stat(path: string): Promise<Pick<Stats, 'isFile' | 'isDirectory'>>;
  openForWriting(path: string): Promise<WritableDevice>;
  /** Opens without ever blocking on a read: a blocked read would hold a pool thread and the end of the process with it. */
  openForReading(path: string): Promise<ReadableDevice>;
}

export interface WritableDevice {
  /** Writes all of `bytes` from the start of the file. */
  rewrite(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export interface ReadableDevice {
  /** Bytes available now, at most `length`; null if none. */
  readAvailable(length: number): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

export const errorCode = (error: unknown): string | null => {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
};

/** The path, or a folder on the way to it, does not exist. */
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'ENODEV'].includes(errorCode(error) ?? '');

/** `work`'s result, or null where the path it asks for does not exist. Every other failure is still one. */
export async function ifThere<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The first entry of `folder` whose `nameFile` reads `wanted`: sysfs numbers its devices anew at every boot. */
export async function findByName(
  files: Files,
  folder: string,
  prefix: string,
  nameFile: string,
  wanted: string,
): Promise<string | null> {
  for (const entry of (await ifThere(files.list(folder))) ?? []) {
    if (!entry.startsWith(prefix)) continue;
    const name = await ifThere(files.readText(`${folder}/${entry}/${nameFile}`));
    if (name?.trim() === wanted) return entry;
  }
  return null;
}
