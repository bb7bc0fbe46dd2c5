import { isLoopback, limitKey } from './addresses.ts';

export interface ShareLimits {
  total: number;
  perAddress: number;
  /** Reserved for this machine: the wall must always find a free one. */
  kept: number;
}

/** A quarter to one address, an eighth kept for this machine: two greedy neighbours leave room for the others and the wall. */
export const sharesOf = (total: number): ShareLimits => ({
  total,
  perAddress: Math.max(2, Math.ceil(total / 4)),
  kept: Math.floor(total / 8),
});

type Refused = 'address' | 'all';

/** Concurrency limit per address for scarce things: streams, connections, downloads, unfinished bodies. */
export class Shares {
  readonly #held = new Map<string, number>();
  #total = 0;
  #strangers = 0;
  constructor(private readonly limits: ShareLimits) {}

  get total(): number {
    return this.#total;
  }

  /** A function that gives the share back, once however often it is called; or which limit stands in the way. */
  take(address: string | undefined): (() => void) | Refused {
    const { total, perAddress, kept } = this.limits;
    const local = isLoopback(address);
    const key = limitKey(address);
    const held = this.#held.get(key) ?? 0;
    if (!local && held >= perAddress) return 'address';
    if (this.#total >= total || (!local && this.#strangers >= total - kept)) return 'all';
    this.#count(key, local, 1);
    let given = true;
    return () => {
      if (given) this.#count(key, local, -1);
      given = false;
    };
  }

  #count(key: string, local: boolean, by: 1 | -1): void {
    const held = (this.#held.get(key) ?? 0) + by;
    if (held > 0) this.#held.set(key, held);
    else this.#held.delete(key);
    this.#total += by;
    if (!local) this.#strangers += by;
  }
}
