import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { hadPeople } from '../audit.ts';
import { groupNameOf, isShortLine } from '../details.ts';
import { ListFile } from '../files/list-file.ts';
import { ROLES, type Role } from './roles.ts';

const LETTERS = 60;
/** A name or a group: one line, no colon (HTTP Basic ends a name there). */
const isLine = (text: string): boolean => isShortLine(text) && text.length <= LETTERS && !text.includes(':');
export const Line = z.string().refine(isLine);

const Person = z.strictObject({
  name: Line,
  role: z.enum(ROLES),
  groups: z.array(Line).max(100),
  /** `scrypt$salt$key` of the password. */
  hash: z.string().regex(/^scrypt\$[\w-]{16,}\$[\w-]{22,}$/),
  added_ts: z.number(),
  /** Last change of role or password: sessions from before it end. */
  changed_ts: z.number(),
});
export type Person = z.infer<typeof Person>;

export const PASSWORD = { least: 10, most: 200 } as const;
/** 32 letters without look-alikes. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Random password of 100 bits: `kx3fp-9mn2c-7hw4t-qz8rd`. */
export function newPassword(): string {
  const letters = [...randomBytes(20)].map((byte) => ALPHABET[byte % 32]!).join('');
  return letters.match(/.{5}/g)!.join('-');
}

/** Normalisation of a name, so that é is é, and Anna is anna. */
const folded = (name: string): string => name.normalize('NFKC').toLowerCase();
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other);

/** People who may log in. Immutable: a change makes a new list, or a sentence where it cannot be. */
export class People {
  readonly #byName: ReadonlyMap<string, Person>;
  /** `isLost`: there were people, and their file is gone or damaged. Then nobody may log in, until it is mended or a command adds one. */
  constructor(
    readonly all: readonly Person[] = [],
    readonly isLost = false,
  ) {
    this.#byName = new Map(all.map((person) => [folded(person.name), person]));
  }

  find(name: string): Person | null {
    return this.#byName.get(folded(name.trim())) ?? null;
  }

  /** `hash` of the password: it takes a while to make, and a change is made under a lock. */
  added(given: { name: string; role: Role; groups: readonly string[] }, hash: string, nowS: number): People | string {
    const name = given.name.trim();
    if (!isLine(name)) return `a person's name has 1 to ${LETTERS} letters on one line, without a colon`;
    if (this.find(name) !== null) return `there is somebody called ${this.find(name)!.name} already`;
    const groups = groupsOf(given.role, given.groups);
    if (typeof groups === 'string') return groups;
    return new People([...this.all, { name, role: given.role, groups, hash, added_ts: nowS, changed_ts: nowS }]);
  }

  changed(name: string, to: { role: Role; groups: readonly string[] }, nowS: number): People | string {
    const groups = groupsOf(to.role, to.groups);
    if (typeof groups === 'string') return groups;
    return this.#with(name, (person) => ({ ...person, role: to.role, groups, changed_ts: nowS }));
  }

  withPassword(name: string, hash: string, nowS: number): People | string {
    return this.#with(name, (person) => ({ ...person, hash, changed_ts: nowS }));
  }

  removed(name: string): People | string {
    const person = this.find(name);
    if (person === null) return nobody(name);
    return new People(this.all.filter((one) => one !== person));
  }

  /** Whether somebody could still do everything. */
  get hasOperator(): boolean {
    return this.all.some(({ role }) => role === 'operator');
  }

  #with(name: string, change: (person: Person) => Person): People | string {
    const person = this.find(name);
    if (person === null) return nobody(name);
    return new People(this.all.map((one) => (one === person ? change(one) : one)));
  }
}

const nobody = (name: string): string => `there is nobody called ${name}`;

/** Groups of a role: a teacher has some, and nobody else any. A sentence where they cannot be. */
export function groupsOf(role: Role, groups: readonly string[]): string[] | string {
  const clean = [...new Set(groups.map(groupNameOf))];
  if (!clean.every(isLine)) return `a group's name has 1 to ${LETTERS} letters on one line, without a colon`;
  if (role === 'teacher' && clean.length === 0) return 'a teacher needs a group of stations';
  return role === 'teacher' ? clean : [];
}

export const peopleFile = (folder: string): ListFile<People> =>
  new ListFile(folder, {
    name: 'people',
    item: Person,
    what: 'list of people',
    remedy: 'restore it from a backup',
    // Without people a hub shows everything to whoever reaches it: that is chosen, and never comes of a file that is missing.
    of: (all) => new People(all ?? [], all === null && hadPeople(folder)),
  });
