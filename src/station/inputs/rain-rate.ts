import { HOUR_S } from '../../base/durations.ts';

const WINDOW_S = 600;
/** A rate knows of the increments of so long before it. */
export const RATE_LOOKS_BACK_S = 900;

/** Readings of one sender are farther apart; times that were reckoned back are not exact. */
const SAME_S = 1;

/** Rain that a reading adds: it fell since the reading before. */
interface Increment {
  sinceS: number;
  atS: number;
  mm: number;
}

/** Share of an increment that fell in the ten minutes before a moment; of one without a length all of it. */
function shareWithin({ sinceS, atS }: Increment, nowS: number): number {
  const fromS = nowS - WINDOW_S;
  return atS > sinceS ? Math.max(0, atS - Math.max(sinceS, fromS)) / (atS - sinceS) : Number(atS > fromS);
}

/**
 * Rate of rain from increments of the counter: what fell in ten minutes, but at least the last increment over the time since, and 0 after 15
 * minutes. Of an increment that began before the ten minutes its share counts: a gauge that reports every 595 s would tell twice the rain.
 */
export class RainRate {
  #increments: Increment[] = [];
  /** Newest reading. */
  #readS: number | null = null;

  /**
   * Takes each reading in, also those that add nothing. `overS`: time since the reading before, where a counter knows it. An amount knows of none,
   * and a gauge that sends one only while it rains was silent for days: its rain is not spread over them.
   */
  add(mm: number, atS: number, overS = Math.min(RATE_LOOKS_BACK_S, atS - (this.#readS ?? atS))): void {
    if (mm > 0) this.#increments.push({ sinceS: atS - overS, atS, mm });
    this.#readS = atS;
  }

  /** Takes other increments than those that were added: some of them were struck out. Those that stay keep their length. */
  retake(increments: readonly { atS: number; mm: number }[]): void {
    const overS = (atS: number): number => {
      const known = this.#increments.find((one) => Math.abs(one.atS - atS) < SAME_S);
      return known === undefined ? 0 : known.atS - known.sinceS;
    };
    this.#increments = increments.map(({ atS, mm }) => ({ sinceS: atS - overS(atS), atS, mm }));
  }

  at(nowS: number): number {
    this.#increments = this.#increments.filter(({ atS }) => nowS - atS < RATE_LOOKS_BACK_S);
    const last = this.#increments.at(-1);
    if (last === undefined) return 0;
    const recent = this.#increments.reduce((mm, one) => mm + one.mm * shareWithin(one, nowS), 0);
    const leastMmH = (last.mm * HOUR_S) / Math.max(WINDOW_S, nowS - last.atS, last.atS - last.sinceS);
    return Math.round(Math.max((recent * HOUR_S) / WINDOW_S, leastMmH) * 1e4) / 1e4;
  }
}
