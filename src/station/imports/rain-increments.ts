import { DAY_S } from '../../base/durations.ts';
import type { PastName } from './past-row.ts';

type Values = Readonly<Partial<Record<PastName, number>>>;

/** More between two lines was no rain: a counter was exchanged. */
const MOST_MM = 200;

/** Increments of a rain counter over lines in the order of time. One that has gone back began anew: a day's or a year's at what it shows now. */
export class RainIncrements {
  #last: { value: number; tS: number } | null = null;

  increments(values: Values, tS: number): Values {
    const counter = values.rainCounterMm ?? values.rainDayMm;
    if (counter === undefined) return values;
    const { rainCounterMm, rainDayMm, ...rest } = values;
    if (rest.rainMm !== undefined) return rest;
    const last = this.#last;
    this.#last = { value: counter, tS };
    if (last === null || tS - last.tS > 366 * DAY_S) return rest;
    const fallen = counter >= last.value ? counter - last.value : counter;
    return fallen <= MOST_MM ? { ...rest, rainMm: Math.round(fallen * 1e6) / 1e6 } : rest;
  }
}
