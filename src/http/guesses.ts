import type { Clock } from '../base/clock.ts';
import { HOUR_MS } from '../base/durations.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import { TokenBuckets } from '../base/token-buckets.ts';
import { hostKey, isLoopback, networkKey, PROXIED } from './addresses.ts';

const FREE_TRIES = 5;
const LONGEST_WAIT_S = 900;
const MOST_ADDRESSES = 1024;
const STRANGERS = 'strangers';
/** Time after its wait at which an address may be forgotten, if there are too many. */
const FORGOTTEN_MS = HOUR_MS;
/** Wrong tries of all addresses of a network that have never known the PIN: at this pace four digits last for a week. */
const NETWORK_TRIES = { burst: 60, perMinute: 1 };
/** And of all networks together: a /16 has 256 of them, and ten thousand PINs are soon tried at sixty each. */
const ALL_TRIES = { burst: 300, perMinute: 1 };
const ALL = 'all';

/** Errors of the gate, in the words of its server. */
interface GateRefusals {
  wait(seconds: number): Error;
  wrong(): Error;
}

/**
 * Brute-force gate of a PIN or password. After five wrong tries an address waits 1, 2, 4 … 900 s between one try and the next. Addresses
 * are cheap where there are many, so a network of them has a budget of wrong tries too, and all networks together. Neither budget counts
 * for this machine, nor for an address that has sent the right secret before, so no neighbour can lock them out. This machine is one
 * address (`hostKey`). All clients of a proxy on it are another (`clientAddress`), for which both always count. Survives a restart for new
 * settings.
 */
export class Guesses {
  readonly #turns = new SerialQueue();
  readonly #misses = new Map<string, { count: number; untilMs: number }>();
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

  /** Guesses take turns: a key costs memory and time on purpose, and parallel guesses must not all count as the first. */
  admit(address: string | undefined, isRight: () => Promise<boolean>, refusals: GateRefusals): Promise<void> {
    return this.#turns.take(() => this.#judge(address, isRight, refusals));
  }

  async #judge(address: string | undefined, isRight: () => Promise<boolean>, { wait, wrong }: GateRefusals) {
    const host = hostKey(address);
    const network = networkKey(address);
    const isKnown = this.#known.has(host) || isLoopback(host);
    const key = this.#countedAs(host);
    const { count, untilMs } = this.#misses.get(key) ?? { count: 0, untilMs: 0 };
    const ownWaitS = Math.max(0, Math.ceil((untilMs - this.clock.steadyMs()) / 1000));
    const waitS = isKnown ? ownWaitS : Math.max(ownWaitS, this.#networks.waitS(network), this.#all.waitS(ALL));
    if (waitS > 0) throw wait(waitS);
    if (await isRight()) {
      this.#misses.delete(key);
      if (host !== PROXIED) this.#know(host); // one of its clients knows the PIN, the others may be strangers
      return;
    }
    const missed = count + 1;
    const delayS = missed < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_S, 2 ** (missed - FREE_TRIES));
    this.#misses.set(key, { count: missed, untilMs: this.clock.steadyMs() + 1000 * delayS });
    if (!isKnown) {
      this.#networks.spend(network, 1);
      this.#all.spend(ALL, 1);
    }
    throw wrong();
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
