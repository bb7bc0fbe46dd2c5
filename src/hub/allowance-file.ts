import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { makeFolder } from '../base/make-folder.ts';
import { writeWhole } from '../base/whole-file.ts';
import type { Log } from '../http/log.ts';
import { Allowances } from './allowance.ts';

/**
 * Allowances of logins, kept over a restart of the hub: otherwise a restart would refill them. A kill loses the last minute. Errors of
 * this file never stop the hub: it protects a disk, and nothing is lost with it.
 */
export class KeptAllowances {
  readonly allowances: Allowances;
  readonly #path: string;
  constructor(
    private readonly folder: string,
    clock: Clock,
    private readonly log: Log,
  ) {
    this.#path = join(folder, 'allowances.json');
    this.allowances = this.#read(clock) ?? new Allowances(clock);
  }

  #read(clock: Clock): Allowances | null {
    if (!existsSync(this.#path)) return null;
    try {
      const read = Allowances.fromJSON(JSON.parse(readFileSync(this.#path, 'utf8')), clock);
      if (read === null) this.#lost(new Error('it holds something else'));
      return read;
    } catch (error) {
      // Half of a file, one of another user, a folder in its place: all the same to whom it is to bound.
      if (!(error instanceof SyntaxError) && (error as NodeJS.ErrnoException).code === undefined) throw error;
      this.#lost(error);
      return null;
    }
  }

  #lost(error: unknown): void {
    this.log.error({ err: error, path: this.#path }, 'what logins have used cannot be read; all of them begin anew');
  }

  save(): void {
    makeFolder(this.folder, { mode: 0o700 });
    const text = JSON.stringify(this.allowances);
    writeWhole(this.#path, text, { mode: 0o600 });
  }
}
