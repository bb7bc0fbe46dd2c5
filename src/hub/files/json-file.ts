import { existsSync, lstatSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { freeName } from '../../base/free-name.ts';
import { jsonOf } from '../../base/json-text.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { unlessRefused } from '../../base/system-error.ts';
import { writeWhole } from '../../base/whole-file.ts';

/** A file that commands change was not written by this program; the message says why. */
export class FileDamaged extends Error {}

/** Reads a JSON file that commands change; null where there is none. `remedy` is what to do with a damaged one. */
export function readStrictly<S extends z.ZodType>(path: string, schema: S, what: string, remedy: string) {
  if (!existsSync(path)) return null;
  const raw = jsonOf(readFileSync(path, 'utf8'));
  if (raw === null) throw new FileDamaged(`${path} is not JSON; ${remedy}`);
  const read = schema.safeParse(raw);
  if (!read.success) throw new FileDamaged(`${path} is not a valid ${what}; ${remedy}`);
  return read.data;
}

/** Entries of a saved list that fit. One that is damaged keeps no other from being read. */
export const readableOf = <T>(item: z.ZodType<T>, saved: unknown): T[] =>
  (Array.isArray(saved) ? saved : []).flatMap((one) => {
    const read = item.safeParse(one);
    return read.success ? [read.data] : [];
  });

/** Differs when the file, its owner or its rights were changed. A new one often takes its place, so its number tells, too. */
export function stampOf(path: string): string {
  const info = statSync(path, { throwIfNoEntry: false });
  return info === undefined ? '' : `${info.ino} ${info.ctimeMs} ${info.size}`;
}

/** Name under which a damaged file is kept: `NAME.damaged`, or `-2`, `-3` …: in the place of no earlier one, and never through a link. */
export const damagedName = (path: string): string =>
  freeName(`${path}.damaged`, (name) => lstatSync(name, { throwIfNoEntry: false }) !== undefined);

/** A file that a hub writes for its next start, which can do without it. */
export class SpareFile {
  constructor(readonly path: string) {}

  /** Undefined when there is none, or none that can be read, of which `lost` hears. */
  read(lost: (error: unknown) => void = () => undefined): unknown {
    if (!existsSync(this.path)) return undefined;
    try {
      return JSON.parse(readFileSync(this.path, 'utf8'));
    } catch (error) {
      // Half of a file, one of another user, a folder in its place.
      if (!(error instanceof SyntaxError) && (error as NodeJS.ErrnoException).code === undefined) throw error;
      lost(error);
      return undefined;
    }
  }

  /** Keeps what could not be read: the next `write` would take its place. */
  keepDamaged(): void {
    unlessRefused(() => renameSync(this.path, damagedName(this.path)));
  }

  write(value: unknown): void {
    makeFolder(dirname(this.path), { mode: 0o700 });
    writeWhole(this.path, JSON.stringify(value), { mode: 0o600 });
  }
}
