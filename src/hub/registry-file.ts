import { randomUUID } from 'node:crypto';
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
    return alone(join(this.folder, LOCK), (stillAlone) => {
      const before = this.readToChange(needs);
      const { registry, answer } = make(before);
      // First of all nobody else may be called so.
      if (registry.gone !== null && registry.gone.length !== before.gone?.length)
        this.#write(REMOVED, { version: 1, logins: [...registry.gone] }, stillAlone);
      this.#write(FILE, { version: 1, stations: [...registry.stations] }, stillAlone);
      return answer;
    });
  }

  #write(name: string, content: Enrolments | Removals, stillAlone: () => void): void {
    stillAlone();
    const path = join(this.folder, name);
    const next = `${path}.next`;
    const file = openSync(next, 'w', 0o600);
    try {
      writeFileSync(file, `${JSON.stringify(content, null, 1)}\n`); // all of it or an error: one write of a disk that is nearly full takes a part
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    stillAlone();
    renameSync(next, path);
    const folder = openSync(this.folder, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  }
}

/** Somebody else has taken the lock for one that was left behind. */
class LockLost extends Error {}

/**
 * Work that nobody else does meanwhile. It asks before each write whether that is still so: whom a disk or a stopped machine kept for
 * longer than a lock is believed begins again, with what was written in between.
 */
export async function alone<T>(lock: string, work: (stillAlone: () => void) => T): Promise<T> {
  for (;;) {
    const { isMine, release } = await held(lock);
    try {
      return work(() => {
        if (!isMine()) throw new LockLost();
      });
    } catch (error) {
      if (!(error instanceof LockLost)) throw error;
    } finally {
      release();
    }
  }
}

/** Waits until nobody else holds it. */
export async function held(lock: string): Promise<{ isMine(): boolean; release(): void }> {
  let seen = '';
  let sinceMs = 0;
  for (;;) {
    const mine = taken(lock);
    if (mine !== null) {
      const isMine = (): boolean => textOf(lock) === mine;
      return { isMine, release: () => void (isMine() && rmSync(lock, { force: true })) };
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

/** What stands in it from now on and in no other; null where it is somebody else's. */
function taken(lock: string): string | null {
  const mine = `${process.pid} ${randomUUID()}`;
  let file: number;
  try {
    file = openSync(lock, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return null;
  }
  try {
    writeFileSync(file, mine);
    return mine;
  } catch (error) {
    rmSync(lock, { force: true }); // a disk that is full
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Null of what is not there, and of another user's. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!['ENOENT', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return null;
  }
}
