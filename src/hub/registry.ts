import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { asciiSlug } from '../base/ascii.ts';
import { LOGIN } from '../contract/fleet-line.ts';
import { type Details, isShortLine, NO_DETAILS } from './details.ts';

const Station = z.strictObject({
  login: z.string().regex(LOGIN),
  name: z.string().min(1),
  /** `{SSHA}`, base64 of SHA-1(secret, salt) and the salt: what nginx reads, too. */
  hash: z.string().regex(/^\{SSHA\}[A-Za-z0-9+/]{36,}={0,2}$/),
  added_ts: z.number(),
  changed_ts: z.number(),
  revoked_ts: z.number().nullable(),
});
export type Enrolled = z.infer<typeof Station>;
export const Enrolments = z.strictObject({ version: z.literal(1), stations: z.array(Station) });
export type Enrolments = z.infer<typeof Enrolments>;
/** In a file of its own: a program from before it reads the list of stations to the letter. */
export const Removals = z.strictObject({ version: z.literal(1), logins: z.array(z.string().regex(LOGIN)) });
export type Removals = z.infer<typeof Removals>;

const NAME_RULE = "a station's name has 1 to 80 letters on one line";

/** Random secret of 256 bits: no hash of it, however fast, can be reversed. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export function hashSecret(secret: string, salt = randomBytes(8)): string {
  const digest = createHash('sha1').update(secret).update(salt).digest();
  return `{SSHA}${Buffer.concat([digest, salt]).toString('base64')}`;
}

export function isSecretOf(hash: string, secret: string): boolean {
  const bytes = Buffer.from(hash.slice('{SSHA}'.length), 'base64');
  const digest = createHash('sha1').update(secret).update(bytes.subarray(20)).digest();
  return timingSafeEqual(digest, bytes.subarray(0, 20));
}

/** Login made of a name: 3 to 36 letters, digits and hyphens. */
export function slugOf(name: string): string {
  const plain = asciiSlug(name, '-').slice(0, 36).replace(/-+$/, '');
  return plain.length >= 3 ? plain : `station${plain === '' ? '' : `-${plain}`}`;
}

export const enrolled = (login: string, name: string, secret: string, nowS: number): Enrolled => ({
  ...{ login, name, hash: hashSecret(secret), added_ts: nowS, changed_ts: nowS, revoked_ts: null },
});

/** A list of stations that can only be asked; the changes make a new one. */
export class Registry {
  readonly #byLogin: ReadonlyMap<string, Enrolled>;
  /**
   * `gone`: logins that were removed. Their rows are still in the engine, so no other station may get such a login. Null where the list
   * is lost: then no station is added or removed.
   */
  constructor(
    readonly stations: readonly Enrolled[] = [],
    readonly gone: readonly string[] | null = [],
    readonly details: ReadonlyMap<string, Details> = new Map(),
  ) {
    this.#byLogin = new Map(stations.map((station) => [station.login, station]));
  }

  find(login: string): Enrolled | null {
    return this.#byLogin.get(login) ?? null;
  }

  get groups(): ReadonlySet<string | null> {
    return new Set([...this.details.values()].map(({ group }) => group));
  }

  detailsOf(login: string): Details {
    return this.details.get(login) ?? NO_DETAILS;
  }

  /** Finds the station of a login and secret. A revoked one is found, too, so that it can be told. */
  whose(login: string, secret: string): Enrolled | null {
    const station = this.find(login);
    return station !== null && isSecretOf(station.hash, secret) ? station : null;
  }

  /** By login, or by the name that was given; a sentence where that is nobody or several. */
  named(name: string): Enrolled | string {
    const exact = this.find(name);
    if (exact) return exact;
    // Who says it once more, or has heard of it late, means that one and not another of the same name.
    if (this.gone === null && LOGIN.test(name))
      return `there is no login ${name}; "weatherglass hub list" shows all logins (the list of removed stations cannot be read)`;
    if (this.gone?.includes(name)) return `the station ${name} was removed; "weatherglass hub list" shows the others`;
    const same = this.stations.filter((station) => station.name === name);
    if (same.length === 1) return same[0]!;
    if (same.length === 0) return `there is no station "${name}"; "weatherglass hub list" shows all`;
    return `${same.length} stations are called "${name}": ${same.map(({ login }) => login).join(', ')}; give the login`;
  }

