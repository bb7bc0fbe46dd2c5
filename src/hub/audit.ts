import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { jsonOf } from '../base/json-text.ts';
import { writeWhole } from '../base/whole-file.ts';
import { AuditEntry } from '../contract/fleet-people.ts';
import { underLock } from './files/lock.ts';

/** The newest first; the others are whole. */
const FILES = ['audit.jsonl', 'audit-before.jsonl', 'audit-before-2.jsonl', 'audit-before-3.jsonl'] as const;
const LOCK = 'audit.lock';
/** Files of so much: some 100,000 deeds. */
const MOST_BYTES = 4 * 1024 * 1024;
const LONGEST = 200;
/** Stations that a deed on many names: a line as long as the fleet would push out of the log what others did. */
const MOST_NAMED = 20;

/** Mark in each file of a hub that has people, or had some: no deed, so nobody reads it, and no login, so nobody forgets it. */
const HAD_PEOPLE = '\n{"hadPeople":true}';

export type NewEntry = Omit<AuditEntry, 'ts' | 'many'>;

/** Audit log: one line of JSON a deed, appended by hub and commands alike. The oldest file goes when all are full. */
export class Audit {
  readonly #path: string;
  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
    private readonly mostBytes = MOST_BYTES,
  ) {
    this.#path = join(folder, FILES[0]);
  }

  /** Writes entries; the same deed on several stations is one line. */
  async write(...entries: readonly NewEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const lines = [...Map.groupBy(entries, ({ did }) => did).values()].map((alike) => this.#lineOf(alike));
    await underLock(this.folder, LOCK, [], () => {
      this.#makeRoom();
      // A single write at the end of the file, each line with a break before it: one that a power cut halved spoils no other.
      appendFileSync(this.#path, lines.join(''), { mode: 0o600 });
    });
  }

  #lineOf(alike: readonly NewEntry[]): string {
    const [first] = alike as [NewEntry];
    const isOne = alike.length === 1;
    // Details of many stations: those alone that are the same for all.
    const same = Object.entries(first.what ?? {}).filter(([key, one]) =>
      alike.every(({ what }) => what?.[key] === one),
    );
    const logins = alike.flatMap(({ to }) => to ?? []).slice(0, MOST_NAMED);
    const line: AuditEntry = {
      ...{ ts: Math.round(this.clock.nowS()), who: first.who, by: first.by, did: first.did },
      to: isOne ? short(first.to) : null,
      ...(!isOne && { many: { count: alike.length, logins } }),
      ...(same.length > 0 && { what: Object.fromEntries(same.map(([key, one]) => [key, short(one)])) }),
    };
    return `\n${JSON.stringify(line)}`;
  }

  /** Newest first; `to` chooses those of one station or person. A line that a power cut halved is left out. */
  read(most: number, to: string | null = null): AuditEntry[] {
    const found: AuditEntry[] = [];
    for (const name of FILES) {
      const path = join(this.folder, name);
      const lines = found.length < most && existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
      for (let i = lines.length - 1; i >= 0 && found.length < most; i--) {
        const entry = entryOf(lines[i]!);
        if (entry !== null && (to === null || mayBeOf(entry, to))) found.push(entry);
      }
    }
    return found;
  }

  /** Takes an erased station's name, group and places out of its lines; when, who, what was done and its login stay. */
  async forget(login: string): Promise<void> {
    const quoted = JSON.stringify(login);
    const forgotten = (line: string): string[] => {
      if (!line.includes(quoted)) return [line];
      const entry = entryOf(line);
      if (entry === null) return []; // nobody can read it, but for the names in it
      if (entry.to !== login && !entry.many?.logins.includes(login)) return [line];
      const numbers = Object.entries(entry.what ?? {}).filter(([, one]) => typeof one === 'number');
      return [JSON.stringify({ ...entry, what: numbers.length > 0 ? Object.fromEntries(numbers) : undefined })];
    };
    await underLock(this.folder, LOCK, [], () => {
      for (const path of FILES.map((name) => join(this.folder, name)).filter(existsSync)) {
        const before = readFileSync(path, 'utf8');
        const after = before.split('\n').flatMap(forgotten).join('\n');
        if (after !== before) writeWhole(path, after, { mode: 0o600 });
      }
    });
  }

  /** Marks the log of a hub with people, once: a log of before the mark may have lost the deed that tells of them. */
  async markPeople(): Promise<void> {
    if (hadPeople(this.folder)) return;
    await underLock(this.folder, LOCK, [], () => appendFileSync(this.#path, HAD_PEOPLE, { mode: 0o600 }));
  }

  #makeRoom(): void {
    if ((statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) < this.mostBytes) return;
    const mark = existsSync(join(this.folder, 'people.json')) || hadPeople(this.folder) ? HAD_PEOPLE : '';
    for (let i = FILES.length - 1; i > 0; i--) {
      const newer = join(this.folder, FILES[i - 1]!);
      if (existsSync(newer)) renameSync(newer, join(this.folder, FILES[i]!));
    }
    appendFileSync(this.#path, mark, { mode: 0o600 });
  }
}

/** A deed on more stations than its line names may be of any of them. */
const mayBeOf = ({ to, many }: AuditEntry, wanted: string): boolean =>
  to === wanted || (many !== undefined && (many.count > many.logins.length || many.logins.includes(wanted)));

const short = <T>(value: T): T | string =>
  typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;

const entryOf = (line: string): AuditEntry | null => AuditEntry.safeParse(jsonOf(line)).data ?? null;

/** Whether a hub once had people who log in, as its log tells: by the deed, and by a mark in each file begun since. */
export const hadPeople = (folder: string): boolean =>
  FILES.some((name) => {
    const path = join(folder, name);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return text.includes('"did":"person-added"') || text.includes(HAD_PEOPLE);
  });
