import { isLoopback, limitKey } from './addresses.ts';

type Refused = 'address' | 'all';

/**
 * Concurrency limit per address for scarce things: streams, connections, downloads, unfinished bodies. A quarter to one address, an eighth
 * kept for this machine: two greedy neighbours leave room for the others and the wall.
 */
export class Shares {
  readonly #held = new Map<string, number>();
  #total = 0;
  #strangers = 0;
  constructor(private readonly most: number) {}

  get total(): number {
    return this.#total;
  }

  /** A function that gives the share back, once however often it is called; or which limit stands in the way. */
  take(address: string | undefined): (() => void) | Refused {
    const local = isLoopback(address);
    const key = limitKey(address);
    const held = this.#held.get(key) ?? 0;
    if (!local && held >= Math.max(2, Math.ceil(this.most / 4))) return 'address';
    const ofStrangers = this.most - Math.floor(this.most / 8);
    if (this.#total >= this.most || (!local && this.#strangers >= ofStrangers)) return 'all';
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
