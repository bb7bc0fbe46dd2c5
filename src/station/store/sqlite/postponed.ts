import { isBusy, isDamage, isDiskTrouble } from './database.ts';

/** Queue limit: a disk that takes nothing for six hours leaves, of each tick, its row, forecasts and scores. Then the oldest goes. */
const KEPT_AT_MOST = 240;
/** Works written with one commit. */
const TOGETHER = 40;

interface Work {
  run: () => void;
  /** The write cannot be made again, so it and all later ones wait for the disk. */
  isIrreplaceable: boolean;
}

/** `kept out`: another connection writes just now, try again shortly. `refused`: the disk takes nothing, which has been told. */
type Outcome = 'written' | 'kept out' | 'refused';

/**
 * Queue of writes that can wait, in their order. What another connection keeps out is written with the next attempt. A full or failing
 * disk is reported to `refused`: works that will be made again are dropped, irreplaceable ones stay for it. A database that proves
 * damaged on the way is tried once more, elsewhere.
 */
export class Postponed {
  /** Oldest first. */
  #works: Work[] = [];
  #isWriting = false;

  constructor(
    private readonly refused: (error: unknown) => void,
    private readonly together: (work: () => void) => void,
  ) {}

  get isEmpty(): boolean {
    return this.#works.length === 0;
  }

  /** Queues a work; works that it queues itself belong to it. */
  add(run: () => void, isIrreplaceable = false): void {
    if (this.#isWriting) {
      run();
      return;
    }
    this.#works.push({ run, isIrreplaceable });
    const kept = this.#works.filter((work) => work.isIrreplaceable);
    if (kept.length > KEPT_AT_MOST) this.#works.splice(this.#works.indexOf(kept[0]!), 1);
  }

  /** Writes the queue; returns the outcome of the newest work. */
  write(): Outcome {
    if (this.#isWriting) return 'written';
    this.#isWriting = true;
    try {
      return this.#writeAll(true);
    } finally {
      this.#isWriting = false;
    }
  }

  #writeAll(again: boolean): Outcome {
    let outcome: Outcome = 'written';
    while (this.#works.length > 0) {
      const next = this.#next();
      let begun = 0;
      const runAll = () => {
        begun = 0;
        for (const { run } of next) {
          begun += 1;
          run();
        }
      };
      try {
        if (next.length === 1) runAll();
        else this.together(runAll);
        outcome = 'written';
      } catch (error) {
        if (isBusy(error)) return 'kept out';
        if (isDamage(error) && again) return this.#writeAll(false);
        if (!isDiskTrouble(error)) {
          this.#works.splice(Math.max(0, begun - 1), 1);
          throw error;
        }
        this.refused(error);
        outcome = 'refused';
        if (next[0]!.isIrreplaceable) {
          this.#works = this.#works.filter(({ isIrreplaceable }) => isIrreplaceable);
          return outcome;
        }
      }
      this.#works.splice(0, next.length);
    }
    return outcome;
  }

  /** Next works: a large one that can be made again alone, since the disk may take the one after it. */
  #next(): Work[] {
    const kept = this.#works.findIndex(({ isIrreplaceable }) => !isIrreplaceable);
    return this.#works.slice(0, Math.max(1, Math.min(TOGETHER, kept === -1 ? TOGETHER : kept)));
  }
}
