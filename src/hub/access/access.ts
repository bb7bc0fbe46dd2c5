import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../base/clock.ts';
import { clientAddress, isLoopback, PROXIED } from '../../http/addresses.ts';
import { ApiError } from '../../http/api-error.ts';
import { Guesses } from '../../http/guesses.ts';
import { scryptCheck } from '../../http/scrypt.ts';
import { sentence } from '../../words/sentence.ts';
import type { ReloadedFile } from '../files/reloaded-file.ts';
import type { Enrolled, Registry } from '../registry.ts';
import type { People, Person } from './people.ts';
import type { Program, Programs } from './programs.ts';
import { type Asker, type Permission, reachesGroup, reachOf } from './roles.ts';
import { Sessions } from './sessions.ts';

const COOKIE = 'weatherglass-hub';
const NOBODY: Asker = { name: null, role: 'public', groups: [] };
/** Times of tokens are in whole seconds. */
const WITHIN_S = 1;
/** Hash that no password has: an unknown name takes as long to refuse as a wrong password. */
const NOBODYS = `scrypt$${'A'.repeat(22)}$${'A'.repeat(43)}`;
const REFUSALS = {
  wait: (seconds: number) => new ApiError(429, sentence('fleet-hub.login-wait', { seconds }), { afterS: seconds }),
  wrong: () => new ApiError(401, sentence('fleet-hub.login-wrong')),
};

const askers = new WeakMap<Response, Asker>();
/** Asker of a request that `may` has let through. */
export const askerOf = (res: Response): Asker => askers.get(res)!;

/** Station of a login, if its asker may do so much with it. Others' are answered like one that does not exist: nobody learns their logins. */
export function stationFor(res: Response, permission: Permission, registry: Registry, login: string): Enrolled {
  const station = registry.find(login);
  if (station === null || !reachesGroup(askerOf(res), permission, registry.detailsOf(login).group))
    throw new ApiError(404, sentence('fleet-hub.no-station'));
  return station;
}

export type Gate = RequestHandler & { permission: Permission };

/**
 * Access control: the person behind a request, by session cookie, and what they may do. A hub without people keeps the rule of before
 * there were any: every request may read, and commands alone change something.
 */
export class Access {
  readonly #sessions: Sessions;
  readonly #guesses: Guesses;
  constructor(
    private readonly people: Pick<ReloadedFile<People>, 'now'>,
    private readonly programs: Pick<ReloadedFile<Programs>, 'now'>,
    private readonly clock: Clock,
  ) {
    this.#sessions = new Sessions(clock);
    this.#guesses = new Guesses(clock);
  }

  get hasPeople(): boolean {
    return this.people.now.all.length > 0 || this.people.now.isLost;
  }

  asker(req: Request): Asker {
    if (!this.hasPeople) return { name: null, role: 'viewer', groups: [] };
    const { authorization = '' } = req.headers;
    if (authorization.startsWith('Bearer ')) return this.#program(authorization.slice('Bearer '.length));
    const session = this.#sessions.find(tokenOf(req));
    const person = session === null ? null : this.people.now.find(session.name);
    if (person === null || person.changed_ts !== session?.changedS) return NOBODY;
    return { name: person.name, role: person.role, groups: person.groups };
  }

  /** Program behind a token. It may not add people or tokens, not even for an operator: they would stay valid after it has expired. */
  #program(token: string): Asker {
    const program = this.programs.now.whose(token, this.clock.nowS());
    if (program === null || !this.stands(program)) return NOBODY;
    const { name, role, groups } = program;
    return { name: `${name} (token)`, role, groups, isProgram: true };
  }

  /**
   * Whether the maker of a token is still an operator, and not a later person of the same name: that one finds no token of before
   * (`dropMadeBy`), whatever the clock said, and by the times also none that a damaged file, a backup or a hub without `dropMadeBy` has left.
   */
  stands({ by, added_ts }: Pick<Program, 'by' | 'added_ts'>): boolean {
    const maker = by === null ? null : this.people.now.find(by);
    return by === null || (maker?.role === 'operator' && maker.added_ts < added_ts + WITHIN_S);
  }

  /** Gate of a route: lets pass whom this permission reaches, and notes for the route who it is. */
  may(permission: Permission): Gate {
    const gate: RequestHandler = (req, res, next) => {
      const asker = this.asker(req);
      if (reachOf(asker, permission) === 'none') throw this.#refused(req, asker);
      askers.set(res, asker);
      next();
    };
    return Object.assign(gate, { permission });
  }

  #refused({ headers }: Request, { name }: Asker): ApiError {
    if (name === null && this.hasPeople && headers.authorization?.startsWith('Bearer '))
      return new ApiError(401, sentence('fleet-hub.token-wrong'), { headers: { 'WWW-Authenticate': 'Bearer' } });
    if (name !== null) return new ApiError(403, sentence('fleet-hub.not-allowed'));
    if (this.hasPeople) return new ApiError(401, sentence('fleet-hub.log-in'));
    return new ApiError(403, sentence('fleet-hub.no-people'));
  }

  /** The person of a name and password; refuses a wrong one, and too many of them. */
  async prove(req: Request, name: string, password: string): Promise<Person> {
    const person = this.people.now.find(name);
    const check = scryptCheck(person?.hash ?? NOBODYS)!;
    await this.#guesses.admit(addressOf(req), async () => (await check(password)) && person !== null, REFUSALS);
    return person!;
  }

  begin(req: Request, res: Response, person: Person): void {
    this.end(req, res); // a session of before may be another person's
    setCookie(req, res, this.#sessions.begin(person));
  }

  end(req: Request, res: Response): void {
    this.#sessions.end(tokenOf(req));
    setCookie(req, res, '');
  }
}

/**
 * Address of a client. nginx on this machine writes it anew; a header from elsewhere is not believed. A loopback in it is the word of a
 * client whose proxy passes the header on as it came: it would be exempt from the budgets of guesses, and one address each time.
 */
function addressOf(req: Request): string | undefined {
  const { socket, headers } = req;
  const forwarded = headers['x-forwarded-for'];
  if (!isLoopback(socket.remoteAddress) || typeof forwarded !== 'string') return clientAddress(req);
  const last = forwarded.split(',').at(-1)!.trim();
  return isLoopback(last) ? PROXIED : last;
}

/** Token of the session's cookie; empty, which is no session's, where there is none. */
function tokenOf({ headers }: Request): string {
  const all = (headers.cookie ?? '').split(';').map((one) => one.trim());
  const mine = all.filter((one) => one.startsWith(`${COOKIE}=`));
  // Two of one name: another host of this domain has planted one, and nobody can tell which.
  return mine.length === 1 ? mine[0]!.slice(COOKIE.length + 1) : '';
}

function setCookie(req: Request, res: Response, token: string): void {
  const secure = req.headers['x-forwarded-proto'] === 'https' ? '; Secure' : '';
  const age = token === '' ? '; Max-Age=0' : '';
  res.setHeader('Set-Cookie', `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict${secure}${age}`);
}
