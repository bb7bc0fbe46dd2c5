import { isLoopback, limitKey } from './addresses.ts';

type Refused = 'address' | 'all';

/**
 * Concurrency limit per address for scarce things: streams, connections, downloads, unfinished bodies. A quarter to one address of the network: two
 * greedy neighbours leave room for the others. Of eight or more, an eighth is kept for this machine, where the wall is, and one for the network.
 */
export class Shares {
  readonly #held = new Map<string, number>();
  readonly #of = { machine: 0, network: 0 };
  constructor(private readonly most: number) {}

  get total(): number {
    return this.#of.machine + this.#of.network;
  }

  /** A function that gives the share back, once however often it is called; or which limit stands in the way. */
  take(address: string | undefined): (() => void) | Refused {
    const side = isLoopback(address) ? 'machine' : 'network';
    const key = limitKey(address);
    const held = this.#held.get(key) ?? 0;
    if (side === 'network' && held >= Math.max(2, Math.ceil(this.most / 4))) return 'address';
    const ofOneSide = this.most - Math.floor(this.most / 8);
    if (this.total >= this.most || this.#of[side] >= ofOneSide) return 'all';
    this.#count(key, side, 1);
    let given = true;
    return () => {
      if (given) this.#count(key, side, -1);
      given = false;
    };
  }

  #count(key: string, side: 'machine' | 'network', by: 1 | -1): void {
    const held = (this.#held.get(key) ?? 0) + by;
    if (held > 0) this.#held.set(key, held);
    else this.#held.delete(key);
    this.#of[side] += by;
  }
}
