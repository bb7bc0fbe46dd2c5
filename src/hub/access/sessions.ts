import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { DAY_MS, HOUR_MS } from '../../base/durations.ts';
import type { Person } from './people.ts';

/** A session that nobody uses ends, and so does every one in the end. */
const IDLE_MS = 12 * HOUR_MS;
const LONGEST_MS = 30 * DAY_MS;
/** Sessions of one person: more browsers than anybody has. The oldest goes. */
const MOST_OF_ONE = 20;

interface Session {
  name: string;
  changedS: number;
  sinceMs: number;
  usedMs: number;
}

/**
 * Sessions by token. A token is made at login and nowhere else, so a cookie that somebody planted before never becomes one (session
 * fixation). Only its hash is kept, in memory: a restart of the hub ends all sessions.
 */
export class Sessions {
  readonly #byHash = new Map<string, Session>();
  constructor(private readonly clock: Clock) {}

  begin({ name, changed_ts }: Person): string {
    const nowMs = this.clock.steadyMs();
    for (const [hash, session] of this.#byHash) if (isOver(session, nowMs)) this.#byHash.delete(hash);
    const mine = [...this.#byHash].filter(([, session]) => session.name === name);
    for (const [hash] of mine.slice(0, Math.max(0, mine.length + 1 - MOST_OF_ONE))) this.#byHash.delete(hash);
    const token = randomBytes(32).toString('base64url');
    this.#byHash.set(hashOf(token), { name, changedS: changed_ts, sinceMs: nowMs, usedMs: nowMs });
    return token;
  }

  /** Name and state of the person whose session it is; null for a token that is none or is over. */
  find(token: string): { name: string; changedS: number } | null {
    const session = this.#byHash.get(hashOf(token));
    const nowMs = this.clock.steadyMs();
    if (session === undefined || isOver(session, nowMs)) return null;
    session.usedMs = nowMs;
    return session;
  }

  end(token: string): void {
    this.#byHash.delete(hashOf(token));
  }
}

/** Hash by which a token is kept: a hub's memory and files hold no token that could be used. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
const isOver = ({ sinceMs, usedMs }: Session, nowMs: number): boolean =>
  nowMs - usedMs > IDLE_MS || nowMs - sinceMs > LONGEST_MS;
