import { lstatSync, type Stats } from 'node:fs';
import { UserError } from '../user-error.ts';

/** Three times what a release with its window takes; who sends more means to fill the disk. */
const LIMITS = { bytes: 1.5e9, entries: 20_000 };
export type Limits = typeof LIMITS;

/** Counts what is put among the releases, and refuses it once it is more than any release holds. */
export class Measure {
  #bytes = 0;
  #entries = 0;

  constructor(
    private readonly name: string,
    private readonly limits: Limits = LIMITS,
  ) {}

  addBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.limits.bytes)
      throw new UserError(
        `${this.name} holds more than ${Math.round(this.limits.bytes / 1e6)} MB: this is no release of Weatherglass.`,
      );
  }
  addEntry(): void {
    if (++this.#entries > this.limits.entries)
      throw new UserError(
        `${this.name} holds more than ${this.limits.entries} files and folders: this is no release of Weatherglass.`,
      );
  }
}

/** Refuses everything in a folder that could not have come in a tarball. */
export function mustBePlain(path: string): Stats {
  const info = lstatSync(path);
  if (info.isFile() || info.isDirectory()) return info;
  throw new UserError(`${path} is ${info.isSymbolicLink() ? 'a link' : 'a device or a pipe'}; ${PLAIN_ALONE}`);
}

export const PLAIN_ALONE = 'a release has only files and folders.';
