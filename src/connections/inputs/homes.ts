import type { Clock } from '../../base/clock.ts';

/** A sender that is silent at its address for so long may come from another one: routers give new addresses. */
const KEPT_MS = 600_000;
/** Senders of one family in one home, and behind one address: a forger of serial numbers must not take all places. */
const MOST = 50;
const MOST_BEHIND_ONE = 20;

/** Address of each sender, by what it was heard from first. Anybody in the network can use a serial number, and nobody can prove to own it. */
export class Homes {
  readonly #homes = new Map<string, { address: string; lastMs: number }>();

  constructor(private readonly clock: Clock) {}

  /** Whether this sender comes from where it was heard before; the first one is believed. */
  isAtHome(sender: string, address: string): boolean {
    const nowMs = this.clock.steadyMs();
    const home = this.#homes.get(sender);
    if (home && home.address !== address && nowMs - home.lastMs < KEPT_MS) return false;
    if (!home && !this.#hasRoom(address, nowMs)) return false;
    this.#homes.set(sender, { address, lastMs: nowMs });
    return true;
  }

  #hasRoom(address: string, nowMs: number): boolean {
    if (!this.#isFull(address)) return true;
    for (const [sender, { lastMs }] of this.#homes) if (nowMs - lastMs >= KEPT_MS) this.#homes.delete(sender);
    return !this.#isFull(address);
  }

  #isFull(address: string): boolean {
    const behindIt = [...this.#homes.values()].filter((home) => home.address === address).length;
    return this.#homes.size >= MOST || behindIt >= MOST_BEHIND_ONE;
  }
}
