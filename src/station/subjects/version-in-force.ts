import type { Memory, Remembered } from '../learned/memory.ts';

interface InForce {
  version: string;
  sinceS: number;
}

/** Since when this version of the program is the one that measures here. */
export class VersionInForce {
  readonly #state: InForce;

  constructor(version: string, nowS: number, memory: Memory) {
    const fresh = (): InForce => ({ version, sinceS: nowS });
    this.#state = memory.revive('version', 1, fresh, (saved: InForce) => (saved.version === version ? saved : fresh()));
  }

  get sinceS(): number {
    return this.#state.sinceS;
  }

  remembered(): Remembered[] {
    return [{ name: 'version', version: 1, state: this.#state }];
  }
}