  /** `wanted`: the login that its owner chose; without it one is made of the name. */
  added(name: string, nowS: number, wanted: string | null = null) {
    const clean = name.trim();
    if (!isShortLine(clean)) return NAME_RULE;
    const gone = this.#known;
    const isTaken = (one: string): boolean => this.find(one) !== null || gone.includes(one);
    if (wanted !== null && !LOGIN.test(wanted))
      return 'a login has 3 to 40 characters: small letters a to z, digits and hyphens';
    if (wanted !== null && isTaken(wanted)) return `the login ${wanted} is taken, or was once; choose another`;
    const slug = slugOf(clean);
    let login = wanted ?? slug;
    for (let i = 2; isTaken(login); i++) login = `${slug.slice(0, 39 - String(i).length)}-${i}`;
    const secret = newSecret();
    const station = enrolled(login, clean, secret, nowS);
    return { list: new Registry([...this.stations, station], gone, this.details), login, secret };
  }

  revoked(login: string, nowS: number): Registry {
    return this.#changed(login, ({ revoked_ts }) => ({ revoked_ts: revoked_ts ?? nowS, changed_ts: nowS }));
  }

  /** Without stations that were removed: a backup from before a removal has them again. */
  withoutGone(): Registry {
    const gone = new Set(this.gone);
    const stations = this.stations.filter(({ login }) => !gone.has(login));
    if (stations.length === this.stations.length) return this;
    const details = [...this.details].filter(([login]) => !gone.has(login));
    return new Registry(stations, this.gone, new Map(details));
  }

  removed(login: string): Registry {
    return new Registry(this.stations, [...this.#known, login], this.details).withoutGone();
  }

  /** The secret before is worth nothing from now on; a revoked station is let in again with the new one. */
  rotated(login: string, nowS: number): { list: Registry; secret: string } {
    const secret = newSecret();
    const fresh = { hash: hashSecret(secret), revoked_ts: null, changed_ts: nowS };
    return { list: this.#changed(login, () => fresh), secret };
  }

  renamed(login: string, name: string): Registry | string {
    const clean = name.normalize('NFC').trim();
    if (!isShortLine(clean)) return NAME_RULE;
    return this.#changed(login, () => ({ name: clean }));
  }

  detailed(logins: readonly string[], more: Partial<Details>): Registry {
    return new Registry(this.stations, this.gone, this.#merged(logins.map((login) => [login, more])));
  }

  /**
   * Gives a station another login. Its rows stay in the engine under the old one, which no station gets again. The station takes the new
   * login for another hub and sends its whole past once more.
   */
  relogged(login: string, wanted: string, nowS: number): { list: Registry; secret: string } | string {
    const before = this.find(login)!;
    const added = this.added(before.name, nowS, wanted);
    if (typeof added === 'string') return added;
    return { ...added, list: added.list.detailed([wanted], this.detailsOf(login)).removed(login) };
  }

  /** Many stations added and changed at once, in time that grows with their number alone. */
  withAll(
    added: readonly Enrolled[],
    names: ReadonlyMap<string, string>,
    details: ReadonlyMap<string, Partial<Details>>,
  ): Registry {
    const renamed = this.stations.map((one) => ({ ...one, name: names.get(one.login) ?? one.name }));
    return new Registry([...renamed, ...added], this.#known, this.#merged([...details]));
  }

  #merged(changes: ReadonlyArray<readonly [login: string, more: Partial<Details>]>): Map<string, Details> {
    const changed = changes.map(([login, more]) => [login, { ...this.detailsOf(login), ...more }] as const);
    return new Map([...this.details, ...changed]);
  }

  /** Password file for nginx, without revoked stations. */
  htpasswd(): string {
    const welcome = this.stations.filter(({ revoked_ts }) => revoked_ts === null);
    return welcome.map(({ login, hash }) => `${login}:${hash}\n`).join('');
  }

  get #known(): readonly string[] {
    if (this.gone === null) throw new Error('the list of removed stations cannot be read, and this change needs it');
    return this.gone;
  }

  #changed(login: string, change: (station: Enrolled) => Partial<Enrolled>): Registry {
    const stations = this.stations.map((one) => (one.login === login ? { ...one, ...change(one) } : one));
    return new Registry(stations, this.gone, this.details);
  }
}
