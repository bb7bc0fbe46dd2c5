import type { Kept } from './kept.ts';

/** Starts of rows, by receiver, the next to be tried first. */
type State = Record<string, readonly number[]>;

/** Size limit of a receiver's list: a day of rows. */
const MOST = 288;

/** Rows set aside: a receiver refused each of them alone and took others. Stored, so that they can be offered again. */
export class AsideRows {
  constructor(private readonly kept: Kept<State>) {}

  of(name: string): readonly number[] {
    return this.kept.get()?.[name] ?? [];
  }

  /**
   * Adds rows; above the limit the oldest are given up, or one receiver's refusals would hold up its rows for ever. Returns how many were given
   * up; null when the disk takes no note.
   */
  add(name: string, startsS: readonly number[]): number | null {
    const all = [...new Set([...this.of(name), ...startsS])];
    const givenUp = new Set([...all].sort((a, b) => a - b).slice(0, Math.max(0, all.length - MOST)));
    const rest = all.filter((one) => !givenUp.has(one));
    return this.#save(name, rest) ? givenUp.size : null;
  }

  remove(name: string, startS: number): boolean {
    const others = this.of(name).filter((one) => one !== startS);
    return this.#save(name, others);
  }

  /** Refused once more: the others go first. */
  postpone(name: string, startS: number): boolean {
    return this.#save(name, [...this.of(name).filter((one) => one !== startS), startS]);
  }

  #save(name: string, startsS: readonly number[]): boolean {
    return this.kept.put({ ...this.kept.get(), [name]: startsS });
  }
}
