import type { Memory, Remembered } from '../learned/memory.ts';

interface InForce {
  version: string;
  sinceS: number;
}

/** Since when this version of the program is the one that measures here. */
export class VersionInForce {
  readonly #state: InForce;

  constructor(version: string, nowS: number, memory: Memory) {
    this.#state = memory.revive('version', 1, (saved: InForce | null) =>
      saved?.version === version ? saved : { version, sinceS: nowS },
    );
  }

  get sinceS(): number {
    return this.#state.sinceS;
  }

  remembered(): Remembered[] {
    return [{ name: 'version', version: 1, state: this.#state }];
  }
}
