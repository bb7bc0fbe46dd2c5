import { isBusy, isDamage, isDiskTrouble } from './database.ts';

/**
 * Writes that can wait a while: what another connection keeps out is written with the next attempt, in its order. A full or failing disk
 * takes none of them, and `refused` tells; a database that proves damaged on the way is tried once more, elsewhere.
 */
export class Postponed {
  /** Oldest first. */
  #works: (() => void)[] = [];

  constructor(private readonly refused: (error: unknown) => void) {}

  get isEmpty(): boolean {
    return this.#works.length === 0;
  }

  add(work: () => void): void {
    this.#works.push(work);
  }

  /** True when all of it was written, or nothing waited. */
  write(again = true): boolean {
    let written = true;
    for (const work of [...this.#works]) {
      try {
        work();
        written = true;
      } catch (error) {
        if (isBusy(error)) return false;
        if (isDamage(error) && again) return this.write(false);
        written = false;
        if (!isDiskTrouble(error)) {
          this.#works.shift();
          throw error;
        }
        this.refused(error);
      }
      this.#works.shift();
    }
    return written;
  }
}
