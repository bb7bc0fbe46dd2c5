import { HOUR_S } from '../../base/durations.ts';

const WINDOW_S = 600;
/** A rate knows of the increments of so long before it. */
export const RATE_LOOKS_BACK_S = 900;

/** Rate of rain from increments of the counter: those of ten minutes, then the last one over the time since, and 0 after 15 minutes. */
export class RainRate {
  #increments: { atS: number; mm: number }[] = [];

  add(mm: number, atS: number): void {
    if (mm > 0) this.#increments.push({ atS, mm });
  }

  /** Takes other increments than those that were added: some of them were struck out. */
  retake(increments: readonly { atS: number; mm: number }[]): void {
    this.#increments = [...increments];
  }

  at(nowS: number): number {
    this.#increments = this.#increments.filter(({ atS }) => nowS - atS < RATE_LOOKS_BACK_S);
    const recent = this.#increments.filter(({ atS }) => nowS - atS < WINDOW_S);
    const sum = recent.reduce((mm, one) => mm + one.mm, 0);
    const last = this.#increments.at(-1);
    if (last === undefined) return 0;
    const rate = recent.length > 0 ? (sum * HOUR_S) / WINDOW_S : (last.mm * HOUR_S) / (nowS - last.atS);
    return Math.round(rate * 1e4) / 1e4;
  }
}
