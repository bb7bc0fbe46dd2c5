import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { alone } from './alone.ts';
import { Enrolments, Registry, Removals } from './registry.ts';

const FILE = 'stations.json';
const REMOVED = 'removed.json';
const LOCK = 'stations.lock';
/** The registry file was not written by this program; the message says why. */
export class RegistryDamaged extends Error {}

/** Which stations a change needs to see: removed ones too, or only current ones. */
export type Needs = 'everybody' | 'those there are';

/** Registry file: who may write to the hub. Commands change it while a hub reads it. */
export class RegistryFile {
  readonly #path: string;
  constructor(private readonly folder: string) {
    this.#path = join(folder, FILE);
  }

  read(): Registry {
    return new Registry(this.#read(FILE, Enrolments, 'list of stations')?.stations);
  }

  /**
   * Reads the registry for a change. Only adding and removing need the list of removed stations; the hub serves, and keeps a removed
   * station out, without it.
   */
  readToChange(needs: Needs = 'everybody'): Registry {
    return new Registry(this.read().stations, this.#gone(needs));
  }

  #gone(needs: Needs): readonly string[] | null {
    try {
      return this.#read(REMOVED, Removals, 'list of removed stations')?.logins ?? [];
    } catch (error) {
      const isOfTheFile = error instanceof RegistryDamaged || (error as NodeJS.ErrnoException).code !== undefined;
      if (needs === 'everybody' || !isOfTheFile) throw error;
      return null;
    }
  }

  #read<S extends z.ZodType>(name: string, schema: S, what: string): z.infer<S> | null {
    const path = join(this.folder, name);
    if (!existsSync(path)) return null;
    const more = name === REMOVED ? ', or write it again (docs/use/fleet.md, "Change or remove a station")' : '';
    const text = readFileSync(path, 'utf8');
    let raw: unknown;
    try {
      raw = JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new RegistryDamaged(`${path} is not JSON; restore it from a backup${more}`);
    }
    const read = schema.safeParse(raw);
    if (!read.success) throw new RegistryDamaged(`${path} is not a valid ${what}; restore it from a backup${more}`);
    return read.data;
  }

  /** Differs when the file was changed: a new one takes its place each time, so its number tells. */
  stamp(): string {
    const info = statSync(this.#path, { throwIfNoEntry: false });
    return info === undefined ? '' : `${info.ino} ${info.mtimeMs} ${info.size}`;
  }

  /** Read-modify-write under a lock, one change at a time. */
  async change<T>(
    make: (registry: Registry) => { registry: Registry; answer: T },
    needs: Needs = 'everybody',
  ): Promise<T> {
    return alone(this.folder, LOCK, [FILE, REMOVED], (write) => {
      const before = this.readToChange(needs);
      const { registry, answer } = make(before);
      // First of all nobody else may be called so.
      if (registry.gone !== null && registry.gone.length !== before.gone?.length)
        write(REMOVED, { version: 1, logins: [...registry.gone] } satisfies Removals);
      write(FILE, { version: 1, stations: [...registry.stations] } satisfies Enrolments);
      return answer;
    });
  }
}
