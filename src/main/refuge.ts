import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BoardKind } from '../station/sensors/sample.ts';
import { absorb } from '../station/store/safety/absorb.ts';
import { prepareFolder } from '../station/store/safety/data-folder.ts';
import { furnishFolder } from '../station/store/safety/furnish.ts';
import { DATABASE_FILE, type StoreOptions } from '../station/store/store.ts';

/** Enough for the first pages of a database and a commit. */
const PROBE_BYTES = 256 * 1024;

/** Why nothing can be written to a folder at all; null when it can, or when the reason is another that waiting does not mend. */
export function placeTrouble(folder: string): 'is full' | 'is read-only' | null {
  const probe = join(folder, 'weatherglass.probe');
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES));
    return null;
  } catch (error) {
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ENOSPC':
      case 'EDQUOT':
        return 'is full';
      case 'EROFS':
        return 'is read-only';
      default:
        return null;
    }
  } finally {
    removeIfThere(probe);
  }
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
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    writeFileSync(this.#ownerFile, owner);
    if (!this.inUse) furnishFolder(this.folder, join(this.dataDir, DATABASE_FILE), nowS);
    return this.folder;
  }

  get inUse(): boolean {
    return existsSync(join(this.folder, DATABASE_FILE));
  }

  /** Brings what was measured here into the closed history of the data folder. Answers what happened, in one sentence. */
  bringHome(owner: BoardKind, options: StoreOptions): string {
    const measuredBy = readFileSync(this.#ownerFile, 'utf8');
    // A kill may have left it half made or half written.
    prepareFolder(this.folder, options.clock.nowS(), options);
    const rows = measuredBy === owner ? absorb(this.dataDir, join(this.folder, DATABASE_FILE), options) : null;
    rmSync(this.folder, { recursive: true });
    return rows === null
      ? `What a ${measuredBy} gave while the disk took nothing was dropped: this is the history of a ${owner}.`
      : `The disk takes data again: ${rows} rows measured into memory meanwhile are in the history.`;
  }
}
