import type { Request } from 'express';
import type { Clock } from '../../base/clock.ts';
import { type RateLimit, TokenBuckets } from '../../base/token-buckets.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Registry } from '../registry.ts';

/** Rate limit as in nginx: two requests a second, twenty at once. Proof reads have a bucket of their own. */
export const USUAL_LIMIT: RateLimit = { burst: 20, perMinute: 120 };

const ASK = { 'WWW-Authenticate': 'Basic realm="fleet", charset="UTF-8"' };

/** Authentication of stations by HTTP Basic. A client cannot name another's data: the login is the name. */
export class Logins {
  readonly #posts: TokenBuckets;
  readonly #proofs: TokenBuckets;
  constructor(
    private readonly registry: () => Registry,
    clock: Clock,
    limit = USUAL_LIMIT,
  ) {
    this.#posts = new TokenBuckets(limit, clock);
    this.#proofs = new TokenBuckets(limit, clock);
  }

  admit(req: Request, what: 'post' | 'proof'): string {
    const login = this.#who(req.headers.authorization);
    const waitS = (what === 'post' ? this.#posts : this.#proofs).take(login);
    if (waitS > 0)
      throw new ApiError(429, `too many requests from ${login}; try again in ${waitS} s`, { afterS: waitS });
    return login;
  }

  /** Checks the login again after a long body: keys can change meanwhile. */
  stillMay(req: Request): void {
    this.#who(req.headers.authorization);
  }

  #who(header: string | undefined): string {
    const given = basic(header);
    if (given === null) throw new ApiError(401, 'this needs a login and its secret (HTTP Basic)', { headers: ASK });
    const station = this.registry().whose(given.login, given.secret);
    if (station === null) throw new ApiError(401, 'unknown login, or wrong secret', { headers: ASK });
    if (station.revoked_ts !== null)
      throw new ApiError(403, `the station ${station.login} has been revoked; ask the hub’s operator`);
    return station.login;
  }
}

function basic(header: string | undefined): { login: string; secret: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,400})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const [, login, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return login === undefined || secret === undefined ? null : { login, secret };
}
