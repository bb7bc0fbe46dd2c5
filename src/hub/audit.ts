import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { makeFolder } from '../base/make-folder.ts';
import { held } from './alone.ts';

/** Deeds that the audit log knows. */
const DEEDS = [
  'logged-in',
  'login-refused',
  'password-changed',
  'person-added',
  'person-changed',
  'person-removed',
  'station-added',
  'station-renamed',
  'station-moved',
  'station-grouped',
  'station-published',
  'station-withdrawn',
  'station-revoked',
  'station-rotated',
  'station-relogged',
  'station-removed',
  'station-erased',
  'rows-exported',
  'wave-begun',
  'wave-changed',
  'wave-withdrawn',
] as const;
export type Deed = (typeof DEEDS)[number];

const detail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const Entry = z.object({
  ts: z.number(),
  /** Name of the person; null for whoever did not log in. A command has the user of the machine. */
  who: z.string().nullable(),
  by: z.enum(['page', 'command']),
  did: z.enum(DEEDS),
  /** Login of the station, or name of the person, that it was done to. */
  to: z.string().nullable(),
  /** What it was before and after, and such. Never a secret. */
  what: detail.optional(),
});
export type AuditEntry = z.infer<typeof Entry>;

const FILE = 'audit.jsonl';
const BEFORE = 'audit-before.jsonl';
const LOCK = 'audit.lock';
/** Two files of so much: some 50,000 deeds. */
const MOST_BYTES = 4 * 1024 * 1024;
const LONGEST = 200;

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

  async write(entry: Omit<AuditEntry, 'ts'>): Promise<void> {
    makeFolder(this.folder, { mode: 0o700 });
    await this.#makeRoom();
    const what = entry.what && Object.fromEntries(Object.entries(entry.what).map(([key, one]) => [key, short(one)]));
    const line = { ts: Math.round(this.clock.nowS()), ...entry, to: short(entry.to), ...(what && { what }) };
    // One write at the end of the file: lines of two programs do not mix, and one that a power cut halved spoils no other.
    appendFileSync(this.#path, `\n${JSON.stringify(line)}`, { mode: 0o600 });
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
    return Entry.safeParse(JSON.parse(line)).data ?? null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
