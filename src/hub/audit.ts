import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { makeFolder } from '../base/make-folder.ts';
import { AuditEntry } from '../contract/fleet-people.ts';
import { held } from './alone.ts';

const FILE = 'audit.jsonl';
const BEFORE = 'audit-before.jsonl';
const LOCK = 'audit.lock';
/** Two files of so much: some 50,000 deeds. */
const MOST_BYTES = 4 * 1024 * 1024;
const LONGEST = 200;
const AT_ONCE = 500;

/** Audit log: one line of JSON a deed, appended by hub and commands alike. The older half goes when both files are full. */
export class Audit {
  readonly #path: string;
  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
    private readonly mostBytes = MOST_BYTES,
  ) {
    this.#path = join(folder, FILE);
  }

  async write(...entries: ReadonlyArray<Omit<AuditEntry, 'ts'>>): Promise<void> {
    makeFolder(this.folder, { mode: 0o700 });
    for (let i = 0; i < entries.length; i += AT_ONCE) {
      await this.#makeRoom();
      // A single write at the end of the file: lines of two programs do not mix, and one that a power cut halved spoils no other.
      const lines = entries.slice(i, i + AT_ONCE).map((entry) => this.#lineOf(entry));
      appendFileSync(this.#path, lines.join(''), { mode: 0o600 });
    }
  }

  #lineOf(entry: Omit<AuditEntry, 'ts'>): string {
    const what = entry.what && Object.fromEntries(Object.entries(entry.what).map(([key, one]) => [key, short(one)]));
    const line = { ts: Math.round(this.clock.nowS()), ...entry, to: short(entry.to), ...(what && { what }) };
    return `\n${JSON.stringify(line)}`;
  }

  /** Newest first; `to` chooses those of one station or person. A line that a power cut halved is left out. */
  read(most: number, to: string | null = null): AuditEntry[] {
    const found: AuditEntry[] = [];
    for (const name of [FILE, BEFORE]) {
      const path = join(this.folder, name);
      const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
      for (let i = lines.length - 1; i >= 0 && found.length < most; i--) {
        const entry = entryOf(lines[i]!);
        if (entry !== null && (to === null || entry.to === to)) found.push(entry);
      }
    }
    return found;
  }

  async #makeRoom(): Promise<void> {
    if (this.#size < this.mostBytes) return;
    const { release } = await held(join(this.folder, LOCK));
    try {
      if (this.#size >= this.mostBytes) renameSync(this.#path, join(this.folder, BEFORE));
    } finally {
      release();
    }
  }

  get #size(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
  }
}

const short = <T>(value: T): T | string =>
  typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;

function entryOf(line: string): AuditEntry | null {
  if (line === '') return null;
  try {
    return AuditEntry.safeParse(JSON.parse(line)).data ?? null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
