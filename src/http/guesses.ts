import type { Clock } from '../base/clock.ts';
import { HOUR_MS } from '../base/durations.ts';
import { TokenBuckets } from '../base/token-buckets.ts';
import { hostKey, isLoopback, networkKey, PROXIED } from './addresses.ts';

const MOST_ADDRESSES = 1024;
const STRANGERS = 'strangers';
/** Time after its wait at which an address may be forgotten, if there are too many. */
const FORGOTTEN_MS = HOUR_MS;
/** Wrong tries of all addresses of a network that have never known the PIN: at this pace four digits last for a week. */
const NETWORK_TRIES = { burst: 60, perMinute: 1 };
/** And of all networks together: a /16 has 256 of them, and ten thousand PINs are soon tried at sixty each. */
const ALL_TRIES = { burst: 300, perMinute: 1 };
const ALL = 'all';

interface Misses {
  count: number;
  untilMs: number;
}

/** PIN attempts of one address. */
interface Tries {
  waitS: number;
  missed: number;
  right(): void;
  wrong(delayS: number): void;
}

/** Brute-force guard of the PIN: failed tries by address, and addresses that knew it. Survives a restart for new settings. */
export class Guesses {
  readonly #misses = new Map<string, Misses>();
  readonly #known = new Set<string>();
  readonly #networks: TokenBuckets;
  readonly #all: TokenBuckets;
  #pinHash: string | null = null;
  constructor(private readonly clock: Clock) {
    this.#networks = new TokenBuckets(NETWORK_TRIES, clock);
    this.#all = new TokenBuckets(ALL_TRIES, clock);
  }

  /** Forgets successful logins after a change of the PIN. Failed tries stay. */
  forPin(pinHash: string): void {
    if (this.#pinHash !== pinHash) this.#known.clear();
    this.#pinHash = pinHash;
  }

  of(address: string | undefined): Tries {
    const host = hostKey(address);
    const network = networkKey(address);
    const isKnown = this.#known.has(host) || isLoopback(host);
    const key = this.#countedAs(host);
    const missed = this.#misses.get(key);
    const ownWaitS = Math.max(0, Math.ceil(((missed?.untilMs ?? 0) - this.clock.steadyMs()) / 1000));
    return {
      waitS: isKnown ? ownWaitS : Math.max(ownWaitS, this.#networks.waitS(network), this.#all.waitS(ALL)),
      missed: missed?.count ?? 0,
      right: () => {
        this.#misses.delete(key);
        if (host !== PROXIED) this.#know(host); // one of its clients knows the PIN, the others may be strangers
      },
      wrong: (delayS) => {
        this.#misses.set(key, { count: (missed?.count ?? 0) + 1, untilMs: this.clock.steadyMs() + 1000 * delayS });
        if (isKnown) return;
        this.#networks.spend(network, 1);
        this.#all.spend(ALL, 1);
      },
    };
  }

  /** An address counts for itself while there is room to remember it; beyond that, strangers count as one. Nothing is forgotten early. */
  #countedAs(host: string): string {
    if (this.#misses.has(host) || this.#known.has(host) || this.#misses.size < MOST_ADDRESSES) return host;
    const nowMs = this.clock.steadyMs();
    for (const [key, { untilMs }] of this.#misses) if (nowMs - untilMs > FORGOTTEN_MS) this.#misses.delete(key);
    return this.#misses.size < MOST_ADDRESSES ? host : STRANGERS;
  }

  #know(host: string): void {
    this.#known.delete(host);
    this.#known.add(host);
    if (this.#known.size > MOST_ADDRESSES) this.#known.delete(this.#known.values().next().value!);
  }
}
