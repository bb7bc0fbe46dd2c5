import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../make-folder.ts';
import type { BoardKind } from '../../station/sensors/sample.ts';
import { absorb, bytesToAbsorb } from '../../station/store/safety/absorb.ts';
import { prepareFolder } from '../../station/store/safety/data-folder.ts';
import { furnishFolder } from '../../station/store/safety/furnish.ts';
import { DATABASE_FILE, type StoreOptions } from '../../station/store/store.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';

/** Enough for the first pages of a database and a commit. */
const PROBE_BYTES = 256 * 1024;

type Trouble = 'is full' | 'is read-only';

/** What comes home stands in the log first and then in the file, with what is made anew of it. */
const TIMES_ITS_SIZE = 3;

/** Why nothing can be written to a folder at all; null when it can, or when the reason is another that waiting does not mend. */
export function placeTrouble(folder: string): Trouble | null {
  const probe = join(folder, 'weatherglass.probe');
  try {
    makeFolder(folder);
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES));
    return null;
  } catch (error) {
    return troubleOf(error);
  } finally {
    removeIfThere(probe);
  }
}

/** Of a folder that takes nothing, or not enough. */
export function troubleOf(error: unknown): Trouble | null {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL)$/.test(code)) return 'is full';
  return /^(EROFS$|SQLITE_READONLY)/.test(code) ? 'is read-only' : null;
}

function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    if (!/^(EROFS|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/**
 * A folder in memory, where a station measures whose disk takes nothing at its start. It outlives the process, not the machine;
 * what was measured there goes into the history once that can be opened again.
 */
export class Refuge {
  readonly folder: string;

  constructor(
    private readonly dataDir: string,
    memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir(),
  ) {
    const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12);
    this.folder = join(memory, `weatherglass-${process.getuid?.() ?? 0}-${name}`);
  }

  get #ownerFile(): string {
    return join(this.folder, 'owner');
  }

  /** What was learned comes along, as far as it can be read: the display goes on with the calibration that is in force. */
  open(owner: BoardKind, nowS: number): string {
    makeFolder(this.folder, { mode: 0o700 });
    writeFileSync(this.#ownerFile, owner);
    if (!this.inUse) furnishFolder(this.folder, join(this.dataDir, DATABASE_FILE), nowS);
    return this.folder;
  }

  get inUse(): boolean {
    return existsSync(join(this.folder, DATABASE_FILE));
  }

  /** Whether the data folder takes all of it by now: a disk with room for a first commit may be full again before its end. */
  get canGoHome(): boolean {
    if (placeTrouble(this.dataDir) !== null) return false;
    const there = join(this.folder, DATABASE_FILE);
    const bytes = this.inUse ? (bytesToAbsorb(there) ?? statSync(there).size) : 0;
    const { bavail, bsize } = statfsSync(this.dataDir);
    return bavail * bsize >= TIMES_ITS_SIZE * bytes;
  }

  /** Brings what was measured here into the closed history of the data folder. Answers what happened, in one sentence. */
  bringHome(owner: BoardKind, options: StoreOptions): Sentence {
    const measuredBy = readFileSync(this.#ownerFile, 'utf8');
    // A kill may have left it half made or half written.
    prepareFolder(this.folder, options.clock.nowS(), options);
    const rows = measuredBy === owner ? absorb(this.dataDir, join(this.folder, DATABASE_FILE), options) : null;
    rmSync(this.folder, { recursive: true });
    return rows === null ? sentence('disk.other-owner', { measuredBy, owner }) : sentence('disk.back-home', { rows });
  }
}
