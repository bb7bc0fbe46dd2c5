import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../base/make-folder.ts';
import { writeWhole } from '../base/whole-file.ts';

/** Picture of the fleet saved at shutdown, shown until the engine answers. */
export class PictureFile {
  readonly #path: string;
  constructor(private readonly folder: string) {
    this.#path = join(folder, 'picture.json');
  }

  /** Null when there is none, or none that can be read: the engine knows it all again. */
  read(): unknown {
    if (!existsSync(this.#path)) return null;
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8'));
    } catch (error) {
      // Half of a file, one of another user, a folder in its place.
      if (!(error instanceof SyntaxError) && (error as NodeJS.ErrnoException).code === undefined) throw error;
      return null;
    }
  }

  write(picture: unknown): void {
    makeFolder(this.folder, { mode: 0o700 });
    writeWhole(this.#path, JSON.stringify(picture), { mode: 0o600 });
  }
}
