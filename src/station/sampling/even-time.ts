import { finite } from '../../maths/check.ts';

export type EvenTimeState = ReturnType<EvenTime['toJSON']>;

/**
 * Time that only passes. Filters, heat and health ask how long it has been since the last sample, and stamps cannot tell them: a
 * clock that jumps a month would start every filter anew, one that steps back would freeze it. It begins with the first stamp,
 * goes on through a restart of the program by the machine's steady time, and through one of the machine by the stamps.
 */
export class EvenTime {
  /** Even time less steady time. */
  #baseS: number | null = null;
  /** Even time less stamp, at the newest sample. */
  #aheadS = 0;

  constructor(
    private readonly boot: string,
    saved: EvenTimeState | null = null,
  ) {
    if (saved === null) return;
    this.#aheadS = finite(saved.aheadS, 'even time');
    if (boot !== '' && saved.boot === boot) this.#baseS = finite(saved.baseS, 'even time');
  }

  toJSON() {
    return { boot: this.#baseS === null ? '' : this.boot, baseS: this.#baseS ?? 0, aheadS: this.#aheadS };
  }

  at(steadyS: number, stampS: number): number {
    this.#baseS ??= stampS + this.#aheadS - steadyS;
    const evenS = steadyS + this.#baseS;
    this.#aheadS = evenS - stampS;
    return evenS;
  }

  /** Time of a moment without a stamp; null before the first stamp. */
  passing(steadyS: number): number | null {
    return this.#baseS === null ? null : steadyS + this.#baseS;
  }

  /** All stamps up to now were moved by so much. */
  timeMoved(byS: number): void {
    this.#aheadS -= byS;
  }
}
