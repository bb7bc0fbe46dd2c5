import { join } from 'node:path';
import { type Details, DetailsList } from './details.ts';
import { FileDamaged, readStrictly, stampOf } from './files/json-file.ts';
import { underLock } from './files/lock.ts';
import { Enrolments, Registry, Removals } from './registry.ts';

const FILE = 'stations.json';
const REMOVED = 'removed.json';
const DETAILS = 'details.json';
const LOCK = 'stations.lock';
const RESTORE = 'restore it from a backup';
const RESTORE_OR_WRITE = `${RESTORE}, or write it again (docs/use/fleet.md, "Change or remove a station")`;

/** Which stations a change needs to see: removed ones too, or only current ones. */
export type Needs = 'everybody' | 'those there are';

/** Registry file: who may write to the hub. Commands change it while a hub reads it. */
export class RegistryFile {
  readonly what = 'list of stations';
  readonly #path: string;
  constructor(private readonly folder: string) {
    this.#path = join(folder, FILE);
  }

  read(): Registry {
    return new Registry(readStrictly(this.#path, Enrolments, this.what, RESTORE)?.stations, [], this.#details());
  }

  /**
   * Reads the registry for a change. Only adding and removing need the list of removed stations; the hub serves, and keeps a removed
   * station out, without it.
   */
  readToChange(needs: Needs = 'everybody'): Registry {
    const { stations, details } = this.read();
    return new Registry(stations, this.#gone(needs), details);
  }

  #details(): ReadonlyMap<string, Details> {
    const path = join(this.folder, DETAILS);
    const read = readStrictly(path, DetailsList, 'list of groups and places', RESTORE);
    return new Map(Object.entries(read?.stations ?? {}));
  }

  #gone(needs: Needs): readonly string[] | null {
    try {
      const path = join(this.folder, REMOVED);
      return readStrictly(path, Removals, 'list of removed stations', RESTORE_OR_WRITE)?.logins ?? [];
    } catch (error) {
      const isOfTheFile = error instanceof FileDamaged || (error as NodeJS.ErrnoException).code !== undefined;
      if (needs === 'everybody' || !isOfTheFile) throw error;
      return null;
    }
  }

  stamp(): string {
    const stamp = stampOf(this.#path);
    return stamp === '' ? '' : `${stamp} ${stampOf(join(this.folder, DETAILS))}`;
  }

  /** Read-modify-write under a lock, one change at a time. */
  async change<C extends { list: Registry }>(make: (before: Registry) => C, needs: Needs = 'everybody'): Promise<C> {
    return underLock(this.folder, LOCK, [FILE, REMOVED, DETAILS], (write) => {
      const before = this.readToChange(needs);
      const made = make(before);
      const { list } = made;
      // First of all nobody else may be called so.
      if (list.gone !== null && list.gone.length !== before.gone?.length)
        write(REMOVED, { version: 1, logins: [...list.gone] } satisfies Removals);
      if (list.details !== before.details) write(DETAILS, { version: 1, stations: Object.fromEntries(list.details) });
      write(FILE, { version: 1, stations: [...list.stations] } satisfies Enrolments);
      return made;
    });
  }
}
