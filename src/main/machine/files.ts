import { constants, type Stats, writeSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  errorCode,
  type Files,
  type ReadableDevice,
  type WritableDevice,
} from '../../station/sensors/machine/files.ts';

/** The machine's files, all of them below `root`. */
export class NodeFiles implements Files {
  constructor(private readonly root = '/') {}

  readText(path: string): Promise<string> {
    return readFile(join(this.root, path), 'utf8');
  }

  readBytes(path: string): Promise<Uint8Array> {
    return readFile(join(this.root, path));
  }

  async list(path: string): Promise<string[]> {
    return (await readdir(join(this.root, path))).sort();
  }

  link(path: string): Promise<string> {
    return readlink(join(this.root, path));
  }

  stat(path: string): Promise<Stats> {
    return stat(join(this.root, path));
  }

  async openForWriting(path: string): Promise<WritableDevice> {
    const handle = await open(join(this.root, path), constants.O_WRONLY);
    return {
      // At once and not through the thread pool: for a framebuffer it is a copy in memory, twenty times cheaper than the detour.
      rewrite: async (bytes) => {
        const written = writeSync(handle.fd, bytes, 0, bytes.length, 0);
        if (written !== bytes.length) throw new Error(`${path} took ${written} of ${bytes.length} bytes`);
      },
      close: () => handle.close(),
    };
  }

  async openForReading(path: string): Promise<ReadableDevice> {
    const handle = await open(join(this.root, path), constants.O_RDONLY | constants.O_NONBLOCK);
    return { readAvailable: (length) => readAvailable(handle, length), close: () => handle.close() };
  }
}

async function readAvailable(handle: FileHandle, length: number): Promise<Uint8Array | null> {
  try {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, null);
    return bytesRead > 0 ? buffer.subarray(0, bytesRead) : null;
  } catch (error) {
    if (errorCode(error) === 'EAGAIN') return null;
    throw error;
  }
}
