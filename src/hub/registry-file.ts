import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { makeFolder } from '../make-folder.ts';
import { Enrolments, Registry, Removals } from './registry.ts';

const FILE = 'stations.json';
const REMOVED = 'removed.json';
const LOCK = 'stations.lock';
/** A change takes milliseconds: a lock this old was left by a program that died. */
const LEFT_BEHIND_MS = 10_000;
/** A clock that was set meanwhile makes the lock of a living program look as old: that one is soon gone, or another's. */
const WATCHED_MS = 1000;

/** What the file holds is not what this program wrote, in one sentence. */
export class RegistryDamaged extends Error {}

/** Of whom a change must know: also of those who were removed, or of those alone that there are. */
export type Needs = 'everybody' | 'those there are';

/** Who may write to the hub, as a file of the data folder that commands change while a hub reads it. */
export class RegistryFile {
  readonly #path: string;
  constructor(private readonly folder: string) {
    this.#path = join(folder, FILE);
  }

  read(): Registry {
    return new Registry(this.#read(FILE, Enrolments, 'list of stations')?.stations);
  }

  /** Only who adds or removes somebody must know who was removed; a hub serves without that file, and a station is kept out without it. */
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
    const more = name === REMOVED ? ' or write it anew (docs/hub.md, "Stations")' : '';
    const text = readFileSync(path, 'utf8');
    let raw: unknown;
    try {
      raw = JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new RegistryDamaged(`${path} is no JSON; put it back from a backup${more}`);
    }
    const read = schema.safeParse(raw);
    if (!read.success)
      throw new RegistryDamaged(`${path} is no ${what} of this program; put it back from a backup${more}`);
    return read.data;
  }

  /** Differs when the file was changed: a new one takes its place each time, so its number tells. */
  stamp(): string {
    const info = statSync(this.#path, { throwIfNoEntry: false });
    return info === undefined ? '' : `${info.ino} ${info.mtimeMs} ${info.size}`;
  }

  /** One change at a time, whoever asks: what is read is what the change is made to. */
  async change<T>(
    make: (registry: Registry) => { registry: Registry; answer: T },
    needs: Needs = 'everybody',
  ): Promise<T> {
    makeFolder(this.folder, { mode: 0o700 });
    const lock = join(this.folder, LOCK);
    const release = await held(lock);
    try {
      const before = this.readToChange(needs);
      const { registry, answer } = make(before);
      // First of all nobody else may be called so.
      if (registry.gone !== null && registry.gone.length !== before.gone?.length)
        this.#write(REMOVED, { version: 1, logins: [...registry.gone] });
      this.#write(FILE, { version: 1, stations: [...registry.stations] });
      return answer;
    } finally {
      release();
    }
  }

  #write(name: string, content: Enrolments | Removals): void {
    const path = join(this.folder, name);
    const next = `${path}.next`;
    const file = openSync(next, 'w', 0o600);
    try {
      writeFileSync(file, `${JSON.stringify(content, null, 1)}\n`); // all of it or an error: one write of a disk that is nearly full takes a part
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(next, path);
    const folder = openSync(this.folder, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  }
}

/** Waits until nobody else holds it; what comes back lets go of it. */
export async function held(lock: string): Promise<() => void> {
  let seen = '';
  let sinceMs = 0;
  for (;;) {
    try {
      closeSync(openSync(lock, 'wx', 0o600));
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const info = statSync(lock, { throwIfNoEntry: false });
    const one = info ? `${info.ino} ${info.mtimeMs}` : '';
    if (one !== seen) [seen, sinceMs] = [one, performance.now()];
    const isStill = performance.now() - sinceMs > WATCHED_MS;
    // Left in a time that is still to come, it is from before the clock was set back.
    if (info && isStill && Math.abs(Date.now() - info.mtimeMs) > LEFT_BEHIND_MS) rmSync(lock, { force: true });
    await wait(20);
  }
}
