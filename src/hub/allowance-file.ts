import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../http/log.ts';
import { Allowances } from './allowance.ts';
import { SpareFile } from './json-file.ts';

/**
 * Allowances of logins, kept over a restart of the hub: otherwise a restart would refill them. A kill loses the last minute. Errors of
 * this file never stop the hub: it protects a disk, and nothing is lost with it.
 */
export class KeptAllowances {
  readonly allowances: Allowances;
  readonly #file: SpareFile;
  constructor(folder: string, clock: Clock, log: Log) {
    const path = join(folder, 'allowances.json');
    const lost = (err: unknown): void =>
      log.error({ err, path }, 'what logins have used cannot be read; all of them begin anew');
    this.#file = new SpareFile(path);
    const saved = this.#file.read(lost);
    const read = saved === undefined ? undefined : Allowances.fromJSON(saved, clock);
    if (read === null) lost(new Error('it holds something else'));
    this.allowances = read ?? new Allowances(clock);
  }

  save(isKnown: (login: string) => boolean): void {
    this.allowances.keepOnly(isKnown);
    this.#file.write(this.allowances);
  }
}
