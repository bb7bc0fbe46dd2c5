import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';

/** A file system of its own, so that it can be filled; needs root. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Null, and says so loudly, where none can be mounted. */
  static mount(megabytes: number): SmallDisk | null {
    const folder = mkdtempSync(join(tmpdir(), 'weatherglass-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'weatherglass-test', folder], {
        stdio: 'pipe',
      });
      return new SmallDisk(folder);
    } catch (error) {
      rmSync(folder, { recursive: true });
      console.warn(`SKIPPED: no small file system can be mounted here (${(error as Error).message.split('\n')[0]})`);
      return null;
    }
  }

  /** For as long as one test, which is skipped where none can be mounted. */
  static during({ skip, onTestFinished }: TestContext, megabytes: number): SmallDisk {
    const disk = SmallDisk.mount(megabytes) ?? skip();
    onTestFinished(() => disk.unmount());
    return disk;
  }

  get #filler(): string {
    return join(this.folder, 'holiday-photos');
  }

  fill(): void {
    for (let size = 8 << 20; size >= 4096; ) {
      try {
        writeFileSync(this.#filler, Buffer.alloc(size), { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size >>= 1;
      }
    }
  }

  /** All of it, or so many bytes. */
  makeRoom(bytes = Number.POSITIVE_INFINITY): void {
    const { size } = statSync(this.#filler);
    if (bytes < size) truncateSync(this.#filler, size - bytes);
    else rmSync(this.#filler);
  }

  unmount(): void {
    execFileSync('umount', [this.folder]);
    rmSync(this.folder, { recursive: true });
  }
}
