import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { makeFolder } from '../../../../base/make-folder.ts';
import { sync } from '../../../../base/whole-file.ts';
import { type Said, type Sentence, sentence } from '../../../../words/sentence.ts';
import { FILE_ENDS } from '../../sqlite/database.ts';
import type { Salvaged } from '../salvaged.ts';
import { DATABASE_FILE, markClean } from './last-stop.ts';
import { readNote, writeNote } from './note-file.ts';

const JOURNAL = 'weatherglass.swap';
/** Ours alone: somebody may keep a copy under a name like these. */
const BEGUN = /^weatherglass\.db\.(salvage|restored)(\.partial)?(-wal|-shm|-journal)?$/;

/** Finding of a start, in words for people; null if all is well. */
export interface StartFinding {
  severity: 'info' | 'warn' | 'error';
  text: string;
  said: Said | null;
  salvage: Salvaged | null;
  /** A line of the program's log, and no event. */
  onlyLogged?: true;
}

export const findingOf = (severity: StartFinding['severity'], { detail: text, said }: Sentence): StartFinding => ({
  severity,
  text,
  said,
  salvage: null,
});

interface Swap {
  /** Finished file that is to become the database, and where the old files of that go; null: they are removed. */
  fresh: string;
  aside: string | null;
  /** Standbys that wait for the old database alone, and where they go with it. They may lie in another folder. */
  standbys?: readonly { path: string; aside: string }[];
  /** Why, for the start that finds the note. */
  finding: StartFinding | null;
}

const UNREADABLE = findingOf('warn', sentence('database.swap-unreadable'));

/**
 * Puts a finished database in the place of the old one, whose files move aside together. Several renames are not atomic, so a note of
 * them is written first, and a start that finds it repeats them. The fresh file is the last to move: while it is there, the swap is
 * repeated from the beginning.
 */
export function swapIn(folder: string, { fresh, aside, standbys = [], finding }: Swap): void {
  const named = (file: string): string => (dirname(file) === folder ? basename(file) : file);
  const within = {
    fresh: basename(fresh),
    aside: aside && relative(folder, aside),
    standbys: standbys.map((one) => ({ path: named(one.path), aside: named(one.aside) })),
    finding,
  };
  sync(fresh);
  writeNote(folder, JOURNAL, within satisfies Swap);
  sync(folder);
  finishSwap(folder);
}

/** Recovers a swap without its note: if the old database was moved away, the finished file is known by its name. */
function withoutNote(folder: string): Swap | null {
  if (existsSync(join(folder, DATABASE_FILE))) return null; // whether it is sound is for the start to say
  const finished = [`${DATABASE_FILE}.salvage`, `${DATABASE_FILE}.restored`];
  const fresh = finished.find((name) => existsSync(join(folder, name)));
  return fresh === undefined ? null : { fresh, aside: join('damaged-swap', DATABASE_FILE), finding: UNREADABLE };
}

function dropNote(folder: string): void {
  rmSync(join(folder, JOURNAL));
  sync(folder);
}

/** Deletes unfinished rescues and restores: without a note they are incomplete, and may be as large as the history. */
function clearBegun(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile() && BEGUN.test(entry.name)) rmSync(join(folder, entry.name));
}

/** Moves a standby, its file last: once the name is taken all of it has moved, and what lies in its old place since is another one. */
function moveStandby(from: string, to: string): void {
  if (existsSync(to)) return;
  for (const end of FILE_ENDS.toReversed()) if (existsSync(from + end)) renameSync(from + end, to + end);
}

/** Does what a swap that was cut short has left to do, and says why it was made. Nothing may look at the folder before. */
export function finishSwap(folder: string): StartFinding | null {
  if (!existsSync(join(folder, JOURNAL))) {
    clearBegun(folder);
    return null;
  }
  const noted = readNote<Swap>(folder, JOURNAL);
  const swap = typeof noted?.fresh === 'string' ? noted : withoutNote(folder);
  if (swap === null) {
    dropNote(folder);
    return UNREADABLE;
  }
  const { standbys = [], finding } = swap;
  const [fresh, path] = [join(folder, swap.fresh), join(folder, DATABASE_FILE)];
  const old = swap.aside === null ? null : join(folder, swap.aside);
  if (existsSync(fresh)) {
    for (const one of standbys) moveStandby(resolve(folder, one.path), resolve(folder, one.aside));
    if (old !== null) makeFolder(dirname(old));
    for (const end of FILE_ENDS) {
      if (!existsSync(path + end)) continue;
      if (old === null) rmSync(path + end);
      else renameSync(path + end, old + end);
    }
    renameSync(fresh, path);
    sync(folder);
  }
  if (existsSync(path)) {
    markClean(folder); // nobody has opened it yet: it is one closed file, and sound
  } else {
    // The finished file is gone: the old ones come back, and the start judges what there is.
    for (const end of FILE_ENDS) if (old !== null && existsSync(old + end)) renameSync(old + end, path + end);
    for (const one of standbys) moveStandby(resolve(folder, one.aside), resolve(folder, one.path));
  }
  dropNote(folder);
  return finding;
}
