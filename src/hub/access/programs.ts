import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { DAY_S } from '../../base/durations.ts';
import { ListFile } from '../files/list-file.ts';
import { groupsOf, Line } from './people.ts';
import { ROLES, type Role } from './roles.ts';
import { hashOf } from './sessions.ts';

const MOST = 100;
/** Longest life of a token: five years. */
export const MOST_DAYS = 1825;

const Program = z.strictObject({
  name: Line,
  role: z.enum(ROLES),
  groups: z.array(Line).max(100),
  /** SHA-256 of the token, which has 256 random bits: no hash of it can be reversed. */
  hash: z.string().regex(/^[\w-]{43}$/),
  /** Operator who made it, on whose role it stands; null for one by command. */
  by: z.string().nullable(),
  added_ts: z.number(),
  until_ts: z.number(),
});
export type Program = z.infer<typeof Program>;

/** Bearer tokens of programs (Prometheus, curl). Immutable: a change makes a new list, or a sentence where it cannot be. */
export class Programs {
  constructor(readonly all: readonly Program[] = []) {}

  /** Null for an unknown or expired token. */
  whose(token: string, nowS: number): Program | null {
    const hash = hashOf(token);
    return this.all.find((one) => one.hash === hash && nowS < one.until_ts) ?? null;
  }

  added(
    given: { name: string; role: Role; groups: readonly string[]; days: number },
    by: string | null,
    nowS: number,
    addedS = nowS,
  ): { list: Programs; token: string } | string {
    const name = given.name.trim();
    if (!Line.safeParse(name).success) return 'a name has 1 to 60 letters on one line, without a colon';
    if (this.all.some((one) => one.name === name)) return `there is a token called ${name} already; revoke it first`;
    if (this.all.length >= MOST) return `there are ${MOST} tokens already; revoke some first`;
    const groups = groupsOf(given.role, given.groups);
    if (typeof groups === 'string') return groups;
    if (!(given.days >= 1 && given.days <= MOST_DAYS)) return `a token is valid for 1 to ${MOST_DAYS} days`;
    const token = `wgf_${randomBytes(32).toString('base64url')}`;
    const program = { name, role: given.role, groups, hash: hashOf(token), by, added_ts: addedS };
    return { list: new Programs([...this.all, { ...program, until_ts: nowS + given.days * DAY_S }]), token };
  }

  removed(name: string): Programs | string {
    const rest = this.all.filter((one) => one.name !== name.trim());
    return rest.length === this.all.length ? `there is no token called ${name}` : new Programs(rest);
  }
}

export const programFile = (folder: string): ListFile<Programs> =>
  new ListFile(folder, {
    name: 'programs',
    item: Program,
    what: 'list of tokens',
    of: (all) => new Programs(all ?? []),
  });
