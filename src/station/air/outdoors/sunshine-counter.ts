import { DAY_S } from '../../../base/durations.ts';
import { restored } from '../../../maths/codec.ts';
import { type Place, solarPosition } from '../physics/sun.ts';
import { isSunshine } from '../physics/sunshine.ts';

/** A value counts until the next, for three of its intervals at most; an interval that is not known yet counts as a minute. */
const INTERVALS = 3;
const FIRST_INTERVAL_S = 60;
const LONGEST_S = 1800;
const YEAR_DAYS = 365.25;

/** Newest value of the radiation. */
interface Seen {
  evenS: number;
  shines: boolean;
  /** Gap before it, s. */
  gapS: number;
}
export type SunshineState = Seen | null;

/** Day of the year of a moment, from 1; UTC is near enough for a threshold that follows the season. */
export const dayOfYear = (tS: number): number => 1 + ((tS / DAY_S) % YEAR_DAYS);

/** Counter of sunshine: each value of the radiation closes the stretch that the one before it opened. */
export class SunshineCounter {
  #seen: Seen | null = null;

  constructor(private readonly place: Place) {}

  restore(saved: SunshineState): this {
    if (saved !== null) this.#seen = restored({ state: { evenS: 0, shines: false, gapS: 0 } }, saved).state;
    return this;
  }

  toJSON(): SunshineState {
    return this.#seen;
  }

  /** Seconds of sunshine since the value before; null for the first, and where the sun's place is not known. */
  learn(solarWm2: number, tS: number, evenS: number): number | null {
    const elevationDeg = solarPosition(tS, this.place)?.elevationDeg ?? null;
    const shines = isSunshine(solarWm2, dayOfYear(tS), elevationDeg);
    if (shines === null) return null;
    const before = this.#seen;
    const gapS = before === null ? FIRST_INTERVAL_S : evenS - before.evenS;
    if (before !== null && gapS <= 0) return null;
    this.#seen = { evenS, shines, gapS: Math.min(gapS, LONGEST_S) };
    if (before === null) return null;
    return before.shines ? Math.min(gapS, INTERVALS * before.gapS, LONGEST_S) : 0;
  }
}
