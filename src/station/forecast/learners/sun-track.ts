import { DAY_S } from '../../../base/durations.ts';
import { type Place, solarPosition } from '../../air/physics/sun.ts';

/** Sine of the elevation, below 0 at night; 0 where nobody knows the place. */
function sineOf(tS: number, place: Place): number {
  const sun = solarPosition(tS, place);
  return sun === null ? 0 : Math.sin((sun.elevationDeg * Math.PI) / 180);
}

interface Day {
  sines: Float64Array;
  /** Prefix sums of the sun's height, from the start of the day. */
  sums: Float64Array;
}

/**
 * The sun's height on a grid, kept as running sums of one UTC day each: means over any window cost two look-ups, and starting each
 * day at 0 makes them independent of when the program started. What is asked of a time of the grid is looked up, too.
 */
export class SunTrack {
  readonly #days = new Map<number, Day>();
  readonly #gridS: number;
  readonly #perDay: number;

  constructor(
    private readonly place: Place,
    stepS: number,
  ) {
    this.#gridS = stepS % 300 === 0 ? 300 : stepS;
    this.#perDay = Math.floor(DAY_S / this.#gridS);
  }

  at(tS: number): number {
    return Math.max(0, this.sine(tS));
  }

  sine(tS: number): number {
    const day = Math.floor(tS / DAY_S);
    const slot = (tS - day * DAY_S) / this.#gridS;
    return Number.isInteger(slot) && slot < this.#perDay ? this.#day(day).sines[slot]! : sineOf(tS, this.place);
  }

  /** Mean over the grid points in (t, t + h], h at most a day. */
  mean(tS: number, horizonS: number): number {
    const points = Math.floor(horizonS / this.#gridS);
    const total = this.#sumUntil(tS + horizonS) - this.#sumUntil(tS) + this.#sumBetweenDays(tS, tS + horizonS);
    return points > 0 ? Math.max(0, total / points) : 0;
  }

  /** Sum from the start of the UTC day of `tS` up to and with the last grid point not after it. */
  #sumUntil(tS: number): number {
    const day = Math.floor(tS / DAY_S);
    return this.#day(day).sums[Math.min(this.#perDay - 1, Math.floor((tS - day * DAY_S) / this.#gridS))]!;
  }

  #sumBetweenDays(fromS: number, untilS: number): number {
    let sum = 0;
    for (let day = Math.floor(fromS / DAY_S); day < Math.floor(untilS / DAY_S); day++)
      sum += this.#day(day).sums[this.#perDay - 1]!;
    return sum;
  }

  #day(day: number): Day {
    const known = this.#days.get(day);
    if (known) return known;
    const sines = new Float64Array(this.#perDay);
    const sums = new Float64Array(this.#perDay);
    let sum = 0;
    for (let i = 0; i < this.#perDay; i++) {
      sines[i] = sineOf(day * DAY_S + i * this.#gridS, this.place);
      sum += Math.max(0, sines[i]!);
      sums[i] = sum;
    }
    for (const old of this.#days.keys()) if (Math.abs(old - day) > 2) this.#days.delete(old);
    const made = { sines, sums };
    this.#days.set(day, made);
    return made;
  }
}
